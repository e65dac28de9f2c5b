/// The form of the random ids that apps give to clients: UUIDs in lower case.
package enum ClientIDForm {
  package static let emptyMessage = "the client id is empty; give a UUID in lower case"

  /// Why an app has no client with this id, and the id that it would use; nil for a UUID in lower
  /// case.
  ///
  /// Another spelling of a UUID is another id: its buckets differ.
  package static func warning(about id: String) -> String? {
    guard !isValid(id) else { return nil }
    if isUUID(id) {
      return
        "the client id `\(id)` is not what apps use, so its buckets differ; they would use `\(normalized(id))`"
    }
    return
      "the client id `\(id)` is not a UUID; apps use random ones in lower case, such as `\(example)`"
  }

  /// Whether an id is a UUID, in any spelling.
  package static func isUUID(_ id: String) -> Bool { isValid(normalized(id)) }

  /// An id in lower case, without blanks and braces.
  private static func normalized(_ id: String) -> String {
    let isPartOfID = { (character: Character) in
      !character.isWhitespace && character != "{" && character != "}"
    }
    return id.filter(isPartOfID).lowercased()
  }

  /// A random id as apps give to clients.
  package static let example = "5f0c7a1e-93b2-4d68-8a47-2c1b9e6f3d05"

  /// Whether an id has five groups of lower-case hexadecimal digits: 8, 4, 4, 4 and 12.
  private static func isValid(_ id: String) -> Bool {
    let parts = id.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    let lengthsOfGroups = [8, 4, 4, 4, 12]
    return parts.map(\.count) == lengthsOfGroups
      && parts.joined().allSatisfy { digits.contains($0) }
  }

  private static let digits = Array("0123456789abcdef".utf8)
}

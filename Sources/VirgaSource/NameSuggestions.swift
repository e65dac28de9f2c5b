/// Suggestions for misspelled names.
package enum NameSuggestions {
  /// The candidates closest to `name`, best first, at most `limit`; empty if none is near.
  ///
  /// Near means an edit distance (insert, delete, replace, swap of neighbors; letter case costs
  /// nothing) of at most a third of the longer name, or of one. A candidate of one byte is never
  /// near.
  package static func nearest(
    to name: String, among candidates: some Sequence<String>, limit: Int = 3
  ) -> [String] {
    nearbyNames(to: name, among: candidates).prefix(limit).map(\.name)
  }

  /// The candidate closest to `name`; nil if none is near, or if two are equally near.
  package static func clearlyNearest(
    to name: String, among candidates: some Sequence<String>
  ) -> String? {
    let found = nearbyNames(to: name, among: candidates)
    guard let nearest = found.first else { return nil }
    let isTie = found.count > 1 && nearest.distance == found[1].distance
    return isTie ? nil : nearest.name
  }

  /// The items in the order in which they were probably meant by a typed text: those whose name
  /// begins with it, those whose name contains it, the three nearest ones, and then the others.
  ///
  /// Letter case does not count. Items that are equally probable keep their order.
  package static func probableFirst<Item>(
    _ items: [Item], for typed: String, by name: KeyPath<Item, String>
  ) -> [Item] {
    guard !typed.isEmpty else { return items }
    let foldedTyped = String(decoding: folded(typed), as: UTF8.self)
    let nearNames = nearest(to: typed, among: items.map { $0[keyPath: name] }, limit: 3)
    let ranked = items.map { item in
      let rank = rank(of: item[keyPath: name], forFolded: foldedTyped, nearNames: nearNames)
      return (rank: rank, item: item)
    }
    return ranked.sorted { $0.rank < $1.rank }.map(\.item)
  }

  /// How probably `name` was meant by a typed text; 0 is the most probable.
  ///
  /// - Parameters:
  ///   - typed: The text as ``folded(_:)`` returns it.
  ///   - nearNames: The names with a small edit distance to the text, the nearest first.
  private static func rank(
    of name: String, forFolded typed: String, nearNames: [String]
  ) -> Int {
    let foldedName = String(decoding: folded(name), as: UTF8.self)
    if foldedName.hasPrefix(typed) { return 0 }
    if foldedName.contains(typed) { return 1 }
    let countOfNearer = nearNames.firstIndex(of: name) ?? nearNames.count
    return 2 + countOfNearer
  }

  /// The candidates that are near to `name`, with their edit distance, nearest first; those at the
  /// same distance by name.
  ///
  /// The name itself is left out, and nothing is near to a name that is too long to be compared.
  private static func nearbyNames(
    to name: String, among candidates: some Sequence<String>
  ) -> [(distance: Int, name: String)] {
    let foldedName = folded(name)
    guard foldedName.count <= maxNameLength else { return [] }
    var found: [(distance: Int, name: String)] = []
    for candidate in candidates where candidate != name {
      if let distance = nearDistance(ofFolded: foldedName, to: candidate) {
        found.append((distance, candidate))
      }
    }
    return found.sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }
  }

  /// The edit distance of a candidate that is near to a name; nil if it is not near, or is too long
  /// to be compared.
  ///
  /// - Parameter name: The name as ``folded(_:)`` returns it.
  private static func nearDistance(ofFolded name: [UInt8], to candidate: String) -> Int? {
    // Folding keeps the number of bytes.
    let count = candidate.utf8.count
    // With one byte, any other name of one byte would be near.
    guard count > 1, count <= maxNameLength else { return nil }
    let limit = maxNearDistance(ofLongerName: max(name.count, count))
    // The distance is at least the difference of the lengths.
    guard abs(name.count - count) <= limit else { return nil }
    return distance(name, folded(candidate), within: limit)
  }

  /// The greatest edit distance of two near names, the longer of which has `byteCount` bytes.
  private static func maxNearDistance(ofLongerName byteCount: Int) -> Int {
    max(1, byteCount / bytesPerMistake)
  }

  /// A question that suggests the nearest candidate, or else the only one that begins with `name`;
  /// nil without either.
  package static func hint(for name: String, among candidates: some Sequence<String>) -> String? {
    let nearest = nearest(to: name, among: candidates, limit: 1).first
    let suggested = nearest ?? onlyContinuation(of: name, among: candidates)
    return suggested.map { "did you mean `\($0)`?" }
  }

  /// The only candidate that is longer than `name` and begins with it, in any letter case; nil if
  /// several do, or if the name is too short to tell what was meant.
  private static func onlyContinuation(
    of name: String, among candidates: some Sequence<String>
  ) -> String? {
    let start = folded(name)
    guard start.count >= minStartLength else { return nil }
    let found = candidates.filter { candidate in
      candidate.utf8.count > start.count && folded(candidate).starts(with: start)
    }
    return found.count == 1 ? found[0] : nil
  }

  /// The bytes of the shortest name whose only continuation is suggested.
  private static let minStartLength = 4

  /// The end of a sentence with the suggestion of ``hint(for:among:)``: "; did you mean `red`?";
  /// empty without one.
  package static func ending(for name: String, among candidates: some Sequence<String>) -> String {
    hint(for: name, among: candidates).map { "; \($0)" } ?? ""
  }

  /// Nothing is suggested for longer names: comparing them takes time, and nobody typed them.
  private static let maxNameLength = 200

  /// A near name has at most one mistake in as many bytes.
  private static let bytesPerMistake = 3

  /// The bytes of a name in lower case, with `-` for `_` and a space: `Dark_Mode` as `dark-mode`.
  private static func folded(_ name: String) -> [UInt8] {
    // The bit in which a lowercase letter of ASCII differs from its uppercase letter.
    let lowercaseBit: UInt8 = 0x20
    return name.utf8.map { byte in
      switch byte {
      case let letter where letter.isUppercaseLetter: letter | lowercaseBit
      case UInt8(ascii: "_"), UInt8(ascii: " "): UInt8(ascii: "-")
      default: byte
      }
    }
  }

  /// The edit distance of two names (Damerau and Levenshtein); nil once it must exceed `limit`.
  ///
  /// Computes a table with a row for each letter of `left`, but stores only the last two rows.
  private static func distance(_ left: [UInt8], _ right: [UInt8], within limit: Int) -> Int? {
    // The first row does not use these values, because no letter is before it to swap with.
    var beforeLast = [Int](repeating: 0, count: right.count + 1)
    // Before the first letter of `left`, all letters of `right` so far are inserted.
    var last = Array(0...right.count)
    for row in left.indices {
      let current = distances(left, right, atRow: row, last: last, beforeLast: beforeLast)
      beforeLast = last
      last = current
      // Every later row is computed from these two, and distances never become smaller.
      let isOverLimit = { (distance: Int) in distance > limit }
      if last.allSatisfy(isOverLimit), beforeLast.allSatisfy(isOverLimit) { return nil }
    }
    let distance = last[right.count]
    return distance <= limit ? distance : nil
  }

  /// The edit distances between the first `row + 1` letters of `left` and the starts of `right`.
  ///
  /// At index 2 is the distance to the first two letters of `right`.
  ///
  /// - Parameters:
  ///   - last: The distances of the row before.
  ///   - beforeLast: The distances of the row before that.
  private static func distances(
    _ left: [UInt8], _ right: [UInt8], atRow row: Int, last: [Int], beforeLast: [Int]
  ) -> [Int] {
    // Before the first letter of `right`, all letters of `left` so far are deleted.
    var current = [row + 1]
    current.reserveCapacity(right.count + 1)
    for column in right.indices {
      let replacing = last[column] + (left[row] == right[column] ? 0 : 1)
      let deleting = last[column + 1] + 1
      let inserting = current[column] + 1
      var best = min(replacing, deleting, inserting)
      if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
        let swapping = beforeLast[column - 1] + 1
        best = min(best, swapping)
      }
      current.append(best)
    }
    return current
  }
}

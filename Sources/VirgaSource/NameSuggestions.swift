/// Suggestions for misspelled names.
package enum NameSuggestions {
  /// The candidates closest to `name`, best first, at most `limit`; empty if none is near.
  ///
  /// Near means an edit distance (insert, delete, replace, swap of neighbors; letter case costs
  /// nothing) of at most a third of the longer name, and at least one for names of two letters.
  package static func nearest(
    to name: String, among candidates: some Sequence<String>, limit: Int = 3
  ) -> [String] {
    ranked(candidates, by: name).prefix(limit).map(\.name)
  }

  /// The candidate closest to `name`; nil if none is near or there is a tie.
  package static func clearlyNearest(
    to name: String, among candidates: some Sequence<String>
  ) -> String? {
    let found = ranked(candidates, by: name).prefix(2)
    guard let first = found.first, found.count == 1 || first.distance < found[1].distance else {
      return nil
    }
    return first.name
  }

  private static func ranked(
    _ candidates: some Sequence<String>, by name: String
  ) -> [(distance: Int, name: String)] {
    let wanted = folded(name)
    guard wanted.count <= longestName else { return [] }
    var found: [(distance: Int, name: String)] = []
    for candidate in candidates where candidate != name {
      let count = candidate.utf8.count
      let allowed = max(1, max(wanted.count, count) / 3)
      guard abs(wanted.count - count) <= allowed, count <= longestName, count > 1 else { continue }
      if let distance = distance(wanted, folded(candidate), within: allowed) {
        found.append((distance, candidate))
      }
    }
    return found.sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }
  }

  /// A question that suggests the nearest candidate; nil if none is near.
  package static func hint(for name: String, among candidates: some Sequence<String>) -> String? {
    nearest(to: name, among: candidates, limit: 1).first.map { "did you mean `\($0)`?" }
  }

  /// The hint as a sentence ending, after a semicolon; empty if none is near.
  package static func ending(for name: String, among candidates: some Sequence<String>) -> String {
    hint(for: name, among: candidates).map { "; \($0)" } ?? ""
  }

  private static let longestName = 200

  private static func folded(_ name: String) -> [UInt8] {
    name.utf8.map { byte in
      switch byte {
      case let byte where byte.isUppercaseLetter: byte + 32
      case UInt8(ascii: "_"), UInt8(ascii: " "): UInt8(ascii: "-")
      default: byte
      }
    }
  }

  /// The edit distance of two names; nil once it must exceed `limit`.
  private static func distance(_ left: [UInt8], _ right: [UInt8], within limit: Int) -> Int? {
    var beforeLast = [Int](repeating: 0, count: right.count + 1)
    var last = Array(0...right.count)
    for row in left.indices {
      var current = [row + 1]
      current.reserveCapacity(right.count + 1)
      for column in right.indices {
        let replaced = last[column] + (left[row] == right[column] ? 0 : 1)
        var best = min(replaced, last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          best = min(best, beforeLast[column - 1] + 1)
        }
        current.append(best)
      }
      (beforeLast, last) = (last, current)
      // Every later row is computed from these two.
      if last.allSatisfy({ $0 > limit }), beforeLast.allSatisfy({ $0 > limit }) { return nil }
    }
    return last[right.count] <= limit ? last[right.count] : nil
  }
}

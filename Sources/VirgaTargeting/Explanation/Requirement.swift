/// The conditions for an expression to be true, or for a client to enroll.
public indirect enum Requirement: Hashable, Sendable {
  /// A single condition, as in "region is US or CA".
  case condition(String)
  /// All of these are required.
  case all([Requirement])
  /// One of these is required.
  case any([Requirement])

  /// The conditions in one sentence, as in "is_phone is true and region is US".
  public var sentence: String {
    switch self {
    case .condition(let words): words
    case .all(let parts): Self.list(parts.map(\.sentence), "and")
    case .any(let parts): "either " + Self.list(parts.map(\.sentence), "or")
    }
  }

  /// As in "a, b or c".
  static func list(_ words: [String], _ last: String) -> String {
    guard let end = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " \(last) " + end
  }
}

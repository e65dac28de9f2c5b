/// What has to hold for an expression to be true, or for a client to be enrolled.
public indirect enum Requirement: Hashable, Sendable {
  /// A single condition, as in "region is US or CA".
  case condition(String)
  /// All of these have to hold.
  case all([Requirement])
  /// One of these has to hold.
  case any([Requirement])

  /// The conditions in one sentence, as in "is_phone is true and region is US".
  public var sentence: String {
    switch self {
    case .condition(let words): words
    case .all(let parts): Self.list(parts.map(\.sentence), "and")
    case .any(let parts): "either " + Self.list(parts.map(\.sentence), "or")
    }
  }

  /// Words as a list, as in "a, b or c".
  static func list(_ words: [String], _ last: String) -> String {
    guard let end = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " \(last) " + end
  }
}

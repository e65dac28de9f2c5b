import VirgaJSON
import VirgaSource

/// What a person meant who wrote typographic quotes, full-width marks or minus signs.
struct MeantText {
  /// The first of the characters.
  private let character: Lookalike
  /// The text with ASCII characters.
  private let plain: String
  /// The text without typographic quotes around it, with ASCII characters.
  private let unquoted: String

  /// Nil if the text has no such characters.
  init?(_ text: String) {
    guard text.utf8.count <= Self.longest, let character = Lookalike(firstIn: text) else {
      return nil
    }
    self.character = character
    plain = text.replacingLookalikes
    unquoted = text.betweenForeignQuotes?.replacingLookalikes ?? plain
  }

  private static let longest = 1_000

  /// The text that fixes a value or a key; nil if the characters do not explain what is wrong.
  ///
  /// - Parameter isPlain: Whether it is written in YAML without quotes.
  func replacement(for type: VariableType?, among candidates: [String], isPlain: Bool) -> String? {
    if candidates.containsName(unquoted) { return JSONValue.string(unquoted).compact }
    if let scalar = Self.scalar(unquoted, of: type) { return scalar }
    guard isPlain else { return nil }
    return pair(among: candidates) ?? items(of: type, among: candidates)
  }

  /// What it is and what to write.
  func hint(writing replacement: String) -> String {
    "\(character.message); write `\(replacement.shortened(to: 60))`"
  }

  private static func scalar(_ text: String, of type: VariableType?) -> String? {
    guard let type, let value = try? JSONValue.parse(text) else { return nil }
    return switch (type.unwrapped, value) {
    case (.boolean, .boolean), (.int, .integer), (.double, .integer), (.double, .number):
      value.compact
    default: nil
    }
  }

  /// A key and its value, if a full-width colon keeps them together: `enabled： true`.
  private func pair(among candidates: [String]) -> String? {
    guard let colon = plain.firstIndex(of: ":"), candidates.containsName(plain[..<colon].trimmed)
    else {
      return nil
    }
    return "\(plain[..<colon].trimmed): \(plain[plain.index(after: colon)...].trimmed)"
  }

  /// The items of a list, if full-width commas keep them together: `1，2`.
  private func items(of type: VariableType?, among candidates: [String]) -> String? {
    let items = plain.split(separator: ",").map(\.trimmed)
    guard items.count > 1 else { return nil }
    let areAllowed = items.allSatisfy {
      candidates.containsName($0) || Self.scalar($0, of: type) != nil
    }
    return areAllowed ? items.joined(separator: ", ") : nil
  }
}

import VirgaJSON
import VirgaSource

/// A text with characters that look like ASCII ones, and what was probably meant: `“left”`, `１２`
/// and `−5` mean `"left"`, `12` and `-5`.
struct LookalikeText {
  /// The first such character of the text.
  private let character: Lookalike
  /// The text with ASCII characters instead: `"left"`.
  private let textWithoutLookalikes: String
  /// The same without quotes around it: `left`.
  private let unquoted: String

  /// Finds what `text` probably means in ASCII characters.
  ///
  /// For `“left”` that is `"left"` (`textWithoutLookalikes`), and `left` without quotes
  /// (`unquoted`). For a text without typographic quotes around it, both are the same.
  ///
  /// Nil if no character of the text looks like an ASCII one, or if the text is too long to be a
  /// name or a number.
  init?(_ text: String) {
    guard text.utf8.count <= Self.maximumLength, let character = Lookalike(firstIn: text) else {
      return nil
    }
    self.character = character
    textWithoutLookalikes = text.replacingLookalikes
    unquoted = text.betweenTypographicQuotes?.replacingLookalikes ?? textWithoutLookalikes
  }

  /// The maximum length in bytes of a text that may be a name, a number or a list of them.
  private static let maximumLength = 1_000

  /// The JSON or YAML that fixes a value or a key; nil if the characters do not explain what is
  /// wrong.
  ///
  /// `unquoted` is the text with ASCII characters and without quotes: of `“left”`, `left`.
  ///
  /// - Parameters:
  ///   - type: The type of the value; nil for a name or key, which can only be a candidate.
  ///   - candidates: The allowed names.
  ///   - isPlain: Whether the text is written in YAML without quotes.
  func replacement(for type: VariableType?, among candidates: [String], isPlain: Bool) -> String? {
    if candidates.containsName(unquoted) { return JSONValue.string(unquoted).compact }
    // A Boolean or number that the type allows, such as `12` for `１２`.
    if let value = Self.booleanOrNumber(unquoted, of: type) { return value }
    // Only a text without quotes can have been meant as a key with its value, or as several items.
    guard isPlain else { return nil }
    return keyAndValue(among: candidates) ?? listItems(of: type, among: candidates)
  }

  /// What the character is, and what to write instead: "`“` (U+201C) is not `"`; write `"left"`".
  func hint(writing replacement: String) -> String {
    let maxShownLength = 60
    return "\(character.message); write `\(replacement.shortened(to: maxShownLength))`"
  }

  /// The JSON of the Boolean or number that a text is, if `type` allows it: `12` for an `Int`.
  ///
  /// Nil for other texts, and if the type is not known (nil). A text that is too long to be a
  /// Boolean or number is not parsed.
  static func booleanOrNumber(_ text: String, of type: VariableType?) -> String? {
    guard let type, text.utf8.count <= maximumLength else { return nil }
    guard let value = try? JSONValue.parse(text) else { return nil }
    return switch (type.unwrapped, value) {
    case (.boolean, .boolean), (.int, .integer), (.double, .integer), (.double, .number):
      value.compact
    default: nil
    }
  }

  /// The key and the value of a text that a full-width colon keeps together: `enabled：true` gives
  /// `enabled: true`; nil without a colon, or if the part before it is not a candidate.
  private func keyAndValue(among candidates: [String]) -> String? {
    guard let colon = textWithoutLookalikes.firstIndex(of: ":") else { return nil }
    let key = textWithoutLookalikes[..<colon].trimmed
    guard candidates.containsName(key) else { return nil }
    let value = textWithoutLookalikes[textWithoutLookalikes.index(after: colon)...].trimmed
    return "\(key): \(value)"
  }

  /// The items of a text that full-width commas keep together: `1，2`, which is one item of
  /// `[1，2]`, gives `1, 2`.
  ///
  /// Nil without a comma, or if one of the items is neither a candidate nor a value of `type`.
  ///
  /// - Parameters:
  ///   - type: The type of one item; nil if it is not known.
  ///   - candidates: The names that are allowed as an item.
  private func listItems(of type: VariableType?, among candidates: [String]) -> String? {
    let items = textWithoutLookalikes.split(separator: ",").map(\.trimmed)
    guard items.count > 1 else { return nil }
    let areAllowed = items.allSatisfy { item in
      candidates.containsName(item) || Self.booleanOrNumber(item, of: type) != nil
    }
    return areAllowed ? items.joined(separator: ", ") : nil
  }
}

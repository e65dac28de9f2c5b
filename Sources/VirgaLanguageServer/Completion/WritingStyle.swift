import VirgaJSON

/// How keys and values are written at a place.
enum WritingStyle: Hashable {
  /// YAML with indentation.
  case block
  /// YAML in brackets.
  case flow
  /// JSON, also in a file of YAML that begins with a bracket.
  case json

  /// A name, or a value that is a text.
  func text(_ name: String) -> String {
    self == .json ? JSONValue.string(name).compact : WrittenName.plainOrQuoted(name)
  }

  /// A value on one line; all but texts is written as in JSON.
  func value(_ value: JSONValue) -> String {
    value.stringValue.map { text($0) } ?? value.compact
  }
}

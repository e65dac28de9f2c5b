import VirgaJSON
import VirgaSource

extension FileReader {
  /// Whether an unquoted number or boolean is accepted as text.
  enum TextRule { case unquoted, quoted }

  mutating func text(_ value: LocatedValue?, _ rule: TextRule) -> String? {
    guard let value else { return nil }
    switch value.kind {
    case .string: return value.text
    case .null: return nil
    case .boolean, .integer, .number:
      if rule == .quoted { reportUnquoted(value) }
      return value.text
    case .array, .object:
      reportKind(of: value, expected: "a string")
      return nil
    }
  }

  mutating func name(_ value: LocatedValue?, _ rule: TextRule) -> LocatedName? {
    guard let value, let text = text(value, rule) else { return nil }
    return LocatedName(text: text, written: value)
  }

  /// The key of a member as a name; for types it must be a string.
  mutating func name(of member: LocatedMember, _ rule: TextRule) -> LocatedName {
    if rule == .quoted, member.keyNode.kind != .string { reportUnquoted(member.keyNode) }
    return LocatedName(text: member.key, written: member.keyNode)
  }

  private mutating func reportUnquoted(_ value: LocatedValue) {
    let text = value.text ?? ""
    report(
      .error, "unquoted-text", "expected a string, found \(value.kind.words): write \"\(text)\" in quotes", at: value)
  }

  mutating func elements(_ value: LocatedValue?) -> [LocatedValue] {
    guard let value, value.kind != .null else { return [] }
    guard value.kind == .array else {
      reportKind(of: value, expected: "a list")
      return []
    }
    return Array(value.elements)
  }

  /// Of repeated keys the last one wins.
  mutating func members(_ value: LocatedValue?, expected: String = "an object") -> [LocatedMember] {
    guard let value, value.kind != .null else { return [] }
    guard value.kind == .object else {
      reportKind(of: value, expected: expected)
      return []
    }
    let members = Array(value.members)
    guard value.document.hasRepeatedKeys else { return members }
    var last: [Name: Int] = [:]
    for (index, member) in members.enumerated() { last[member.key] = index }
    return members.enumerated().filter { last[$1.key] == $0 }.map(\.element)
  }

  mutating func names(_ value: LocatedValue?, _ rule: TextRule) -> [LocatedName] {
    var names: [LocatedName] = []
    for element in elements(value) {
      if let name = name(element, rule) {
        names.append(name)
      } else if element.kind == .null {
        reportKind(of: element, expected: "a string")
      }
    }
    return names
  }

  mutating func boolean(_ value: LocatedValue?) -> Bool? {
    guard let value, value.kind != .null else { return nil }
    guard value.kind == .boolean else {
      reportKind(of: value, expected: "`true` or `false`")
      return nil
    }
    return value.json.booleanValue
  }

  mutating func url(_ value: LocatedValue?) -> String? {
    guard let value, let text = text(value, .quoted) else { return nil }
    do {
      return try WebAddress.normalised(text)
    } catch {
      report(.error, "bad-url", "`\(text)` is not an absolute URL: \(error.rawValue)", at: value)
      return nil
    }
  }

  mutating func description(
    _ value: LocatedValue?, of what: String, _ owner: LocatedValue, _ rule: TextRule = .quoted
  ) -> String {
    if let text = text(value, rule) { return text }
    if value == nil || value?.kind == .null {
      report(.warning, "missing-description", "\(what) has no description", at: owner)
    }
    return ""
  }
}

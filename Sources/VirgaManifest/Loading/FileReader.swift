import VirgaJSON
import VirgaSource

/// A broken part is omitted or kept as far as it makes sense; the rest is read.
struct FileReader {
  let document: LocatedDocument
  private(set) var problems: [Problem] = []
  /// Those that were already reported as errors.
  private var reportedKeys: Set<Int32> = []
  private var paths: NodePaths?

  /// Whether constructs that nimbus-fml rejects and virga accepts cause warnings.
  private let reportsExtensions: Bool

  init(_ document: LocatedDocument, reportsExtensions: Bool = false) {
    self.document = document
    self.reportsExtensions = reportsExtensions
  }

  /// The members of an object by canonical key.
  struct Fields {
    let owner: LocatedValue
    fileprivate(set) var members: [String: LocatedMember] = [:]

    /// The value of `key`; nil if missing or null.
    subscript(key: String) -> LocatedValue? { written(key).flatMap { $0.kind == .null ? nil : $0 } }

    /// The value of `key`, even if null; nil if missing.
    func written(_ key: String) -> LocatedValue? { members[key]?.value }

    func keyNode(_ key: String) -> LocatedValue? { members[key]?.keyNode }
  }

  /// Nil if `value` is not an object; reports unknown, repeated and missing keys.
  mutating func fields(of value: LocatedValue, _ level: ManifestLevel) -> Fields? {
    guard value.kind == .object else {
      reportKind(of: value, expected: "an object with the keys of \(level.title)")
      return nil
    }
    var fields = Fields(owner: value)
    for member in value.members {
      guard let key = level.key(spelled: member.key) else {
        reportUnknown(member, level)
        continue
      }
      guard let earlier = fields.members.updateValue(member, forKey: key) else { continue }
      reportedKeys.insert(member.keyNode.index)
      let location = earlier.keyNode.location.map { " (first on line \($0.range.start.line))" } ?? ""
      report(
        .error, "duplicate-key", "duplicate field `\(key)`\(location); keep one of them", at: member.keyNode)
    }
    for key in level.required where (level.takesNull ? fields.written(key) : fields[key]) == nil {
      reportMissing(key, in: value, level)
    }
    return fields
  }

  private mutating func reportUnknown(_ member: LocatedMember, _ level: ManifestLevel) {
    let (key, node) = (member.key, member.keyNode)
    if ManifestLevel.unsupportedKeys.contains(key) {
      return report(.warning, "unsupported-key", "`\(key)` is not supported; it is ignored", at: node)
    }
    let hint = NameSuggestions.hint(for: key, among: level.keys + level.others.map(\.key))
    if level.isOpen {
      report(.warning, "ignored-key", "\(level.title) has no key `\(key)`; it is ignored", at: node, hint: hint)
    } else {
      report(.error, "unknown-key", "unknown field `\(key)` in \(level.title)", at: node, hint: hint)
    }
  }

  /// Reports repeated keys where the language lets the last one win.
  mutating func reportRepeatedKeys() {
    for (first, second) in document.repeatedKeys where !reportedKeys.contains(second) {
      let line = document.nodes[Int(first)].start.line
      let key = LocatedValue(document: document, index: second)
      report(
        .warning, "repeated-key", "`\(key.text ?? "")` is already on line \(line); only this one is used", at: key)
    }
  }

  mutating func report(
    _ severity: Problem.Severity, _ code: Problem.Code, _ message: String, at value: LocatedValue, hint: String? = nil
  ) {
    let paths = paths ?? NodePaths(document)
    self.paths = paths
    problems.append(
      Problem(severity, code, path: paths.text(of: value.index), message, at: value.location).with(hint: hint))
  }

  mutating func reportMissing(_ name: String, in value: LocatedValue, _ level: ManifestLevel) {
    report(.error, "missing-key", "missing field `\(name)`: \(level.title) needs it", at: nameNode(of: value))
  }

  mutating func reportKind(of value: LocatedValue, expected: String) {
    let key = nameNode(of: value)
    let what = key.index == value.index ? "" : " for `\(key.text ?? "")`"
    report(.error, "wrong-kind", "expected \(expected)\(what), found \(value.kind.words)", at: value)
  }

  private mutating func reportUnquoted(_ value: LocatedValue) {
    report(
      .error, "unquoted-text",
      "expected a string, found \(value.kind.words): write \"\(value.text ?? "")\" in quotes", at: value)
  }

  /// A short location for an object: its key, or its first character.
  func nameNode(of value: LocatedValue) -> LocatedValue {
    let key = value.keyOfMember
    let isMember = value.index > 0 && value.document.nodes[Int(key.index)].next == value.index && key.text != nil
    return isMember ? key : value
  }

  // Values of one kind; anything else is reported.
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

  mutating func elements(_ value: LocatedValue?) -> [LocatedValue] {
    guard let value, value.kind != .null else { return [] }
    if value.kind != .array { reportKind(of: value, expected: "a list") }
    return Array(value.elements)
  }

  /// Of repeated keys the last one wins.
  mutating func members(_ value: LocatedValue?, expected: String = "an object") -> [LocatedMember] {
    guard let value, value.kind != .null else { return [] }
    if value.kind != .object { reportKind(of: value, expected: expected) }
    let members = Array(value.members)
    guard value.document.hasRepeatedKeys else { return members }
    var last: [Name: Int] = [:]
    for (index, member) in members.enumerated() { last[member.key] = index }
    return members.enumerated().filter { last[$1.key] == $0 }.map(\.element)
  }

  mutating func names(_ value: LocatedValue?, _ rule: TextRule) -> [LocatedName] {
    elements(value).compactMap { element in
      if element.kind == .null { reportKind(of: element, expected: "a string") }
      return name(element, rule)
    }
  }

  mutating func boolean(_ value: LocatedValue?) -> Bool? {
    guard let value, value.kind != .null else { return nil }
    if value.kind != .boolean { reportKind(of: value, expected: "`true` or `false`") }
    return value.json.booleanValue
  }

  mutating func url(_ value: LocatedValue?) -> String? {
    guard let value, let text = text(value, .quoted) else { return nil }
    do {
      return try WebAddress.normalized(text)
    } catch {
      report(.error, "bad-url", "`\(text)` is not an absolute URL: \(error.rawValue)", at: value)
      return nil
    }
  }

  mutating func description(
    _ fields: Fields, of what: String, _ owner: LocatedValue, _ rule: TextRule = .quoted
  ) -> String {
    let value = fields["description"]
    if value == nil { report(.warning, "missing-description", "\(what) has no description", at: owner) }
    return text(value, rule) ?? ""
  }

  // Constructs that nimbus-fml rejects and virga accepts.
  mutating func reportExtension(_ what: String, at value: LocatedValue) {
    guard reportsExtensions else { return }
    report(.warning, "nimbus-fml-refuses", "nimbus-fml refuses \(what)", at: value)
  }

  /// Reports each of the keys whose value is null: nimbus-fml needs a list or an object there.
  mutating func checkNulls(_ fields: Fields, _ keys: [String]) {
    for key in keys {
      guard let value = fields.written(key), value.kind == .null else { continue }
      reportExtension("a null for `\(key)`: leave the key out", at: fields.keyNode(key) ?? value)
    }
  }

  /// Rule: VirgaManifest/WritingTypes.
  mutating func checkSpelling(of type: LocatedName?) {
    guard reportsExtensions, let type else { return }
    if type.text.utf8.count(where: { $0 == UInt8(ascii: "<") }) > 1 {
      reportExtension("types with more than one level of `<`: `\(type.text)`", at: type.written)
    }
    if type.text.contains("?") { reportExtension("`?`: write `Option<…>`", at: type.written) }
    let words = type.text.split { "<>,? ".contains($0) }
    if words.contains("Double") { reportExtension("the type `Double`", at: type.written) }
  }
}

extension LocatedValue.Kind {
  var words: String {
    switch self {
    case .null: "nothing"
    case .boolean: "a Boolean"
    case .integer, .number: "a number"
    case .string: "a string"
    case .array: "a list"
    case .object: "an object"
    }
  }
}

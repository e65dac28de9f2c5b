import VirgaJSON
import VirgaSource

/// A broken part is omitted or kept as far as it makes sense; the rest is read.
struct FileReader {
  let document: LocatedDocument
  var problems: [Problem] = []
  /// Those that were already reported as errors.
  var reportedKeys: Set<Int32> = []

  private var paths: NodePaths?

  /// Whether constructs that nimbus-fml rejects and virga accepts cause warnings.
  let reportsExtensions: Bool

  init(_ document: LocatedDocument, reportsExtensions: Bool = false) {
    self.document = document
    self.reportsExtensions = reportsExtensions
  }

  mutating func report(
    _ severity: Problem.Severity, _ code: Problem.Code, _ message: String, at value: LocatedValue, hint: String? = nil
  ) {
    let paths = paths ?? NodePaths(document)
    self.paths = paths
    problems.append(
      Problem(severity, code, path: paths.text(of: value.index), message, at: value.location).with(hint: hint))
  }

  /// Nil if `value` is not an object; reports unknown, repeated and missing keys.
  mutating func fields<Key: ManifestKey>(
    of value: LocatedValue, _ key: Key.Type, required: [Key] = []
  ) -> Fields<Key>? {
    guard value.kind == .object else {
      reportKind(of: value, expected: "an object with the keys of \(Key.level)")
      return nil
    }
    var fields = Fields<Key>(owner: value)
    for member in value.members {
      guard let known = Key(spelling: member.key) else {
        reportUnknown(member, Key.self)
        continue
      }
      if let earlier = fields.members.updateValue(member, forKey: known) {
        reportTwice(known.rawValue, member.keyNode, earlier: earlier.keyNode)
      }
    }
    for key in required where fields[key] == nil { reportMissing(key.rawValue, in: value, Key.level) }
    return fields
  }

  mutating func reportMissing(_ name: String, in value: LocatedValue, _ level: String) {
    report(.error, "missing-key", "missing field `\(name)`: \(level) needs it", at: nameNode(of: value))
  }

  /// A short location for an object: its key, or its first character.
  func nameNode(of value: LocatedValue) -> LocatedValue {
    let key = value.keyOfMember
    guard value.index > 0, value.document.nodes[Int(key.index)].next == value.index, key.text != nil else {
      return value
    }
    return key
  }

  /// Keys that some documents use, but that the language never adopted.
  private static let unsupportedWords: Set<String> = ["required", "failable"]

  private mutating func reportUnknown<Key: ManifestKey>(_ member: LocatedMember, _ key: Key.Type) {
    if Self.unsupportedWords.contains(member.key) {
      return report(
        .warning, "unsupported-key", "`\(member.key)` is not supported; it is ignored", at: member.keyNode)
    }
    let hint = NameSuggestions.hint(for: member.key, among: Key.allCases.map(\.rawValue) + Key.otherSpellings.keys)
    if Key.isOpen {
      report(
        .warning, "ignored-key", "\(Key.level) has no key `\(member.key)`; it is ignored", at: member.keyNode,
        hint: hint)
    } else {
      report(.error, "unknown-key", "unknown field `\(member.key)` in \(Key.level)", at: member.keyNode, hint: hint)
    }
  }

  private mutating func reportTwice(_ name: String, _ key: LocatedValue, earlier: LocatedValue) {
    reportedKeys.insert(key.index)
    let location = earlier.location.map { " (first on line \($0.range.start.line))" } ?? ""
    report(.error, "duplicate-key", "duplicate field `\(name)`\(location); keep one of them", at: key)
  }

  mutating func reportKind(of value: LocatedValue, expected: String) {
    let key = nameNode(of: value)
    let what = key.index == value.index ? "" : " for `\(key.text ?? "")`"
    report(.error, "wrong-kind", "expected \(expected)\(what), found \(value.kind.words)", at: value)
  }
}

struct Fields<Key: ManifestKey> {
  let owner: LocatedValue
  fileprivate(set) var members: [Key: LocatedMember] = [:]

  /// The value of `key`; nil if missing or null.
  subscript(key: Key) -> LocatedValue? {
    guard let value = written(key), value.kind != .null else { return nil }
    return value
  }

  /// The value of `key`, even if null; nil if missing.
  func written(_ key: Key) -> LocatedValue? { members[key]?.value }

  func keyNode(_ key: Key) -> LocatedValue? { members[key]?.keyNode }
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

// Constructs that nimbus-fml rejects and virga accepts.
extension FileReader {
  mutating func reportExtension(_ what: String, at value: LocatedValue) {
    guard reportsExtensions else { return }
    report(.warning, "nimbus-fml-refuses", "nimbus-fml refuses \(what)", at: value)
  }

  /// Reports each of the keys whose value is null: nimbus-fml needs a list or an object there.
  mutating func checkNulls<Key: ManifestKey>(_ fields: Fields<Key>, _ keys: [Key]) {
    guard reportsExtensions else { return }
    for key in keys {
      guard let value = fields.written(key), value.kind == .null else { continue }
      reportExtension("a null for `\(key.rawValue)`: leave the key out", at: fields.keyNode(key) ?? value)
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

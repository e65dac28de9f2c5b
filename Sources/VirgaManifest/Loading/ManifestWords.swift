import VirgaJSON
import VirgaSource

extension ObjectWords {
  /// The words of the problems in a manifest, with the paths of its nodes.
  static func manifest(_ document: LocatedDocument) -> ObjectWords {
    // Computed for the first problem: most manifests have none.
    lazy var paths = NodePaths(document)
    var words = ObjectWords()
    words.missing = { key, _, keys in
      Problem(.error, "missing-key", "missing field `\(key)`: \(keys.title) needs it")
    }
    words.unknown = unknown
    words.repeated = { key, earlier in
      let line = earlier.location.map { " (first on line \($0.range.start.line))" } ?? ""
      return Problem(.error, "duplicate-key", "duplicate field `\(key)`\(line); keep one of them")
    }
    words.mismatch = { value, expected in
      let key = value.nameNode
      let owner = key.index == value.index ? "" : " for `\(key.text ?? "")`"
      return Problem(
        .error, "wrong-kind", "expected \(expected)\(owner), found \(value.kind.words)")
    }
    words.mark = \.nameNode
    words.path = { _, value in paths.text(of: value.index) }
    return words
  }

  private static func unknown(_ key: String, _ keys: ObjectKeys) -> Problem {
    if ManifestLevel.unsupported.contains(key) {
      let refusal = keys.isOpen ? "" : ", but nimbus-fml rejects it: remove it"
      return Problem(
        .warning, "unsupported-key", "`\(key)` is not supported; it is ignored\(refusal)")
    }
    return keys.isOpen
      ? Problem(.warning, "ignored-key", "\(keys.title) has no key `\(key)`; it is ignored")
      : Problem(.error, "unknown-key", "unknown field `\(key)` in \(keys.title)")
  }
}

extension MemberKind<LocatedName> {
  /// A string; an unquoted number or boolean counts as one.
  static var scalar: MemberKind { MemberKind("a string") { LocatedName($0) } }

  /// A string; an unquoted number or boolean is read too, but reported.
  static var string: MemberKind {
    MemberKind("a string", flaw: { $0.nonNull.flatMap(Problem.unquoted) }) { LocatedName($0) }
  }
}

extension MemberKind<String> {
  static var url: MemberKind {
    MemberKind("a string", flaw: Problem.unquoted) { (value) throws(Problems) in
      guard let text = LocatedName(value)?.text else { return nil }
      do throws(WebAddress.Reason) {
        return try WebAddress.checked(text)
      } catch {
        throw Problems([
          Problem(.error, "bad-url", "`\(text)` is not an absolute URL: \(error.rawValue)")
        ])
      }
    }
  }
}

extension Problem {
  /// A scalar other than a string, where a string must be.
  static func unquoted(_ value: LocatedValue) -> Problem? {
    guard value.kind != .string, let text = value.text else { return nil }
    return Problem(
      .error, "unquoted-text",
      "expected a string, found \(value.kind.words): write \"\(text)\" in quotes")
  }
}

extension LocatedName {
  /// Nil for null, arrays and objects.
  fileprivate init?(_ value: LocatedValue) {
    guard value.kind != .null, let text = value.text else { return nil }
    self.init(text: text, written: value)
  }

  init(keyOf member: LocatedMember) { self.init(text: member.key, written: member.keyNode) }
}

extension LocatedValue {
  /// A short location for an object: its key, or its first character.
  var nameNode: LocatedValue {
    let key = keyOfMember
    return index > 0 && document.nodes[Int(key.index)].next == index && key.text != nil ? key : self
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

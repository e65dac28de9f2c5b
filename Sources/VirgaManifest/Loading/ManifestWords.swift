import VirgaJSON
import VirgaSource

// How the problems that an ``ObjectReader`` finds are worded for manifests, and the kinds of values
// that manifests have.

extension ObjectMessages {
  /// How the mistakes that an ``ObjectReader`` finds in a manifest are reported: a missing, unknown
  /// or repeated key, and a value of the wrong kind.
  ///
  /// In each message, `keys` are those that the object with the mistake can have; their title is
  /// what messages call such an object, for example `a feature`.
  ///
  /// - Parameter reportsExtensions: Whether the warning about a key that virga ignores, but
  ///   nimbus-fml rejects, has a code of its own.
  static func problemWording(
    forManifest document: LocatedDocument, reportsExtensions: Bool
  ) -> ObjectMessages {
    // The path of each node, by the node's index; computed for the first problem, because most
    // manifests have none.
    lazy var paths = NodePaths(document)
    var wording = ObjectMessages()
    wording.missing = { key, _, keys in
      Problem(.error, "missing-key", "missing field `\(key)`: \(keys.title) needs it")
    }
    wording.unknown = { key, keys in
      unknownKeyProblem(key, keys, reportsExtensions: reportsExtensions)
    }
    wording.repeated = { key, earlier in
      let line = earlier.location.map { " (first on line \($0.range.start.line))" } ?? ""
      return Problem(.error, "duplicate-key", "duplicate field `\(key)`\(line); keep one of them")
    }
    wording.mismatch = { value, expected in wrongKindProblem(value, expected: expected) }
    // What is marked if an object lacks a key: its own key, or itself if it has none.
    wording.markedPart = \.keyOrValue
    // The path in the whole document, not the path inside the reader's own object, which is
    // ignored.
    wording.path = { _, value in paths.text(of: value.index) }
    return wording
  }

  /// The error for a value of another kind than the expected one, with the key of the value if it
  /// has one: "expected a string for `type`, found a list".
  private static func wrongKindProblem(_ value: LocatedValue, expected: String) -> Problem {
    let keyOrValue = value.keyOrValue
    // The root of a file and the elements of a list have no key.
    let hasKey = keyOrValue.index != value.index
    let keyNote = hasKey ? " for `\(keyOrValue.text ?? "")`" : ""
    return Problem(
      .error, "wrong-kind", "expected \(expected)\(keyNote), found \(value.kind.words)")
  }

  /// The problem of a key that the language does not have: usually an error.
  ///
  /// It is only a warning in an open object, whose unknown keys are ignored, and for an unsupported
  /// key, such as `required`, which some documents use although the language never had it.
  ///
  /// - Parameter reportsExtensions: Whether the warning about a key that nimbus-fml rejects has a
  ///   code of its own.
  private static func unknownKeyProblem(
    _ key: String, _ keys: ObjectKeys, reportsExtensions: Bool
  ) -> Problem {
    if ManifestLevel.unsupportedKeys.contains(key) {
      // In an open object, nimbus-fml ignores unknown keys too.
      let isRejected = !keys.isOpen
      let code: Problem.Code =
        isRejected && reportsExtensions ? "nimbus-fml-refuses" : "unsupported-key"
      let advice = isRejected ? ", but nimbus-fml rejects it: remove it" : ""
      return Problem(.warning, code, "`\(key)` is not supported; it is ignored\(advice)")
    }
    if keys.isOpen {
      return Problem(.warning, "ignored-key", "\(keys.title) has no key `\(key)`; it is ignored")
    }
    return Problem(.error, "unknown-key", "unknown field `\(key)` in \(keys.title)")
  }
}

extension MemberKind<LocatedName> {
  /// A string; an unquoted number or boolean counts as one.
  static var scalar: MemberKind { MemberKind("a string") { LocatedName($0) } }

  /// A string; an unquoted number or boolean is read too, but reported as a flaw.
  ///
  /// Null, lists and objects are not read (nil): they are reported as values that are not "a
  /// string".
  static var string: MemberKind {
    MemberKind("a string", flaw: { $0.nonNull.flatMap(Problem.unquotedTextError) }) {
      LocatedName($0)
    }
  }
}

extension MemberKind<String> {
  /// An absolute URL as a string.
  ///
  /// An unquoted number or Boolean is an error, but its text is checked as a URL too. A list or an
  /// object has no text: it gives nil, and is reported as a value that is not "a string".
  static var url: MemberKind {
    MemberKind("a string", flaw: Problem.unquotedTextError) { (value) throws(Problems) in
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
  /// An error for a scalar that is not a string although it must be one: `5` needs quotes; nil for
  /// strings, lists and objects.
  static func unquotedTextError(_ value: LocatedValue) -> Problem? {
    guard value.kind != .string, let text = value.text else { return nil }
    return Problem(
      .error, "unquoted-text",
      "expected a string, found \(value.kind.words): write \"\(text)\" in quotes")
  }
}

extension LocatedName {
  /// The text of a scalar; nil for null, arrays and objects.
  fileprivate init?(_ value: LocatedValue) {
    guard value.kind != .null, let text = value.text else { return nil }
    self.init(text: text, written: value)
  }

  /// The key of a member as a name.
  init(keyOf member: LocatedMember) { self.init(text: member.key, written: member.keyNode) }
}

extension LocatedValue {
  /// The node to mark for a problem of a whole value: the key of a member, else the value itself.
  var keyOrValue: LocatedValue {
    // The root of a document has no node before it.
    guard index > 0 else { return self }
    // `keyOfMember` is the node before this one, whether or not it is a key.
    let nodeBefore = keyOfMember
    let isKey = document.nodes[Int(nodeBefore.index)].isKey
    // A key that is an empty list or object has no text.
    return isKey && nodeBefore.text != nil ? nodeBefore : self
  }
}

extension LocatedValue.Kind {
  /// The kind as messages call it, such as "a list".
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

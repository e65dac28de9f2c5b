import VirgaJSON
import VirgaSource

// How the problems that an ``ObjectReader`` finds are worded for manifests, and the kinds of values
// that manifests have.

extension ObjectWords {
  /// The words of the problems in a manifest, with the paths of its nodes.
  ///
  /// - Parameter reportsExtensions: Whether the warning about a key that virga ignores, but
  ///   nimbus-fml rejects, has a code of its own.
  static func manifest(_ document: LocatedDocument, reportsExtensions: Bool) -> ObjectWords {
    // Computed for the first problem: most manifests have none.
    lazy var paths = NodePaths(document)
    var words = ObjectWords()
    words.missing = { key, _, keys in
      Problem(.error, "missing-key", "missing field `\(key)`: \(keys.title) needs it")
    }
    words.unknown = { key, keys in unknown(key, keys, reportsExtensions: reportsExtensions) }
    words.repeated = { key, earlier in
      let line = earlier.location.map { " (first on line \($0.range.start.line))" } ?? ""
      return Problem(.error, "duplicate-key", "duplicate field `\(key)`\(line); keep one of them")
    }
    words.mismatch = { value, expected in
      // The key of the value's member; the value itself if it is not in an object.
      let keyOrValue = value.keyOrValue
      let hasKey = keyOrValue.index != value.index
      let owner = hasKey ? " for `\(keyOrValue.text ?? "")`" : ""
      return Problem(
        .error, "wrong-kind", "expected \(expected)\(owner), found \(value.kind.words)")
    }
    // A missing key is reported at the key of the object.
    words.mark = \.keyOrValue
    words.path = { _, value in paths.text(of: value.index) }
    return words
  }

  /// The problem of a key that the object does not have, which is usually an error.
  ///
  /// It is only a warning in an object that may have keys of its own, and for a key that some
  /// documents use although the language never had it. With `reportsExtensions`, the warning of
  /// what nimbus-fml rejects has a code of its own.
  private static func unknown(
    _ key: String, _ keys: ObjectKeys, reportsExtensions: Bool
  ) -> Problem {
    if ManifestLevel.unsupported.contains(key) {
      // nimbus-fml also ignores the key in an object that may have keys of its own.
      let isRejected = !keys.isOpen
      let advice = isRejected ? ", but nimbus-fml rejects it: remove it" : ""
      return Problem(
        .warning, isRejected && reportsExtensions ? "nimbus-fml-refuses" : "unsupported-key",
        "`\(key)` is not supported; it is ignored\(advice)")
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

  /// A string; an unquoted number or boolean is read too, but reported.
  static var string: MemberKind {
    MemberKind("a string", flaw: { $0.nonNull.flatMap(Problem.unquoted) }) { LocatedName($0) }
  }
}

extension MemberKind<String> {
  /// An absolute URL as a string.
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
  /// An error for a scalar that is not a string although it must be one: `5` needs quotes; nil for
  /// strings, lists and objects.
  static func unquoted(_ value: LocatedValue) -> Problem? {
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
    let previous = keyOfMember
    // The node before is the key of this value only if it is a scalar that leads to it.
    let leadsHere = document.nodes[Int(previous.index)].next == index
    return leadsHere && previous.text != nil ? previous : self
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

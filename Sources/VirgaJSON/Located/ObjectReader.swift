package import VirgaSource

/// Reads the members of an object that a person wrote, and reports each that is missing or of
/// another kind.
///
/// An *optional* member may be absent or null; one with a *default* may be absent, but not null.
/// The last member of a repeated key is read.
package struct ObjectReader {
  package let object: LocatedValue
  /// The keys that the object can have; without any, all keys are allowed.
  private let keys: ObjectKeys
  /// For each of the known keys, the index of the key node of its last member, or -1.
  private var keyNodes: [Int32]
  private let path: JSONPath
  private let log: ProblemLog

  /// A reader of `object` at `path`, which finds the last member of each known key at once.
  ///
  /// It does not report unknown and repeated keys, see ``reportUnknownAndRepeatedKeys(marking:)``.
  package init(
    _ object: LocatedValue, _ keys: ObjectKeys = .any, at path: JSONPath = [],
    log: ProblemLog = .init()
  ) {
    self.object = object
    self.keys = keys
    self.path = path
    self.log = log
    keyNodes = Array(repeating: LocatedNode.noNode, count: keys.known.count)
    // Without known keys, members are looked up by name when they are read.
    guard !keys.known.isEmpty else { return }
    // A later member of a repeated key replaces the earlier one.
    var members = object.members
    while let node = members.nextKey() {
      if let index = keys.index(of: node, in: object.document) { keyNodes[index] = node }
    }
  }

  /// A reader that has reported unknown, repeated and missing keys; nil if `value` is not an
  /// object, which is reported too.
  package init?(checking value: LocatedValue, _ keys: ObjectKeys, log: ProblemLog) {
    guard value.kind == .object else {
      log.report(
        log.messages.mismatch(value, "an object with the keys of \(keys.title)"), at: value)
      return nil
    }
    self.init(value, keys, log: log)
    // A key that the object lacks has the node -1.
    let foundKeyCount = keyNodes.count { node in node >= 0 }
    // With more members than known keys were found, some of them are unknown or repeated.
    let hasOtherMembers = value.count > foundKeyCount
    if hasOtherMembers { reportUnknownAndRepeatedKeys() }
    for key in keys.required {
      // `self[key]` is nil for a null too.
      let requiredValue = keys.allowsNull ? valueEvenIfNull(key) : self[key]
      if requiredValue == nil { reportMissing(key) }
    }
  }

  /// The problems so far, here and in all objects that share the log.
  package var problems: [Problem] { log.problems }

  /// The last member with `key` or another spelling of it; nil if it is absent, or not among the
  /// keys that the object can have.
  package func member(_ key: String) -> LocatedMember? {
    guard let index = keys.known.firstIndex(of: key) else {
      let allowsAllKeys = keys.known.isEmpty
      return allowsAllKeys ? object.member(key) : nil
    }
    // The key node of the last member with any spelling of the key.
    let keyNode = keyNodes[index]
    let isAbsent = keyNode < 0
    return isAbsent ? nil : LocatedMember(object.document, key: keyNode)
  }

  /// The value of a member, even if it is null; nil if the member is absent.
  package func valueEvenIfNull(_ key: String) -> LocatedValue? { member(key)?.value }

  /// The value of a member; nil if it is absent or null.
  package subscript(key: String) -> LocatedValue? { valueEvenIfNull(key)?.nonNull }

  /// A required value; nil if it is absent or of another kind, such as null, which is reported.
  package func required<Value>(_ key: String, _ kind: MemberKind<Value>) -> Value? {
    let value = valueEvenIfNull(key)
    if value == nil { reportMissing(key, kind.title) }
    return value.flatMap { read($0, key, kind) }
  }

  /// A value that may be absent or null.
  package func optional<Value>(_ key: String, _ kind: MemberKind<Value>) -> Value? {
    self[key].flatMap { read($0, key, kind) }
  }

  /// A value that may be absent, but not null; `fallback` if it is absent, and nil if it is of
  /// another kind, such as null, which is reported.
  package func value<Value>(
    _ key: String, _ kind: MemberKind<Value>, default fallback: Value?
  ) -> Value? {
    guard let value = valueEvenIfNull(key) else { return fallback }
    return read(value, key, kind)
  }

  /// The elements of an optional list.
  package func elements(_ key: String) -> [LocatedValue] { optional(key, .list) ?? [] }

  /// The elements of an optional list that are of a kind; the others are reported.
  package func elements<Value>(_ key: String, _ kind: MemberKind<Value>) -> [Value] {
    var values: [Value] = []
    for element in elements(key) {
      if let value = read(element, key, kind) { values.append(value) }
    }
    return values
  }

  /// The members of an optional object with arbitrary names.
  package func members(_ key: String) -> [LocatedMember] { optional(key, .members()) ?? [] }

  /// Reads the value of the member `key`, or an element of it, as `kind`; nil if it is of another
  /// kind, which is reported.
  private func read<Value>(
    _ value: LocatedValue, _ key: String, _ kind: MemberKind<Value>
  ) -> Value? {
    log.read(value, kind, path: path.appending(key: key))
  }

  /// Reads each object of a list with `read`; returns whether the member exists and is a list.
  ///
  /// A missing list is reported if it is required. A value of another kind is always reported. An
  /// element that is not an object is reported and skipped.
  package func objects(_ key: String, isRequired: Bool, _ read: (ObjectReader) -> Void) -> Bool {
    let list = isRequired ? required(key, .list) : optional(key, .list)
    for (index, element) in (list ?? []).enumerated() {
      let path = path.appending(key: key).appending(index: index)
      if let object = log.read(element, .object, path: path) {
        read(ObjectReader(object, at: path, log: log))
      }
    }
    return list != nil
  }

  /// A reader of a member that is an object; nil if there is none, which is reported if it is
  /// required.
  package func object(_ key: String, isRequired: Bool) -> ObjectReader? {
    let object = isRequired ? required(key, .object) : optional(key, .object)
    return object.map { ObjectReader($0, at: path.appending(key: key), log: log) }
  }

  /// Reports each unknown key and each repeated one, unless the language of the document allows
  /// them.
  ///
  /// - Parameter part: What the problem of an unknown key marks: the key or the value of a member.
  package func reportUnknownAndRepeatedKeys(
    marking part: (LocatedMember) -> LocatedValue = \.keyNode
  ) {
    // For each known key the key node of its last member so far.
    var earlierKeys = [LocatedValue?](repeating: nil, count: keys.known.count)
    for member in object.members {
      guard let keyIndex = keys.index(of: member.keyNode.index, in: object.document) else {
        reportUnknown(member, at: part(member))
        continue
      }
      // `repeated` gives nil if the language allows repeated keys, or if its parser has already
      // reported this one.
      if let earlierKey = earlierKeys[keyIndex],
        let problem = log.messages.repeated(keys.known[keyIndex], earlierKey)
      {
        log.report(problem, at: member.keyNode, path: path)
      }
      earlierKeys[keyIndex] = member.keyNode
    }
  }

  /// Reports an unknown key, with the nearest known one as a hint, unless unknown keys are allowed.
  private func reportUnknown(_ member: LocatedMember, at value: LocatedValue) {
    guard let problem = log.messages.unknown(member.key, keys) else { return }
    let spellings = keys.known + keys.otherSpellings.map(\.spelling)
    let hint = NameSuggestions.hint(for: member.key, among: spellings)
    log.report(problem.with(hint: hint), at: value, path: path.appending(key: member.key))
  }

  /// Reports a missing key; `kind` is the name of the value that belongs there, if it is known.
  package func reportMissing(_ key: String, _ kind: String? = nil) {
    let problem = log.messages.missing(key, kind, keys)
    log.report(problem, at: log.messages.markedPart(object), path: path.appending(key: key))
  }

  /// Reports a problem at the member `key`, or at the object if it has no such member or the key is
  /// nil.
  package func report(
    _ severity: Problem.Severity, _ code: Problem.Code, _ key: String?, _ message: String,
    hint: String? = nil
  ) {
    report(problem(severity, code, key, message).with(hint: hint))
  }

  /// Adds a problem to the log as it is.
  package func report(_ problem: Problem) { log.problems.append(problem) }

  /// A problem that marks `value`; without a value it marks that of the member `key`, or the object
  /// if it has no such member or the key is nil.
  ///
  /// Its path is always that of the member, or that of the object if the key is nil.
  package func problem(
    _ severity: Problem.Severity, _ code: Problem.Code, _ key: String?, _ message: String,
    at value: LocatedValue? = nil
  ) -> Problem {
    let marked = value ?? key.flatMap { valueEvenIfNull($0) } ?? object
    let path = key.map { self.path.appending(key: $0) } ?? self.path
    // The path is spelled as in the language of the document.
    return Problem(
      severity, code, path: log.messages.path(path, marked), message, at: marked.location)
  }
}

package import VirgaSource

/// Reads the members of an object that a person wrote, and notes a problem for each that is missing
/// or of another kind.
///
/// An *optional* member may be absent or null; one with a *default* may only be absent. Of a
/// repeated key the last member counts.
package struct ObjectReader {
  package let object: LocatedValue
  private let keys: ObjectKeys
  /// The key node of the last member of each of the keys, or -1.
  private var found: [Int32]
  private let path: JSONPath
  private let log: ProblemLog

  /// A reader of `object` at `path`; it checks no keys until it is asked to.
  package init(
    _ object: LocatedValue, _ keys: ObjectKeys = .any, at path: JSONPath = [],
    log: ProblemLog = .init()
  ) {
    self.object = object
    self.keys = keys
    self.path = path
    self.log = log
    found = Array(repeating: -1, count: keys.keys.count)
    var members = object.members
    while !keys.keys.isEmpty, let node = members.nextKey() {
      if let index = keys.index(of: node, in: object.document) { found[index] = node }
    }
  }

  /// A reader that has noted unknown, repeated and missing keys; nil if `value` is not an object.
  package init?(checking value: LocatedValue, _ keys: ObjectKeys, log: ProblemLog) {
    guard value.kind == .object else {
      log.report(log.words.mismatch(value, "an object with the keys of \(keys.title)"), at: value)
      return nil
    }
    self.init(value, keys, log: log)
    if found.count(where: { $0 >= 0 }) < value.count { checkKeys() }
    for key in keys.required where (keys.takesNull ? written(key) : self[key]) == nil {
      reportMissing(key)
    }
  }

  /// What is wrong so far, here and in all objects that share the log.
  package var problems: [Problem] { log.problems }

  /// The last member with a spelling of `key`.
  package func member(_ key: String) -> LocatedMember? {
    guard let index = keys.keys.firstIndex(of: key) else {
      return keys.keys.isEmpty ? object.member(key) : nil
    }
    return found[index] < 0 ? nil : LocatedMember(object.document, key: found[index])
  }

  /// The value of a member, even if it is null.
  package func written(_ key: String) -> LocatedValue? { member(key)?.value }

  /// The value of a member; nil if it is absent or null.
  package subscript(key: String) -> LocatedValue? { written(key)?.nonNull }

  /// A value that has to be there.
  package func required<Value>(_ key: String, _ kind: MemberKind<Value>) -> Value? {
    let value = written(key)
    if value == nil { reportMissing(key, kind.title) }
    return value.flatMap { read($0, key, kind) }
  }

  /// A value that may be absent or null.
  package func optional<Value>(_ key: String, _ kind: MemberKind<Value>) -> Value? {
    self[key].flatMap { read($0, key, kind) }
  }

  /// A value that may be absent, but not null.
  package func value<Value>(
    _ key: String, _ kind: MemberKind<Value>, default fallback: Value?
  ) -> Value? {
    guard let value = written(key) else { return fallback }
    return read(value, key, kind)
  }

  /// The elements of an optional list.
  package func elements(_ key: String) -> [LocatedValue] { optional(key, .list) ?? [] }

  /// The elements of an optional list that are of a kind; each of the others is a problem.
  package func elements<Value>(_ key: String, _ kind: MemberKind<Value>) -> [Value] {
    var values: [Value] = []
    for element in elements(key) {
      if let value = read(element, key, kind) { values.append(value) }
    }
    return values
  }

  /// The members of an optional object by names of a person's choice.
  package func members(_ key: String) -> [LocatedMember] { optional(key, .members()) ?? [] }

  private func read<Value>(
    _ value: LocatedValue, _ key: String, _ kind: MemberKind<Value>
  ) -> Value? {
    log.read(value, kind, path: path.appending(key: key))
  }

  /// The elements of a list that has to be there if `isRequired`, each through a reader of its
  /// members; whether it is.
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

  /// A reader of an object that has to be there if `isRequired`.
  package func object(_ key: String, isRequired: Bool) -> ObjectReader? {
    let object = isRequired ? required(key, .object) : optional(key, .object)
    return object.map { ObjectReader($0, at: path.appending(key: key), log: log) }
  }

  /// Notes each unknown key, at the key or at its value, and each repeated one.
  package func checkKeys(at part: (LocatedMember) -> LocatedValue = \.keyNode) {
    var earlier = [LocatedValue?](repeating: nil, count: keys.keys.count)
    for member in object.members {
      guard let index = keys.index(of: member.keyNode.index, in: object.document) else {
        let hint = NameSuggestions.hint(
          for: member.key, among: keys.keys + keys.others.map(\.spelling))
        let problem = log.words.unknown(member.key, keys)?.with(hint: hint)
        if let problem {
          log.report(problem, at: part(member), path: path.appending(key: member.key))
        }
        continue
      }
      if let before = earlier[index], let problem = log.words.repeated(keys.keys[index], before) {
        log.report(problem, at: member.keyNode, path: path)
      }
      earlier[index] = member.keyNode
    }
  }

  /// Notes that a key is missing; `kind` says what belongs there.
  package func reportMissing(_ key: String, _ kind: String? = nil) {
    log.report(
      log.words.missing(key, kind, keys), at: log.words.mark(object), path: path.appending(key: key)
    )
  }

  /// Notes a problem at a member, or at the object if it has no such member.
  package func report(
    _ severity: Problem.Severity, _ code: Problem.Code, _ key: String?, _ message: String,
    hint: String? = nil
  ) {
    report(problem(severity, code, key, message).with(hint: hint))
  }

  package func report(_ problem: Problem) { log.problems.append(problem) }

  /// A problem at `value`, else at a member, or at the object if it has no such member.
  package func problem(
    _ severity: Problem.Severity, _ code: Problem.Code, _ key: String?, _ message: String,
    at value: LocatedValue? = nil
  ) -> Problem {
    let place = value ?? key.flatMap { written($0) } ?? object
    let path = key.map { self.path.appending(key: $0) } ?? self.path
    return Problem(severity, code, path: log.words.path(path, place), message, at: place.location)
  }
}

package import VirgaSource

/// Reads the members of an object that a person wrote, and notes a problem for each that is missing or of another kind.
///
/// An *optional* member may be absent or null; one with a *default* may only be absent. Of a repeated key the last
/// member counts.
package struct ObjectReader {
  package let object: LocatedValue
  /// What is wrong so far.
  package private(set) var problems: [Problem] = []
  private let path: JSONPath
  private let spell: (JSONPath) -> String

  /// A reader of `object` at `path`; `spell` says how problems spell its path and those of its members.
  package init(
    _ object: LocatedValue, at path: JSONPath = [], spell: @escaping (JSONPath) -> String = { $0.description }
  ) {
    self.object = object
    self.path = path
    self.spell = spell
  }

  /// The value of a member; nil if it is absent or null.
  package subscript(key: String) -> LocatedValue? { object[key].flatMap { $0.kind == .null ? nil : $0 } }

  /// A value that has to be there.
  package mutating func required<Value>(_ key: String, _ kind: MemberKind<Value>) -> Value? {
    guard let value = object[key] else {
      report(.error, "missing-member", key, "Add `\(key)`: \(kind.title)")
      return nil
    }
    return read(value, key, kind)
  }

  /// A value that may be absent or null.
  package mutating func optional<Value>(_ key: String, _ kind: MemberKind<Value>) -> Value? {
    self[key].flatMap { read($0, key, kind) }
  }

  /// A value that may be absent, but not null.
  package mutating func value<Value>(_ key: String, _ kind: MemberKind<Value>, default fallback: Value?) -> Value? {
    guard let value = object[key] else { return fallback }
    return read(value, key, kind)
  }

  private mutating func read<Value>(_ value: LocatedValue, _ key: String, _ kind: MemberKind<Value>) -> Value? {
    do {
      return try kind.read(value)
    } catch {
      report(problem(.error, kind.code, key, error.message, at: error.value))
      return nil
    }
  }

  /// The elements of a list that has to be there if `isRequired`, each through a reader of its members; whether it is.
  package mutating func objects(_ key: String, isRequired: Bool, _ read: (inout ObjectReader) -> Void) -> Bool {
    let list = isRequired ? required(key, .list) : optional(key, .list)
    for (index, element) in (list ?? []).enumerated() { self.object(element, at: [.key(key), .index(index)], read) }
    return list != nil
  }

  /// An object that has to be there if `isRequired`, through a reader of its members.
  package mutating func object(_ key: String, isRequired: Bool, _ read: (inout ObjectReader) -> Void) {
    let value = isRequired ? required(key, .object) : optional(key, .object)
    if let value { object(value, at: [.key(key)], read) }
  }

  private mutating func object(
    _ value: LocatedValue, at steps: [JSONPath.Component], _ read: (inout ObjectReader) -> Void
  ) {
    let path = JSONPath(self.path.components + steps)
    guard value.kind == .object else {
      let message = "Write an object, not \(value.title)"
      return report(Problem(.error, "wrong-type", path: spell(path), message, at: value.location ?? object.location))
    }
    var reader = ObjectReader(value, at: path, spell: spell)
    read(&reader)
    problems += reader.problems
  }

  /// Notes each key that is not among `known` as a warning, at the key or at its value; `message` says what of it.
  package mutating func reportUnknown(
    _ code: Problem.Code, among known: [String], at part: (LocatedMember) -> LocatedValue = \.keyNode,
    _ message: (_ key: String) -> String
  ) {
    for member in object.members where !known.containsName(member.key) {
      let hint = NameSuggestions.hint(for: member.key, among: known)
      report(problem(.warning, code, member.key, message(member.key), at: part(member)).with(hint: hint))
    }
  }

  /// Notes a problem at a member, or at the object if it has no such member.
  package mutating func report(
    _ severity: Problem.Severity, _ code: Problem.Code, _ key: String?, _ message: String, hint: String? = nil
  ) {
    report(problem(severity, code, key, message).with(hint: hint))
  }

  package mutating func report(_ problem: Problem) { problems.append(problem) }

  /// A problem at `value`, else at a member, or at the object if it has no such member.
  package func problem(
    _ severity: Problem.Severity, _ code: Problem.Code, _ key: String?, _ message: String, at value: LocatedValue? = nil
  ) -> Problem {
    let location = value?.location ?? key.flatMap { object[$0]?.location } ?? object.location
    let path = key.map { self.path.appending(key: $0) } ?? self.path
    return Problem(severity, code, path: spell(path), message, at: location)
  }
}

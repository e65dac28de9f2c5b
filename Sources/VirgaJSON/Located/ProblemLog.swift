package import VirgaSource

/// The problems that a language has for its objects, with its own messages, and which part of the
/// text they mark; by default as in recipes and flags.
package struct ObjectMessages {
  /// A required key is missing; `kind` is the name of the value that belongs there, if it is known.
  package var missing: (_ key: String, _ kind: String?, _ keys: ObjectKeys) -> Problem = {
    key, kind, _ in
    Problem(.error, "missing-member", "Add `\(key)`: \(kind ?? "a value")")
  }
  /// Nil if unknown keys are allowed.
  package var unknown: (_ key: String, _ keys: ObjectKeys) -> Problem? = { _, _ in nil }
  /// Nil if keys may repeat, or if the parser reports repeated ones.
  package var repeated: (_ key: String, _ earlier: LocatedValue) -> Problem? = { _, _ in nil }
  /// A value is of another kind than `expected`, such as `a text`.
  package var mismatch: (_ value: LocatedValue, _ expected: String) -> Problem = {
    value, expected in
    Problem(.error, "wrong-type", "Write \(expected), not \(value.title)")
  }
  /// The part of an object that is marked if a key is missing.
  package var markedPart: (_ object: LocatedValue) -> LocatedValue = { $0 }
  /// How problems spell the path of a value.
  package var path: (_ path: JSONPath, _ value: LocatedValue) -> String = { path, _ in
    path.description
  }

  package init() {}
}

/// The problems that the readers of a document have found.
///
/// A class, so that the readers of all its objects add to one list.
package final class ProblemLog {
  package var problems: [Problem] = []
  let messages: ObjectMessages

  package init(_ messages: ObjectMessages = ObjectMessages()) { self.messages = messages }

  /// Adds a problem at `path`, the path of `value`.
  ///
  /// A problem without a location gets that of the value.
  package func report(_ problem: Problem, at value: LocatedValue, path: JSONPath = []) {
    var problem = problem
    // Each language spells a path in its own way.
    problem.path = messages.path(path, value)
    problem.location = problem.location ?? value.location
    problems.append(problem)
  }

  /// The value as `kind` reads it; nil if it is of another kind, which is reported, or if `kind`
  /// throws problems, which are added.
  ///
  /// A value with a flaw, such as a `5` without quotes that is read as a string, is reported, but
  /// read nevertheless. `path` is only computed for a problem.
  package func read<Value>(
    _ value: LocatedValue, _ kind: MemberKind<Value>, path: @autoclosure () -> JSONPath = []
  ) -> Value? {
    if let flaw = kind.flaw?(value) { report(flaw, at: value, path: path()) }
    do throws(Problems) {
      if let readValue = try kind.read(value) { return readValue }
      report(messages.mismatch(value, kind.title), at: value, path: path())
    } catch {
      for problem in error.all { report(problem, at: value, path: path()) }
    }
    return nil
  }
}

import VirgaJSON
import VirgaSource

/// The members of one entry by key, read as the types that belong there; what is of another type becomes a problem.
///
/// A member that is null counts as absent.
struct EntryMembers {
  private let entry: JSONNode
  private let path: JSONPath
  private let members: [Name: JSONMember]
  private(set) var problems: [Problem] = []

  init(_ entry: JSONNode, at path: JSONPath) {
    self.entry = entry
    self.path = path
    members = Dictionary(naming: entry.members.lazy.map { ($0.key, $0) }) { $1 }
  }

  /// The keys that are there, in order.
  var keys: [String] { entry.members.map(\.key) }

  /// The value of a member; nil where it is absent or null.
  func node(_ key: String) -> JSONNode? { members[key].flatMap { $0.value.kind == .null ? nil : $0.value } }

  /// A text.
  mutating func text(_ key: String) -> String? { read(key, "a text") { $0.value.stringValue } }

  /// True or false.
  mutating func boolean(_ key: String) -> Bool? { read(key, "true or false") { $0.value.booleanValue } }

  /// A number.
  mutating func number(_ key: String) -> Double? { read(key, "a number") { $0.value.doubleValue } }

  /// A list of texts.
  mutating func texts(_ key: String) -> [String]? { list(key, "texts") { $0.value.stringValue } }

  /// A list of numbers.
  mutating func numbers(_ key: String) -> [Double]? { list(key, "numbers") { $0.value.doubleValue } }

  /// A list whose elements are texts or null.
  mutating func optionalTexts(_ key: String) -> [String?]? {
    list(key, "texts, each of which may be null") { node -> String?? in
      node.kind == .null ? .some(nil) : node.value.stringValue.map { .some($0) }
    }
  }

  private mutating func read<Value>(_ key: String, _ title: String, _ read: (JSONNode) -> Value?) -> Value? {
    guard let node = node(key) else { return nil }
    guard let value = read(node) else {
      report(.error, "wrong-type", key, "Write \(title), not \(node.title)", at: node.location)
      return nil
    }
    return value
  }

  private mutating func list<Value>(_ key: String, _ title: String, _ read: (JSONNode) -> Value?) -> [Value]? {
    guard let node = node(key) else { return nil }
    guard node.kind == .array else {
      report(.error, "wrong-type", key, "Write a list of \(title), not \(node.title)", at: node.location)
      return nil
    }
    var values: [Value] = []
    for element in node.elements {
      guard let value = read(element) else {
        report(.error, "wrong-type", key, "Write only \(title) here, not \(element.title)", at: element.location)
        return nil
      }
      values.append(value)
    }
    return values
  }

  /// Notes a problem at a member, or at the entry where there is none.
  mutating func report(
    _ severity: Problem.Severity, _ code: Problem.Code, _ key: String?, _ message: String,
    at location: SourceLocation? = nil
  ) {
    report(problem(severity, code, key, message, at: location))
  }

  mutating func report(_ problem: Problem) { problems.append(problem) }

  /// A problem at a member, or at the entry if it has no such member.
  func problem(
    _ severity: Problem.Severity, _ code: Problem.Code, _ key: String?, _ message: String,
    at location: SourceLocation? = nil
  ) -> Problem {
    let place = location ?? key.flatMap { members[$0]?.value.location } ?? entry.location
    let path = key.map { self.path.appending(key: $0) } ?? self.path
    return Problem(severity, code, path: path.description, message, at: place)
  }
}

extension JSONNode {
  /// What people call a value of this type.
  var title: String {
    switch kind {
    case .null: "null"
    case .boolean, .number: "`\(value.compact)`"
    case .string: range.count <= 40 ? "the text \(value.compact)" : "a text"
    case .array: "a list"
    case .object: "an object"
    case .invalid: "this"
    }
  }
}

import VirgaJSON
import VirgaSource
import VirgaTargeting

/// Reads the members of an object, and notes a problem for each that is missing or of the wrong type.
///
/// A member that is *optional* may be absent or null; one with a *default* may only be absent.
struct MemberReader {
  private let members: JSONObject
  private let name: String
  private let path: [String]
  private let locate: (_ path: [String]) -> SourceLocation?
  /// The attributes that targeting may read besides those that are known.
  let attributes: Set<Name>
  private(set) var problems: [Problem] = []

  /// A reader of `members`, which problems call `name`, and which stand at `path`.
  init(
    _ members: JSONObject, of name: String, at path: [String], attributes: Set<Name>,
    locate: @escaping ([String]) -> SourceLocation?
  ) {
    self.attributes = attributes
    self.members = members
    self.name = name
    self.path = path
    self.locate = locate
  }

  /// A value that has to be there.
  mutating func required<Value>(_ key: String, _ kind: ValueKind<Value>) -> Value? {
    guard let value = members[key] else {
      report("missing-member", key, "Add `\(key)`: \(kind.title)")
      return nil
    }
    return read(value, key, kind)
  }

  /// A value that may be absent or null.
  mutating func optional<Value>(_ key: String, _ kind: ValueKind<Value>) -> Value? {
    guard let value = members[key], !value.isNull else { return nil }
    return read(value, key, kind)
  }

  /// A value that may be absent, but not null.
  mutating func value<Value>(_ key: String, _ kind: ValueKind<Value>, default fallback: Value) -> Value? {
    guard let value = members[key] else { return fallback }
    return read(value, key, kind)
  }

  /// The elements of a list that has to be there, each with a reader of its members.
  mutating func objects(_ key: String, isRequired: Bool, _ read: (inout MemberReader) -> Void) -> Bool {
    let list = isRequired ? required(key, .list) : optional(key, .list)
    for (index, element) in (list ?? []).enumerated() {
      object(element, at: [key, String(index)], read)
    }
    return list != nil
  }

  /// An object that has to be there if `isRequired`, through a reader of its members.
  mutating func object(_ key: String, isRequired: Bool, _ read: (inout MemberReader) -> Void) {
    let value = isRequired ? required(key, .object) : optional(key, .object)
    if let value { object(.object(value), at: [key], read) }
  }

  private mutating func object(_ value: JSONValue, at steps: [String], _ read: (inout MemberReader) -> Void) {
    guard case .object(let members) = value else {
      report("wrong-type", steps, "Write an object, not \(value.kindTitle)")
      return
    }
    var reader = MemberReader(members, of: name, at: path + steps, attributes: attributes, locate: locate)
    read(&reader)
    problems += reader.problems
  }

  private mutating func read<Value>(_ value: JSONValue, _ key: String, _ kind: ValueKind<Value>) -> Value? {
    if let fitting = kind.read(value) { return fitting }
    report("wrong-type", key, "Write \(kind.title), not \(value.kindTitle)")
    return nil
  }

  /// Notes a problem at a member.
  mutating func report(
    _ code: Problem.Code, _ key: String, _ message: String, severity: Problem.Severity = .error, hint: String? = nil
  ) {
    report(code, [key], message, severity: severity, hint: hint)
  }

  private mutating func report(
    _ code: Problem.Code, _ steps: [String], _ message: String, severity: Problem.Severity = .error, hint: String? = nil
  ) {
    let element = (path.drop { Int($0) != nil || $0 == "data" } + steps).joined(separator: ".")
    problems.append(
      Problem(
        severity, code, path: "recipes/\(name)#\(element)", message, at: locate(path + steps) ?? locate(path)
      ).with(hint: hint))
  }

  /// Notes a problem of a text that a member holds, at its place within the member where that can be told.
  mutating func report(_ problem: Problem, inside key: String, text: String, severity: Problem.Severity) {
    let place = problem.location?.range
    let found = place.flatMap { place in locate(path + [key])?.part(place, of: text) }
    let words = found == nil ? place.map { " (\($0.start) in the expression)" } ?? "" : ""
    report(problem.code, key, problem.message + words, severity: severity, hint: problem.hint)
    if let found { problems[problems.count - 1].location = found }
  }
}

extension SourceLocation {
  /// Where a part of a text stands, if the text stands here as it is, with quotes or without; nil where it is escaped.
  fileprivate func part(_ part: SourceRange, of text: String) -> SourceLocation? {
    let length = text.unicodeScalars.count
    let written = range.end.column - range.start.column
    guard range.start.line == range.end.line, part.start.line == 1, part.end.line == 1,
      written == length || written == length + 2
    else { return nil }
    let offset = range.start.column - 1 + (written - length) / 2
    func place(_ position: SourcePosition) -> SourcePosition {
      SourcePosition(line: range.start.line, column: offset + position.column)
    }
    return SourceLocation(file: file, range: SourceRange(place(part.start), place(part.end)))
  }
}

/// A type that a member of a recipe can have: how it is read and what people call it.
struct ValueKind<Value> {
  /// What belongs there, such as `a text`.
  let title: String
  /// The value, or nil where it is of another type.
  let read: (JSONValue) -> Value?
}

extension ValueKind<String> {
  static var text: ValueKind { .init(title: "a text") { $0.stringValue } }
}

extension ValueKind<Bool> {
  static var boolean: ValueKind { .init(title: "true or false") { $0.booleanValue } }
}

extension ValueKind<UInt32> {
  static var wholeNumber: ValueKind {
    .init(title: "a whole number from 0 to \(UInt32.max)") { value in
      if case .integer(let number) = value { UInt32(exactly: number) } else { nil }
    }
  }

  static var ratio: ValueKind {
    .init(title: "a whole number from 0 to \(Int32.max)") { value in
      if case .integer(let number) = value, let ratio = Int32(exactly: number) { UInt32(exactly: ratio) } else { nil }
    }
  }

  static var total: ValueKind {
    .init(title: "a whole number from 1 to \(UInt32.max)") { value in
      ValueKind.wholeNumber.read(value).flatMap { $0 > 0 ? $0 : nil }
    }
  }
}

extension ValueKind<[String]> {
  static var texts: ValueKind {
    .init(title: "a list of texts") { value in
      guard let elements = value.arrayValue else { return nil }
      let texts = elements.compactMap(\.stringValue)
      return texts.count == elements.count ? texts : nil
    }
  }
}

extension ValueKind<[JSONValue]> {
  static var list: ValueKind { .init(title: "a list") { $0.arrayValue } }
}

extension ValueKind<JSONObject> {
  static var object: ValueKind { .init(title: "an object") { $0.objectValue } }
}

extension ValueKind<[String: String]> {
  static var textsByName: ValueKind {
    .init(title: "an object of texts") { value in
      guard let members = value.objectValue else { return nil }
      let texts = members.compactMap { member in member.value.stringValue.map { (member.key, $0) } }
      return texts.count == members.count ? Dictionary(texts) { $1 } : nil
    }
  }
}

extension ValueKind<Instant> {
  static var dateTime: ValueKind {
    .init(title: "a date and time such as 2025-03-10T12:30:00Z") { value in
      value.stringValue.flatMap(Instant.init(iso8601:))
    }
  }
}

extension ValueKind<BucketConfig.RandomizationUnit> {
  static var randomizationUnit: ValueKind {
    .init(title: "`nimbus_id` or `user_id`") { value in
      value.stringValue.flatMap(BucketConfig.RandomizationUnit.init(rawValue:))
    }
  }
}

extension JSONValue {
  /// What people call a value of this type.
  var kindTitle: String {
    switch self {
    case .null: "null"
    case .boolean(let value): "\(value)"
    case .integer, .number: "the number \(compact)"
    case .string(let text): text.utf8.count <= 40 ? "the text \(compact)" : "a text"
    case .array: "a list"
    case .object: "an object"
    }
  }
}

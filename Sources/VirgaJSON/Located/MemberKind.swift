package import VirgaSource

/// A value of another kind, and what to do about it.
package struct KindMismatch: Error {
  let value: LocatedValue
  let message: String
}

/// A kind of value that a member can have: how it is read and what people call it.
package struct MemberKind<Value> {
  /// What belongs there, such as `a text`.
  let title: String
  /// The code of the problem that a value of another kind is.
  let code: Problem.Code
  package let read: (LocatedValue) throws(KindMismatch) -> Value

  /// What `read` understands; `message` says what is to be written in place of anything else.
  package init(
    _ title: String, code: Problem.Code = "wrong-type", message: String? = nil, read: @escaping (LocatedValue) -> Value?
  ) {
    self.title = title
    self.code = code
    self.read = { (value) throws(KindMismatch) in
      guard let known = read(value) else {
        throw KindMismatch(value: value, message: message ?? "Write \(title), not \(value.title)")
      }
      return known
    }
  }

  private init<Element>(listOf titles: String, _ read: @escaping (LocatedValue) -> Element?) where Value == [Element] {
    let list = MemberKind<[LocatedValue]>("a list of \(titles)") { $0.kind == .array ? Array($0.elements) : nil }
    title = list.title
    code = list.code
    self.read = { (value) throws(KindMismatch) in
      try list.read(value).map { (element) throws(KindMismatch) in
        guard let known = read(element) else {
          throw KindMismatch(value: element, message: "Write only \(titles) here, not \(element.title)")
        }
        return known
      }
    }
  }

  package static var text: MemberKind<String> { .init("a text") { $0.string } }

  package static var boolean: MemberKind<Bool> { .init("true or false") { $0.json.booleanValue } }

  package static var number: MemberKind<Double> { .init("a number") { $0.json.doubleValue } }

  package static var object: MemberKind<LocatedValue> { .init("an object") { $0.kind == .object ? $0 : nil } }

  package static var list: MemberKind<[LocatedValue]> {
    .init("a list") { $0.kind == .array ? Array($0.elements) : nil }
  }

  package static var texts: MemberKind<[String]> { .init(listOf: "texts") { $0.string } }

  package static var numbers: MemberKind<[Double]> { .init(listOf: "numbers") { $0.json.doubleValue } }

  /// A list whose elements are texts or null.
  package static var optionalTexts: MemberKind<[String?]> {
    .init(listOf: "texts, each of which may be null") { $0.kind == .null ? .some(nil) : $0.string.map { .some($0) } }
  }
}

extension LocatedValue {
  package var title: String {
    switch kind {
    case .null: "null"
    case .boolean: json.compact
    case .integer, .number: "the number \(json.compact)"
    case .string: node.count <= 40 ? "the text \(json.compact)" : "a text"
    case .array: "a list"
    case .object: "an object"
    }
  }
}

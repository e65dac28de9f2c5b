package import VirgaSource

/// A kind of value that a member can have: how it is read and what people call it.
package struct MemberKind<Value> {
  /// A value of another kind, and what to do about it.
  package struct Mismatch: Error {
    let value: LocatedValue
    let message: String
  }

  /// What belongs there, such as `a text`.
  package let title: String
  /// The code of the problem that a value of another kind is.
  package let code: Problem.Code
  /// Reads a value.
  package let read: (LocatedValue) throws(Mismatch) -> Value

  /// What `read` understands; `message` says what is to be written in place of anything else.
  package init(
    _ title: String, code: Problem.Code = "wrong-type", message: String? = nil, read: @escaping (LocatedValue) -> Value?
  ) {
    self.title = title
    self.code = code
    self.read = { (value) throws(Mismatch) in
      guard let known = read(value) else {
        throw Mismatch(value: value, message: message ?? "Write \(title), not \(value.title)")
      }
      return known
    }
  }

  fileprivate init(list title: String, read: @escaping (LocatedValue) throws(Mismatch) -> Value) {
    (self.title, code, self.read) = (title, "wrong-type", read)
  }
}

extension MemberKind<String> {
  /// A text.
  package static var text: MemberKind { .init("a text") { $0.string } }
}

extension MemberKind<Bool> {
  /// True or false.
  package static var boolean: MemberKind { .init("true or false") { $0.json.booleanValue } }
}

extension MemberKind<Double> {
  /// A number.
  package static var number: MemberKind { .init("a number") { $0.json.doubleValue } }
}

extension MemberKind<LocatedValue> {
  /// An object.
  package static var object: MemberKind { .init("an object") { $0.kind == .object ? $0 : nil } }
}

extension MemberKind<[LocatedValue]> {
  /// A list of anything.
  package static var list: MemberKind { .init("a list") { $0.kind == .array ? Array($0.elements) : nil } }
}

extension MemberKind<[String]> {
  /// A list of texts.
  package static var texts: MemberKind { .list(of: "texts") { $0.string } }
}

extension MemberKind<[Double]> {
  /// A list of numbers.
  package static var numbers: MemberKind { .list(of: "numbers") { $0.json.doubleValue } }
}

extension MemberKind<[String?]> {
  /// A list whose elements are texts or null.
  package static var optionalTexts: MemberKind {
    .list(of: "texts, each of which may be null") { $0.kind == .null ? .some(nil) : $0.string.map { .some($0) } }
  }
}

extension MemberKind {
  fileprivate static func list<Element>(
    of title: String, _ read: @escaping (LocatedValue) -> Element?
  ) -> MemberKind where Value == [Element] {
    MemberKind(list: "a list of \(title)") { (value) throws(Mismatch) in
      guard value.kind == .array else {
        throw Mismatch(value: value, message: "Write a list of \(title), not \(value.title)")
      }
      var elements: [Element] = []
      for element in value.elements {
        guard let known = read(element) else {
          throw Mismatch(value: element, message: "Write only \(title) here, not \(element.title)")
        }
        elements.append(known)
      }
      return elements
    }
  }
}

extension LocatedValue {
  /// What people call the value.
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

package import VirgaSource

/// A kind of value that a member can have: how it is read and what people call it.
package struct MemberKind<Value> {
  /// What belongs there, such as `a text`.
  let title: String
  /// What is wrong with a value that is read all the same.
  package let flaw: ((LocatedValue) -> Problem?)?
  /// Returns nil for a value of another kind; throws problems if an element is wrong or the usual
  /// message does not fit.
  package let read: (LocatedValue) throws(Problems) -> Value?

  /// Creates a kind; its problems need no path, and those without a location get that of the value.
  package init(
    _ title: String, flaw: ((LocatedValue) -> Problem?)? = nil,
    read: @escaping (LocatedValue) throws(Problems) -> Value?
  ) {
    self.title = title
    self.flaw = flaw
    self.read = read
  }

  private init<Element>(listOf titles: String, _ read: @escaping (LocatedValue) -> Element?)
  where Value == [Element] {
    self.init("a list of \(titles)") { (list) throws(Problems) in
      guard list.kind == .array else { return nil }
      return try list.elements.map { (element) throws(Problems) in
        if let known = read(element) { return known }
        let message = "Write only \(titles) here, not \(element.title)"
        throw Problems([Problem(.error, "wrong-type", message, at: element.location)])
      }
    }
  }

  package static var text: MemberKind<String> { .init("a text") { $0.string } }

  package static var boolean: MemberKind<Bool> { .init("true or false") { $0.json.booleanValue } }

  package static var number: MemberKind<Double> { .init("a number") { $0.json.doubleValue } }

  package static var object: MemberKind<LocatedValue> {
    .init("an object") { $0.kind == .object ? $0 : nil }
  }

  /// The members of an object by names of a person's choice; of a repeated name the last one.
  package static func members(_ title: String = "an object") -> MemberKind<[LocatedMember]> {
    .init(title) { $0.kind == .object ? $0.lastMembers : nil }
  }

  package static var list: MemberKind<[LocatedValue]> {
    .init("a list") { $0.kind == .array ? Array($0.elements) : nil }
  }

  package static var texts: MemberKind<[String]> { .init(listOf: "texts") { $0.string } }

  package static var numbers: MemberKind<[Double]> {
    .init(listOf: "numbers") { $0.json.doubleValue }
  }

  /// A list whose elements are texts or null.
  package static var optionalTexts: MemberKind<[String?]> {
    .init(listOf: "texts, each of which may be null") {
      $0.kind == .null ? .some(nil) : $0.string.map { .some($0) }
    }
  }
}

extension MemberKind where Value: FixedWidthInteger {
  /// A whole number written without fraction and exponent; one out of range is called too large or
  /// too small.
  package static func wholeNumber(in range: ClosedRange<Value>) -> MemberKind {
    let title = "a whole number from \(range.lowerBound) to \(range.upperBound)"
    return MemberKind(title) { (value) throws(Problems) in
      guard let number = value.json.doubleValue else { return nil }
      if let whole = value.wholeNumber(Value.self), range.contains(whole) { return whole }
      let isTooSmall = number < Double(range.lowerBound)
      guard isTooSmall || value.kind == .integer || number > Double(range.upperBound) else {
        return nil
      }
      let size = isTooSmall ? "small" : "large"
      let text = (value.text ?? "").shortened(to: 40)
      throw Problems([Problem(.error, "wrong-type", "\(text) is too \(size); write \(title)")])
    }
  }
}

extension LocatedValue {
  fileprivate func wholeNumber<Number: FixedWidthInteger>(_ type: Number.Type) -> Number? {
    guard kind == .integer else { return nil }
    return json.integerValue.flatMap(Number.init(exactly:)) ?? text.flatMap { Number($0) }
  }

  package var title: String {
    switch kind {
    case .null: "null"
    case .boolean: json.compact
    case .integer, .number: "the number \((text ?? "").shortened(to: 40))"
    case .string: node.count <= 40 ? "the text \(json.compact)" : "a text"
    case .array: "a list"
    case .object: "an object"
    }
  }

  fileprivate var lastMembers: [LocatedMember] {
    let members = Array(members)
    guard document.hasRepeatedKeys else { return members }
    let last = Dictionary(naming: members.lazy.map { ($0.key, $0.keyNode.index) }) { $1 }
    return members.filter { last[$0.key] == $0.keyNode.index }
  }
}

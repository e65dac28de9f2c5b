package import VirgaSource

/// A kind of value that a member can have: how it is read, and its name in messages.
package struct MemberKind<Value> {
  /// The name of such a value, such as `a text`.
  let title: String
  /// The problem of a value that is read nevertheless; nil if the kind has no such problems.
  package let flaw: ((LocatedValue) -> Problem?)?
  /// Returns nil for a value of another kind; throws problems if an element is wrong or the usual
  /// message does not fit.
  package let read: (LocatedValue) throws(Problems) -> Value?

  /// Creates a kind of value, such as a list of numbers, with its name in messages, such as `a list
  /// of numbers`.
  ///
  /// `flaw` returns the problem of a value that is read nevertheless, such as a `5` that is read as
  /// a string, and nil for other values. `read` returns nil for a value of another kind, and
  /// throws any more precise problems. The ``ProblemLog`` sets the path of all these problems, and
  /// the location if it is nil.
  package init(
    _ title: String, flaw: ((LocatedValue) -> Problem?)? = nil,
    read: @escaping (LocatedValue) throws(Problems) -> Value?
  ) {
    self.title = title
    self.flaw = flaw
    self.read = read
  }

  /// A list; `read` returns the value of an element, or nil for a wrong one, which is a problem.
  ///
  /// Another value than a list is reported as not being `a list of …`, with `titles` in it.
  private init<Element>(listOf titles: String, _ read: @escaping (LocatedValue) -> Element?)
  where Value == [Element] {
    self.init("a list of \(titles)") { (list) throws(Problems) in
      guard list.kind == .array else { return nil }
      return try list.elements.map { (element) throws(Problems) in
        if let value = read(element) { return value }
        let message = "Write only \(titles) here, not \(element.title)"
        throw Problems([Problem(.error, "wrong-type", message, at: element.location)])
      }
    }
  }

  /// A string.
  package static var text: MemberKind<String> { .init("a text") { $0.string } }

  /// `true` or `false`.
  package static var boolean: MemberKind<Bool> { .init("true or false") { $0.json.booleanValue } }

  /// Any number, as the nearest double.
  package static var number: MemberKind<Double> { .init("a number") { $0.json.doubleValue } }

  /// An object, whose members are not checked.
  package static var object: MemberKind<LocatedValue> {
    .init("an object") { $0.kind == .object ? $0 : nil }
  }

  /// The members of an object with arbitrary names; the last one of a repeated name.
  package static func members(_ title: String = "an object") -> MemberKind<[LocatedMember]> {
    .init(title) { $0.kind == .object ? $0.lastMembers : nil }
  }

  /// A list of any elements.
  package static var list: MemberKind<[LocatedValue]> {
    .init("a list") { $0.kind == .array ? Array($0.elements) : nil }
  }

  /// A list of strings.
  package static var texts: MemberKind<[String]> { .init(listOf: "texts") { $0.string } }

  /// A list of numbers, each as the nearest double.
  package static var numbers: MemberKind<[Double]> {
    .init(listOf: "numbers") { $0.json.doubleValue }
  }

  /// A list whose elements are texts or null.
  ///
  /// A null is read as `.some(nil)`; nil would mean a wrong element.
  package static var optionalTexts: MemberKind<[String?]> {
    .init(listOf: "texts, each of which may be null") { element in
      element.kind == .null ? .some(nil) : element.string.map { .some($0) }
    }
  }
}

extension MemberKind where Value: FixedWidthInteger {
  /// A whole number written without fraction and exponent.
  ///
  /// One out of range is reported as too large or too small, and any other value, such as `1.5`, as
  /// being of another kind.
  package static func wholeNumber(in range: ClosedRange<Value>) -> MemberKind {
    let title = "a whole number from \(range.lowerBound) to \(range.upperBound)"
    return MemberKind(title) { (value) throws(Problems) in
      guard let number = value.json.doubleValue else { return nil }
      if let whole = value.wholeNumber(Value.self), range.contains(whole) { return whole }
      // The doubles of the lower bounds in use, 0 and 1, are exact.
      let isTooSmall = number < Double(range.lowerBound)
      // The double of a large integer is rounded, perhaps into the range. So every other integer is
      // too large.
      let isTooLarge = number > Double(range.upperBound) || value.kind == .integer
      guard isTooSmall || isTooLarge else { return nil }
      let size = isTooSmall ? "small" : "large"
      let text = (value.text ?? "").shortened(to: LocatedValue.maxShownScalars)
      throw Problems([Problem(.error, "wrong-type", "\(text) is too \(size); write \(title)")])
    }
  }
}

extension LocatedValue {
  /// The value of a number without fraction and exponent; nil for another value, and for a number
  /// that the type cannot represent.
  fileprivate func wholeNumber<Number: FixedWidthInteger>(_ type: Number.Type) -> Number? {
    guard kind == .integer else { return nil }
    if let integer = json.integerValue.flatMap(Number.init(exactly:)) { return integer }
    // An integer beyond `Int64` has no such value, but its text may be one of `UInt64`.
    return text.flatMap { Number($0) }
  }

  /// The maximum length of a text in messages.
  fileprivate static let maxShownScalars = 40

  /// The value in messages: `the number 5`, `the text "red"`, `a list`; a long number is cut, and a
  /// long text is not shown.
  package var title: String {
    switch kind {
    case .null: "null"
    case .boolean: json.compact
    case .integer, .number: "the number \((text ?? "").shortened(to: Self.maxShownScalars))"
    // `count` is the number of bytes; the number of scalars is never larger.
    case .string: Int(node.count) <= Self.maxShownScalars ? "the text \(json.compact)" : "a text"
    case .array: "a list"
    case .object: "an object"
    }
  }

  /// The members of an object, without those whose key is repeated later: the last one wins.
  fileprivate var lastMembers: [LocatedMember] {
    let members = Array(members)
    guard document.hasRepeatedKeys else { return members }
    let keysWithNodes = members.lazy.map { member in (member.key, member.keyNode.index) }
    let lastNodes = Dictionary(naming: keysWithNodes) { _, later in later }
    return members.filter { member in lastNodes[member.key] == member.keyNode.index }
  }
}

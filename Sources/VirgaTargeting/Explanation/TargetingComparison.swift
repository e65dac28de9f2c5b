/// A comparison of a part that depends on the client with a constant, in one normal form.
///
/// | expression | subject | symbol | constant |
/// | --- | --- | --- | --- |
/// | `days > 20`, `20 < days` | `days` | `>` | 20 |
/// | `region in ['US', 'CA']` | `region` | `in` | the list |
/// | `'x' in slugs` | `slugs`, which is searched | `in` | `x` |
/// | `app_version\|versionCompare('131.!') >= 0` | `app_version`, a version | `>=` | `131.!` |
struct TargetingComparison {
  let subject: NodeID
  /// The operator as if the subject were on its left; for a version, the operator before the 0.
  let symbol: BinaryOperator
  let constant: ExpressionValue
  /// Whether the subject is compared by `versionCompare`, as a version.
  private(set) var comparesVersions = false
  /// Whether `in` looks for the constant in the subject, as in `'x' in slugs`.
  private(set) var isSubjectSearched = false

  /// A comparison such as `days > 20`.
  ///
  /// The caller sets ``comparesVersions`` and, for `'x' in slugs`, ``isSubjectSearched``.
  private init(subject: NodeID, symbol: BinaryOperator, constant: ExpressionValue) {
    self.subject = subject
    self.symbol = symbol
    self.constant = constant
  }

  /// Reads a comparison of a part, the subject, with a constant.
  ///
  /// Nil for a part that is not a binary operation or has no constant on either side, and for a
  /// constant on the left of an operator without a mirror image, as in `2 - days`. `days - 2` is
  /// read, but no condition is made of it.
  init?(_ expression: Expression, _ node: NodeID) {
    guard case .binary(let symbol, let left, let right) = expression.nodes[node] else { return nil }
    if case .transform(let subject, _, .versionCompare?, let arguments) = expression.nodes[left],
      let version = arguments.first.flatMap(expression.constant),
      expression.constant(right)?.number == 0
    {
      // `app_version|versionCompare('131.!') >= 0`
      self.init(subject: subject, symbol: symbol, constant: version)
      comparesVersions = true
    } else if let constant = expression.constant(right) {
      // `days > 20`
      self.init(subject: left, symbol: symbol, constant: constant)
    } else if let constant = expression.constant(left), symbol == .isIn {
      // `'x' in slugs`
      self.init(subject: right, symbol: symbol, constant: constant)
      isSubjectSearched = true
    } else if let constant = expression.constant(left), let mirrored = symbol.mirrored {
      // `20 < days`
      self.init(subject: right, symbol: mirrored, constant: constant)
    } else {
      return nil
    }
  }

  // MARK: In words

  /// The condition on the subject, called `name`, that makes the comparison true, or false if
  /// `mustBeTrue` is false: "days is above 20", "days is at most 20".
  ///
  /// Nil if `in` has neither a list nor a string on its right, and for arithmetic.
  func condition(on name: String, makingIt mustBeTrue: Bool) -> String? {
    // As in `'x' in slugs`.
    if isSubjectSearched {
      return
        "\(name) \(mustBeTrue ? "has" : "does not have") \(ExplanationBuilder.textInSentence(constant))"
    }
    switch symbol {
    case .isIn: return conditionOfMembership(on: name, makingIt: mustBeTrue)
    case .equal, .notEqual:
      let verb = mustBeEqual(toMakeIt: mustBeTrue) ? "is" : "is not"
      return "\(name) \(verb) \(constantText)"
    default:
      // Arithmetic has no words.
      let order = mustBeTrue ? symbol : symbol.negated
      return order?.orderWords.map { "\(name) is \($0) \(constantText)" }
    }
  }

  /// The condition for `in` with a list or a string on its right: "region is US or CA", "region is
  /// neither US nor CA"; nil for an empty list, and for another constant.
  private func conditionOfMembership(on name: String, makingIt mustBeTrue: Bool) -> String? {
    switch constant {
    case .array(let members) where members.isEmpty: return nil
    case .array(let members):
      if mustBeTrue { return "\(name) is \(Self.list(members, "or"))" }
      let negation = members.count == 1 ? "not" : "neither"
      return "\(name) is \(negation) \(Self.list(members, "nor"))"
    case .string(let text): return "\(name) is \(mustBeTrue ? "in" : "not in") \(text)"
    default: return nil
    }
  }

  /// The constant in a sentence; a version needs no quotes.
  private var constantText: String {
    if comparesVersions, let version = constant.text { return Self.withoutWildcard(version) }
    return ExplanationBuilder.textInSentence(constant)
  }

  /// The members as in "US, CA or DE"; of many only the first, as in "US, CA, DE, FR, GB, IT or one
  /// of 104 more".
  private static func list(_ members: [ExpressionValue], _ conjunction: String) -> String {
    guard ListAbbreviation.isLong(members.count) else {
      return Requirement.list(members.map(ExplanationBuilder.textInSentence), conjunction)
    }
    let shown = members.prefix(ListAbbreviation.maxShownMembers).map(
      ExplanationBuilder.textInSentence)
    let hiddenCount = members.count - shown.count
    return shown.joined(separator: ", ") + " \(conjunction) one of \(hiddenCount) more"
  }

  // MARK: As a value to set

  /// A value of the subject that makes the comparison true, or false if `mustBeTrue` is false.
  ///
  /// `days > 20` gives 21, `region in ['US', 'CA']` gives `US`. Nil if no value is obvious, as for
  /// `region != 'DE'`.
  func value(makingIt mustBeTrue: Bool) -> ExpressionValue? {
    switch symbol {
    case .isIn: valueOfMembership(makingIt: mustBeTrue)
    case .equal, .notEqual: valueOfEquality(makingIt: mustBeTrue)
    // One of `<`, `<=`, `>` and `>=`. It is never arithmetic, for which the caller found no
    // condition.
    default: valueOfOrder(makingIt: mustBeTrue)
    }
  }

  /// A value of the subject that makes `in` true, or false if `mustBeTrue` is false; nil if none is
  /// obvious.
  ///
  /// For a list, as in `region in ['US']`, it is the first member that can be set. For a string, as
  /// in `'x' in slugs` or `region in 'US'`, it is that string, which contains itself.
  private func valueOfMembership(makingIt mustBeTrue: Bool) -> ExpressionValue? {
    switch constant {
    case .string(let text) where isSubjectSearched && !mustBeTrue:
      // As in `'true' in isFirstRun`: this attribute is the string `true` or `false`, and the other
      // string does not contain the text.
      let otherStrings = ["true": "false", "false": "true"]
      return otherStrings[text].map(ExpressionValue.string)
    case .string: return mustBeTrue ? constant : nil
    // Not a number: in the list, 7 is the real 7.0, but an attribute would be the integer 7, which
    // `in` does not find there.
    case .array(let members): return mustBeTrue ? members.first { $0.number == nil } : nil
    default: return nil
    }
  }

  /// A value of the subject that makes `==` or `!=` true, or false if `mustBeTrue` is false.
  ///
  /// If the subject must be equal to the constant, the value is the constant, or `121` for the
  /// version `121.!`. If the subject must differ, the value is the other boolean; nil if the
  /// constant is not a boolean.
  private func valueOfEquality(makingIt mustBeTrue: Bool) -> ExpressionValue? {
    let isConstantWanted = mustBeEqual(toMakeIt: mustBeTrue)
    if case .boolean(let truth) = constant {
      return .boolean(isConstantWanted ? truth : !truth)
    }
    guard isConstantWanted else { return nil }
    // Clients have whole numbers as integers: 20 for 20.0.
    guard comparesVersions else { return constant.integerIfWhole }
    return constant.text.map { .string(Self.withoutWildcard($0)) }
  }

  /// A value of the subject that gives an order comparison the wanted result: the constant itself
  /// for `>=` and `<=`, the next number for `>` and `<`.
  ///
  /// `days > 20` gives 21, or 20 if it must be false. Whole numbers become integers, as contexts
  /// have them. Nil if the constant is neither a number nor a version.
  private func valueOfOrder(makingIt mustBeTrue: Bool) -> ExpressionValue? {
    guard let order = mustBeTrue ? symbol : symbol.negated else { return nil }
    let step =
      switch order {
      case .greater: 1
      case .less: -1
      default: 0
      }
    if comparesVersions { return constant.text.flatMap { Self.version($0, plus: step) } }
    return constant.number.map { ExpressionValue.real($0 + Double(step)).integerIfWhole }
  }

  /// Whether the subject must be equal to the constant, rather than different from it: `==` is to
  /// be true, or `!=` false.
  private func mustBeEqual(toMakeIt mustBeTrue: Bool) -> Bool { (symbol == .equal) == mustBeTrue }

  /// The version 121 for `121.!`, which is below all versions 121, and for `121.*`, which is above
  /// them.
  private static func withoutWildcard(_ version: String) -> String {
    let hasWildcard = version.hasSuffix(".!") || version.hasSuffix(".*")
    return hasWildcard ? String(version.dropLast(".!".count)) : version
  }

  /// A version with `step` added to its first number, to be older or newer than `text`, and 0 in
  /// place of the others: `120.0` for `121.2.1` and −1.
  ///
  /// With 0 as `step`, it is `text` without a wildcard. Nil if the new number is not one that a
  /// version can have.
  private static func version(_ text: String, plus step: Int) -> ExpressionValue? {
    let plain = withoutWildcard(text)
    guard step != 0 else { return .string(plain) }
    guard let major = plain.split(separator: ".").first.flatMap({ Int($0) }) else { return nil }
    let (next, isOverflow) = major.addingReportingOverflow(step)
    guard !isOverflow, next >= 0 else { return nil }
    return .string("\(next).0")
  }
}

extension ExpressionValue {
  var isBoolean: Bool { if case .boolean = self { true } else { false } }

  /// A whole real as an integer, as a context has it: 20 for 20.0; anything else unchanged.
  fileprivate var integerIfWhole: ExpressionValue {
    guard case .real(let number) = self, let whole = Int64(exactly: number) else { return self }
    return .integer(whole)
  }
}

extension BinaryOperator {
  /// The order as in "days is above 20"; nil for operators that do not compare an order.
  fileprivate var orderWords: String? {
    switch self {
    case .less: "below"
    case .lessOrEqual: "at most"
    case .greater: "above"
    case .greaterOrEqual: "at least"
    case .and, .or, .equal, .notEqual, .isIn, .add, .subtract, .multiply, .floorDivide, .divide,
      .remainder, .power:
      nil
    }
  }
}

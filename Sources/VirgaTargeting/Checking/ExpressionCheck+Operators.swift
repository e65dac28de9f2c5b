import VirgaSource

/// The checks of operators.
extension ExpressionCheck {
  /// Reports the problems of a binary operation, and returns the kinds of its value: none if it
  /// always fails.
  mutating func checkBinary(
    _ symbol: BinaryOperator, _ left: NodeID, _ right: NodeID, at node: NodeID
  ) -> ValueKinds {
    reportUnusualPrecedence(symbol, left, right, at: node)
    // `||` does not fail with its left operand: it treats an error there as false. Its value is the
    // left one if that is truthy, else the right one.
    if symbol == .or { return kindsIfTruthy(left).union(kinds[right]) }
    // An operand that always fails was reported, and the operation fails with it.
    if alwaysFails(left) || alwaysFails(right) { return [] }
    switch symbol {
    // `||` was handled above. The value of `&&` is the left one if that is falsy, else the right
    // one.
    case .and, .or: return kindsIfFalsy(left).union(kinds[right])
    case .equal, .notEqual: return checkEquality(symbol, left, right, at: node)
    case .isIn: return checkMembership(left, right, at: node)
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      return checkOrder(symbol, left, right, at: node)
    case .add, .subtract, .multiply, .floorDivide, .divide, .remainder, .power:
      return checkArithmetic(symbol, left, right, at: node)
    }
  }

  /// The kinds that the value of `&&` can have from its left side, which is the value if it is
  /// falsy.
  ///
  /// A side of unknown kind counts as a boolean, so that the chain is not reported as perhaps not a
  /// boolean.
  private func kindsIfFalsy(_ node: NodeID) -> ValueKinds {
    kinds[node] == .any ? .boolean : kinds[node].falsy
  }

  /// The kinds that the value of `||` can have from its left side, which is the value if it is
  /// truthy.
  ///
  /// A side of unknown kind counts as a boolean, so that the chain is not reported as perhaps not a
  /// boolean.
  private func kindsIfTruthy(_ node: NodeID) -> ValueKinds {
    kinds[node] == .any ? .boolean : kinds[node]
  }

  /// Reports an `==` that never holds, or a `!=` that always does, because the kinds differ, as in
  /// `'1' == 1`.
  ///
  /// Otherwise reports lists that may differ only because an integer is compared with a real.
  ///
  /// Returns the kind of its value: a Boolean, because comparing different kinds is not an error.
  private mutating func checkEquality(
    _ symbol: BinaryOperator, _ left: NodeID, _ right: NodeID, at node: NodeID
  ) -> ValueKinds {
    // An integer equals a real of the same value, so either can equal every kind of number.
    let leftKinds = kinds[left].withAllNumbers
    let rightKinds = kinds[right].withAllNumbers
    if leftKinds.isDisjoint(with: rightKinds) {
      let frequency = symbol == .equal ? "never" : "always"
      report(
        "never-holds", node,
        "\(quoted(node)) is \(frequency) true: \(leftKinds) is compared with \(rightKinds)")
    } else {
      reportIfListsMixIntegersAndReals(symbol, left, right, at: node)
    }
    return .boolean
  }

  /// Reports an `==` or `!=` between a list of the context and a list of literals with a number.
  private mutating func reportIfListsMixIntegersAndReals(
    _ symbol: BinaryOperator, _ left: NodeID, _ right: NodeID, at node: NodeID
  ) {
    let mayDiffer =
      mayCompareContextList(left, withNumbersIn: right)
      || mayCompareContextList(right, withNumbersIn: left)
    guard mayDiffer else { return }
    report(
      "integer-is-not-real", node,
      "In lists, `\(symbol.rawValue)` distinguishes integers in the context from numbers in the expression"
    )
  }

  /// Whether `literals` is a list of literals with a number, and `node` may be a list of the
  /// context.
  ///
  /// Numbers in an expression are reals. In lists, an integer of the context never equals a real,
  /// not even one of the same value.
  private func mayCompareContextList(_ node: NodeID, withNumbersIn literals: NodeID) -> Bool {
    guard case .array(_, .array(let members)?) = expression.nodes[literals] else { return false }
    let hasNumber = members.contains { $0.number != nil }
    let isConstant = expression.constant(node) != nil
    return hasNumber && canBe(node, .list) && !isConstant
  }

  /// Reports an `in` that always fails or is never true, such as `3 in 'abc'` or `'a' in [1, 2]`,
  /// and returns the kinds of its value: none if it always fails.
  private mutating func checkMembership(
    _ left: NodeID, _ right: NodeID, at node: NodeID
  ) -> ValueKinds {
    // A list can contain anything; a string or an object only a string.
    let containers: ValueKinds = canBe(left, .text) ? [.text, .list, .object] : .list
    if kinds[right].isDisjoint(with: containers) {
      return kindsAfterReportingNoContainer(left, right, at: node)
    }
    // Only a list of literals has members with known kinds.
    if case .array(_, .array(let members)?) = expression.nodes[right], !members.isEmpty {
      reportIfOfOtherKind(left, thanAll: members, at: node)
    }
    return .boolean
  }

  /// Reports an `in` whose right side cannot contain anything, and returns the kinds of its value:
  /// none if it always fails.
  ///
  /// For two numbers, `in` is false; for other values it is an error.
  private mutating func kindsAfterReportingNoContainer(
    _ left: NodeID, _ right: NodeID, at node: NodeID
  ) -> ValueKinds {
    guard canBe(left, .number), canBe(right, .number) else {
      return noKindsAfterReporting(
        node, alwaysFails: "`in` does not accept \(kinds[left]) and \(kinds[right])")
    }
    report("never-holds", node, "\(quoted(node)) is never true: a number cannot contain a number")
    return .boolean
  }

  /// Reports an `in` that searches for a value of another kind than all members of a list of
  /// literals, which is not empty.
  ///
  /// An integer of the context, such as `days_since_install`, is never in a list of numbers, which
  /// are reals.
  private mutating func reportIfOfOtherKind(
    _ value: NodeID, thanAll members: [ExpressionValue], at node: NodeID
  ) {
    var listedKinds: ValueKinds = []
    for member in members { listedKinds.formUnion(ValueKinds(of: member)) }
    guard kinds[value].isDisjoint(with: listedKinds) else { return }
    // Integers and reals count as one kind here.
    let sharesNoKind = kinds[value].withAllNumbers.isDisjoint(with: listedKinds.withAllNumbers)
    if sharesNoKind {
      report(
        "never-holds", node,
        "\(quoted(node)) is never true: the list cannot contain \(kinds[value])")
    } else {
      report(
        "integer-is-not-real", node,
        "\(quoted(node)) is never true: `in` distinguishes an integer in the context from a number in the "
          + "expression",
        hint: "compare with `==`, joined by `||`")
    }
  }

  /// Reports an order such as `<` that always fails, because the values are neither both numbers
  /// nor both strings, and an order of versions that misleads.
  ///
  /// Returns the kinds of its value: none if it always fails.
  private mutating func checkOrder(
    _ symbol: BinaryOperator, _ left: NodeID, _ right: NodeID, at node: NodeID
  ) -> ValueKinds {
    // Integers and reals can be compared with each other.
    let sharedKinds = kinds[left].withAllNumbers.intersection(kinds[right].withAllNumbers)
    let canBeOrdered = !sharedKinds.isDisjoint(with: [.number, .text])
    guard canBeOrdered else {
      return noKindsAfterReportingMissingOrder(symbol, left, right, at: node)
    }
    reportRiskyVersionOrder(symbol, left, right, at: node)
    return .boolean
  }

  /// Reports a `<` or another order of values that have none, which always fails, and returns the
  /// kinds of its value: none.
  private mutating func noKindsAfterReportingMissingOrder(
    _ symbol: BinaryOperator, _ left: NodeID, _ right: NodeID, at node: NodeID
  ) -> ValueKinds {
    let comparesVersions = isVersion(left) || isVersion(right)
    report(
      "always-fails", node,
      "\(quoted(node)) is always an error: `\(symbol.rawValue)` does not take \(kinds[left]) and "
        + "\(kinds[right])",
      hint: comparesVersions ? "use `versionCompare` for versions" : nil)
    return []
  }

  /// Reports arithmetic that always fails, and returns the kinds of its value: none if it always
  /// fails.
  ///
  /// `+` also joins two strings.
  private mutating func checkArithmetic(
    _ symbol: BinaryOperator, _ left: NodeID, _ right: NodeID, at node: NodeID
  ) -> ValueKinds {
    var result: ValueKinds = []
    if canBe(left, .number), canBe(right, .number) {
      // Arithmetic gives a real even for two integers; null if it is not finite, as for `1 / 0`.
      result = [.real, .null]
    }
    if symbol == .add, canBe(left, .text), canBe(right, .text) {
      result.insert(.text)
    }
    guard result.isEmpty else { return result }
    return noKindsAfterReporting(
      node, alwaysFails: "`\(symbol.rawValue)` does not take \(kinds[left]) and \(kinds[right])")
  }

  /// Reports operators whose precedence differs from other languages.
  private mutating func reportUnusualPrecedence(
    _ symbol: BinaryOperator, _ left: NodeID, _ right: NodeID, at node: NodeID
  ) {
    // As in `a || b && c`, which means `(a || b) && c`.
    reportIfMixedChain(symbol, left, at: node)
    for operand in [left, right] {
      guard case .conditional = expression.nodes[operand] else { continue }
      if expression.isInParentheses(operand) { continue }
      report(
        "tight-conditional", node,
        "\(quoted(operand)) is one operand: `? :` binds tighter than operators",
        hint: "put parentheses around the condition")
    }
  }

  /// Reports a chain such as `a || b && c`, which means `(a || b) && c`, once at its first `&&`
  /// after an `||`.
  ///
  /// `a && b || c` is not reported, because it means the same in other languages.
  private mutating func reportIfMixedChain(
    _ symbol: BinaryOperator, _ left: NodeID, at node: NodeID
  ) {
    guard symbol.isLogical, !expression.isInParentheses(left) else { return }
    if mixedChains.contains(left) {
      // The chain continues, and was already reported at its start.
      mixedChains.insert(node)
    } else if symbol == .and, case .binary(.or, _, _) = expression.nodes[left] {
      mixedChains.insert(node)
      report(
        "one-logical-level", node,
        "`&&` and `||` have the same precedence, from left to right: this means `(\(shortenedText(of: left))) && …`",
        hint: "add parentheses to group the parts")
    }
  }

  /// Reports versions compared as strings, or in a way that excludes a version's previews.
  private mutating func reportRiskyVersionOrder(
    _ symbol: BinaryOperator, _ left: NodeID, _ right: NodeID, at node: NodeID
  ) {
    // An attribute such as `app_version` is null for a client that does not have it.
    let areStrings = [left, right].allSatisfy { kinds[$0].isSubset(of: [.text, .null]) }
    let hasVersion = startsWithDigit(left) || startsWithDigit(right)
    if areStrings, hasVersion {
      report(
        "texts-compare-by-byte", node,
        "Strings are compared character by character, not as numbers",
        hint: "use `versionCompare` for versions")
    }
    // `>= 131` and `< 131` separate 131 from its previews, which come before it. The call is on the
    // left, as in `app_version|versionCompare('131') >= 0`.
    if symbol == .greaterOrEqual || symbol == .less { reportIfPreviewsAreExcluded(by: left) }
  }

  /// Reports a comparison such as `app_version|versionCompare('131') >= 0`, which excludes 131.0b2.
  ///
  /// - Parameter call: The left side of a `>=` or `<`: nothing is reported unless it is a call of
  ///   `versionCompare` as in the example.
  private mutating func reportIfPreviewsAreExcluded(by call: NodeID) {
    guard case .transform(let subject, _, .versionCompare, let arguments) = expression.nodes[call],
      case .identifier(let name) = expression.nodes[subject], KnownAttribute.hasPreviews(name),
      let argument = arguments.first,
      case .literal(.string(let version)) = expression.nodes[argument]
    else { return }
    // `131.!` comes before all versions 131, and `131.*` after them.
    let hasWildcard = version.contains("!") || version.contains("*")
    if hasWildcard { return }
    let major = version.prefix { $0 != "." }
    report(
      "version-without-mark", argument,
      "`\(version)` comes after its own previews, such as `\(version)b1`",
      severity: .hint, hint: "`\(major).!` comes before every \(major)")
  }

  /// Whether a part is an attribute that `versionCompare` is for, or a string that looks like a
  /// version.
  private func isVersion(_ node: NodeID) -> Bool {
    guard case .identifier(let name) = expression.nodes[node] else { return startsWithDigit(node) }
    return ["app_version", "os_version", "android_sdk_version", "app_build"].contains(name)
  }

  /// Whether a part is a string literal that starts with a digit, as versions such as `'131.0'` do.
  private func startsWithDigit(_ node: NodeID) -> Bool {
    guard case .literal(.string(let text)) = expression.nodes[node] else { return false }
    return text.utf8.first?.isDigit ?? false
  }
}

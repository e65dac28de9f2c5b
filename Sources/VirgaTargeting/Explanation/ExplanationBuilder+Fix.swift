/// What has to change so that an expression becomes true, in words and as settings.
///
/// For `region in ['US', 'CA'] && days > 20` it is "region is US or CA and days is above 20", with
/// the settings `region` to `US` and `days` to 21. ``TargetingComparison`` is the part that one
/// setting changes; this file finds these parts and joins their changes.
extension ExplanationBuilder {
  /// What makes the expression true, including parts that were not evaluated; nil if it is true.
  var change: TargetingChange? {
    let isTrue = allOutcomes[expression.root]?.value == .boolean(true)
    return isTrue ? nil : change(of: expression.root, to: true)
  }

  /// The undefined or null attributes in some parts, which may explain an error, in source order.
  func missingAttributes(in parts: [NodeID]) -> [String] {
    // A stack, reversed so that the first part is on its top.
    var waiting = Array(parts.reversed())
    var names: [String] = []
    while let node = waiting.popLast() {
      if case .identifier(let name) = expression.nodes[node], isNullOrUndefined(node),
        !names.contains(name)
      {
        names.append(name)
      }
      waiting += expression.nodes[node].operands.reversed()
    }
    return names
  }

  /// Whether a part is an undefined attribute, or its value is null.
  func isNullOrUndefined(_ node: NodeID) -> Bool {
    if case .undefinedIdentifier? = allOutcomes[node]?.error { return true }
    return allOutcomes[node]?.value == .null
  }

  /// The value of a literal `true` or `false`; nil for any other part.
  func literalBoolean(_ node: NodeID) -> Bool? {
    if case .literal(.boolean(let value)) = expression.nodes[node] { value } else { nil }
  }
}

// MARK: - Parts that are joined with && and ||

extension ExplanationBuilder {
  /// The change that makes a part true, or false if `mustBeTrue` is false.
  private func change(of node: NodeID, to mustBeTrue: Bool) -> TargetingChange {
    switch expression.nodes[node] {
    case .binary(.and, let left, let right):
      // `a && b` is true if both are, and false if one of them is.
      return mustBeTrue
        ? changeOfEach([left, right], to: true) : changeOfAny([left, right], to: false)
    case .binary(.or, let left, let right):
      // `a || b` is true if one of them is, and false if both are.
      return mustBeTrue
        ? changeOfAny([left, right], to: true) : changeOfEach([left, right], to: false)
    case .binary(let symbol, let left, let right) where symbol == .equal || symbol == .notEqual:
      guard let constant = literalBoolean(right), isChainOrComparison(left) else { break }
      // `(a && b) == false` is true if `a && b` is false, and `(a && b) != false` if it is true.
      let mustBeEqual = (symbol == .equal) == mustBeTrue
      return change(of: left, to: mustBeEqual ? constant : !constant)
    default: break
    }
    return changeOfLeaf(node, to: mustBeTrue)
  }

  /// The changes of those parts that do not have the wanted value yet; all are needed.
  ///
  /// Nested chains are flattened: `a && (b && c)` gives the changes of `a`, `b` and `c`.
  private func changeOfEach(_ nodes: [NodeID], to mustBeTrue: Bool) -> TargetingChange {
    let missing = nodes.filter { node in
      let isTruthy = allOutcomes[node]?.isTruthy ?? false
      return isTruthy != mustBeTrue
    }
    return .each(missing.flatMap { change(of: $0, to: mustBeTrue).termsOfEach })
  }

  /// The changes of the parts, one of which is enough; one list, also for `a || (b || c)`.
  private func changeOfAny(_ nodes: [NodeID], to mustBeTrue: Bool) -> TargetingChange {
    .any(nodes.flatMap { change(of: $0, to: mustBeTrue).alternatives })
  }

  /// Whether a part is a chain or a comparison, so that its own parts can be changed.
  private func isChainOrComparison(_ node: NodeID) -> Bool {
    guard case .binary(let symbol, _, _) = expression.nodes[node] else { return false }
    return symbol.isCondition
  }

  /// The change of a part that is not joined from others: a comparison, an attribute or a query.
  ///
  /// The part does not have the wanted value yet. A constant never gets it, because it is the same
  /// for every client.
  private func changeOfLeaf(_ node: NodeID, to mustBeTrue: Bool) -> TargetingChange {
    if isConstant(node) {
      let isError = allOutcomes[node]?.error != nil
      let reason = isError ? "can never be evaluated" : "is never \(mustBeTrue)"
      return .impossible("\(quoted(node)) \(reason) for any client")
    }
    if let change = changeOfComparison(node, to: mustBeTrue) { return change }
    if let change = changeOfAttribute(node, to: mustBeTrue) { return change }
    // No value is known that would help.
    switch allOutcomes[node]?.error {
    case .undefinedIdentifier(let name)?: return .condition("the context has `\(name)`", fix: nil)
    case nil: return .condition("\(quoted(node)) has another value", fix: nil)
    default: return .condition("\(quoted(node)) can be evaluated", fix: nil)
    }
  }

  /// Whether a part is the same for all clients: it does not read attributes, events or
  /// preferences.
  private func isConstant(_ node: NodeID) -> Bool {
    var waiting = [node]
    while let next = waiting.popLast() {
      switch expression.nodes[next] {
      case .identifier: return false
      case .transform(_, _, let transform?, _) where transform.readsClient: return false
      default: waiting += expression.nodes[next].operands
      }
    }
    return true
  }
}

// MARK: - A single attribute or comparison

extension ExplanationBuilder {
  /// The change of an attribute that is a condition of its own, such as `is_phone`; nil for any
  /// other part, and for an attribute with a value that is not a boolean.
  private func changeOfAttribute(_ node: NodeID, to mustBeTrue: Bool) -> TargetingChange? {
    guard case .identifier(let name) = expression.nodes[node] else { return nil }
    let isBoolean = allOutcomes[node]?.value?.isBoolean == true
    // An attribute without a value may become a boolean; one with a string or a number has another
    // meaning.
    guard isBoolean || isNullOrUndefined(node) else { return nil }
    if let reason = reasonNotToSet(node) { return .impossible(reason) }
    let setting = AttributeSetting(name: name, value: .boolean(mustBeTrue))
    // `current_date` is possible, because the clock sets it, but no fix sets it as an attribute.
    let fix: TargetingFix? = Self.canBeSet(name) ? .set(setting) : nil
    return .condition("\(name) is \(mustBeTrue)", fix: fix)
  }

  /// The change of a comparison such as `days > 20`; nil for any other part, and if it is not known
  /// how to change it.
  private func changeOfComparison(_ node: NodeID, to mustBeTrue: Bool) -> TargetingChange? {
    guard let comparison = TargetingComparison(expression, node) else { return nil }
    let isEvaluated = allOutcomes[node]?.value?.isBoolean == true
    // If the evaluation fails although the subject has a value, another value does not help.
    guard isEvaluated || isNullOrUndefined(comparison.subject) else { return nil }
    if let change = changeOfEnrollment(comparison, to: mustBeTrue) { return change }
    // What the SDK computes cannot be set. For a computed list that is searched, as in
    // `'x' in enrollments`, there is a condition, but no fix: `setting(turning:to:)` is nil below.
    if !comparison.isSubjectSearched, let reason = reasonNotToSet(comparison.subject) {
      return .impossible(reason)
    }
    // No value of the subject is found in a list of other kinds, such as an integer among reals.
    guard canAnotherValueTurn(comparison, to: mustBeTrue) else { return nil }
    let name = nameInSentence(of: comparison.subject)
    guard let condition = comparison.condition(on: name, makingIt: mustBeTrue) else { return nil }
    let fix = setting(turning: comparison, to: mustBeTrue).map(TargetingFix.set)
    // `current_date` has no fix, because only the clock sets it: its condition names the command
    // `clock`.
    return .condition(condition + commandHintIfDate(comparison.subject), fix: fix)
  }

  /// Whether another value of the subject can make a comparison such as `region in ['US', 'CA']`
  /// true, or false if `mustBeTrue` is false; always true for comparisons without a list.
  ///
  /// For a list, false for an integer of the context, because the numbers in an expression are
  /// reals: 14 is not in `[14, 15]`. If the comparison must become true, also false for a subject
  /// of another kind than all members.
  private func canAnotherValueTurn(
    _ comparison: TargetingComparison, to mustBeTrue: Bool
  ) -> Bool {
    let looksForSubject = comparison.symbol == .isIn && !comparison.isSubjectSearched
    guard looksForSubject, case .array(let members) = comparison.constant else { return true }
    guard let value = allOutcomes[comparison.subject]?.value else { return true }
    let kind = ValueKinds(of: value)
    // The comparison is false for every integer: it cannot become true, and already is false.
    if kind == .integer { return false }
    // It can become false, because most values are not in the list.
    guard mustBeTrue else { return true }
    // A null can be replaced by a value of any kind.
    if value == .null { return true }
    return members.contains { ValueKinds(of: $0) == kind }
  }

  /// The attribute of a comparison, with a value that makes the comparison true, or false if
  /// `mustBeTrue` is false.
  ///
  /// Nil if the comparison is not about an attribute that can be set, or if no value is obvious.
  private func setting(
    turning comparison: TargetingComparison, to mustBeTrue: Bool
  ) -> AttributeSetting? {
    guard case .identifier(let name) = expression.nodes[comparison.subject] else { return nil }
    guard Self.canBeSet(name) else { return nil }
    return comparison.value(makingIt: mustBeTrue).map { AttributeSetting(name: name, value: $0) }
  }

  /// Whether a person can set an attribute: it is not computed by the SDK, or can be replaced.
  private static func canBeSet(_ name: String) -> Bool {
    !ClientAttributes.computedNames.contains(name)
      || ClientAttributes.settableComputedNames.contains(name)
  }

  /// Why a part cannot be set, because it is an attribute that the SDK computes; nil for any other
  /// part, and for the date, which the clock sets.
  private func reasonNotToSet(_ node: NodeID) -> String? {
    guard case .identifier(let name) = expression.nodes[node] else { return nil }
    guard !Self.canBeSet(name), name != Self.dateName else { return nil }
    return "the SDK computes `\(name)`, so it cannot be set"
  }

  private static let dateName = "current_date"

  /// The command that changes the date, to follow a condition on it; empty for any other part.
  private func commandHintIfDate(_ node: NodeID) -> String {
    guard case .identifier(Self.dateName) = expression.nodes[node] else { return "" }
    return " (`clock` sets the time)"
  }

  /// An attribute or a member of one as written; any other part in backticks.
  private func nameInSentence(of node: NodeID) -> String {
    switch expression.nodes[node] {
    case .identifier, .member: expression.text(of: node)
    default: quoted(node)
    }
  }
}

// MARK: - Enrollments in other recipes

extension ExplanationBuilder {
  /// The change of a comparison that requires an enrollment in another recipe; nil for any other,
  /// such as `'a' in enrollments` that must be false.
  ///
  /// The fix is to force a branch of that recipe. If none can be forced, the change is impossible.
  private func changeOfEnrollment(
    _ comparison: TargetingComparison, to mustBeTrue: Bool
  ) -> TargetingChange? {
    // As in `'a' in enrollments`, for which any branch will do.
    if mustBeTrue, let slug = slugRequired(by: comparison) {
      // Whether a branch of the recipe can be forced; nil means any branch.
      let anyBranch: String? = nil
      let forced = forcedBranch(anyBranch, slug)
      if case .refused(let reason) = forced { return .impossible(reason) }
      return .condition("the client is enrolled in `\(slug)`", fix: forced.fix(inRecipe: slug))
    }
    // As in `enrollments_map['a'] == 'on'`, which requires a branch.
    guard let slug = slugInEnrollmentsMap(comparison.subject) else { return nil }
    let branches = branches(turning: comparison, to: mustBeTrue)
    return branches.isEmpty ? nil : changeToEnroll(in: branches, of: slug)
  }

  /// The change that enrolls the client in one of several branches, by forcing the first one that
  /// can be forced; impossible if none can.
  private func changeToEnroll(in branches: [String], of slug: String) -> TargetingChange {
    let choices = branches.map { (branch: $0, forced: forcedBranch($0, slug)) }
    let possible = choices.filter { $0.forced.refusal == nil }
    guard let first = possible.first else {
      let refusals = choices.compactMap { $0.forced.refusal }
      // An `any` of impossible changes is itself impossible, for all of their reasons.
      return .any(refusals.map { reason in .impossible(reason) })
    }
    let names = Requirement.list(possible.map { "`\($0.branch)`" }, "or")
    return .condition(
      "the client is enrolled in \(names) of `\(slug)`", fix: first.forced.fix(inRecipe: slug))
  }

  /// The slug of the recipe in which the client must be: `a` for `'a' in enrollments` and
  /// `'a' in active_experiments`; nil for any other comparison.
  private func slugRequired(by comparison: TargetingComparison) -> String? {
    // The slug is on the left, and is looked for in the list on the right, the subject.
    guard comparison.isSubjectSearched else { return nil }
    guard case .identifier(let name) = expression.nodes[comparison.subject] else { return nil }
    guard ["enrollments", "active_experiments"].contains(name) else { return nil }
    return comparison.constant.text
  }

  /// The slug of the recipe whose branch a part reads: `a` for `enrollments_map['a']` and
  /// `enrollments_map.a`; nil for any other part.
  private func slugInEnrollmentsMap(_ node: NodeID) -> String? {
    switch expression.nodes[node] {
    case .member(let subject, let name): isEnrollmentsMap(subject) ? name : nil
    case .index(let subject, let index):
      isEnrollmentsMap(subject) ? expression.constant(index)?.text : nil
    default: nil
    }
  }

  /// Whether a part is the attribute with the branch of each recipe, by the recipe's slug.
  private func isEnrollmentsMap(_ node: NodeID) -> Bool {
    if case .identifier("enrollments_map") = expression.nodes[node] { true } else { false }
  }

  /// The branches that make a comparison true, or false if `mustBeTrue` is false: `on` for `… ==
  /// 'on'`, `x` and `y` for `… in ['x', 'y']`.
  ///
  /// Empty for any other comparison, such as `… != 'on'` that must be true.
  private func branches(
    turning comparison: TargetingComparison, to mustBeTrue: Bool
  ) -> [String] {
    switch (comparison.symbol, comparison.constant) {
    case (.equal, .string(let branch)): mustBeTrue ? [branch] : []
    case (.notEqual, .string(let branch)): mustBeTrue ? [] : [branch]
    case (.isIn, .array(let members)): mustBeTrue ? members.compactMap(\.text) : []
    default: []
    }
  }
}

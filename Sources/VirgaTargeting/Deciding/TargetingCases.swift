package import VirgaJSON
package import VirgaSource

/// The cases in which an expression targets a client of which some facts are known.
///
/// They cover every client that it targets, and may cover more: what is not understood counts as
/// possible.
package struct TargetingCases: Sendable {
  private let cases: [ConditionSet]

  /// The cases in which everyone is targeted.
  package static let everyone = TargetingCases(cases: [ConditionSet()])

  private init(cases: [ConditionSet]) { self.cases = cases }

  /// The cases of an expression that the facts allow.
  package init(of expression: Expression, for facts: ClientFacts) {
    cases = CaseReader(expression, facts).possibleCases(of: expression.root)
  }

  /// Whether no client can be targeted.
  package var isEmpty: Bool { cases.isEmpty }

  /// Whether a client of which these facts are known can be targeted.
  package func allow(_ facts: ClientFacts) -> Bool {
    cases.contains { facts.conditions.joined(with: $0).conflictingSubject == nil }
  }

  /// Whether both expressions can target the same client: in one case of each, no conditions
  /// exclude each other.
  package func overlap(_ other: TargetingCases) -> Bool {
    cases.contains { one in
      other.cases.contains { one.joined(with: $0).conflictingSubject == nil }
    }
  }
}

/// A part of an expression that is never true, because of which the whole expression never is.
package struct ImpossiblePart: Equatable, Sendable {
  /// The part in backticks, shortened if it is long.
  package let quoted: String
  package let range: SourceRange
  /// The attribute or other part whose conditions exclude each other; nil if the part is simply
  /// never true.
  package let subject: Name?
}

extension Expression {
  /// The smallest part that excludes all clients with these facts, and the attribute whose
  /// conditions exclude each other in it; nil if a client can be targeted.
  package func impossiblePart(for facts: ClientFacts) -> ImpossiblePart? {
    let reader = CaseReader(self, facts)
    guard reader.possibleCases(of: root).isEmpty else { return nil }
    let node = impossibleNode(in: root, reader)
    return ImpossiblePart(
      quoted: "`\(shortened(text(of: node)))`", range: range(of: node),
      subject: contradictorySubject(of: node, reader))
  }

  /// The smallest part that makes an impossible part impossible.
  ///
  /// For `a && b` it is `a` or `b` if that is impossible on its own, else both together. For
  /// `a || b` it is both, or one if only the other is for enrolled clients.
  private func impossibleNode(in node: NodeID, _ reader: CaseReader) -> NodeID {
    guard case .binary(let symbol, let left, let right) = nodes[node] else { return node }
    func isImpossible(_ part: NodeID) -> Bool { reader.possibleCases(of: part).isEmpty }
    switch symbol {
    case .and where isImpossible(left): return impossibleNode(in: left, reader)
    case .and where isImpossible(right): return impossibleNode(in: right, reader)
    case .or:
      // Both sides are impossible. Of `is_already_enrolled || x`, the mistake is in `x`: the other
      // side only keeps clients in the recipe that are in it already.
      let isLeftForEnrolled = isOnlyForEnrolled(left)
      guard isLeftForEnrolled != isOnlyForEnrolled(right) else { return node }
      return impossibleNode(in: isLeftForEnrolled ? right : left, reader)
    default: return node
    }
  }

  /// Whether a part is true only for clients that are in the recipe.
  private func isOnlyForEnrolled(_ node: NodeID) -> Bool {
    let isPossible = !CaseReader(self, .anyClient).possibleCases(of: node).isEmpty
    return isPossible && CaseReader(self, .notEnrolled).possibleCases(of: node).isEmpty
  }

  /// The attribute or other part whose conditions exclude each other in an impossible part.
  ///
  /// It is `a` for `a == 1 && a == 2`, and for `a == 1` if it is a fact that `a` is 2. Nil if the
  /// part is never true in itself, such as `false`.
  ///
  /// A case is a set of conditions with which a part is true; the first is enough for a message.
  private func contradictorySubject(of node: NodeID, _ reader: CaseReader) -> Name? {
    // All its cases contradict the facts about the client, or the part would be possible.
    let excludedCases = reader.cases(where: node, is: true)
    if let first = excludedCases.first { return reader.subjectInConflict(of: first) }
    // An `&&` has no cases if its sides exclude each other: those that conflict are left out.
    guard case .binary(.and, let left, let right) = nodes[node],
      let first = reader.possibleCases(of: left).first,
      let second = reader.possibleCases(of: right).first
    else { return nil }
    return first.joined(with: second).conflictingSubject
  }

  /// The maximum length of a part's text in a message, in characters.
  private static let maxShownLength = 80

  /// The text, cut with `…` at the end if it is too long for a message.
  private func shortened(_ text: String) -> String {
    guard text.count > Self.maxShownLength else { return text }
    return text.prefix(Self.maxShownLength - 1) + "…"
  }
}

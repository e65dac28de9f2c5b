import VirgaSource

extension ExpressionCheck {
  /// The kinds of a transform's value, and what is wrong with it.
  mutating func transformed(
    _ subject: NodeID, _ name: String, _ transform: Transform?, _ arguments: [NodeID], at node: NodeID
  ) -> ValueKinds {
    guard let transform else { return unknown(name, at: node) }
    guard !kinds[subject].isEmpty, arguments.allSatisfy({ !kinds[$0].isEmpty }) else { return [] }
    guard fits(subject, transform.subjectKinds) else {
      return fail(node, "\(name) does not take \(kinds[subject])")
    }
    if let error = failure(of: transform, subject, arguments) { return fail(node, error) }
    return transform.resultKinds
  }

  private mutating func unknown(_ name: String, at node: NodeID) -> ValueKinds {
    let names = Transform.allCases.map(\.rawValue)
    let isDesktop = ["date", "length", "regExpMatch", "preferenceValue", "mapToProperty", "keys", "values"].contains(
      name)
    let hint =
      name == "eventAverage" ? "did you mean `eventAveragePerInterval`?" : NearNames.hint(for: name, among: names)
    report(
      "unknown-transform", node,
      "There is no transform `\(name)`" + (isDesktop ? " on mobile clients" : "") + "; evaluating it is an error",
      hint: hint)
    return []
  }

  /// Why a transform fails for its arguments whatever the client; nil where it need not fail, or they are not known.
  private func failure(of transform: Transform, _ subject: NodeID, _ arguments: [NodeID]) -> String? {
    let values = arguments.compactMap { literal($0) }
    guard values.count == arguments.count else { return nil }
    let context = TargetingContext(sampler: { _, _, _, _ in false })
    let tried = literal(subject) ?? .string(transform == .versionCompare ? "1" : "event")
    do throws(EvaluationError) {
      _ = try transform.apply(to: tried, values, in: context)
      return nil
    } catch {
      if case .transform(let message) = error { return message }
      return error.description
    }
  }

  private func literal(_ node: NodeID) -> ExpressionValue? {
    if case .literal(let value) = expression.nodes[node] { value } else { nil }
  }
}

extension Transform {
  /// The kinds that a transform takes on its left.
  fileprivate var subjectKinds: ValueKinds { self == .bucketSample ? .any : .text }

  /// The kinds of its value.
  fileprivate var resultKinds: ValueKinds {
    switch self {
    case .versionCompare: .integer
    case .preferenceIsUserSet, .bucketSample: .boolean
    case .eventAveragePerInterval: [.real, .null]
    case .eventSum, .eventCountNonZero, .eventAveragePerNonZeroInterval, .eventLastSeen: .real
    }
  }
}

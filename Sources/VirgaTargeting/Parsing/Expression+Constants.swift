public import VirgaJSON

extension Expression {
  /// The values with which the expression compares each attribute, in the order in which they are written: what a person
  /// may want to try for it.
  public var comparedValues: NameTable<[ExpressionValue]> {
    var found: NameTable<[ExpressionValue]> = [:]
    for case .binary(_, let left, let right) in nodes {
      for (subject, other) in [(left, right), (right, left)] {
        guard case .identifier(let name) = nodes[subject] else { continue }
        for value in constants(other) where !(found[name] ?? []).contains(value) {
          found[name, default: []].append(value)
        }
      }
    }
    for case .transform(let subject, _, .versionCompare?, let arguments) in nodes {
      guard case .identifier(let name) = nodes[subject] else { continue }
      for value in arguments.flatMap(constants) where !(found[name] ?? []).contains(value) {
        found[name, default: []].append(value)
      }
    }
    return found
  }

  private func constants(_ node: NodeID) -> [ExpressionValue] {
    switch nodes[node] {
    case .literal(let value): [value]
    case .array(_, .array(let members)?): members
    default: []
    }
  }
}

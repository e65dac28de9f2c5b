extension Reading {
  /// What would have to be otherwise for the expression to be true, as in "region were US or CA"; nil where it is true.
  ///
  /// Every part that stands in the way is named, also those that were not looked at.
  func remedy() -> String? {
    guard all[expression.root]?.value != .boolean(true) else { return nil }
    return change(of: expression.root, to: true).words
  }

  /// A change in words.
  private enum Change {
    case one(String)
    case each([Change])
    case any([Change])

    var words: String {
      switch self {
      case .one(let words): words
      case .each(let parts): Self.list(parts.map(\.words), "and")
      case .any(let parts): "either " + Self.list(parts.map(\.words), "or")
      }
    }

    static func list(_ words: [String], _ last: String) -> String {
      guard let end = words.last, words.count > 1 else { return words.first ?? "" }
      return words.dropLast().joined(separator: ", ") + " \(last) " + end
    }
  }

  private func change(of node: NodeID, to wanted: Bool) -> Change {
    switch expression.nodes[node] {
    case .binary(let symbol, let left, let right) where symbol.isLogical:
      let operands = [left, right]
      // For `a && b` to be true both have to be, for `a || b` to be false neither may be.
      guard (symbol == .and) == wanted else {
        return .any(operands.flatMap { parts(of: change(of: $0, to: wanted), any: true) })
      }
      return .each(
        operands.filter { isTrue($0) != wanted }.flatMap { parts(of: change(of: $0, to: wanted), any: false) })
    case .binary(.equal, let left, let right):
      if let truth = truth(right), isComposed(left) { return change(of: left, to: truth == wanted) }
      return leaf(node, to: wanted)
    case .binary(.notEqual, let left, let right):
      if let truth = truth(right), isComposed(left) { return change(of: left, to: truth != wanted) }
      return leaf(node, to: wanted)
    default: return leaf(node, to: wanted)
    }
  }

  /// The changes that one is made of, where it joins them in the same way.
  private func parts(of change: Change, any: Bool) -> [Change] {
    switch change {
    case .any(let parts) where any: parts
    case .each(let parts) where !any: parts
    default: [change]
    }
  }

  private func isTrue(_ node: NodeID) -> Bool { all[node]?.isTruthy ?? false }

  private func truth(_ node: NodeID) -> Bool? {
    if case .literal(.boolean(let truth)) = expression.nodes[node] { truth } else { nil }
  }

  private func isComposed(_ node: NodeID) -> Bool {
    if case .binary(let symbol, _, _) = expression.nodes[node] { symbol.level <= 2 } else { false }
  }
}

extension Reading {
  private func leaf(_ node: NodeID, to wanted: Bool) -> Change {
    if case .undefinedIdentifier(let name)? = all[node]?.error { return .one("the context had `\(name)`") }
    return .one(comparison(node, to: wanted) ?? truthValue(node, to: wanted) ?? otherwise(node))
  }

  private func otherwise(_ node: NodeID) -> String {
    let text = "`\(expression.text(of: node))`"
    return all[node]?.error == nil ? "\(text) came out otherwise" : "\(text) could be evaluated"
  }

  /// An attribute that stands for itself.
  private func truthValue(_ node: NodeID, to wanted: Bool) -> String? {
    guard case .value(.boolean)? = all[node], case .identifier(let name) = expression.nodes[node] else { return nil }
    return "\(name) were \(wanted)"
  }

  private func comparison(_ node: NodeID, to wanted: Bool) -> String? {
    guard case .binary(let symbol, let left, let right) = expression.nodes[node],
      case .value(.boolean)? = all[node]
    else { return nil }
    if case .transform(let subject, _, .versionCompare?, let arguments) = expression.nodes[left],
      let version = arguments.first.flatMap(constant), constant(right)?.number == 0
    {
      return words(subject, symbol, version, wanted, isVersion: true)
    }
    if let value = constant(right) { return words(left, symbol, value, wanted) }
    guard let value = constant(left) else { return nil }
    if symbol == .isIn { return "\(name(right)) \(wanted ? "had" : "did not have") \(Self.words(value))" }
    return symbol.mirrored.flatMap { words(right, $0, value, wanted) }
  }

  private func words(
    _ subject: NodeID, _ symbol: BinaryOperator, _ value: ExpressionValue, _ wanted: Bool, isVersion: Bool = false
  ) -> String? {
    let name = name(subject)
    // A version needs no quotes, as it can be nothing else.
    let said = isVersion ? value.text ?? Self.words(value) : Self.words(value)
    switch (symbol, value) {
    case (.isIn, .array(let members)):
      // A whole number of the context is in no list of numbers, whatever it is.
      if case .value(.integer)? = all[subject] { return nil }
      if let value = all[subject]?.value, value != .null, wanted {
        guard members.contains(where: { ValueKinds(of: $0) == ValueKinds(of: value) }) else { return nil }
      }
      let list = Change.list(members.map(Self.words), wanted ? "or" : "nor")
      return wanted ? "\(name) were \(list)" : "\(name) were neither \(list)"
    case (.isIn, .string(let text)): return "\(name) were \(wanted ? "" : "not ")in \(text)"
    case (.isIn, _): return nil
    case (.equal, _), (.notEqual, _):
      return "\(name) were \((symbol == .equal) == wanted ? "" : "not ")\(said)"
    default:
      let order = wanted ? symbol : symbol.negated
      return order?.orderWords.map { "\(name) were \($0) \(said)" }
    }
  }

  /// An attribute by its name, anything else as it is written.
  private func name(_ node: NodeID) -> String {
    switch expression.nodes[node] {
    case .identifier, .member: expression.text(of: node)
    default: "`\(expression.text(of: node))`"
    }
  }

  private func constant(_ node: NodeID) -> ExpressionValue? {
    switch expression.nodes[node] {
    case .literal(let value): value
    case .array(_, let constant): constant
    default: nil
    }
  }
}

extension BinaryOperator {
  /// The operator that says the same with its operands swapped; nil where there is none.
  fileprivate var mirrored: BinaryOperator? {
    switch self {
    case .equal, .notEqual: self
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    default: nil
    }
  }

  /// The order that holds where this one does not.
  fileprivate var negated: BinaryOperator? {
    switch self {
    case .less: .greaterOrEqual
    case .lessOrEqual: .greater
    case .greater: .lessOrEqual
    case .greaterOrEqual: .less
    default: nil
    }
  }

  fileprivate var orderWords: String? {
    switch self {
    case .less: "below"
    case .lessOrEqual: "at most"
    case .greater: "above"
    case .greaterOrEqual: "at least"
    default: nil
    }
  }
}

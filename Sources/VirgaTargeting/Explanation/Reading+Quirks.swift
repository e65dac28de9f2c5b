import VirgaJSON
import VirgaSource

extension Reading {
  /// The peculiarities that showed in the evaluated parts, in the order in which the parts are written.
  func quirks() -> [Quirk] {
    let continued = continuedChains()
    let shown = expression.nodes.indices.filter { outcomes[$0] != nil }
      .flatMap { node in quirks(at: node, isWholeChain: !continued.contains(node)).map { (node, $0) } }
      .sorted { expression.cores[$0.0].lowerBound < expression.cores[$1.0].lowerBound }
      .map(\.1)
    return shown + textQuirks()
  }

  private func quirks(at node: NodeID, isWholeChain: Bool) -> [Quirk] {
    switch expression.nodes[node] {
    case .binary(let symbol, let left, let right):
      let values = (outcomes[left]?.value, outcomes[right]?.value)
      return [
        swallowedError(left, by: node, if: symbol == .or), isWholeChain ? logicalLevel(node) : nil,
        tightConditional(node, left, right),
        kindExactness(node, symbol, values), nearness(node, symbol, values), infinity(node, symbol),
        byteOrder(node, symbol, values),
      ].compactMap(\.self)
    case .conditional(let condition, _, _):
      return [swallowedError(condition, by: node, if: true)].compactMap(\.self)
    case .index(_, let index):
      guard let place = outcomes[index]?.value?.number, place < 0 else { return [] }
      return [quirk(.negativeIndexIsFirst, node, "the index \(Self.words(.real(place))) is taken for 0")]
    default: return []
    }
  }

  private func quirk(_ kind: Quirk.Kind, _ node: NodeID, _ sentence: String) -> Quirk {
    Quirk(kind: kind, range: expression.range(of: node), sentence: sentence)
  }

  private func swallowedError(_ operand: NodeID, by node: NodeID, if applies: Bool) -> Quirk? {
    guard applies, let error = outcomes[operand]?.error else { return nil }
    return quirk(
      .errorCountsAsFalse, node, "`\(expression.text(of: operand))` counts as false, but is an error: \(error)")
  }

  private func tightConditional(_ node: NodeID, _ left: NodeID, _ right: NodeID) -> Quirk? {
    let operands = [left, right]
    guard let operand = operands.first(where: { isConditional($0) && !expression.isEnclosed($0) }) else { return nil }
    return quirk(
      .tightConditional, node,
      "`\(expression.text(of: operand))` belongs together: `? :` binds tighter than operators; write parentheses")
  }

  private func isConditional(_ node: NodeID) -> Bool {
    if case .conditional = expression.nodes[node] { true } else { false }
  }

  private func kindExactness(
    _ node: NodeID, _ symbol: BinaryOperator, _ values: (ExpressionValue?, ExpressionValue?)
  ) -> Quirk? {
    guard let left = values.0, let right = values.1 else { return nil }
    let wouldDiffer =
      switch (symbol, right) {
      case (.isIn, .array(let members)): !members.contains(left) && members.contains { $0.isAlike(left) }
      case (.equal, .array), (.equal, .object), (.notEqual, .array), (.notEqual, .object):
        left != right && left.isAlike(right)
      default: false
      }
    guard wouldDiffer else { return nil }
    return quirk(
      .integerIsNotReal, node,
      "`\(symbol.rawValue)` holds a whole number of the context and a number in the expression for different; "
        + "compare single numbers with `==`")
  }

  private func nearness(
    _ node: NodeID, _ symbol: BinaryOperator, _ values: (ExpressionValue?, ExpressionValue?)
  ) -> Quirk? {
    guard symbol == .equal || symbol == .notEqual, let left = values.0?.number, let right = values.1?.number,
      left != right, abs(left - right) < BinaryOperator.tolerance
    else { return nil }
    return quirk(.nearlyEqual, node, "numbers less than a millionth apart are equal")
  }

  private func infinity(_ node: NodeID, _ symbol: BinaryOperator) -> Quirk? {
    guard (3...5).contains(symbol.level), outcomes[node]?.value == .null else { return nil }
    return quirk(.notFiniteIsNull, node, "`\(expression.text(of: node))` has no finite value and is null")
  }

  private func byteOrder(
    _ node: NodeID, _ symbol: BinaryOperator, _ values: (ExpressionValue?, ExpressionValue?)
  ) -> Quirk? {
    guard [.less, .lessOrEqual, .greater, .greaterOrEqual].contains(symbol),
      let left = values.0?.text, let right = values.1?.text, Self.startsWithDigit(left), Self.startsWithDigit(right),
      let order = try? VersionOrder.compare(left, right),
      let byNumber = try? symbol.apply(.integer(order), .integer(0)), byNumber != outcomes[node]?.value
    else { return nil }
    return quirk(
      .textsCompareByByte, node, "texts are compared letter by letter, not as numbers; versions need `versionCompare`")
  }

  private static func startsWithDigit(_ text: String) -> Bool {
    text.first.map { $0.isASCII && $0.isWholeNumber } ?? false
  }

  private func textQuirks() -> [Quirk] {
    guard let place = expression.source.bytes.firstIndex(where: { $0 >= 0x80 }) else { return [] }
    return [
      Quirk(
        kind: .notASCII, range: SourceRange(at: expression.source.position(at: place)),
        sentence: "clients crash on a character other than ASCII in an expression")
    ]
  }
}

extension ExpressionValue {
  /// Whether two values are the same when numbers are only numbers.
  fileprivate func isAlike(_ other: ExpressionValue) -> Bool {
    if let first = number, let second = other.number { return abs(first - second) < BinaryOperator.tolerance }
    switch (self, other) {
    case (.array(let left), .array(let right)):
      return left.count == right.count && zip(left, right).allSatisfy { $0.isAlike($1) }
    case (.object(let left), .object(let right)):
      return left.count == right.count && left.allSatisfy { key, value in right[key].map(value.isAlike) ?? false }
    default: return self == other
    }
  }
}

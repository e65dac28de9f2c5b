import VirgaJSON
import VirgaSource

extension ExplanationBuilder {
  func sentence(for node: NodeID) -> String {
    let name = quoted(node)
    switch outcomes[node] {
    case .value(let value)?:
      let inputs = inputs(of: node).filter { $0 != node }
      return "\(name) is \(Self.words(value))" + (inputs.isEmpty ? "" : ": " + words(for: inputs))
    case .error(let error)?: return sentence(for: error, named: name, at: node)
    case nil: return "\(name) was not evaluated"
    }
  }

  private func sentence(for error: EvaluationError, named name: String, at node: NodeID) -> String {
    switch error {
    case .transform where !lacking(in: [node]).isEmpty, .invalidOperands where !lacking(in: [node]).isEmpty:
      return "\(name) is undefined: \(words(for: inputs(of: node)))"
    case .undefinedIdentifier(let identifier):
      let hint = NameSuggestions.ending(for: identifier, among: context.attributes.keys.sorted().map(\.text))
      return "\(name) is undefined: the context has no such attribute\(hint)"
    case .unknownTransform(let transform):
      let hint = NameSuggestions.ending(for: transform, among: Transform.allCases.map(\.rawValue))
      return "\(name) is an error: unknown transform `\(transform)`\(hint)"
    case .invalidOperands(let left, let right, let symbol):
      return "\(name) is an error: `\(symbol.rawValue)` does not take \(Self.kind(left)) and \(Self.kind(right))"
    case .invalidIndex: return "\(name) is an error: an index must be a string or a number"
    case .invalidFilter: return "\(name) is an error: only a list can be filtered"
    case .duplicateKey(let key): return "\(name) is an error: duplicate key `\(key)`"
    case .transform(let message): return "\(name) is an error: \(message)"
    case .stepLimitExceeded: return "\(name) is an error: it takes more than \(Evaluator.maxSteps) steps"
    case .parsing, .notBoolean: return "\(name) is an error: \(error)"
    }
  }

  /// The parts that depend on the client: attributes with paths, and queries of events, preferences or buckets.
  private func inputs(of node: NodeID) -> [NodeID] {
    switch expression.nodes[node] {
    case .identifier: return [node]
    case .member(let subject, _): return isPath(subject) ? [node] : inputs(of: subject)
    case .index(let subject, let index):
      return isPath(subject) && isLiteral(index) ? [node] : inputs(of: subject) + inputs(of: index)
    case .transform(let subject, _, let transform?, let arguments) where transform == .versionCompare:
      return inputs(of: subject) + arguments.flatMap(inputs)
    case .transform: return [node]
    default: return expression.nodes[node].operands.filter { outcomes[$0] != nil }.flatMap(inputs)
    }
  }

  private func isPath(_ node: NodeID) -> Bool {
    switch expression.nodes[node] {
    case .identifier: true
    case .member(let subject, _): isPath(subject)
    case .index(let subject, let index): isPath(subject) && isLiteral(index)
    default: false
    }
  }

  private func words(for inputs: [NodeID]) -> String {
    let versions = Set(
      expression.nodes.compactMap { node in
        if case .transform(let subject, _, .versionCompare?, _) = node { subject } else { nil }
      })
    var seen: Set<String> = []
    let told = inputs.filter { seen.insert(expression.text(of: $0)).inserted }
    let sentences = told.prefix(Self.maxInputs).map { input in
      "\(expression.text(of: input)) is \(words(for: input, isVersion: versions.contains(input)))"
    }
    return sentences.joined(separator: ", ") + (told.count > sentences.count ? ", and so on" : "")
  }

  /// The value of an input; versions need no quotes.
  private func words(for input: NodeID, isVersion: Bool) -> String {
    switch outcomes[input] {
    case .value(.string(let text))? where isVersion: text
    case .value(let value)?: Self.words(value)
    case .error(let error)?: "an error (\(error))"
    case nil: "not evaluated"
    }
  }
}

extension ExplanationBuilder {
  private static let maxTextLength = 120
  private static let maxInputs = 12

  /// A value in a sentence: a string without quotes, unless that would be ambiguous.
  static func words(_ value: ExpressionValue) -> String {
    let words =
      switch value {
      case .real(EventQuery.never): "never"
      case .real(let number) where number.magnitude < 1e15 && number == number.rounded(): String(Int64(number))
      case .string(let text) where !isAmbiguous(text): text
      default: value.description
      }
    return words.count <= maxTextLength ? words : words.prefix(maxTextLength - 1) + "…"
  }

  private static func isAmbiguous(_ text: String) -> Bool {
    text.isEmpty || ["true", "false", "null", "never", "undefined"].contains(text) || Double(text) != nil
      || text.contains(where: \.isWhitespace) || "[{\"".contains(text.first ?? " ")
  }

  private static func kind(_ value: ExpressionValue) -> String {
    switch value {
    case .null: "null"
    case .boolean(let value): String(value)
    case .integer, .largeInteger, .real: "the number \(words(value))"
    case .string: "the string \(value.description.prefix(maxTextLength))"
    case .array: "a list"
    case .object: "an object"
    }
  }
}

extension ExplanationBuilder {
  /// The quirks in the evaluated parts, in source order.
  func quirks() -> [LanguageQuirk] {
    let continued = continuedChains()
    let shown = expression.nodes.indices.filter { outcomes[$0] != nil }
      .flatMap { node in quirks(at: node, isWholeChain: !continued.contains(node)).map { (node, $0) } }
      .sorted { expression.cores[$0.0].lowerBound < expression.cores[$1.0].lowerBound }
      .map(\.1)
    return shown + textQuirks()
  }

  private func quirks(at node: NodeID, isWholeChain: Bool) -> [LanguageQuirk] {
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
      guard let number = outcomes[index]?.value?.number, number < 0 else { return [] }
      return [quirk(.negativeIndexIsFirst, node, "the index \(Self.words(.real(number))) is treated as 0")]
    default: return []
    }
  }

  private func quirk(_ kind: LanguageQuirk.Kind, _ node: NodeID, _ sentence: String) -> LanguageQuirk {
    LanguageQuirk(kind: kind, range: expression.range(of: node), sentence: sentence)
  }

  private func swallowedError(_ operand: NodeID, by node: NodeID, if applies: Bool) -> LanguageQuirk? {
    guard applies, let error = outcomes[operand]?.error else { return nil }
    return quirk(
      .errorCountsAsFalse, node, "`\(expression.text(of: operand))` is treated as false, but is an error: \(error)")
  }

  private func tightConditional(_ node: NodeID, _ left: NodeID, _ right: NodeID) -> LanguageQuirk? {
    let operands = [left, right]
    guard let operand = operands.first(where: { isConditional($0) && !expression.isEnclosed($0) }) else { return nil }
    return quirk(
      .tightConditional, node,
      "`\(expression.text(of: operand))` is one operand: `? :` binds tighter than operators; add parentheses")
  }

  private func isConditional(_ node: NodeID) -> Bool {
    if case .conditional = expression.nodes[node] { true } else { false }
  }

  private func kindExactness(
    _ node: NodeID, _ symbol: BinaryOperator, _ values: (ExpressionValue?, ExpressionValue?)
  ) -> LanguageQuirk? {
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
      "`\(symbol.rawValue)` distinguishes an integer in the context from a number in the expression; "
        + "compare single numbers with `==`")
  }

  private func nearness(
    _ node: NodeID, _ symbol: BinaryOperator, _ values: (ExpressionValue?, ExpressionValue?)
  ) -> LanguageQuirk? {
    guard symbol == .equal || symbol == .notEqual, let left = values.0?.number, let right = values.1?.number,
      left != right, abs(left - right) < BinaryOperator.tolerance
    else { return nil }
    return quirk(.nearlyEqual, node, "numbers less than a millionth apart are equal")
  }

  private func infinity(_ node: NodeID, _ symbol: BinaryOperator) -> LanguageQuirk? {
    guard (3...5).contains(symbol.level), outcomes[node]?.value == .null else { return nil }
    return quirk(.notFiniteIsNull, node, "`\(expression.text(of: node))` has no finite value and is null")
  }

  private func byteOrder(
    _ node: NodeID, _ symbol: BinaryOperator, _ values: (ExpressionValue?, ExpressionValue?)
  ) -> LanguageQuirk? {
    guard [.less, .lessOrEqual, .greater, .greaterOrEqual].contains(symbol),
      let left = values.0?.text, let right = values.1?.text, Self.startsWithDigit(left), Self.startsWithDigit(right),
      let order = try? VersionOrder.compare(left, right),
      let byNumber = try? symbol.apply(.integer(order), .integer(0)), byNumber != outcomes[node]?.value
    else { return nil }
    return quirk(
      .textsCompareByByte, node,
      "strings are compared character by character, not as numbers; use `versionCompare` for versions")
  }

  private static func startsWithDigit(_ text: String) -> Bool {
    text.first.map { $0.isASCII && $0.isWholeNumber } ?? false
  }

  private func textQuirks() -> [LanguageQuirk] {
    guard let index = expression.source.bytes.firstIndex(where: { $0 >= 0x80 }) else { return [] }
    return [
      LanguageQuirk(
        kind: .notASCII, range: SourceRange(at: expression.source.position(at: index)),
        sentence: "clients crash on non-ASCII characters in an expression")
    ]
  }
}

extension ExpressionValue {
  /// Whether two values are equal if integers and reals are not distinguished.
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

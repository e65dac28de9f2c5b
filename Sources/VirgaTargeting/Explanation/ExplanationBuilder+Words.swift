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
    case .transform where !lacking(in: [node]).isEmpty,
      .invalidOperands where !lacking(in: [node]).isEmpty:
      return "\(name) is undefined: \(words(for: inputs(of: node)))"
    case .undefinedIdentifier(let identifier):
      let hint = NameSuggestions.ending(
        for: identifier, among: context.attributes.keys.sorted().map(\.text))
      return "\(name) is undefined: the context has no such attribute\(hint)"
    case .unknownTransform(let transform):
      let hint = NameSuggestions.ending(for: transform, among: Transform.allCases.map(\.rawValue))
      return "\(name) is an error: unknown transform `\(transform)`\(hint)"
    case .invalidOperands(let left, let right, let symbol):
      return
        "\(name) is an error: `\(symbol.rawValue)` does not take \(Self.kind(left)) and \(Self.kind(right))"
    case .invalidIndex: return "\(name) is an error: an index must be a string or a number"
    case .invalidFilter: return "\(name) is an error: only a list can be filtered"
    case .duplicateKey(let key): return "\(name) is an error: duplicate key `\(key)`"
    case .transform(let message): return "\(name) is an error: \(message)"
    case .stepLimitExceeded:
      return "\(name) is an error: it takes more than \(Evaluator.maxSteps) steps"
    case .byteLimitExceeded:
      return
        "\(name) is an error: it makes or compares more than \(Evaluator.maxBytes >> 20) MiB of values"
    case .parsing, .notBoolean: return "\(name) is an error: \(error)"
    }
  }

  /// The parts that depend on the client: attributes with paths, and queries of events, preferences
  /// or buckets.
  private func inputs(of node: NodeID) -> [NodeID] {
    switch expression.nodes[node] {
    case .identifier: return [node]
    case .member(let subject, _): return isPath(subject) ? [node] : inputs(of: subject)
    case .index(let subject, let index):
      return isPath(subject) && isLiteral(index) ? [node] : inputs(of: subject) + inputs(of: index)
    case .transform(let subject, _, let transform?, let arguments)
    where transform == .versionCompare:
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
    case .literal, .filter, .binary, .conditional, .transform, .array, .object: false
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

  private static let maxTextLength = 120
  private static let maxInputs = 12

  /// A value in a sentence: a string without quotes, unless that would be ambiguous.
  static func words(_ value: ExpressionValue) -> String {
    let words =
      switch value {
      case .real(EventQuery.never): "never"
      case .real(let number) where number.magnitude < 1e15 && number == number.rounded():
        String(Int64(number))
      case .string(let text) where !isAmbiguous(text): text
      default: value.description
      }
    return words.count <= maxTextLength ? words : words.prefix(maxTextLength - 1) + "…"
  }

  private static func isAmbiguous(_ text: String) -> Bool {
    text.isEmpty || ["true", "false", "null", "never", "undefined"].contains(text)
      || Double(text) != nil
      || text.contains(where: \.isWhitespace) || "[{\"".contains(text.first ?? " ")
  }

  /// The kind of a value and, for scalars, the value.
  static func kind(_ value: ExpressionValue) -> String {
    switch value {
    case .null: "null"
    case .boolean(let value): String(value)
    case .integer, .largeInteger, .real: "the number \(words(value))"
    case .string: "the string \(value.description.prefix(maxTextLength))"
    case .array: "a list"
    case .object: "an object"
    }
  }

  /// What surprises in the evaluated parts, in source order; ``ExpressionCheck`` reports what does
  /// not depend on values.
  func quirks() -> [String] {
    let continued = continuedChains()
    return expression.nodes.indices.filter { outcomes[$0] != nil }
      .sorted { expression.cores[$0].lowerBound < expression.cores[$1].lowerBound }
      .flatMap {
        [swallowedError(in: $0), continued.contains($0) ? nil : logicalLevel($0)].compactMap(\.self)
      }
  }

  private func swallowedError(in node: NodeID) -> String? {
    let operand: NodeID? =
      switch expression.nodes[node] {
      case .binary(.or, let left, _): left
      case .conditional(let condition, _, _): condition
      default: nil
      }
    guard let operand, let error = outcomes[operand]?.error else { return nil }
    let reason = error.description.shortened(to: 200)
    return "`\(expression.text(of: operand))` is treated as false, but is an error: \(reason)"
  }
}

import VirgaJSON
import VirgaSource

extension Reading {
  /// A part that decided, as a sentence with what it was made from.
  func sentence(for node: NodeID) -> String {
    let name = "`\(LongLists.shortened(expression.text(of: node)))`"
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
    case .undefinedIdentifier(let identifier):
      let hint = NearNames.ending(for: identifier, among: context.attributes.keys.sorted())
      return "\(name) is undefined: the context has no attribute of this name\(hint)"
    case .unknownTransform(let transform):
      let hint = NearNames.ending(for: transform, among: Transform.allCases.map(\.rawValue))
      return "\(name) is an error: there is no transform `\(transform)`\(hint)"
    case .invalidOperands(let left, let right, let symbol):
      return "\(name) is an error: `\(symbol.rawValue)` does not take \(Self.kind(left)) and \(Self.kind(right))"
    case .invalidIndex: return "\(name) is an error: an index has to be a text or a number"
    case .invalidFilter: return "\(name) is an error: only a list can be filtered"
    case .duplicateKey(let key): return "\(name) is an error: the key `\(key)` stands twice"
    case .transform(let message): return "\(name) is an error: \(message)"
    case .tooMuchWork: return "\(name) is an error: it takes more than \(Evaluator.mostSteps) steps"
    case .parsing, .notBoolean: return "\(name) is an error: \(error)"
    }
  }

  /// The parts that bring something in from outside: attributes, with the path into them, and what was asked of the
  /// event store, the preferences or the buckets.
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

  /// The inputs of a part with their values, as many as a sentence can hold.
  private func words(for inputs: [NodeID]) -> String {
    let versions = Set(
      expression.nodes.compactMap { node in
        if case .transform(let subject, _, .versionCompare?, _) = node { subject } else { nil }
      })
    var seen: Set<String> = []
    let told = inputs.filter { seen.insert(expression.text(of: $0)).inserted }
    let sentences = told.prefix(Self.mostInputs).map { input in
      "\(expression.text(of: input)) is \(words(for: input, isVersion: versions.contains(input)))"
    }
    return sentences.joined(separator: ", ") + (told.count > sentences.count ? ", and so on" : "")
  }

  /// The value of an input; a version needs no quotes, as it can be nothing else.
  private func words(for input: NodeID, isVersion: Bool) -> String {
    switch outcomes[input] {
    case .value(.string(let text))? where isVersion: text
    case .value(let value)?: Self.words(value)
    case .error(let error)?: "an error (\(error))"
    case nil: "not evaluated"
    }
  }
}

extension Reading {
  private static let longestWords = 120
  private static let mostInputs = 12

  /// A value as a sentence has it: a text without quotes, unless it could be taken for something else.
  static func words(_ value: ExpressionValue) -> String {
    let words =
      switch value {
      case .real(EventQuery.never): "never"
      case .real(let number) where number.magnitude < 1e15 && number == number.rounded(): String(Int64(number))
      case .string(let text) where !isAmbiguous(text): text
      default: value.description
      }
    return words.count <= longestWords ? words : words.prefix(longestWords - 1) + "…"
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
    case .string: "the text \(value.description.prefix(longestWords))"
    case .array: "a list"
    case .object: "an object"
    }
  }
}

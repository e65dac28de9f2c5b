import VirgaJSON
import VirgaSource

/// The sentences of an explanation.
extension ExplanationBuilder {
  /// The outcome of a part with the values that it depends on, as in "`region == 'US'` is false:
  /// region is DE".
  func sentence(for node: NodeID) -> String {
    let name = quoted(node)
    if let error = reachedOutcomes[node]?.error {
      return sentence(for: error, named: name, at: node)
    }
    // Only an input of `versionCompare` is shown as a version, never the part as a whole.
    let outcome = "\(name) is \(valueText(of: node, isVersion: false))"
    // A part that is an input itself is already named.
    let inputs = inputs(of: node).filter { $0 != node }
    return inputs.isEmpty ? outcome : "\(outcome): \(valueList(of: inputs))"
  }

  /// Why a part has no value, as in "`a` is undefined: the context has no such attribute".
  private func sentence(for error: EvaluationError, named name: String, at node: NodeID) -> String {
    let isAttributeMissing = !missingAttributes(in: [node]).isEmpty
    switch error {
    // A missing attribute explains more than the error that it causes.
    case .transform where isAttributeMissing, .invalidOperands where isAttributeMissing:
      return "\(name) is undefined: \(valueList(of: inputs(of: node)))"
    case .undefinedIdentifier(let identifier):
      let hint = NameSuggestions.ending(
        for: identifier, among: context.attributes.keys.sorted().map(\.text))
      return "\(name) is undefined: the context has no such attribute\(hint)"
    case .unknownTransform, .invalidOperands, .invalidIndex, .invalidFilter, .duplicateKey,
      .transform, .stepLimitExceeded, .byteLimitExceeded, .parsing, .notBoolean:
      return "\(name) is an error: \(Self.reason(for: error))"
    }
  }

  /// What is wrong with a part that has an error, as in "an index must be a string or a number".
  private static func reason(for error: EvaluationError) -> String {
    switch error {
    case .unknownTransform(let transform):
      let hint = NameSuggestions.ending(for: transform, among: Transform.allCases.map(\.rawValue))
      return "unknown transform `\(transform)`\(hint)"
    case .invalidOperands(let left, let right, let symbol):
      let operands = "\(kindAndValue(of: left)) and \(kindAndValue(of: right))"
      return "`\(symbol.rawValue)` does not take \(operands)"
    case .invalidIndex: return "an index must be a string or a number"
    case .invalidFilter: return "only a list can be filtered"
    case .duplicateKey(let key): return "duplicate key `\(key)`"
    case .transform(let message): return message
    case .stepLimitExceeded: return "it takes more than \(Evaluator.maxSteps) steps"
    case .byteLimitExceeded:
      return "it makes or compares more than \(Evaluator.maxMebibytes) MiB of values"
    // An undefined identifier has a sentence of its own; the others are errors of a whole
    // expression, never of a part.
    case .undefinedIdentifier, .parsing, .notBoolean: return "\(error)"
    }
  }

  /// The parts of `node` whose values come from the client: attributes with their paths such as
  /// `a['b'].c`, and queries of events, preferences or buckets, whose operands alone would not
  /// explain the value.
  ///
  /// `a.b == 1 && 'opened'|eventSum('Days', 7) > 0` has `a.b` and the query.
  private func inputs(of node: NodeID) -> [NodeID] {
    switch expression.nodes[node] {
    case .identifier: return [node]
    case .member(let subject, _): return isPath(subject) ? [node] : inputs(of: subject)
    case .index(let subject, let index):
      return isPath(subject) && isLiteral(index) ? [node] : inputs(of: subject) + inputs(of: index)
    case .transform(let subject, _, let transform?, let arguments)
    where transform.isExplainedByOperands:
      return inputs(of: subject) + arguments.flatMap(inputs)
    case .transform: return [node]
    default:
      // An operand that was not evaluated, such as one behind a false `&&`, did not matter.
      let evaluated = expression.nodes[node].operands.filter { reachedOutcomes[$0] != nil }
      return evaluated.flatMap(inputs)
    }
  }

  /// Whether a part is an attribute, or a member or element of one: `a`, `a.b`, `a['b'].c`.
  private func isPath(_ node: NodeID) -> Bool {
    switch expression.nodes[node] {
    case .identifier: true
    case .member(let subject, _): isPath(subject)
    case .index(let subject, let index): isPath(subject) && isLiteral(index)
    case .literal, .filter, .binary, .conditional, .transform, .array, .object: false
    }
  }

  /// The values of inputs, each once, as in "region is DE, days is 14".
  private func valueList(of inputs: [NodeID]) -> String {
    // Strings that `versionCompare` is applied to are shown as versions, without quotes.
    var versions: Set<NodeID> = []
    for case .transform(let subject, _, .versionCompare?, _) in expression.nodes {
      versions.insert(subject)
    }
    var seenTexts: Set<String> = []
    let distinct = inputs.filter { seenTexts.insert(expression.text(of: $0)).inserted }
    let sentences = distinct.prefix(Self.maxInputs).map { input in
      let value = valueText(of: input, isVersion: versions.contains(input))
      return "\(expression.text(of: input)) is \(value)"
    }
    let isCut = distinct.count > sentences.count
    return sentences.joined(separator: ", ") + (isCut ? ", and so on" : "")
  }

  /// The value of a part as text; a version is written without quotes.
  private func valueText(of node: NodeID, isVersion: Bool) -> String {
    switch reachedOutcomes[node] {
    case .value(.string(let text))? where isVersion: text
    case .value(let value)?: Self.textInSentence(value)
    case .error(let error)?: "an error (\(error))"
    case nil: "not evaluated"
    }
  }

  /// The longest text of a value in a sentence, in characters.
  private static let maxTextLength = 120
  /// The number of inputs that a sentence lists.
  private static let maxInputs = 12
  /// The size below which every whole double converts to an integer without a loss.
  private static let maxWholeReal = 1e15

  /// A value in a sentence: a string without quotes, unless that would be ambiguous; 12 for 12.0;
  /// "never" for what a query gives for an event that never happened.
  static func textInSentence(_ value: ExpressionValue) -> String {
    let uncut =
      switch value {
      case .real(EventQuery.never): "never"
      case .real(let number) where number.magnitude < maxWholeReal && number == number.rounded():
        String(Int64(number))
      case .string(let text) where !isAmbiguous(text): text
      default: value.description
      }
    return uncut.count <= maxTextLength ? uncut : uncut.prefix(maxTextLength - 1) + "…"
  }

  /// Whether a string without quotes looks like another value, such as `null` or `12`, or could not
  /// be told from the words around it.
  private static func isAmbiguous(_ text: String) -> Bool {
    guard let first = text.first else { return true }
    // Sentences have "never" for an event that did not happen, see `textInSentence(_:)`.
    let looksLikeConstant = ["true", "false", "null", "never", "undefined"].contains(text)
    let looksLikeNumber = Double(text) != nil
    let looksLikeJSON = "[{\"".contains(first)
    return looksLikeConstant || looksLikeNumber || looksLikeJSON
      || text.contains(where: \.isWhitespace)
  }

  /// A number or a string with its kind, as in "the number 12"; for lists and objects the kind
  /// alone, else the value alone, as in "true".
  ///
  /// A long string is cut.
  static func kindAndValue(of value: ExpressionValue) -> String {
    switch value {
    case .null: "null"
    case .boolean(let value): String(value)
    case .integer, .largeInteger, .real: "the number \(textInSentence(value))"
    case .string: "the string \(value.description.prefix(maxTextLength))"
    case .array: "a list"
    case .object: "an object"
    }
  }

  /// Sentences about surprising rules that mattered in the evaluated parts, in source order.
  func quirks() -> [String] {
    let beginnings = chainBeginnings()
    let evaluated = expression.nodes.indices.filter { reachedOutcomes[$0] != nil }
    return inSourceOrder(evaluated).flatMap { node in
      // Terms joined by `&&` and `||` are one chain, judged as a whole at its last operator: of
      // `a && b || c`, the beginning `a && b` is not judged.
      let precedence = beginnings.contains(node) ? nil : precedenceQuirk(node)
      return [swallowedErrorQuirk(node), precedence].compactMap(\.self)
    }
  }

  /// A sentence if a part treats the error of an operand as false: the left side of `||`, and the
  /// condition of `? :`; nil for any other part.
  private func swallowedErrorQuirk(_ node: NodeID) -> String? {
    let operand: NodeID? =
      switch expression.nodes[node] {
      case .binary(.or, let left, _): left
      case .conditional(let condition, _, _): condition
      default: nil
      }
    guard let operand, let error = reachedOutcomes[operand]?.error else { return nil }
    let maxReasonLength = 200
    let reason = error.description.shortened(to: maxReasonLength)
    return "`\(expression.text(of: operand))` is treated as false, but is an error: \(reason)"
  }
}

package import VirgaTargeting

extension Expression {
  /// Parses and evaluates a text; invalid syntax becomes an evaluation error.
  package static func outcome(of text: String, in context: TargetingContext) -> Outcome {
    do {
      return try Expression(text).outcome(in: context)
    } catch {
      return .error(.parsing(error))
    }
  }
}

extension EvaluationError {
  /// The kind of error as the vectors call it.
  package var category: String {
    switch self {
    case .parsing: "parse"
    case .undefinedIdentifier: "undefined-identifier"
    case .unknownTransform: "unknown-transform"
    case .invalidOperands: "invalid-operands"
    case .invalidIndex: "invalid-index"
    case .invalidFilter: "invalid-filter"
    case .duplicateKey: "duplicate-key"
    case .transform: "transform-error"
    case .notBoolean: "not-bool"
    case .stepLimitExceeded, .byteLimitExceeded: "too-much-work"
    }
  }
}

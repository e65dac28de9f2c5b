/// Why an expression has no value; `description` is the SDK's text, so that a console and an app
/// report the same.
public indirect enum EvaluationError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The text is not an expression.
  case parsing(String)
  /// The context has no attribute of this name.
  case undefinedIdentifier(String)
  /// The transform does not exist.
  case unknownTransform(String)
  /// The operator does not accept these two values.
  case invalidOperands(left: ExpressionValue, right: ExpressionValue, operator: BinaryOperator)
  /// A list or object was indexed with something other than a string or a number.
  case invalidIndex
  /// A filter was applied to something other than a list.
  case invalidFilter
  /// An object contains the same key twice.
  case duplicateKey(String)
  /// A transform does not accept its subject or its arguments.
  case transform(String)
  /// The value of a targeting expression is not a boolean.
  case notBoolean
  /// The evaluation takes too many steps.
  case stepLimitExceeded
  /// The evaluation makes or compares too many bytes.
  case byteLimitExceeded

  /// The text that the SDK reports.
  public var description: String {
    switch self {
    case .parsing(let message): "EvaluationError: Parsing error: \(message)"
    case .undefinedIdentifier(let name): "EvaluationError: Identifier '\(name)' is undefined"
    case .unknownTransform(let name): "EvaluationError: Unknown transform: \(name)"
    case .invalidOperands(let left, let right, let symbol):
      "EvaluationError: Invalid binary operation, left: \(left), right: \(right), operation: \(symbol.rawValue)"
    case .invalidIndex: "EvaluationError: Invalid index type"
    case .invalidFilter: "EvaluationError: Invalid filter"
    case .duplicateKey(let key): "EvaluationError: Duplicate object key: \(key)"
    case .transform(let message): "EvaluationError: Custom error: \(message)"
    case .notBoolean: "Invalid Expression - didn't evaluate to a bool"
    case .stepLimitExceeded, .byteLimitExceeded:
      // ``limitMessage`` is not nil for these two.
      "EvaluationError: Custom error: \(limitMessage ?? "")"
    }
  }

  /// The limit that ended the evaluation, as a message; nil for any other error.
  package var limitMessage: String? {
    switch self {
    case .stepLimitExceeded: "the expression takes too many steps"
    case .byteLimitExceeded:
      "the expression makes or compares more than \(Evaluator.maxMebibytes) MiB of values"
    default: nil
    }
  }

  /// Whether a limit ended the evaluation; no operator treats that as false.
  var isLimit: Bool { limitMessage != nil }
}

/// The result of evaluating a part: a value, or why there is none.
package enum Outcome: Equatable, Sendable {
  case value(ExpressionValue)
  case error(EvaluationError)

  package var value: ExpressionValue? {
    if case .value(let value) = self { value } else { nil }
  }

  package var error: EvaluationError? {
    if case .error(let error) = self { error } else { nil }
  }

  package var isTruthy: Bool { value?.isTruthy ?? false }
}

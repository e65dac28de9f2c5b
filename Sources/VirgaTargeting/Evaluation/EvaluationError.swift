/// Why an expression has no value.
///
/// `description` is the text that the SDK reports, so that a console and an app say the same.
public indirect enum EvaluationError: Error, Equatable, Sendable {
  /// The text is no expression.
  case parsing(String)
  /// The context has no attribute of this name.
  case undefinedIdentifier(String)
  /// There is no transform of this name.
  case unknownTransform(String)
  /// The operator does not take these two values.
  case invalidOperands(left: ExpressionValue, right: ExpressionValue, operator: BinaryOperator)
  /// A list or object was indexed with something that is neither a text nor a number.
  case invalidIndex
  /// A filter was applied to something that is no list.
  case invalidFilter
  /// An object names the same key twice.
  case duplicateKey(String)
  /// A transform does not take its subject or its arguments.
  case transform(String)
  /// A targeting expression has a value other than true and false.
  case notBoolean
  /// The evaluation takes more steps than any real expression needs.
  case tooMuchWork
}

extension EvaluationError: CustomStringConvertible {
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
    case .tooMuchWork: "EvaluationError: Custom error: the expression takes too many steps"
    }
  }

  /// The kind of error as a kebab-case name.
  public var category: String {
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
    case .tooMuchWork: "too-much-work"
    }
  }
}

/// What became of an expression or a part of it.
public enum Outcome: Equatable, Sendable {
  /// It has this value.
  case value(ExpressionValue)
  /// It has none, for this reason.
  case error(EvaluationError)

  /// The value; nil where there is an error.
  public var value: ExpressionValue? {
    if case .value(let value) = self { value } else { nil }
  }

  /// The error; nil where there is a value.
  public var error: EvaluationError? {
    if case .error(let error) = self { error } else { nil }
  }

  /// Whether it counts as true; an error does not.
  public var isTruthy: Bool { value?.isTruthy ?? false }
}

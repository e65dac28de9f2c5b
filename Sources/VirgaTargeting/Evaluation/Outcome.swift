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

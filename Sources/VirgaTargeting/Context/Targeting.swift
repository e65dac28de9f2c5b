/// The types of targeting that apps name, apart from the app's own types of the same names.
///
/// ```swift
/// let speaksGerman = try client.evaluate(Targeting.Expression("locale == 'de-DE'"))
/// ```
public enum Targeting {
  /// A targeting expression.
  public typealias Expression = VirgaTargeting.Expression
  /// A point in time in UTC.
  public typealias Instant = VirgaTargeting.Instant
  /// A value of an attribute, or the result of a part of an expression.
  public typealias Value = VirgaTargeting.ExpressionValue
  /// Why an expression has no value.
  public typealias EvaluationError = VirgaTargeting.EvaluationError
  /// An operator with two operands.
  public typealias Operator = VirgaTargeting.BinaryOperator
  /// What expressions can read about a client.
  public typealias Attributes = VirgaTargeting.ClientAttributes
  /// Counts of behavioral events.
  public typealias Events = VirgaTargeting.EventStore
}

public import VirgaSource

extension Expression {
  /// The value of the expression in a context.
  public func evaluated(in context: TargetingContext) throws(EvaluationError) -> ExpressionValue {
    var evaluator = Evaluator(self, in: context)
    return try evaluator.value(of: root)
  }

  /// Whether a client with this context is targeted: the expression must be true or false.
  ///
  /// Truth is not enough at the top: 1, `'x'` and null are errors there (SDK: Targeting).
  public func matches(_ context: TargetingContext) throws(EvaluationError) -> Bool {
    guard case .boolean(let matches) = try evaluated(in: context) else { throw .notBoolean }
    return matches
  }

  /// The value, or why there is none.
  public func outcome(in context: TargetingContext) -> Outcome {
    do { return .value(try evaluated(in: context)) } catch { return .error(error) }
  }
}

extension Expression {
  /// Parses and evaluates a text; a text that is no expression is a parse error of the evaluation.
  public static func outcome(of text: String, in context: TargetingContext) -> Outcome {
    do {
      return try Expression(text).outcome(in: context)
    } catch {
      return .error(.parsing(error))
    }
  }
}

extension EvaluationError {
  /// The parse error that an evaluation reports for a text which is no expression.
  public static func parsing(_ problems: Problems) -> EvaluationError {
    guard let problem = problems.all.first else { return .parsing("the text is no expression") }
    return .parsing(problem.location.map { "\(problem.message) (\($0.range.start))" } ?? problem.message)
  }
}

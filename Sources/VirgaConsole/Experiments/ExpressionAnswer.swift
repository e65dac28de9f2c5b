import VirgaExperiments
import VirgaSource
import VirgaTargeting

/// What became of an expression that was typed in.
struct ExpressionAnswer: Sendable {
  /// The value of every part; nil where the text is no expression.
  let explanation: Explanation?
  /// What stops it from being an expression, or looks wrong in it.
  let problems: [Problem]
  let expression: Expression?

  init(_ text: String, _ known: KnownClient) {
    do {
      let expression = try Expression(text)
      self.expression = expression
      explanation = expression.explained(in: known.context)
      problems = expression.problems(knowing: known.client.attributes.givenNames, isTargeting: false)
    } catch {
      expression = nil
      explanation = nil
      problems = error.all
    }
  }
}

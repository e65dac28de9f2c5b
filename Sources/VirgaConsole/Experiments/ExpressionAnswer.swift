import VirgaExperiments
import VirgaSource
import VirgaTargeting

struct ExpressionAnswer: Sendable {
  /// The value of every part; nil if the text is not an expression.
  let explanation: Explanation?
  /// Why it is not an expression, or what looks wrong in it.
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

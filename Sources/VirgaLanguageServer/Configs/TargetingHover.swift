import VirgaJSON
import VirgaSource
import VirgaTargeting

/// Writes what a word of a targeting expression means, and what is wrong in the expression.
struct TargetingHover {
  private let expression: String
  /// The app of the recipe, by its name in recipes.
  private let app: String?

  init(_ expression: String, app: String?) {
    self.expression = expression
    self.app = app
  }

  /// The meaning of a word, if it is an attribute, and the problems of the expression.
  func text(of word: String) -> String {
    let attribute = KnownAttribute.all.first { $0.name == word }
    let meaning = attribute.map { text(of: $0) } ?? "targeting expression"
    let problems = problems.map { "- \($0.severity.rawValue): \($0.sentence)" }
    let parts = [meaning, problems.joined(separator: "\n")]
    return parts.filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  private func text(of attribute: KnownAttribute) -> String {
    let apps = attribute.apps.map { "`\($0)`" }.joined(separator: ", ")
    let who = apps.isEmpty ? "every client has it" : "recorded by \(apps)"
    return "`\(attribute.name)`: \(attribute.kinds)\n\n\(attribute.summary); \(who)"
  }

  private var problems: [Problem] {
    do throws(Problems) {
      return try Expression(expression, name: "targeting").problems(app: app)
    } catch {
      return error.all
    }
  }
}

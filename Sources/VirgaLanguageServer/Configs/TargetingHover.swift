import VirgaJSON
import VirgaSource
import VirgaTargeting

/// Writes what the attributes of a targeting expression mean, and what is wrong in the expression.
struct TargetingHover {
  private let expression: Result<Expression, Problems>
  /// The app of the recipe, by its name in recipes.
  private let app: String?

  init(_ text: String, app: String?) {
    expression = Result { () throws(Problems) in try Expression(text, name: "targeting") }
    self.app = app
  }

  /// The meaning of a word if it is an attribute, or else of all attributes that the expression
  /// reads; and the problems of the expression.
  func text(of word: String) -> String {
    let attribute = KnownAttribute.all.first { $0.name == word }
    let meaning = attribute.map { text(of: $0) } ?? summary
    let problems = problems.map { "- \($0.severity.rawValue): \($0.sentence)" }
    let parts = [meaning, problems.joined(separator: "\n")]
    return parts.filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  private func text(of attribute: KnownAttribute) -> String {
    let apps = attribute.apps.map { "`\($0)`" }.joined(separator: ", ")
    let recorders = apps.isEmpty ? "every client has it" : "recorded by \(apps)"
    return "`\(attribute.name)`: \(attribute.kinds)\n\n\(attribute.summary); \(recorders)"
  }

  /// The known attributes that the expression reads, each with its meaning.
  private var summary: String {
    let names = (try? expression.get())?.attributeNames ?? []
    let read = KnownAttribute.all.filter { names.contains($0.name) }
    let lines = read.map { "- `\($0.name)`: \($0.summary)" }
    let title = "targeting expression"
    return lines.isEmpty ? title : "\(title)\n\n" + lines.joined(separator: "\n")
  }

  private var problems: [Problem] {
    switch expression {
    case .success(let expression): expression.problems(app: app)
    case .failure(let problems): problems.all
    }
  }
}

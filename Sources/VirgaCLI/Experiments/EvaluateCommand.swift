import ArgumentParser
import VirgaConsole
import VirgaExperiments
import VirgaJSON
import VirgaRuntime
import VirgaSource
import VirgaTargeting

struct EvaluateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "evaluate",
    abstract: "Evaluate a targeting expression.",
    discussion: """
      Likely mistakes are reported too, in any context. Exits with 1 if the expression cannot be parsed or has \
      no value.
      """)

  @Argument(
    help: "The expression, such as \"app_version|versionCompare('120.0') >= 0\".",
    completion: .expression)
  var expression: String

  @Flag(help: "Print the value of every part, and what decided.")
  var explain = false

  @OptionGroup var context: ContextOptions
  @OptionGroup var output: FormatOption

  func run() throws {
    let client = try context.client()
    let targeting = client.context()
    let parsed: Expression
    do throws(Problems) {
      parsed = try Expression(expression)
    } catch {
      try refuse(error)
      return
    }
    let explanation = parsed.explained(in: targeting)
    let names = client.attributes.givenNames.union(ConfigFile.read(.current).attributes)
    let checked = parsed.problems(
      knowing: names, app: client.attributes.appName, isTargeting: false)
    let problems = checked + explanation.limits(in: parsed.source)
    output.isJSON ? printJSON(explanation, problems) : printText(explanation)
    if !output.isJSON {
      for problem in problems.without(explanation.outcome.error) {
        Output.remarks(problem.renderedLines { _ in parsed.source })
      }
    }
    if explanation.outcome.error != nil { throw ExitCode.problems }
  }

  private func refuse(_ problems: Problems) throws {
    if output.isJSON {
      let error = EvaluationError.parsing(problems).description
      Output.json([
        "success": false, "error": .string(error), "problems": .array(problems.all.map(\.json)),
      ])
    } else {
      let source = SourceText(name: "expression", text: expression)
      for problem in problems.all { Output.lines(problem.renderedLines { _ in source }) }
    }
    throw ExitCode.problems
  }

  private func printJSON(_ explanation: Explanation, _ problems: [Problem]) {
    var answer = JSONObject()
    answer["success"] = .boolean(explanation.outcome.error == nil)
    if let value = explanation.outcome.value { answer["result"] = value.json }
    if let error = explanation.outcome.error { answer["error"] = .string("\(error)") }
    if explain {
      answer["steps"] = .array(
        explanation.steps.map { step in
          var row: JSONObject = ["expression": .string(step.text)]
          if let value = step.outcome.value {
            row["value"] = value.isLongForStep ? .string(value.summary) : value.json
          }
          if let error = step.outcome.error {
            row["error"] = .string(error.description.shortened(to: 1_000))
          }
          row["depth"] = .integer(Int64(step.depth))
          row["reached"] = .boolean(step.isReached)
          row["decides"] = .boolean(step.isDeciding)
          return .object(row)
        })
      answer["decisions"] = .array(explanation.decisions.map { .string($0.sentence) })
      answer["quirks"] = .array(explanation.quirks.map(JSONValue.string))
    }
    if !problems.isEmpty { answer["problems"] = .array(problems.map(\.json)) }
    Output.json(.object(answer))
  }

  private func printText(_ explanation: Explanation) {
    if let value = explanation.outcome.value { Output.line(value.json.compact) }
    if let error = explanation.outcome.error { Output.line("error: \(error)") }
    guard explain else { return }
    Output.line()
    for step in explanation.steps where !step.isLiteral {
      let mark = step.isDeciding ? "▸ " : "  "
      let indent = String(repeating: "  ", count: step.depth)
      Output.line(
        "\(mark)\(indent)\(step.text)  →  \(Self.words(step.isReached ? step.outcome : nil))")
    }
    for decision in explanation.decisions { Output.line("decides: \(decision.sentence)") }
    for quirk in explanation.quirks { Output.line("quirk: \(quirk)") }
  }

  private static func words(_ outcome: Outcome?) -> String {
    guard let outcome else { return "not evaluated" }
    if let value = outcome.value { return value.isLongForStep ? value.summary : value.json.compact }
    return outcome.error.map { "error: \($0.description.shortened(to: 1_000))" } ?? ""
  }
}

extension ExpressionValue {
  /// Whether a step shows only the beginning: many steps can have the same long value.
  fileprivate var isLongForStep: Bool { byteCount > 4_096 }

  /// The shortened form of a long value in a step.
  fileprivate var summary: String {
    switch self {
    case .string(let text): "\(text.shortened(to: 100)) (\(text.utf8.count) bytes)"
    case .array(let members): "a list of \(members.count.pluralizing("value"))"
    case .object(let members): "an object of \(members.count.pluralizing("value"))"
    case .null, .boolean, .integer, .largeInteger, .real: description
    }
  }
}

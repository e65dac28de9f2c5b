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

  /// Prints the expression's result with an explanation, then its problems.
  ///
  /// Ends with an exit code if the expression cannot be evaluated, or has an error.
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
    // The attributes that the expression may read besides the standard ones.
    let names = client.attributes.givenNames.union(ConfigFile.read(Machine.current).attributes)
    // Unlike targeting, the expression may have a value that is not a Boolean.
    let checked = parsed.problems(
      knowing: names, app: client.attributes.appName, isTargeting: false)
    let problems = checked + explanation.limitProblems(in: parsed.source)
    if output.isJSON {
      printJSON(explanation, problems)
    } else {
      printText(explanation)
      // The error of the result was just printed.
      for problem in problems.without(explanation.outcome.error) {
        Output.remarks(problem.renderedLines { _ in parsed.source })
      }
    }
    if explanation.outcome.error != nil { throw ExitCode.problems }
  }

  /// Prints why the expression cannot be parsed.
  ///
  /// - Throws: The exit code, always.
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

  /// Prints the value or the error; with `--explain` also each step and what decided.
  private func printJSON(_ explanation: Explanation, _ problems: [Problem]) {
    var answer = JSONObject()
    answer["success"] = .boolean(explanation.outcome.error == nil)
    if let value = explanation.outcome.value { answer["result"] = value.json }
    if let error = explanation.outcome.error { answer["error"] = .string("\(error)") }
    if explain {
      answer["steps"] = .array(explanation.steps.map { .object(Self.json(of: $0)) })
      answer["decisions"] = .array(explanation.decisions.map { .string($0.sentence) })
      answer["quirks"] = .array(explanation.quirks.map(JSONValue.string))
    }
    if !problems.isEmpty { answer["problems"] = .array(problems.map(\.json)) }
    Output.json(.object(answer))
  }

  /// The longest error in a step, in characters; many steps can have the same one.
  private static let maxErrorLength = 1_000

  /// A step with its value or error, its depth in the expression, and whether it decided.
  private static func json(of step: Explanation.Step) -> JSONObject {
    var row: JSONObject = ["expression": .string(step.text)]
    if let value = step.outcome.value {
      row["value"] = value.isLongForStep ? .string(value.summary) : value.json
    }
    if let error = step.outcome.error {
      row["error"] = .string(error.description.shortened(to: maxErrorLength))
    }
    row["depth"] = .integer(Int64(step.depth))
    row["reached"] = .boolean(step.isReached)
    row["decides"] = .boolean(step.isDeciding)
    return row
  }

  /// Prints the value or the error.
  ///
  /// With `--explain` also each step except literals, such as `▸   locale  →  "de"`, where `▸`
  /// marks what decided; then sentences about what decided, and about quirks: surprising rules of
  /// the language that affected the outcome.
  private func printText(_ explanation: Explanation) {
    if let value = explanation.outcome.value { Output.line(value.json.compact) }
    if let error = explanation.outcome.error { Output.line("error: \(error)") }
    guard explain else { return }
    Output.line()
    for step in explanation.steps where !step.isLiteral {
      let mark = step.isDeciding ? "▸ " : "  "
      let indent = String(repeating: "  ", count: step.depth)
      let outcome = step.isReached ? Self.text(of: step.outcome) : "not evaluated"
      Output.line("\(mark)\(indent)\(step.text)  →  \(outcome)")
    }
    for decision in explanation.decisions { Output.line("decides: \(decision.sentence)") }
    for quirk in explanation.quirks { Output.line("quirk: \(quirk)") }
  }

  /// The value of a step, shortened if it is long, or its error.
  private static func text(of outcome: Outcome) -> String {
    if let value = outcome.value { return value.isLongForStep ? value.summary : value.json.compact }
    guard let error = outcome.error else { return "" }
    return "error: \(error.description.shortened(to: maxErrorLength))"
  }
}

extension ExpressionValue {
  /// Whether a step shows only ``summary``: many steps can have the same long value.
  fileprivate var isLongForStep: Bool { byteCount > Self.maxStepBytes }

  /// The size in bytes up to which a step shows a value whole.
  private static var maxStepBytes: Int { 4_096 }

  /// How much of a long string a step shows, in characters.
  private static var maxStringLength: Int { 100 }

  /// The shortened form of a long value in a step, such as `a list of 5000 values`.
  fileprivate var summary: String {
    switch self {
    case .string(let text):
      "\(text.shortened(to: Self.maxStringLength)) (\(text.utf8.count) bytes)"
    case .array(let members): "a list of \(members.count.pluralizing("value"))"
    case .object(let members): "an object of \(members.count.pluralizing("value"))"
    case .null, .boolean, .integer, .largeInteger, .real: description
    }
  }
}

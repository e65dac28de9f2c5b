import VirgaJSON
import VirgaManifest
import VirgaRuntime
import VirgaSource

/// What `validate` says about all manifests together.
struct ValidationAnswer {
  /// A problem that counts, and what the rules of its project make of it.
  private struct Counted {
    let problem: ChannelProblem
    let isPrinted: Bool
    let fails: Bool
  }

  private var baseline: ProblemBaseline?
  private var counted: [Counted] = []
  private var ignoredCount = 0
  private var baselineCount = 0
  /// The entries that ignored a problem of any manifest.
  private var usedIgnores: Set<IgnoredProblems> = []
  /// The problems so far, without their hints: files of several manifests have them several times.
  private var seen: Set<Problem> = []
  private var sources: [String: SourceText] = [:]
  private var paths: [String] = []

  /// An answer about no manifest yet; the problems in `baseline` do not count.
  init(_ baseline: ProblemBaseline? = nil) { self.baseline = baseline }

  /// Adds what was found in a manifest, as far as `rules` count it.
  mutating func add(_ findings: ManifestFindings, _ rules: ProblemRules) {
    let problems = findings.problems.filter { each in
      seen.insert(each.problem.with(hint: nil)).inserted
    }
    let ruled = rules.applied(to: problems)
    usedIgnores.formUnion(ruled.used)
    ignoredCount += ruled.ignored.count
    for each in ruled.counted { count(each, rules) }
    for source in findings.sources { sources[source.name] = source }
    paths.append(findings.path)
  }

  /// Adds a problem unless the baseline has it.
  private mutating func count(_ problem: ChannelProblem, _ rules: ProblemRules) {
    if baseline?.covers(problem.problem) == true {
      baselineCount += 1
      return
    }
    counted.append(
      Counted(
        problem: problem, isPrinted: rules.prints(problem.problem),
        fails: rules.fails(problem.problem)))
  }

  /// Adds the mistakes in a file of rules, and hints about what it ignores in vain; called after all
  /// manifests.
  mutating func add(_ file: RulesFile, _ rules: ProblemRules) {
    sources[file.source.name] = file.source
    for problem in file.problems { count(ChannelProblem(problem), rules) }
    addUnused(file.rules.ignored, rules)
  }

  /// Adds hints about entries that ignored no problem of any manifest.
  mutating func addUnused(_ ignored: [IgnoredProblems], _ rules: ProblemRules) {
    for entry in ignored where !usedIgnores.contains(entry) {
      count(ChannelProblem(entry.unusedHint), rules)
    }
  }

  /// The problems that count so far.
  var problems: [Problem] { counted.map(\.problem.problem) }

  /// Whether no problem makes the check fail.
  var isValid: Bool { !counted.contains { $0.fails } }

  /// Prints the problems, the most severe ones first, and a summary.
  func print(_ report: ReportOption) {
    let bySeverity = Problem.Severity.allCases.flatMap { severity in
      counted.filter { $0.problem.problem.severity == severity }
    }
    let printed = bySeverity.filter(\.isPrinted).map(\.problem)
    let answer: JSONValue = [
      "valid": .boolean(isValid), "problems": .array(printed.map(\.json)),
    ]
    report.answer(answer, printed.map(\.problem)) {
      let lines = printed.flatMap { problem in
        problem.namingChannels.renderedLines { sources[$0] }
      }
      Output.lines(lines + ["\(title): \(summary)"])
    }
  }

  /// The manifest, or how many there are.
  private var title: String {
    if paths.count == 1 { return paths[0].maskingCredentials.inOneLine }
    return paths.count.pluralizing("manifest")
  }

  /// How many problems there are of each severity, and how many do not count.
  private var summary: String {
    var parts = [ProblemOutput.summary(counted.map(\.problem))]
    if ignoredCount > 0 { parts.append("\(ignoredCount) ignored") }
    if baselineCount > 0 { parts.append("\(baselineCount) in the baseline") }
    let strictlyFails = counted.contains { $0.fails && $0.problem.problem.severity != .error }
    let note = strictlyFails ? " (strict: warnings fail)" : ""
    return parts.joined(separator: ", ") + note
  }
}

extension ChannelProblem {
  /// The problem with its channels in the message, as in `…, in beta, release`.
  var namingChannels: Problem {
    var problem = problem
    if !channels.isEmpty { problem.message += ", in \(channels.joined(separator: ", "))" }
    return problem
  }
}

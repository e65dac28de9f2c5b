import VirgaJSON
import VirgaManifest
import VirgaRuntime
import VirgaSource

/// What `validate` says about all manifests together, and `recipes check` about recipes.
struct ValidationAnswer {
  /// A problem that counts, and what the rules of its project make of it.
  private struct Counted {
    let problem: ChannelProblem
    let isPrinted: Bool
    /// Whether it makes the check fail.
    let fails: Bool
  }

  private var baseline: ProblemBaseline?
  private var counted: [Counted] = []
  private var ignoredCount = 0
  private var baselineCount = 0
  /// The entries that ignored a problem of any manifest.
  private var usedIgnores: Set<IgnoredProblems> = []
  /// The problems so far, without their hints.
  ///
  /// A file that several manifests include has its problems once for each of them, and its hints
  /// depend on the manifest.
  private var seen: Set<Problem> = []
  private var sources: [String: SourceText] = [:]
  private var paths: [String] = []

  /// An answer about nothing yet; the problems in `baseline` do not count.
  init(_ baseline: ProblemBaseline? = nil) { self.baseline = baseline }

  /// Adds what was found in a manifest, without what `rules` ignore and what an earlier manifest
  /// had too.
  mutating func add(_ findings: ManifestFindings, _ rules: ProblemRules) {
    let newProblems = findings.problems.filter { each in
      seen.insert(each.problem.with(hint: nil)).inserted
    }
    add(newProblems, in: findings.sources, rules)
    paths.append(findings.path)
  }

  /// Adds problems without what `rules` ignore, and the texts that they are in.
  mutating func add(_ problems: [ChannelProblem], in texts: [SourceText], _ rules: ProblemRules) {
    let outcome = rules.applied(to: problems)
    usedIgnores.formUnion(outcome.usedEntries)
    ignoredCount += outcome.ignored.count
    for each in outcome.counted { count(each, rules) }
    for text in texts { sources[text.name] = text }
  }

  /// Adds a problem to those that count, unless the baseline has it.
  private mutating func count(_ problem: ChannelProblem, _ rules: ProblemRules) {
    let isInBaseline = baseline?.consumeEntry(of: problem.problem) == true
    if isInBaseline {
      baselineCount += 1
      return
    }
    counted.append(
      Counted(
        problem: problem, isPrinted: rules.prints(problem.problem),
        fails: rules.fails(problem.problem)))
  }

  /// Adds the mistakes in a file of rules, and a hint for each of its `ignore` entries that ignored
  /// nothing, although manifests can have such a problem.
  ///
  /// Called after all manifests were added, because any of them may use an entry.
  mutating func add(_ file: RulesFile, _ rules: ProblemRules) {
    addMistakes(in: file, rules)
    let aboutManifests = file.rules.ignored.filter { entry in
      !ProblemCodes.isOnlyOfRecipes(entry.code.description)
    }
    addUnused(aboutManifests, rules)
  }

  /// Adds the mistakes in a file of rules.
  mutating func addMistakes(in file: RulesFile, _ rules: ProblemRules) {
    sources[file.source.name] = file.source
    for problem in file.problems { count(ChannelProblem(problem), rules) }
  }

  /// Adds hints about entries that ignored no problem of any manifest.
  mutating func addUnused(_ ignored: [IgnoredProblems], _ rules: ProblemRules) {
    for entry in ignored where !usedIgnores.contains(entry) {
      count(ChannelProblem(entry.unusedHint), rules)
    }
  }

  /// Writes the problems that count so far to a baseline, and prints how many there are.
  func writeBaseline(to file: String, _ machine: Machine) throws {
    try RuleOptions.writeBaseline(counted.map(\.problem.problem), to: file, machine)
    Output.line("wrote \(counted.count.pluralizing("problem")) to \(file)")
  }

  /// Whether no problem makes the check fail.
  var isValid: Bool { !counted.contains { $0.fails } }

  /// Prints the problems that count, the most severe ones first, and a summary.
  ///
  /// Ignored problems and those of the baseline do not count. The rules of the project decide which
  /// of the others are printed.
  ///
  /// - Parameters:
  ///   - report: How to print them.
  ///   - title: What the summary is about; by default the manifests.
  func print(_ report: ReportOption, of title: String? = nil) {
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
      Output.lines(lines + ["\(title ?? titleOfManifests): \(summary)"])
    }
  }

  /// The path of the manifest, or the number of manifests if there are several.
  private var titleOfManifests: String {
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

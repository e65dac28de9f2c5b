import VirgaCanvas
import VirgaFiles
import VirgaManifest
import VirgaSource

enum ProblemCommands {
  static let all: [Command] = [
    Command("go-to-problem", "go to where it is") { state, _ in state.goToProblem(state.problems.list.selected?.id ?? 0)
    }
    .in(.panel(.problems)).form(of: "open").keys("Enter", "Space").moves(.jump).records(.nothing).hint(1)
    .when(Self.hasProblems).help("Selects the feature and the value that the problem is about."),
    Command("problems", "list what is wrong") { state, argument in
      let isKind = state.currentProblems.contains { $0.code.description == argument }
      return argument.isEmpty || isKind
        ? .asks { .problems(of: argument, in: $0) } : .refused(.unknown("kind of problem", argument))
    }
    .keys("!").argument(.text).moves(.jump).when(Self.hasProblems)
    .help(
      "Of the manifest, of files of flags and of files of recipes; Enter goes to the place, or lists hints of a kind."),
    Command("next-problem", "next problem") { state, argument in
      argument.isEmpty ? state.stepProblem(1) : state.goToProblem(numbered: argument)
    }
    .keys("F8", "}").argument(.text).moves(.jump).records(.nothing).when(Self.hasProblems)
    .help("Goes to the next problem and its place; with a number, to that problem of the list."),
    Command("previous-problem", "previous problem") { state, _ in state.stepProblem(-1) }
      .keys("Shift-F8", "{").moves(.jump).records(.nothing).when(Self.hasProblems),
  ]

  @Sendable static func hasProblems(_ state: State) -> Command.Availability {
    // As the first line counts, which leaves hints out.
    let counts = Problem.Severity.allCases.map { ($0, state.count($0)) }.filter { $1 > 0 }
    let asking = counts.filter { $0.0 != .hint }
    guard !counts.isEmpty else { return .refused(.noProblems) }
    return .applies(
      (asking.isEmpty ? counts : asking).map { $1.pluralizing($0.rawValue) }.joined(separator: ", "))
  }
}

extension State {
  mutating func stepProblem(_ step: Int) -> Outcome {
    let (all, asking) = (currentProblems.count, count(.error) + count(.warning))
    // Hints wait until all else is fixed, or one was chosen.
    let count = (0..<asking).contains(problems.current) ? asking : all
    guard count > 0 else { return [] }
    if focus == .problems, let selected = problems.list.selected { problems.current = selected.id }
    let isFirst = focus != .problems && !problems.wereVisited
    problems.wereVisited = true
    return goToProblem(isFirst ? problems.current : (problems.current + step + count) % count)
  }

  /// Goes to the problem with a number of the list, counted from 1.
  fileprivate mutating func goToProblem(numbered argument: String) -> Outcome {
    let count = currentProblems.count
    guard let number = Int(argument), (1...max(count, 1)).contains(number) else {
      return .refused(.noProblem(argument, of: count))
    }
    return goToProblem(number - 1)
  }

  mutating func goToProblem(_ index: Int) -> Outcome {
    let all = currentProblems
    guard all.indices.contains(index), let manifest = workspace.manifest else { return [] }
    let problem = all[index]
    problems.current = index
    resolveFlagNames()
    if let target = ProblemTarget(problem, in: manifest) {
      _ = selectFeature(target.feature)
      reconcile()
      focus = table.reveal(target.path, in: manifest) ? .values : .features
    } else if problem.path.hasPrefix("flags/"), flags.ids.contains(String(problem.path.dropFirst(6))) {
      _ = run(Invocation("select-flag", String(problem.path.dropFirst(6))))
    }
    problems.list(of: selectedFeature?.id)
    problems.list.select(index)
    return .says(.found(problem))
  }
}

extension Picker {
  /// All that is wrong by kind, hints only counted, or the problems of one kind; choosing one goes to its location.
  fileprivate static func problems(of kind: String, in state: State) -> Picker {
    let items = state.problems.all.filter { kind.isEmpty || $0.problem.code.description == kind }
    guard kind.isEmpty else { return Picker("Problems: \(kind)", lines: items.map(\.line)) }
    let groups = Dictionary(grouping: items, by: \.problem.code.description)
    let kinds = items.map(\.problem.code.description).withoutRepeats.compactMap { groups[$0] }
    let others = kinds.filter { $0[0].problem.severity != .hint }
    let grouped = others.filter { $0.count > 1 }.flatMap { group in
      [.heading("\(group[0].problem.code) \(group.count)")] + group.map(\.line)
    }
    let hints = kinds.filter { $0[0].problem.severity == .hint }.map { group in
      let (problem, code) = (group[0].problem, group[0].problem.code.description)
      return group.count == 1
        ? group[0].line
        : PickerLine(
          invocation: Invocation("problems", code), keys: DisplayText(problem.severity.rawValue),
          title: DisplayText("\(code) \(group.count)"), sentence: DisplayText(problem.message), name: code)
    }
    // Under the heading of a group, a single problem of another kind would seem to be one of the group.
    let lines = others.filter { $0.count == 1 }.map { $0[0].line } + grouped
    return Picker("Problems", lines: lines + (grouped.isEmpty || hints.isEmpty ? [] : [.heading("hints")]) + hints)
  }
}

extension ProblemItem {
  fileprivate var line: PickerLine {
    let location = problem.location.map { "\(FilePath.name(of: $0.file)):\($0.range.start.line)" } ?? problem.path
    let words = problem.hint.map { "\(problem.message); \($0)" } ?? problem.message
    return PickerLine(
      invocation: Invocation("next-problem", "\(id + 1)"), keys: DisplayText(problem.severity.rawValue),
      title: DisplayText(words), detail: DisplayText(location), searched: DisplayText(feature ?? ""),
      name: "\(id) \(problem.path) \(words)")
  }
}

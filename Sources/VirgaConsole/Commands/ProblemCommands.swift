import VirgaCanvas
import VirgaFiles
import VirgaSource

extension CommandTable {
  /// Going through the problems.
  static let problemCommands: [Command] = [
    Command("go-to-problem", "go to where it is") { state, _ in state.goToProblem(state.problems.list.scroll.cursor) }
      .in(.panel(.problems)).form(of: "open").keys("Enter", "Space").moves(.jump).records(.nothing).hint(1)
      .when(Self.hasProblems).help("Selects the feature and the value that the problem is about."),
    Command("problems", "list what is wrong") { state, _ in state.listProblems() }
      .keys("!").moves(.jump).when(Self.hasProblems)
      .help("Of the manifest, of files of flags and of files of recipes; Enter goes to the place."),
    Command("next-problem", "next problem") { state, argument in
      argument.isEmpty ? state.stepProblem(1) : state.goToProblem(numbered: argument)
    }
    .keys("F8", "}").argument(.text).moves(.jump).records(.nothing).when(Self.hasProblems)
    .help("Goes to the next problem and to its place; with a number behind it, to that one of the list."),
    Command("previous-problem", "previous problem") { state, _ in state.stepProblem(-1) }
      .keys("Shift-F8", "{").moves(.jump).records(.nothing).when(Self.hasProblems),
  ]

  @Sendable static func hasProblems(_ state: State) -> Command.Availability {
    let count = state.currentProblems.count
    return count == 0
      ? .refused("nothing is wrong with the manifest, nor with other files that were read")
      : .applies(count.counted("problem"))
  }
}

extension State {
  func listProblems() -> Outcome {
    .asks { .problems(in: $0) }
  }

  mutating func stepProblem(_ step: Int) -> Outcome {
    let count = currentProblems.count
    guard count > 0 else { return [] }
    if focus == .problems || problems.wereVisited {
      problems.list.scroll.cursor = (problems.list.scroll.cursor + step + count) % count
    }
    problems.wereVisited = true
    return goToProblem(problems.list.scroll.cursor)
  }

  /// Goes to the problem with a number of the list, counted from 1.
  fileprivate mutating func goToProblem(numbered argument: String) -> Outcome {
    let count = currentProblems.count
    guard let number = Int(argument), (1...max(count, 1)).contains(number) else {
      return .refused("there is no problem \(argument); they are numbered from 1 to \(count)")
    }
    return goToProblem(number - 1)
  }

  mutating func goToProblem(_ index: Int) -> Outcome {
    let all = currentProblems
    guard all.indices.contains(index), let manifest = workspace.manifest else { return [] }
    let problem = all[index]
    problems.list.scroll.cursor = index
    resolveFlagNames()
    if let place = ProblemPlace(problem, in: manifest) {
      _ = selectFeature(place.feature)
      settle()
      focus = table.reveal(place.path, in: manifest) ? .values : .features
    } else if problem.path.hasPrefix("flags/"), flags.ids.contains(String(problem.path.dropFirst(6))) {
      _ = run(Invocation("select-flag", String(problem.path.dropFirst(6))))
    }
    let message = problem.hint.map { "\(problem.message); \($0)" } ?? problem.message
    let place = problem.location.map { "\(FilePath.name(of: $0.file)):\($0.range.start): " }
    return .problem((place ?? "") + message)
  }
}

extension Picker {
  /// All problems; choosing one goes to its place.
  fileprivate static func problems(in state: State) -> Picker {
    let lines = state.currentProblems.enumerated().map { place, problem in
      let location = problem.location.map { "\(FilePath.name(of: $0.file)):\($0.range.start)" } ?? problem.path
      let words = problem.hint.map { "\(problem.message); \($0)" } ?? problem.message
      return PickerLine(
        invocation: Invocation("next-problem", "\(place + 1)"), keys: DisplayText(problem.severity.rawValue),
        title: DisplayText(words), detail: DisplayText(location), name: "\(problem.path) \(words)")
    }
    return Picker("Problems", lines: lines)
  }
}

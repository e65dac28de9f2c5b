import VirgaCanvas
import VirgaFiles
import VirgaSource

extension CommandTable {
  /// Going through what is wrong.
  static let problemCommands: [Command] = [
    Command(
      "go-to-problem", "go to where it is", keys: ["Enter", "Space"], in: .panel(.problems), motion: .jump, hint: 1,
      help: "Selects the feature and the value that the problem is about.", when: Self.hasProblems,
      run: { state, _ in state.goToProblem(state.problems.cursor) }),
    Command(
      "problems", "list what is wrong", keys: ["!"], motion: .jump,
      help: "Of the manifest, of files of flags and of files of recipes; Enter goes to the place.",
      when: Self.hasProblems, run: { state, _ in state.listProblems() }),
    Command(
      "next-problem", "next problem", keys: ["F8", "}"], argument: .text, motion: .jump,
      help: "Goes to the next problem and to its place; with a number behind it, to that one of the list.",
      when: Self.hasProblems,
      run: { state, argument in argument.isEmpty ? state.stepProblem(1) : state.goToProblem(numbered: argument) }),
    Command(
      "previous-problem", "previous problem", keys: ["Shift-F8", "{"], motion: .jump, when: Self.hasProblems,
      run: { state, _ in state.stepProblem(-1) }),
  ]

  @Sendable static func hasProblems(_ state: State) -> Command.Availability {
    let count = state.currentProblems.count
    return count == 0
      ? .refused("nothing is wrong with the manifest, nor with other files that were read")
      : .applies(count.counted("problem"))
  }
}

extension State {
  mutating func listProblems() -> [Effect] {
    open { .problems(in: $0) }
    return []
  }

  mutating func stepProblem(_ step: Int) -> [Effect] {
    let count = currentProblems.count
    guard count > 0 else { return [] }
    if focus == .problems || problemWasVisited {
      problems.cursor = (problems.cursor + step + count) % count
    }
    problemWasVisited = true
    return goToProblem(problems.cursor)
  }

  /// Goes to the problem with a number of the list, from 1.
  fileprivate mutating func goToProblem(numbered argument: String) -> [Effect] {
    let count = currentProblems.count
    guard let number = Int(argument), (1...max(count, 1)).contains(number) else {
      status = .refusal("there is no problem \(argument); they are numbered from 1 to \(count)")
      return []
    }
    return goToProblem(number - 1)
  }

  mutating func goToProblem(_ index: Int) -> [Effect] {
    let all = currentProblems
    guard all.indices.contains(index), let manifest = workspace.manifest else { return [] }
    let problem = all[index]
    problems.cursor = index
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
    status = .problem((place ?? "") + message)
    return []
  }
}

extension Picker {
  /// All that is wrong; choosing a problem goes to its place.
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

import VirgaCanvas
import VirgaFiles
import VirgaManifest
import VirgaSource

enum ProblemCommands {
  static let all: [Command] = [
    Command("go-to-problem", "go to where it is") {
      go(&$0, to: $0.features.problems.list.selected?.id ?? 0)
    }
    .in(.panel(.problems)).form(of: "open").keys("Enter", "Space").moves(.jump).hint(.main)
    .when(hasProblems).help("Selects the feature and the value that the problem is about."),
    Command("problems", "list what is wrong") { model, kind in
      let isKind = model.currentProblems.contains { $0.code.description == kind }
      return kind.isEmpty || isKind
        ? .asks { problems(of: kind, in: $0) } : .refused(.unknown("kind of problem", kind))
    }
    .keys("!").argument(.text).moves(.jump).when(hasProblems)
    .help(
      "Of the manifest in every channel, of flag files, recipes and edits; Enter goes to the location, or lists hints of a kind."
    ),
    Command("next-problem", "next problem") { model, argument in
      guard !argument.isEmpty else { return step(&model, by: 1) }
      let count = model.currentProblems.count
      guard let number = Int(argument), (1...max(count, 1)).contains(number) else {
        return .refused(.numberExpected("problem", argument, of: count))
      }
      return go(&model, to: number - 1)
    }
    .keys("F8", "}").argument(.text).moves(.jump).when(hasProblems)
    .help("Goes to the next problem and its location; with a number, to that problem of the list."),
    Command("previous-problem", "previous problem") { step(&$0, by: -1) }
      .keys("Shift-F8", "{").moves(.jump).when(hasProblems),
  ]

  private static func hasProblems(in model: Model) -> Command.Availability {
    // As the first line counts, which leaves hints out.
    let counts = model.problems.counts
    let asking = counts.filter { $0.severity != .hint }
    guard !counts.isEmpty else { return .refused(.noProblems) }
    return .applies((asking.isEmpty ? counts : asking).map(\.words).joined(separator: ", "))
  }

  private static func step(_ model: inout Model, by step: Int) -> Outcome {
    let visits = model.features.problems
    let asking = model.problems.count(.error) + model.problems.count(.warning)
    // Hints wait until all else is fixed, or one was chosen.
    let count = (0..<asking).contains(visits.current) ? asking : model.problems.all.count
    let isHere = model.focus == .problems
    guard isHere || visits.wereVisited else { return go(&model, to: visits.current) }
    let isMoved = !visits.wereVisited || visits.list.selected?.id != visits.selectedByVisit
    let selected = isHere && isMoved ? visits.list.selected?.id : nil
    let next = (selected ?? visits.current) + step
    let isPastEnd = !(0..<count).contains(next)
    return go(
      &model, to: (next + count) % count, again: isPastEnd ? .again(by: step, of: count) : nil)
  }

  /// - Parameter again: What precedes the message if a step went past the last or first problem.
  private static func go(
    _ model: inout Model, to index: Int, again: StatusMessage? = nil
  ) -> Outcome {
    let all = model.problems.all
    guard all.indices.contains(index), let manifest = model.workspace.manifest else { return [] }
    model.features.problems.visit(all[index])
    let (found, problem) = (all[index].found, all[index].problem)
    FlagsScreen.resolved(in: &model)
    let flag = String(problem.path.dropFirst("flags/".count))
    if case .recipe(let slug) = found.origin {
      _ = model.run(Invocation("recipe", slug))
    } else if let target = ProblemTarget(problem, in: manifest) {
      _ = FeatureCommands.select(&model, target.feature)
      model.focus = model.features.values.reveal(target.path) ? .values : .features
    } else if problem.path.hasPrefix("flags/"), model.flags.ids.contains(flag) {
      _ = model.run(Invocation("select-flag", flag))
    }
    FeaturesScreen.listProblems(in: &model)
    model.features.problems.selectVisited()
    let message = StatusMessage.found(problem, in: found.channelWords)
    return .says(again?.then(message) ?? message)
  }

  /// All that is wrong by kind, hints only counted, or the problems of one kind; choosing one goes
  /// to its location.
  private static func problems(of kind: String, in model: Model) -> Picker {
    let items = model.problems.all.filter { kind.isEmpty || $0.problem.code.description == kind }
    guard kind.isEmpty else { return Picker("Problems: \(kind)", lines: items.map(line)) }
    let groups = Dictionary(grouping: items, by: \.problem.code.description)
    let kinds = items.map(\.problem.code.description).withoutRepeats.compactMap { groups[$0] }
    let others = kinds.filter { $0[0].problem.severity != .hint }
    let grouped = others.filter { $0.count > 1 }.flatMap { group in
      [.heading("\(group[0].problem.code) \(group.count)")] + group.map(line)
    }
    let hints = kinds.filter { $0[0].problem.severity == .hint }.map { group in
      let (problem, code) = (group[0].problem, group[0].problem.code.description)
      return group.count == 1
        ? line(of: group[0])
        : PickerLine(
          invocation: Invocation("problems", code), keys: DisplayText(problem.severity.rawValue),
          title: DisplayText("\(code) \(group.count)"), sentence: DisplayText(problem.message),
          name: code)
    }
    // Under the heading of a group, a single problem of another kind would seem to be one of the
    // group.
    let lines = others.filter { $0.count == 1 }.map { line(of: $0[0]) } + grouped
    return Picker(
      "Problems",
      lines: lines + (grouped.isEmpty || hints.isEmpty ? [] : [.heading("hints")]) + hints)
  }

  private static func line(of item: ProblemItem) -> PickerLine {
    let problem = item.problem
    let place = item.found.origin == .file ? problem.path : item.found.place
    let location =
      problem.location.map { "\(FilePath.name(of: $0.file)):\($0.range.start.line)" } ?? place
    return PickerLine(
      invocation: Invocation("next-problem", "\(item.id + 1)"),
      keys: DisplayText(problem.severity.rawValue),
      title: DisplayText(item.found.sentence), detail: DisplayText(location),
      searched: DisplayText(item.feature ?? ""),
      name: "\(item.id) \(problem.path) \(problem.sentence)")
  }
}

import VirgaCanvas
import VirgaFiles
import VirgaManifest
import VirgaSource

/// The commands that list problems and go to what they are about.
enum ProblemCommands {
  static let all: [Command] = [
    Command("go-to-problem", "go to where it is", on: FeaturesScreen.self) {
      $0.goToProblem($0.problems.list.selected?.id ?? 0, $1)
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
    Command("next-problem", "next problem", on: FeaturesScreen.self) { screen, shared, argument in
      guard !argument.isEmpty else { return screen.stepProblem(by: 1, shared) }
      let count = shared.problems.all.count
      guard let number = Int(argument), (1...max(count, 1)).contains(number) else {
        return .refused(.numberExpected("problem", argument, of: count))
      }
      return screen.goToProblem(number - 1, shared)
    }
    .keys("F8", "}").argument(.text).moves(.jump).when(hasProblems)
    .help("Goes to the next problem and its location; with a number, to that problem of the list."),
    Command("previous-problem", "previous problem", on: FeaturesScreen.self) {
      $0.stepProblem(by: -1, $1)
    }
    .keys("Shift-F8", "{").moves(.jump).when(hasProblems),
  ]

  /// Available with any problem; the words are the numbers of errors and warnings as in the first
  /// line, or of hints if there is nothing else.
  private static func hasProblems(in model: Model) -> Command.Availability {
    let counts = model.problems.counts
    guard !counts.isEmpty else { return .refused(.noProblems) }
    let withoutHints = counts.filter { $0.severity != .hint }
    let named = withoutHints.isEmpty ? counts : withoutHints
    return .applies(named.map(\.words).joined(separator: ", "))
  }

  /// The problems of a kind to choose from; without a kind, all of them by kind.
  private static func problems(of kind: String, in model: Model) -> Picker {
    if kind.isEmpty { return problemsByKind(in: model) }
    let items = model.problems.all.filter { $0.problem.code.description == kind }
    return Picker("Problems: \(kind)", lines: items.map(line))
  }

  /// All problems: first those that are the only one of their kind, then the others under headings,
  /// then one line for each kind of hint, which lists the hints.
  private static func problemsByKind(in model: Model) -> Picker {
    let items = model.problems.all
    let groups = Dictionary(grouping: items, by: \.problem.code.description)
    let codes = items.map(\.problem.code.description).withoutRepeats
    let kinds = codes.compactMap { groups[$0] }
    let kindsOfHints = kinds.filter { $0[0].problem.severity == .hint }
    let otherKinds = kinds.filter { $0[0].problem.severity != .hint }
    // A single problem below the lines of a group would seem to be one of the group.
    let singles = otherKinds.filter { $0.count == 1 }.map { line(of: $0[0]) }
    let grouped = otherKinds.filter { $0.count > 1 }.flatMap { group in
      [.heading("\(group[0].problem.code) \(group.count)")] + group.map(line)
    }
    let hints = kindsOfHints.map { $0.count == 1 ? line(of: $0[0]) : line(ofHints: $0) }
    let needsHeading = !grouped.isEmpty && !hints.isEmpty
    let heading: [PickerLine] = needsHeading ? [.heading("hints")] : []
    return Picker("Problems", lines: singles + grouped + heading + hints)
  }

  /// One line for several hints of a kind, with their number and the first one; it lists them.
  private static func line(ofHints group: [ProblemItem]) -> PickerLine {
    let problem = group[0].problem
    let code = problem.code.description
    return PickerLine(
      invocation: Invocation("problems", code), keys: DisplayText(problem.severity.rawValue),
      title: DisplayText("\(code) \(group.count)"), sentence: DisplayText(problem.message),
      name: code)
  }

  /// A problem with its file and line, as in `app.fml.yaml:12`; with its path or origin if it has
  /// no location.
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

extension FeaturesScreen {
  /// Goes to the problem after the current one, or before it if `step` is -1, around the ends; the
  /// first time, to the current one itself.
  ///
  /// Errors and warnings come before hints in the order of problems. A step from one of them leaves
  /// hints out.
  fileprivate mutating func stepProblem(by step: Int, _ shared: Shared) -> Outcome {
    let countWithoutHints = shared.problems.count(.error) + shared.problems.count(.warning)
    let isAtHint = problems.current >= countWithoutHints
    let count = isAtHint ? shared.problems.all.count : countWithoutHints
    let isInList = shared.focus == .problems
    guard isInList || problems.wereVisited else { return goToProblem(problems.current, shared) }
    // A person who moved the cursor of the list since the last visit continues from there.
    let selected = problems.list.selected?.id
    let wasMoved = !problems.wereVisited || selected != problems.selectedByVisit
    let start = isInList && wasMoved ? selected ?? problems.current : problems.current
    let next = start + step
    let isPastEnd = !(0..<count).contains(next)
    return goToProblem(
      (next + count) % count, again: isPastEnd ? .again(by: step, of: count) : nil, shared)
  }

  /// Visits a problem: selects the recipe, the value or the flag that it is about, and says what is
  /// wrong.
  ///
  /// - Parameters:
  ///   - index: The index among all problems.
  ///   - again: What precedes the message if a step went past the last or first problem.
  fileprivate mutating func goToProblem(
    _ index: Int, again: StatusMessage? = nil, _ shared: Shared
  ) -> Outcome {
    let all = shared.problems.all
    guard all.indices.contains(index), shared.workspace.manifest != nil else { return [] }
    problems.visit(all[index])
    let found = all[index].found
    let message = StatusMessage.found(found.problem, in: found.channelWords)
    return subject(of: found, shared).then { (screen: inout FeaturesScreen, shared, _) in
      screen.listProblems(shared)
      screen.problems.selectVisited()
      return .says(again?.then(message) ?? message)
    }
  }

  /// Goes to what a problem is about; stays if that is unknown.
  private func subject(of found: FoundProblem, _ shared: Shared) -> Outcome {
    if case .recipe(let slug) = found.origin { return .runs([Invocation("recipe", slug)]) }
    let problem = found.problem
    if let target = shared.workspace.manifest.flatMap({ ProblemTarget(problem, in: $0) }) {
      return .goes(
        ValueTarget(
          feature: target.feature, paths: [target.path], panelWithoutValue: .features))
    }
    let flag = String(problem.path.dropFirst("flags/".count))
    let isAboutFlag = problem.path.hasPrefix("flags/") && shared.flagIDs.contains(flag)
    return isAboutFlag ? .runs([Invocation("select-flag", flag)]) : []
  }
}

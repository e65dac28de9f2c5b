import VirgaCanvas
import VirgaFiles
import VirgaJSON
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
    Command("problems", "list what is wrong") { model, code in
      let isCode = model.currentProblems.contains { $0.code.description == code }
      return code.isEmpty || isCode
        ? .asks { problems(of: code, in: $0) } : .refused(.unknown("kind of problem", code))
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

  /// Available with any problem; the words are the numbers of errors and warnings, as in `2 errors,
  /// 1 warning`, or that of hints if all problems are hints.
  private static func hasProblems(in model: Model) -> Command.Availability {
    let counts = model.problems.counts
    guard !counts.isEmpty else { return .refused(.noProblems) }
    let withoutHints = counts.filter { $0.severity != .hint }
    let named = withoutHints.isEmpty ? counts : withoutHints
    return .applies(named.map(\.words).joined(separator: ", "))
  }

  /// The problems with a code, to choose one from; without a code, all of them by code.
  private static func problems(of code: String, in model: Model) -> Picker {
    if code.isEmpty { return problemsByCode(in: model) }
    let items = model.problems.all.filter { $0.problem.code.description == code }
    return Picker("Problems: \(code)", lines: items.map(line))
  }

  /// All problems: first those that are the only one with their code, then the others under their
  /// code, then one line for each code of hints, which lists the hints.
  private static func problemsByCode(in model: Model) -> Picker {
    let groups = groupsByCode(of: model.problems.all)
    let groupsOfHints = groups.filter(isOfHints)
    let otherGroups = groups.filter { !isOfHints($0) }
    // A single problem below the lines of a group would seem to be one of the group.
    let singles = otherGroups.filter { $0.count == 1 }.map { group in line(of: group[0]) }
    let grouped = otherGroups.filter { $0.count > 1 }.flatMap { group in
      [.heading("\(group[0].problem.code) \(group.count)")] + group.map(line)
    }
    let hints = groupsOfHints.map { group in
      group.count == 1 ? line(of: group[0]) : line(ofHints: group)
    }
    // Without the heading, hints would seem to be part of the last group.
    let needsHeading = !grouped.isEmpty && !hints.isEmpty
    let heading: [PickerLine] = needsHeading ? [.heading("hints")] : []
    return Picker("Problems", lines: singles + grouped + heading + hints)
  }

  /// The problems with the same code together; groups are in the order of their first problems.
  private static func groupsByCode(of items: [ProblemItem]) -> [[ProblemItem]] {
    let itemsByCode = Dictionary(grouping: items, by: \.problem.code.description)
    let codes = items.map(\.problem.code.description).withoutRepeats
    return codes.compactMap { itemsByCode[$0] }
  }

  /// Whether the problems with a code are hints, judged by the first of them.
  private static func isOfHints(_ group: [ProblemItem]) -> Bool {
    group[0].problem.severity == .hint
  }

  /// One line for several hints with the same code, because hints matter least: their number and
  /// the text of the first one; choosing it lists them.
  private static func line(ofHints group: [ProblemItem]) -> PickerLine {
    let problem = group[0].problem
    let code = problem.code.description
    return PickerLine(
      invocation: Invocation("problems", code), leading: signAndName(of: problem.severity),
      signStyle: problem.severity.signStyle, title: DisplayText("\(code) \(group.count)"),
      sentence: DisplayText(problem.message), identity: code)
  }

  /// A severity as in `! error`.
  private static func signAndName(of severity: Problem.Severity) -> DisplayText {
    severity.sign + DisplayText(" \(severity.rawValue)")
  }

  /// The line of a problem with where it is; choosing it goes to the problem.
  private static func line(of item: ProblemItem) -> PickerLine {
    let problem = item.problem
    // Commands count problems from 1.
    let number = item.id + 1
    return PickerLine(
      invocation: Invocation("next-problem", "\(number)"),
      leading: signAndName(of: problem.severity),
      signStyle: problem.severity.signStyle,
      // The sentence of the problem, after the names of its channels if it is not in all.
      title: DisplayText(item.found.sentence),
      detail: DisplayText(fileAndLineOrPlace(of: item.found)),
      alsoSearched: DisplayText(item.feature ?? ""),
      // Tells lines with the same words apart.
      identity: "\(item.id) \(problem.path) \(problem.sentence)")
  }

  /// Where a problem is, as in `app.fml.yaml:12`.
  ///
  /// Without a location, it is the path of a problem of a file, as in `features.home`; for other
  /// problems, `edit` or the slug of the recipe.
  private static func fileAndLineOrPlace(of found: FoundProblem) -> String {
    if let location = found.problem.location {
      return "\(FilePath.name(of: location.file)):\(location.range.start.line)"
    }
    return found.origin == .file ? found.problem.path : found.place
  }
}

extension FeaturesScreen {
  /// Goes to the problem after the visited one, to which a command went last, or before it if
  /// `step` is -1; after the last one comes the first.
  ///
  /// If no problem has been visited since the manifest was read, it goes to the problem at
  /// `visitedIndex` itself; if the list has the focus, it steps from the cursor then.
  ///
  /// Errors and warnings come before hints in the order of problems. Hints are left out unless the
  /// visited problem is one.
  fileprivate mutating func stepProblem(by step: Int, _ shared: Shared) -> Outcome {
    let isFirstVisit = !problems.hasVisited
    if isFirstVisit, shared.focus != .problems { return goToProblem(problems.visitedIndex, shared) }
    let countWithoutHints = shared.problems.count(.error) + shared.problems.count(.warning)
    let isHintVisited = problems.visitedIndex >= countWithoutHints
    let count = isHintVisited ? shared.problems.all.count : countWithoutHints
    let next = indexOfVisitedOrMovedTo(shared) + step
    let isPastEnd = !(0..<count).contains(next)
    // The count is added because the remainder of a negative number is negative.
    return goToProblem(
      (next + count) % count, wrapMessage: isPastEnd ? .wrappedAround(by: step, of: count) : nil,
      shared
    )
  }

  /// The index of the problem from which a step starts: that of the problem under the cursor if the
  /// list has the focus and a person moved its cursor since the last visit; else that of the
  /// visited problem, to which a command such as `next-problem` went last, or 0 before the first
  /// visit.
  private func indexOfVisitedOrMovedTo(_ shared: Shared) -> Int {
    // The id of a problem is its index among all.
    guard shared.focus == .problems, let selected = problems.list.selected?.id else {
      return problems.visitedIndex
    }
    // Before the first visit, any cursor counts as moved.
    let wasMoved = !problems.hasVisited || selected != problems.idSelectedByVisit
    return wasMoved ? selected : problems.visitedIndex
  }

  /// Visits a problem: selects the recipe, the value or the flag that it is about, and says what is
  /// wrong.
  ///
  /// - Parameters:
  ///   - index: The index among all problems; 0 if there are none.
  ///   - wrapMessage: The message that a step went past the last or first problem, which is said
  ///     before the problem; nil without such a step.
  fileprivate mutating func goToProblem(
    _ index: Int, wrapMessage: StatusMessage? = nil, _ shared: Shared
  ) -> Outcome {
    let all = shared.problems.all
    guard all.indices.contains(index) else { return .refused(.noProblems) }
    problems.visit(all[index])
    let found = all[index].found
    let problemMessage = StatusMessage.found(found.problem, in: found.channelPrefix)
    let message = wrapMessage?.then(problemMessage) ?? problemMessage
    // Without a manifest, no value and no list of problems can be shown.
    guard shared.workspace.manifest != nil else { return .says(message) }
    // The list only has the problem once the feature that it is about is selected. The message is
    // that of the problem, even if its subject is not found.
    return goToSubject(of: found, shared).then { (screen: inout FeaturesScreen, shared, _) in
      screen.listProblems(shared)
      screen.problems.selectVisited()
      return .says(message)
    }
  }

  /// Goes to the recipe, the value, the feature or the flag that a problem is about; stays if that
  /// is unknown.
  private func goToSubject(of found: FoundProblem, _ shared: Shared) -> Outcome {
    if case .recipe(let slug) = found.origin { return .runs([Invocation("recipe", slug)]) }
    let problem = found.problem
    // If the problem is about a whole feature, the list of features gets the focus.
    if let target = shared.workspace.manifest.flatMap({ ProblemTarget(problem, in: $0) }) {
      return .goes(
        ValueTarget(
          feature: target.feature, paths: [target.path], panelWithoutValue: .features))
    }
    // The path of a problem of a flag is `flags/ID`.
    let prefix = "flags/"
    let flag = String(problem.path.dropFirst(prefix.count))
    let isAboutFlag = problem.path.hasPrefix(prefix) && shared.flagIDs.contains(flag)
    return isAboutFlag ? .runs([Invocation("select-flag", flag)]) : []
  }
}

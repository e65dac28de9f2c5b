import VirgaCanvas
import VirgaFiles
import VirgaManifest
import VirgaSource

/// The commands that list problems and go to what they are about.
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

  /// Available with any problem; the words are the numbers of errors and warnings as in the first
  /// line, or of hints if there is nothing else.
  private static func hasProblems(in model: Model) -> Command.Availability {
    let counts = model.problems.counts
    guard !counts.isEmpty else { return .refused(.noProblems) }
    let withoutHints = counts.filter { $0.severity != .hint }
    let named = withoutHints.isEmpty ? counts : withoutHints
    return .applies(named.map(\.words).joined(separator: ", "))
  }

  /// Goes to the problem after the current one, or before it if `step` is -1, around the ends; the
  /// first time, to the current one itself.
  ///
  /// Errors and warnings come before hints in the order of problems. A step from one of them leaves
  /// hints out.
  private static func step(_ model: inout Model, by step: Int) -> Outcome {
    let visits = model.features.problems
    let countWithoutHints = model.problems.count(.error) + model.problems.count(.warning)
    let isAtHint = visits.current >= countWithoutHints
    let count = isAtHint ? model.problems.all.count : countWithoutHints
    let isInList = model.focus == .problems
    guard isInList || visits.wereVisited else { return go(&model, to: visits.current) }
    // A person who moved the cursor of the list since the last visit continues from there.
    let selected = visits.list.selected?.id
    let wasMoved = !visits.wereVisited || selected != visits.selectedByVisit
    let start = isInList && wasMoved ? selected ?? visits.current : visits.current
    let next = start + step
    let isPastEnd = !(0..<count).contains(next)
    return go(
      &model, to: (next + count) % count, again: isPastEnd ? .again(by: step, of: count) : nil)
  }

  /// Visits a problem: selects the recipe, the value or the flag that it is about, and says what is
  /// wrong.
  ///
  /// - Parameters:
  ///   - index: The index among all problems.
  ///   - again: What precedes the message if a step went past the last or first problem.
  private static func go(
    _ model: inout Model, to index: Int, again: StatusMessage? = nil
  ) -> Outcome {
    let all = model.problems.all
    guard all.indices.contains(index), let manifest = model.workspace.manifest else { return [] }
    model.features.problems.visit(all[index])
    let (found, problem) = (all[index].found, all[index].problem)
    // Flags must be resolved to know whether the problem is about one.
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

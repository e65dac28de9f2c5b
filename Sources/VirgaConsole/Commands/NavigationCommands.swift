import VirgaCanvas
import VirgaFlags
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaSource
import VirgaWorkbench

enum NavigationCommands {
  static let all: [Command] = [
    Command("go", "go to anything by name", run: go)
      .keys("Ctrl-P").near(.panel(.editor), "Ctrl-P")
      .argument(.described(completions)).moves(.jump)
      .help(
        "Lists features, values of every feature, flags, recipes, branches, channels, screens, commands, problems and files; typing narrows the list. With a name, goes there; if several have the name it asks which."
      ),
    Command("counterpart", "go to its flag, or back") { model, _ in
      if model.screen == .flags { return model.flags.goesToFeature }
      return flagOfValue(in: model).map { .runs([Invocation("select-flag", $0)]) } ?? []
    }
    .keys(";").moves(.jump).titled { $0.screen == .flags ? "go to the value" : "go to the flag" }
    .when { model in
      if model.screen == .flags {
        return model.flags.availabilityUnderCursor(of: .jump, model.shared)
      }
      return flagOfValue(in: model).map { .applies($0) } ?? .refused(.noFlagReads)
    },
    Command("go-file", "go to a file") { model, name in
      let files = model.workspace.manifest?.files.map(\.shownName) ?? []
      guard files.containsName(name) else { return .refused(.unknown("file", name, among: files)) }
      guard let first = model.workspace.features.first(where: { $0.location.file == name }) else {
        return .refused(.noFeatureIn(file: name))
      }
      return .goes(ValueTarget(feature: first.id, panelWithoutValue: .features))
    }
    .part(of: "go").argument(.oneOf { $0.workspace.manifest?.files.map(\.shownName) ?? [] })
    .moves(.jump)
    .help("Selects the first feature that a file of the manifest defines."),
  ]

  /// The most names of each kind that complete the argument of `go`.
  private static let maxCompletionsOfKind = 50
  /// The most names of each kind that are listed among the commands.
  private static let maxGoLinesOfKind = 20

  /// The number of first letters by which `go` looks for names similar to an unknown one.
  private static let lettersToCompare = 3

  /// The names that complete the argument of `go`, the first ones of each kind.
  @Sendable private static func completions(
    in model: Model, of typed: String
  ) -> [Command.Completion] {
    // The command line has found all names already, once for all of its completions.
    let kinds = model.overlay?.destinationNames ?? DestinationNames.all(in: model)
    let filter = Filter(typed)
    // If names of some kind contain the typed words, kinds that only match by scattered letters are
    // left out.
    let withWords = kinds.filter { $0.names.contains(where: { filter.allWordsOccur(in: $0) }) }
    return (withWords.isEmpty ? kinds : withWords).flatMap { ofKind in
      Filter.first(maxCompletionsOfKind, of: ofKind.names, matching: typed).map {
        ($0, ofKind.kind.noun)
      }
    }
  }

  /// Whether the argument of `go` is typed on the command line, which lists destinations then.
  static func isGoTyped(in line: String) -> Bool { line.hasPrefix("go ") }

  /// Lines of the command line for values of the selected feature, features and flags: a person who
  /// types a name usually wants to go there.
  static func goLines(to typed: String, in model: Model) -> [PickerLine] {
    let filter = Filter(typed)
    let hasArgument = typed.contains(" ")
    guard !filter.isEmpty, !hasArgument else { return [] }
    // Only screen 1 has a selected feature with listed values.
    let paths = model.screen == .features ? model.features.values.allPaths() : []
    let nameOfValue = "a value of \(model.selectedFeature?.id ?? "")"
    let features = model.workspace.features.map(\.id)
    return goLines(paths, matching: filter, by: "go-value", detail: nameOfValue)
      + goLines(features, matching: filter, by: "select", detail: "a feature")
      + goLines(model.shared.flagIDs, matching: filter, by: "select-flag", detail: "a flag")
  }

  /// The lines of the first few names that match a filter; each runs the command that goes there.
  private static func goLines(
    _ names: [String], matching filter: Filter, by command: String, detail: String
  ) -> [PickerLine] {
    let matches = names.lazy.filter(filter.allWordsOccur).prefix(maxGoLinesOfKind)
    return matches.map { name in
      PickerLine(
        invocation: Invocation(command, name), title: DisplayText("go \(name)"),
        detail: DisplayText(detail))
    }
  }

  /// Goes to the destination with a name; asks which is meant if several have it, and lists all
  /// destinations if `name` is empty.
  ///
  /// Only the likeliest destinations count: a feature, for example, but not a file of the same
  /// name. In a script, goes to the first one, as nobody can choose.
  private static func go(_ model: inout Model, to name: String) -> Outcome {
    guard !name.isEmpty else {
      return .asks { picker("Go to", of: Destination.all(in: $0)) }
    }
    let all = Destination.all(in: model)
    let found = likeliest(destinations(named: name, among: all), in: model)
    if let only = found.first, found.count == 1 || model.input.isInScript {
      return model.run(only.invocation)
    }
    guard found.isEmpty else {
      return .asks { _ in picker("Go to \(name)", of: found) }
    }
    return .refused(refusal(ofUnknown: name, among: all))
  }

  /// The destinations with a name or title, values before those of other kinds, because a script
  /// goes to the first one.
  private static func destinations(
    named name: String, among all: [Destination]
  ) -> [Destination] {
    let withName = all.filter { $0.name == name || $0.title == name }
    return withName.filter { $0.kind == .value } + withName.filter { $0.kind != .value }
  }

  /// The refusal of a name that no destination has; suggests a similar name, but not that of a
  /// command, problem or file.
  private static func refusal(
    ofUnknown name: String, among all: [Destination]
  ) -> StatusMessage {
    // To be fast, compares only the first names that contain the first letters of the typed one.
    let firstLetters = String(name.prefix(lettersToCompare))
    let maxCompared = 20
    let suggested = all.filter { !$0.kind.yieldsToOtherKinds }.map(\.name)
    let candidates = Filter.first(maxCompared, of: suggested, matching: firstLetters)
    return .unknown("value, feature, flag or recipe", name, among: candidates)
  }

  /// A list of destinations; `back` returns from the one that is chosen.
  private static func picker(_ title: String, of destinations: [Destination]) -> Picker {
    var picker = Picker(title, lines: destinations.map(\.line))
    picker.listsDestinations = true
    return picker
  }

  /// The destinations of a name that a person most likely means.
  ///
  /// A command, a problem or a file is left out if anything else has the name. Of the others, those
  /// are returned that are likely, or all if none is.
  private static func likeliest(_ all: [Destination], in model: Model) -> [Destination] {
    let notYielding = all.filter { !$0.kind.yieldsToOtherKinds }
    let found = notYielding.isEmpty ? all : notYielding
    let hasScreen = found.contains { $0.kind == .screen }
    let likely = found.filter { destination in
      switch destination.kind {
      // Values of other features can have the same path.
      case .value: isOfShownFeature(destination, in: model)
      // A panel can have the name of its screen, which is meant then.
      case .panel: !hasScreen
      default: true
      }
    }
    return likely.isEmpty ? found : likely
  }

  /// Whether a value is one of the feature that screen 1 shows; false on other screens.
  private static func isOfShownFeature(_ value: Destination, in model: Model) -> Bool {
    // The command for a value takes the feature and the path, as in `homescreen sections.enabled`.
    let featureAndBlank = "\(model.selectedFeature?.id ?? "") "
    return model.screen == .features && value.invocation.argument.hasPrefix(featureAndBlank)
  }

  /// The id of the first flag that reads the selected value; nil if none does.
  private static func flagOfValue(in model: Model) -> String? {
    guard let value = model.shownScreen.selectedValue(model.shared) else { return nil }
    let flag = model.sessionFlags?.catalogue.flags.first { flag in
      // Flags without a feature, such as those of JSON configurations, read no values.
      let valuesRead = flag.reading?.paths ?? []
      return valuesRead.contains { read in
        read.feature == value.feature && read.path.description == value.path
      }
    }
    return flag?.id
  }
}

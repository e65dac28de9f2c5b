import VirgaCanvas
import VirgaFlags
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaWorkbench

enum GoingCommands {
  static let all: [Command] = [
    Command("go", "go to anything by name") { state, name in state.go(to: name) }
      .argument(.described { $0.destinations($1) }).moves(.jump)
      .help(
        "Goes to a value of the selected feature, a feature, a flag, a recipe or a panel; if several have the name it asks which."
      ),
    Command("counterpart", "go to its flag, or back") { $0.goToCounterpart($1) }
      .keys(";").moves(.jump).titled { $0.screen == .flags ? "go to the value" : "go to the flag" }
      .when { $0.hasCounterpart },
  ]
}

extension State {
  /// The names that `go` knows, with what they are.
  private var destinations: [(command: String, kind: String, names: [String])] {
    let paths = screen == .features ? table.allPaths() : []
    return [
      ("go-value", "a value of \(selectedFeature?.id ?? "")", paths),
      ("select", "a feature", workspace.features.map(\.id)), ("select-flag", "a flag", flags.ids),
      ("recipe", "a recipe", session.names(of: .recipe)),
      ("focus", "a panel", Panel.allCases.map(\.name)),
    ]
  }

  fileprivate func destinations(_ typed: String) -> [(argument: String, detail: String)] {
    destinations.flatMap { destination in
      Filter.first(50, of: destination.names, matching: typed).map { ($0, destination.kind) }
    }
  }

  func lines(to wanted: Filter, atMost most: Int) -> [PickerLine] {
    destinations.dropLast(2).flatMap { destination in
      destination.names.lazy.filter(wanted.containsWhole).prefix(most).map { name in
        PickerLine(
          invocation: Invocation(destination.command, name), title: DisplayText("go \(name)"),
          detail: DisplayText(destination.kind)
        )
      }
    }
  }

  /// Goes to a name; a script goes to the first match, as nobody can choose.
  fileprivate mutating func go(to name: String) -> Outcome {
    resolveFlagNames()
    // The name may be that of a flag that is not resolved yet.
    if !destinations.contains(where: { $0.names.containsName(name) }) { _ = resolvedFlags() }
    let all = destinations
    let found = all.filter { $0.names.containsName(name) }
    if let only = found.first, found.count == 1 || recording.isInScript { return run(Invocation(only.command, name)) }
    guard found.isEmpty else {
      return .asks { _ in
        .choice("Go to \(name)", found.map { (Invocation($0.command, name), name, $0.kind) })
      }
    }
    guard !name.isEmpty else { return .prompt("go ") }
    let near = all.flatMap { Filter.first(20, of: $0.names, matching: String(name.prefix(3))) }
    return .refused(.unknown("value, feature, flag or recipe", name, among: near))
  }

  private var flagOfValue: String? {
    let path: String?
    let feature: String?
    switch screen {
    case .features where focus != .features: (feature, path) = (selectedFeature?.id, table.selectedRow?.pathText)
    case .channels: (feature, path) = (channels.selectedLine?.feature, channels.selectedLine?.row?.path)
    default: return nil
    }
    guard let feature, let path else { return nil }
    return flags.flags?.catalogue.rows.first { row in
      row.reading?.paths.contains { $0.feature == feature && $0.path.description == path } == true
    }?.id
  }

  fileprivate var hasCounterpart: Command.Availability {
    if screen == .flags { return flags.availability(of: .jump) }
    if let flag = flagOfValue { return .applies(flag) }
    return .refused(.noFlagReads)
  }

  fileprivate mutating func goToCounterpart(_: String) -> Outcome {
    if screen == .flags { return goToFlagFeature() }
    return flagOfValue.map { run(Invocation("select-flag", $0)) } ?? []
  }
}

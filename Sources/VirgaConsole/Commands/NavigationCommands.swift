import VirgaCanvas
import VirgaFlags
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaWorkbench

enum NavigationCommands {
  static let all: [Command] = [
    Command("go", "go to anything by name", run: go)
      .argument(
        .described { model, typed in
          destinations(in: model).flatMap { destination in
            Filter.first(50, of: destination.names, matching: typed).map { ($0, destination.kind) }
          }
        }
      ).moves(.jump)
      .help(
        "Goes to a value of the selected feature, a feature, a flag, a recipe or a panel; if several have the name it asks which."
      ),
    Command("counterpart", "go to its flag, or back") { model, _ in
      if model.screen == .flags { return model.flags.goesToFeature }
      return flagOfValue(in: model).map { .runs([Invocation("select-flag", $0)]) } ?? []
    }
    .keys(";").moves(.jump).titled { $0.screen == .flags ? "go to the value" : "go to the flag" }
    .when { model in
      if model.screen == .flags { return model.flags.availabilityHere(of: .jump, model.shared) }
      return flagOfValue(in: model).map { .applies($0) } ?? .refused(.noFlagReads)
    },
  ]

  /// The names that `go` knows, with what they are.
  private static func destinations(
    in model: Model
  ) -> [(command: String, kind: String, names: [String])] {
    let paths = model.screen == .features ? model.features.values.allPaths() : []
    return [
      ("go-value", "a value of \(model.selectedFeature?.id ?? "")", paths),
      ("select", "a feature", model.workspace.features.map(\.id)),
      ("select-flag", "a flag", model.shared.flagIDs),
      ("recipe", "a recipe", model.session.names(of: .recipe)),
      ("focus", "a panel", Panel.allCases.map(\.name)),
    ]
  }

  /// Lines of the command line for values, features and flags: a person who types a name usually
  /// wants to go there.
  static func lines(to typed: String, in model: Model) -> [PickerLine] {
    let wanted = Filter(typed)
    guard !wanted.isEmpty, !typed.contains(" ") else { return [] }
    return destinations(in: model).dropLast(2).flatMap { destination in
      destination.names.lazy.filter(wanted.containsWhole).prefix(20).map { name in
        PickerLine(
          invocation: Invocation(destination.command, name), title: DisplayText("go \(name)"),
          detail: DisplayText(destination.kind))
      }
    }
  }

  /// Goes to a name; a script goes to the first match, as nobody can choose.
  private static func go(_ model: inout Model, to name: String) -> Outcome {
    let all = destinations(in: model)
    let found = all.filter { $0.names.containsName(name) }
    if let only = found.first, found.count == 1 || model.input.isInScript {
      return model.run(Invocation(only.command, name))
    }
    guard found.isEmpty else {
      return .asks { _ in
        .choice("Go to \(name)", found.map { (Invocation($0.command, name), name, $0.kind) })
      }
    }
    guard !name.isEmpty else { return .prompt("go ") }
    let near = all.flatMap { Filter.first(20, of: $0.names, matching: String(name.prefix(3))) }
    return .refused(.unknown("value, feature, flag or recipe", name, among: near))
  }

  /// The id of the first flag whose build value reads the selected value; nil if none does.
  private static func flagOfValue(in model: Model) -> String? {
    guard let value = model.shownScreen.selectedValue(model.shared) else { return nil }
    return model.sessionFlags?.catalogue.flags.first { flag in
      let sources = flag.reading?.paths ?? []
      return sources.contains { $0.feature == value.feature && $0.path.description == value.path }
    }?.id
  }
}

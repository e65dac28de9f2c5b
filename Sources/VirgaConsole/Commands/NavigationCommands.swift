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
            Filter.first(mostOfKind, of: destination.names, matching: typed)
              .map { ($0, destination.kind) }
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

  /// The most names of each kind that complete the argument of `go`.
  private static let mostOfKind = 50
  /// The most names of each kind that are listed among the commands.
  private static let mostBesideCommands = 20

  /// The names that `go` knows: for each kind the command that goes there, the words for the kind,
  /// and the names.
  ///
  /// Values are known only on screen 1, where their feature is selected.
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
    let filter = Filter(typed)
    let hasArgument = typed.contains(" ")
    guard !filter.isEmpty, !hasArgument else { return [] }
    let offered = destinations(in: model).filter { destination in
      ["go-value", "select", "select-flag"].contains(destination.command)
    }
    return offered.flatMap { destination in
      destination.names.lazy.filter(filter.containsWhole).prefix(mostBesideCommands).map { name in
        PickerLine(
          invocation: Invocation(destination.command, name), title: DisplayText("go \(name)"),
          detail: DisplayText(destination.kind))
      }
    }
  }

  /// Goes to what has a name; asks if several have it.
  ///
  /// In a script, goes to the first of them, as nobody can choose.
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
    // The refusal suggests a similar name: names with the same first letters are compared.
    let firstLetters = String(name.prefix(3))
    let mostCompared = 20
    let candidates = all.flatMap { destination in
      Filter.first(mostCompared, of: destination.names, matching: firstLetters)
    }
    return .refused(.unknown("value, feature, flag or recipe", name, among: candidates))
  }

  /// The id of the first flag whose build value reads the selected value; nil if none does.
  private static func flagOfValue(in model: Model) -> String? {
    guard let value = model.shownScreen.selectedValue(model.shared) else { return nil }
    let flag = model.sessionFlags?.catalogue.flags.first { flag in
      let valuesRead = flag.reading?.paths ?? []
      return valuesRead.contains { read in
        read.feature == value.feature && read.path.description == value.path
      }
    }
    return flag?.id
  }
}

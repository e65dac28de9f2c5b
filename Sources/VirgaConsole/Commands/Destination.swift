import VirgaCanvas
import VirgaExperiments
import VirgaFlags
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaSource
import VirgaWorkbench

/// Something that one can go to by its name: a feature, a value, a screen, a file.
struct Destination: Sendable {
  enum Kind: String, CaseIterable, Sendable {
    case value, feature, flag, recipe, branch, channel, screen, panel, command, problem, file

    /// The kind with its article, as in `a value`.
    var noun: String { "a \(rawValue)" }

    /// Whether something of another kind is meant if it has the same name.
    var yieldsToOtherKinds: Bool { [.command, .problem, .file].contains(self) }
  }

  let kind: Kind
  /// The name to type, which several destinations may have.
  let name: String
  /// Its title in a list, which tells it from others of the same name; nil if that is the name.
  var title: String?
  /// Where it is, or what is known about it.
  var detail = ""
  /// The command that goes there.
  let invocation: Invocation
  /// What it is known by while the list changes; nil if that is the command.
  var identity: String?

  /// As a line of the list of all destinations.
  var line: PickerLine {
    PickerLine(
      invocation: invocation, leading: DisplayText(kind.rawValue),
      title: DisplayText(title ?? name), detail: DisplayText(detail), identity: identity)
  }
}

// The destinations of each kind.
extension Destination {
  /// All destinations, grouped by kind: things of the manifest and the session first.
  static func all(in model: Model) -> [Destination] {
    features(in: model) + values(in: model) + flags(in: model) + recipes(in: model)
      + channels(in: model) + screens(in: model) + commands(in: model) + problems(in: model)
      + files(in: model)
  }

  /// The features, each with the place of its definition, such as `app.fml.yaml:12`.
  static func features(in model: Model) -> [Destination] {
    model.workspace.features.map { feature in
      Destination(
        kind: .feature, name: feature.id,
        detail: "\(feature.location.file):\(feature.location.range.start.line)",
        invocation: Invocation("select", feature.id))
    }
  }

  /// The values of every feature in the channel on screen; on screen 1, those of the selected
  /// feature come first.
  static func values(in model: Model) -> [Destination] {
    guard let manifest = model.workspace.manifest else { return [] }
    let selected = model.screen == .features ? model.selectedFeature : nil
    let others = manifest.features.filter { $0.id != selected?.id }
    let all = (selected.map { [$0] } ?? []) + others
    return all.flatMap { values(of: $0, of: manifest, in: model) }
  }

  /// The values of a feature in the current channel, with the layers of the session over the
  /// defaults.
  private static func values(
    of feature: FeatureDefinition, of manifest: Manifest, in model: Model
  ) -> [Destination] {
    let merged = manifest.reading(
      of: feature, channel: model.channel, under: model.layers[feature.id])
    return ValueRows.rows(of: merged, in: manifest).map { row in
      Destination(
        kind: .value, name: row.pathText, title: "\(feature.id) ▸ \(row.pathText)",
        detail: row.isContainer ? "" : ValueText.short(row.value),
        invocation: Invocation("go-value", "\(feature.id) \(row.pathText)"))
    }
  }

  /// The flags by their ids, each with the path of the value in a feature from which the app's
  /// build turns it on or off (its build value), or else its kind.
  static func flags(in model: Model) -> [Destination] {
    let flags = model.shared.flagCatalogue?.flags ?? []
    return flags.map { flag in
      // Not all flags read their build value from a feature; of several paths, the first is named.
      let pathOfValue = flag.reading?.paths.first.map { "\($0.feature) ▸ \($0.path)" }
      return Destination(
        kind: .flag, name: flag.id, detail: pathOfValue ?? flag.kind.title,
        invocation: Invocation("select-flag", flag.id))
    }
  }

  /// The recipes of the session, each followed by its branches.
  static func recipes(in model: Model) -> [Destination] {
    model.session.recipes.flatMap { recipe in
      let ownLine = Destination(
        kind: .recipe, name: recipe.slug,
        detail: recipe.featureIDs.joined(separator: ", "),
        invocation: Invocation("recipe", recipe.slug))
      let branches = recipe.branches.map { branch in
        Destination(
          kind: .branch, name: branch.slug, title: "\(recipe.slug) ▸ \(branch.slug)",
          detail: "ratio \(branch.ratio)",
          invocation: Invocation("go-branch", "\(recipe.slug) \(branch.slug)"))
      }
      return [ownLine] + branches
    }
  }

  /// The channels, each with the file that declares them; the one whose values are shown is
  /// `on screen`.
  static func channels(in model: Model) -> [Destination] {
    // The channels are those of the main file, which comes first.
    let file = model.workspace.manifest?.files.first?.shownName ?? ""
    return model.workspace.channels.map { channel in
      let isShown = model.channel.isSameName(as: channel)
      return Destination(
        kind: .channel, name: channel, detail: isShown ? "\(file), on screen" : file,
        invocation: Invocation("channel", channel))
    }
  }

  /// The screens, each followed by its panels.
  static func screens(in model: Model) -> [Destination] {
    Screen.allCases.flatMap { screen in
      let ownLine = Destination(
        kind: .screen, name: screen.rawValue, title: screen.title, detail: "key \(screen.digit)",
        invocation: Invocation(screen.rawValue))
      let panels = screen.panels.map { panel in
        Destination(
          kind: .panel, name: panel.name, title: panel.title, detail: "of \(screen.title)",
          invocation: Invocation("focus", panel.name))
      }
      return [ownLine] + panels
    }
  }

  /// The commands of the command line, apart from those that act on a typed text, and from those
  /// that go to something that is listed anyway.
  static func commands(in model: Model) -> [Destination] {
    let listedOtherwise = Set(["go", "command"] + Screen.allCases.map(\.rawValue))
    let commands = CommandTable.all.filter { command in
      // The command line lists a verb such as `copy` in place of those that belong to it, such as
      // `copy-id`.
      let belongsToVerb = command.verb != nil
      let isListedOtherwise = listedOtherwise.contains(command.name)
      return !belongsToVerb && !isListedOtherwise && !command.context.isForText
    }
    return commands.map { command in
      Destination(
        kind: .command, name: command.name, detail: command.title(in: model),
        invocation: Invocation(command.name))
    }
  }

  /// The problems, each as a sentence that begins with its channels, with the place where it was
  /// found.
  static func problems(in model: Model) -> [Destination] {
    var countsOfSame: [String: Int] = [:]
    return model.problems.all.map { item in
      // The number of a problem changes when others are found or fixed. Its identity, by which the
      // list keeps the cursor on it, is what the problem says; of problems that say the same, each
      // has its own count.
      let words = "\(item.found.place) \(item.problem.path) \(item.found.sentence)"
      let countOfSame = countsOfSame[words, default: 0]
      countsOfSame[words] = countOfSame + 1
      // The command takes the number of a problem, which is 1 for the first one.
      return Destination(
        kind: .problem, name: item.found.sentence, detail: item.found.place,
        invocation: Invocation("next-problem", "\(item.id + 1)"),
        identity: "problem \(countOfSame) \(words)")
    }
  }

  /// The files of the manifest.
  static func files(in model: Model) -> [Destination] {
    (model.workspace.manifest?.files ?? []).map { file in
      let features = model.workspace.features.count { $0.location.file == file.shownName }
      return Destination(
        kind: .file, name: file.shownName, detail: features.pluralizing("feature"),
        invocation: Invocation("go-file", file.shownName))
    }
  }
}

/// The names of all destinations of a kind, each once.
struct DestinationNames: Sendable {
  let kind: Destination.Kind
  let names: [String]

  /// The names of each kind, in the order of the kinds.
  static func all(in model: Model) -> [DestinationNames] {
    let destinations = Dictionary(grouping: Destination.all(in: model), by: \.kind)
    return Destination.Kind.allCases.map { kind in
      DestinationNames(
        kind: kind, names: (destinations[kind] ?? []).map(\.name).withoutRepeats)
    }
  }
}

import VirgaCanvas
import VirgaFlags
import VirgaJSON
import VirgaSession
import VirgaSource
import VirgaWorkbench

enum FlagCommands {
  static let all: [Command] = changing + drawing + listing + [NamedFlags.command]

  private static let changing: [Command] = [
    Command("cycle-flag", "off, on, unset") { state, _ in set(FlagChange(state)?.next, in: &state) }
      .in(.screen(.flags)).form(of: "toggle").keys("Space").mutating().hint(1).titled(FlagChange.cycleTitle)
      .when(FlagChange.isPossible)
      .help(
        "Sets the next value on the layer shown in the hint line, starting with one that changes something; for a test, the next variation."
      ),
    Command("flag-layer", "other layer") { state in
      state.flags.layer = state.flags.layer == .preference ? .debug : .preference
    }
    .in(.screen(.flags)).keys("s").records(.nothing).hint(1)
    .titled { $0.flags.layer == .preference ? "debug instead" : "preference instead" }.when(FlagChange.hasOtherLayer)
    .help("Has Space change the debug override instead of the preference, or the other way round."),
    Command("choose-value", "choose a value", run: choose)
      .in(.screen(.flags)).form(of: "edit").keys("o")
      .argument(.oneOf { (FlagChange($0)?.choices ?? []) + ["unset"] }).mutating().hint(2)
      .short("choose").when(FlagChange.isPossible)
      .help("Lists the options, the variations, or on, off and unset."),
    Command("unset-flag", "unset") { state, _ in set(nil, in: &state) }
      .in(.screen(.flags)).keys("Del").mutating().titled { "unset \(FlagChange.layerTitle($0))" }
      .when(FlagChange.isPossible).help("Unsets the layer, in any channel."),
    Command("drop-flag", "drop overrides") { state, _ in
      let orphans = state.flags.list.markCount == 0 ? [state.flags.list.selected?.orphan].compactMap(\.self) : []
      return flag("drop", state.flags.subjects.map(\.id) + orphans.map(\.name), in: &state)
    }
    .in(.screen(.flags)).form(of: "drop").keys("d").argument(.text).mutating().hint(3).short("drop")
    .when {
      let list = $0.flags.list
      guard list.markCount == 0 else { return .applies() }
      guard let item = list.selected else { return .refused(.noFlagSelected) }
      return item.flag?.isOverridden == false ? .refused(.nothingOverridden(for: item.name)) : .applies()
    }
    .asks { state, _ in
      let rows = state.flags.subjects
      guard rows.count > 1 else { return nil }
      return .dropping(storedKeys(of: rows, in: state), by: "drop-flag", in: state) { _ in
        "Drop overrides of \(rows.count.pluralizing("flag"))"
      }
    }
    .help("Drops everything stored for the flag; asks first if several are marked."),
    Command("drop-flags", "drop overrides of all flags …", run: dropAll)
      .in(.screen(.flags)).keys("D").argument(.text).mutating().asks { state, _ in droppingAll(state) }
      .help("Asks first; drop-flags yes does not ask. You can undo it."),
    Command("lock-flag", "lock or unlock") { state, argument in
      guard let row = state.flags.firstSubject, let flag = state.flags.flags?.configured(row) else { return [] }
      let isUnlocked = state.session.kept(of: flag).lock ?? flag.unlocked ?? false
      return set(argument.isEmpty ? (isUnlocked ? "locked" : "unlocked") : argument, .lock, in: &state)
    }
    .in(.screen(.flags)).keys("L").argument(.oneOf { _ in ["locked", "unlocked"] }).mutating()
    .when { $0.flags.availability(of: .set(.lock, false)) },
    Command("test-override", "test override") { state, _ in
      let rows = state.flags.subjects
      for row in rows { state.flags.testOverrides.flags[row.id] = state.flags.testOverrides.flags[row.id].next }
      return .says(.testOverrides(rows.map { ($0.id, state.flags.testOverrides.flags[$0.id]) }))
    }
    .in(.screen(.flags)).keys("t").when { $0.flags.availability(of: .setTestOverride(true)) }
    .help("Simulates a preference: on, off, none. It is never stored."),
    Command("test-override-all", "test override of all flags") { state, _ in
      state.flags.testOverrides.all = state.flags.testOverrides.all.next
      return .says(.testOverrideOfAll(state.flags.testOverrides.all))
    }
    .in(.screen(.flags)).keys("T")
    .help("Simulates a preference for every flag that has none of its own: on, off, none."),
  ]

  private static let drawing: [Command] = [
    Command("draw", "set the draw") { state, draw in
      draw.isEmpty ? .prompt("draw ") : set(draw, .draw, in: &state)
    }
    .in(.screen(.flags)).keys("p").argument(.described(landings)).mutating()
    .when { $0.flags.availability(of: .redraw) }.help("Takes a number from 0 to 100: where would 15 land?"),
    Command("draw-again", "draw again") { state, _ in redraw(&state) }
      .in(.screen(.flags)).keys("r").mutating().when { $0.flags.availability(of: .redraw) },
    Command("weights", "edit the weights") { state, weights in
      guard weights.isEmpty else { return set(weights.replacing(", ", with: ","), .weights, in: &state) }
      let flag = state.flags.selectedConfigured
      let kept = flag.map { state.session.kept(of: $0).weights ?? $0.weights.inEffect } ?? []
      return .prompt("weights ", proposing: kept.map(FlagNumber.text).joined(separator: ","))
    }
    .in(.screen(.flags)).keys("w").argument(.text).mutating().when { $0.flags.availability(of: .redraw) }
    .help("Takes a percentage for each variation, as in `50,30,20`; without them, starts from those in effect."),
    Command("simulate-shares", "compare shares with weights") { state in state.flags.showsShares.toggle() }
      .in(.screen(.flags)).keys("S").when { $0.flags.availability(of: .simulate) }
      .help("Tries many draws, and shows the share of each variation next to its weight."),
  ]

  private static let listing: [Command] = [
    Command("only-overridden-flags", "only overridden") { state, _ in
      list(state.flags.selection == .overridden ? "all" : "overridden", in: &state)
    }
    .in(.screen(.flags)).form(of: "only-overridden").keys("f").hint(5)
    .titled { $0.flags.selection == .overridden ? "all flags" : "only overridden" }
    .help("Lists only overridden flags, or all again."),
    Command("list-flags", "choose what is listed") { state, argument in list(argument, in: &state) }
      .in(.screen(.flags)).form(of: "list").keys("F").argument(.oneOf { $0.flags.selections.map(\.name) })
      .help("Lists all flags, or only some: overridden, with checks that differ, on, or of one kind or section."),
    Command("select-flag", "go to a flag", run: select)
      .in(.screen(.flags)).alias(of: "go").argument(.oneOfMany { $0.flags.ids }).moves(.jump),
    Command("go-to-flag-feature", "go to the feature") { state, _ in
      guard let section = state.flags.list.selectedHeading else { return goToFeature(&state) }
      return fold(!state.flags.list.isFolded(section), in: &state)
    }
    .in(.screen(.flags)).form(of: "open").keys("Enter").moves(.jump).hint(7)
    .titled { state in
      state.flags.list.selectedHeading.map { state.flags.list.isFolded($0) ? "unfold" : "fold" }
        ?? "go to the feature"
    }
    .when { $0.flags.list.selectedHeading == nil ? $0.flags.availability(of: .jump) : .applies() }
    .help("Goes to the value that the flag reads, on screen 1; 2 leads back. On a heading it folds or unfolds."),
    Command("unfold-section", "unfold the section") { state, _ in fold(false, in: &state) }
      .in(.panel(.flags)).keys("l", "Right"),
    Command("fold-section", "fold the section") { state, _ in fold(true, in: &state) }
      .in(.panel(.flags)).keys("h", "Left").help("Hides the flags of the section, and goes to its heading."),
    Command("forget-flag", "forget the cached flag …") { state, _ in
      guard let flag = state.flags.selectedConfigured else { return [] }
      return [.forgetFlags(flag.name), .reload]
    }
    .in(.screen(.flags)).argument(.text)
    .when {
      guard let flag = $0.flags.selectedConfigured else { return .refused(.noConfiguredFlagSelected) }
      return flag.origin == .cached ? .applies(flag.name) : .refused(.flagNotOnlyCached)
    }
    .asks { state, _ in forgetting(state.flags.selectedConfigured?.name ?? "the flag", by: "forget-flag") }
    .help(
      "Removes a flag that only an earlier web configuration had, until one has it again. Asks first, as you cannot undo it; forget-flag yes does not ask."
    ),
    Command("forget-flags", "forget cached configurations …") { _, _ in [.forgetFlags(nil), .reload] }
      .in(.screen(.flags)).argument(.text)
      .when { $0.flags.files.isAnyInWeb ? .applies() : .refused(.noWebConfigurations) }
      .asks { _, _ in forgetting("configurations in the web", by: "forget-flags") }
      .help(
        "Removes flags that only earlier web configurations had. Asks first, as you cannot undo it; forget-flags yes does not ask."
      ),
  ]
}

// Changing flags, by the command that names them: a recording repeats it.
extension FlagCommands {
  private static func flag(_ verb: String, _ ids: [String], _ rest: [String?] = [], in state: inout State) -> Outcome {
    let argument = ([verb, NameList.written(ids)] + rest.compactMap(\.self)).joined(separator: " ")
    state.recording.instead = [Invocation("flag", argument)]
    return NamedFlags.run(&state, argument)
  }

  /// Sets a layer of the marked flags, or of the one under the cursor; nil unsets it.
  private static func set(_ value: String?, _ layer: FlagLayer? = nil, in state: inout State) -> Outcome {
    guard let wanted = FlagChange(state) else { return .refused(.noFlagSelected) }
    let (layer, rows) = (layer ?? wanted.layer, state.flags.subjects)
    let isUsual = rows.allSatisfy { FlagLayer(of: $0) == layer }
    let rest = [value, isUsual ? nil : layer.rawValue]
    return flag(value == nil ? "clear" : "set", rows.map(\.id), rest, in: &state)
  }

  @Sendable private static func choose(_ state: inout State, _ argument: String) -> Outcome {
    guard !argument.isEmpty else { return state.askAboutSelection(FlagChange.picker) }
    let choices = (FlagChange(state)?.choices ?? []) + ["unset"]
    guard choices.contains(argument) else { return .refused(.unknown("value", argument, among: choices)) }
    return set(argument == "unset" ? nil : argument, in: &state)
  }

  /// The recording has the numbers that were drawn.
  private static func redraw(_ state: inout State) -> Outcome {
    guard let flags = state.flags.flags else { return .refused(.noFlags) }
    let rows = state.flags.subjects
    let outcome = state.perform { operations throws(Refusal) in try operations.change(rows, .redraw, in: flags) }
    let draws = rows.compactMap { row in state.session[.draw, row.storedName].map { (row.id, $0) } }
    let what = draws.count == 1 ? "\(draws[0].0) \(draws[0].1.compact)" : JSONValue.object(JSONObject(draws)).compact
    state.recording.instead = [Invocation("flag", "set \(what) draw")]
    return outcome
  }

  /// Describes where a typed draw would land, or the current draw.
  @Sendable private static func landings(_ state: State, _ typed: String) -> [(argument: String, detail: String)] {
    let tests = state.flags.subjects.compactMap { state.flags.flags?.configured($0) }.filter(\.isTest)
    func draw(_ flag: ConfiguredFlag) -> Double? { typed.isEmpty ? state.session.kept(of: flag).draw : Double(typed) }
    guard let first = tests.first.flatMap(draw) else { return [] }
    let landings = tests.map { flag in
      let (weights, draw) = (state.session.kept(of: flag).weights(of: flag), draw(flag) ?? first)
      guard let index = weights.index(of: draw), flag.variations.indices.contains(index) else {
        return "a draw is a number from 0 to 100"
      }
      return "\(flag.name) lands on \(flag.variations[index].rawValue), \(weights.range(index))"
    }
    return [(typed.isEmpty ? FlagNumber.text(first) : typed, landings.joined(separator: "; "))]
  }
}

// Dropping and forgetting.
extension FlagCommands {
  @Sendable private static func dropAll(_ state: inout State, _: String) -> Outcome {
    guard let catalogue = FlagScreen.resolved(in: &state)?.catalogue else { return .refused(.noFlags) }
    let orphans = orphans(in: catalogue, of: state)
    return state.perform { operations throws(Refusal) in try operations.drop(catalogue.rows, orphans: orphans) }
  }

  private static func droppingAll(_ state: State) -> Question? {
    guard state.flags.isCurrent(state.workspace), let catalogue = state.flags.flags?.catalogue else { return nil }
    let keys = storedKeys(of: catalogue.rows, in: state) + orphans(in: catalogue, of: state)
    return .dropping(keys, by: "drop-flags", in: state) { keys in
      let others = state.session.overrideCount - keys.count
      let rest = others == 0 ? "" : ": \(others.pluralizing("other override")) \(others == 1 ? "stays" : "stay")"
      return "Drop overrides of all flags" + rest
    }
  }

  static func orphans(in catalogue: FlagCatalogue, of state: State) -> [EntryKey] {
    state.session.flagOrphans(in: catalogue, manifest: state.workspace.manifest)
  }

  private static func storedKeys(of rows: [FlagDefinition], in state: State) -> [EntryKey] {
    var known: Set<EntryKey> = []
    return rows.flatMap { $0.overrideKeys(in: state.workspace.manifest) }.filter {
      state.session[$0] != nil && known.insert($0).inserted
    }
  }

  private static func forgetting(_ what: String, by command: String) -> Question {
    let detail: DisplayText = "cannot be undone; returns only if a configuration has it again"
    return Question(
      asked: "Forget the cached \(what)",
      answers: [.init(invocation: .confirmed(command), title: "forget it", detail: detail)])
  }
}

// Listing flags and going to them.
extension FlagCommands {
  private static func list(_ argument: String, in state: inout State) -> Outcome {
    if let selection = state.flags.selections.first(where: { $0.name == argument }) {
      state.flags.selection = selection
      return .done(
        saying: .lists(
          selection, matching: state.flags.list.filter.text, clear: state.keyName(of: "clear"),
          all: state.keyName(of: "only-overridden-flags")))
    }
    guard argument.isEmpty else {
      return .refused(.unknown("selection", argument, among: state.flags.selections.map(\.name)))
    }
    return .asks { state in
      .choice("List", state.flags.selections.map { (Invocation("list-flags", $0.name), $0.title, "") })
    }
  }

  @Sendable private static func select(_ state: inout State, _ id: String) -> Outcome {
    guard let known = FlagScreen.resolved(in: &state) else { return .refused(.noFlags) }
    guard known.catalogue[id] != nil else { return .refused(.unknown("flag", id, among: state.flags.ids)) }
    state.flags.refresh(state.workspace, state.session, channel: state.channel)
    state.flags.select(id)
    state.focus = .flags
    return []
  }

  private static func fold(_ folds: Bool, in state: inout State) -> Outcome {
    state.flags.list.setFoldUnderCursor(to: folds) ? [] : .refused(.noHeading)
  }

  static func goToFeature(_ state: inout State) -> Outcome {
    guard let path = state.flags.selectedRow?.reading?.paths.first, let manifest = state.workspace.manifest else {
      return []
    }
    let outcome = FeatureCommands.select(&state, path.feature)
    guard !outcome.isRefused else { return outcome }
    state.reconcile()
    if state.table.reveal(path.path, in: manifest) { state.focus = .values }
    return outcome
  }
}

extension Bool? {
  fileprivate var next: Bool? {
    switch self {
    case nil: true
    case true?: false
    case false?: nil
    }
  }
}

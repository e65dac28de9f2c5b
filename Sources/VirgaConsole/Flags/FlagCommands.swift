import VirgaFlags
import VirgaJSON
import VirgaSession
import VirgaSource
import VirgaWorkbench

/// The commands of screen 2: changing flags, drawing groups of tests, listing.
enum FlagCommands {
  static let all: [Command] = changing + drawing + listing + [FlagByIDCommand.command]

  private static let changing: [Command] = [
    Command("cycle-flag", "off, on, unset", on: FlagsScreen.self) { screen, shared in
      set(FlagChange(screen, shared)?.nextChoice, on: screen, shared)
    }
    .in(.screen(.flags)).listed(in: .flagKeys).form(of: "toggle").keys("Space").mutating().hint(
      .main
    )
    .titled(FlagChange.cycleTitle)
    .when(FlagChange.isPossible)
    .help(
      "Sets the next value on the layer shown in the hint line, starting with one that changes something; for a test, the next variation."
    ),
    Command("flag-layer", "other layer", on: FlagsScreen.self) { screen, _ in
      screen.chosenLayer = screen.chosenLayer == .preference ? .debug : .preference
      return []
    }
    .in(.screen(.flags)).listed(in: .flagKeys).keys("s").hint(.main)
    .titled { $0.flags.chosenLayer == .preference ? "debug instead" : "preference instead" }
    .when(FlagChange.hasOtherLayer)
    .help("Has Space change the debug override instead of the preference, or the other way round."),
    Command("choose-value", "choose a value", run: choose)
      .in(.screen(.flags)).listed(in: .flagKeys).form(of: "edit").keys("o")
      .argument(.oneOf { (FlagChange($0.flags, $0.shared)?.choices ?? []) + ["unset"] }).mutating()
      .hint(.second)
      .short("choose").when(FlagChange.isPossible)
      .help("Lists the options, the variations, or on, off and unset."),
    Command("unset-flag", "unset", on: FlagsScreen.self) { set(nil, on: $0, $1) }
      .in(.screen(.flags)).listed(in: .flagKeys).keys("Del").mutating().when(FlagChange.isPossible)
      .titled {
        let change = FlagChange($0.flags, $0.shared)
        return "unset \(change?.layerTitle ?? $0.flags.chosenLayer.rawValue)"
      }
      .help("Unsets the layer, in any channel."),
    Command("drop-flag", "drop overrides", on: FlagsScreen.self) { screen, shared in
      let flags = screen.markedOrSelected(shared)
      // Choices that the session stores for flags that do not exist, which are listed too.
      let orphans = screen.list.markedOrSelected.compactMap(\.orphan)
      return .performs { try $0.drop(flags, orphans: orphans) }
    }
    .in(.screen(.flags)).listed(in: .flagKeys).form(of: "drop").keys("d").argument(.text).mutating()
    .hint(.third)
    .short("drop")
    .when {
      let list = $0.flags.list
      guard list.markCount == 0 else { return .applies() }
      guard let item = list.selected else { return .refused(.noFlagSelected) }
      return item.flag?.isOverridden == false
        ? .refused(.nothingOverridden(for: item.name)) : .applies()
    }
    .asks { model, _ in
      let flags = model.flags.markedOrSelected(model.shared)
      guard flags.count > 1 else { return nil }
      let asked = "Drop overrides of \(flags.count.pluralizing("flag"))"
      return .dropping(storedKeys(of: flags, in: model), by: "drop-flag", asking: asked, in: model)
    }
    .help("Drops everything stored for the flag; asks first if several are marked."),
    Command("drop-flags", "drop overrides of all flags …", run: dropAll)
      .in(.screen(.flags)).keys("D").argument(.text).mutating().asks { model, _ in
        questionBeforeDroppingAll(model)
      }
      .help("Asks first; drop-flags yes does not ask. You can undo it."),
    Command("lock-flag", "lock or unlock", on: FlagsScreen.self) { screen, shared, argument in
      guard let flag = screen.configuredFlag(accepting: .set(.lock, false), shared) else {
        return []
      }
      let isUnlocked = shared.session.choices(of: flag).lock ?? flag.unlocked ?? false
      let opposite = isUnlocked ? "locked" : "unlocked"
      return set(argument.isEmpty ? opposite : argument, .lock, on: screen, shared)
    }
    .in(.screen(.flags)).listed(in: .flagKeys).keys("L").argument(
      .oneOf { _ in ["locked", "unlocked"] }
    ).mutating()
    .when { $0.flags.availability(of: .set(.lock, false), $0.shared) },
  ]

  private static let drawing: [Command] = [
    Command("draw", "set the draw", on: FlagsScreen.self) { set($2, .draw, on: $0, $1) }
      .in(.screen(.flags)).listed(in: .flagKeys).keys("p").argument(.described(completionsOfDraw))
      .prompts()
      .mutating()
      .when { $0.flags.availability(of: .redraw, $0.shared) }
      .help("Takes a number from 0 to 100: where would 15 land?"),
    Command("draw-again", "draw again", on: FlagsScreen.self) { redraw($0, $1) }
      .in(.screen(.flags)).listed(in: .flagKeys).keys("r").mutating().when {
        $0.flags.availability(of: .redraw, $0.shared)
      },
    Command("weights", "edit the weights", on: FlagsScreen.self) { screen, shared, weights in
      guard weights.isEmpty else {
        return set(weights.replacing(", ", with: ","), .weights, on: screen, shared)
      }
      let flag = screen.configuredFlag(accepting: .redraw, shared)
      let current = flag.map { shared.session.choices(of: $0).weights ?? $0.weights.inEffect } ?? []
      return .prompt("weights ", proposing: current.map(FlagNumber.text).joined(separator: ","))
    }
    .in(.screen(.flags)).listed(in: .flagKeys).keys("w").argument(.text).mutating().when {
      $0.flags.availability(of: .redraw, $0.shared)
    }
    .help(
      "Takes a percentage for each variation, as in `50,30,20`; without them, starts from those in effect."
    ),
  ]

  private static let listing: [Command] = [
    // The console shows a debug build, not the session, so no screen has the choice.
    Command("debug-build", "as a debug build") { model in
      model.shared.flags.isDebugBuild.toggle()
      let isOn = model.shared.flags.isDebugBuild
      return .says(.debugBuild(isOn: isOn, key: model.keyName(of: "debug-build")))
    }
    .near(.screen(.flags), "B", hint: .sixth).listed(in: .flagKeys)
    .hint(when: {
      $0.shared.flags.isDebugBuild || $0.flags.list.selected?.flag?.isHidden == true
    })
    .titled { $0.shared.flags.isDebugBuild ? "as this build" : "as a debug build" }
    .when(canChangeBuild)
    .help("Shows flags under development as a debug build shows them, until it is pressed again."),
    Command("only-overridden-flags", "only overridden", on: FlagsScreen.self) { screen, shared in
      list(&screen, shared, screen.subset == .overridden ? "all" : "overridden")
    }
    .in(.screen(.flags)).form(of: "only-overridden").keys("f").hint(.fifth)
    .titled { $0.flags.subset == .overridden ? "all flags" : "only overridden" }
    .help("Lists only overridden flags, or all again."),
    Command("list-flags", "choose what is listed", run: list)
      .in(.screen(.flags)).form(of: "list").keys("F")
      .argument(.oneOf { subsets($0.shared).map(\.words.name) })
      .help(
        "Lists all flags, or only some: overridden, with checks that differ, on, or of one kind or section."
      ),
    Command("select-flag", "go to a flag", run: select)
      .in(.screen(.flags)).part(of: "go").argument(.oneOf(\.shared.flagIDs)).moves(.jump),
    Command("go-to-flag-feature", "go to the feature", on: FlagsScreen.self) { screen, _ in
      guard let section = screen.list.selectedHeading else { return screen.goesToFeature }
      return setFold(to: !screen.list.isFolded(section), on: &screen)
    }
    .in(.screen(.flags)).listed(in: .flagKeys).form(of: "open").keys("Enter").moves(.jump).hint(
      .seventh
    )
    .titled { model in
      model.flags.list.selectedHeading.map { model.flags.list.isFolded($0) ? "unfold" : "fold" }
        ?? "go to the feature"
    }
    .when {
      $0.flags.list.selectedHeading == nil
        ? $0.flags.availabilityUnderCursor(of: .jump, $0.shared) : .applies()
    }
    .help(
      "Goes to the value that the flag reads, on screen 1; press 2 to return. On a heading it folds or unfolds."
    ),
    Command("unfold-section", "unfold the section", on: FlagsScreen.self) { screen, _ in
      setFold(to: false, on: &screen)
    }
    .in(.panel(.flags)).keys("l", "Right"),
    Command("fold-section", "fold the section", on: FlagsScreen.self) { screen, _ in
      setFold(to: true, on: &screen)
    }
    .in(.panel(.flags)).keys("h", "Left")
    .help("Hides the flags of the section, and goes to its heading."),
  ]

  // Changing the marked flags, or the one under the cursor.

  /// Sets a layer to a value, or unsets it if the value is nil; without a layer, the one that
  /// `Space` changes.
  private static func set(
    _ value: String?, _ layer: FlagLayer? = nil, on screen: FlagsScreen, _ shared: Shared
  ) -> Outcome {
    guard let change = FlagChange(screen, shared) else { return .refused(.noFlagSelected) }
    return FlagChange.set(
      layer ?? change.layer, of: screen.markedOrSelected(shared), to: value, shared)
  }

  /// Sets the layer that `Space` changes to the named value, or unsets it for `unset`; asks for a
  /// value if none is named.
  @Sendable private static func choose(
    _ screen: inout FlagsScreen, _ shared: Shared, _ name: String
  ) -> Outcome {
    // Asks about the selection: the list closes if the cursor or the marks change.
    guard !name.isEmpty else { return .asksAboutSelection(FlagChange.picker) }
    let names = (FlagChange(screen, shared)?.choices ?? []) + ["unset"]
    guard names.contains(name) else { return .refused(.unknown("value", name, among: names)) }
    return set(name == "unset" ? nil : name, on: screen, shared)
  }

  /// Draws a new number, which selects the variation, for each marked test, or for the one under
  /// the cursor.
  private static func redraw(_ screen: FlagsScreen, _ shared: Shared) -> Outcome {
    guard let flags = shared.sessionFlags else { return .refused(.noFlags) }
    let markedOrSelected = screen.markedOrSelected(shared)
    return .performs { try $0.change(markedOrSelected, .redraw, in: flags) }
  }

  /// Says which variation of each test a draw, a number from 0 to 100, selects: `15` gives
  /// `hero lands on treatment, 0–50`.
  ///
  /// While nothing is typed, it describes the draw that the session stores for each test; a test
  /// without a stored draw is described with that of the first test. It gives nothing if no test is
  /// selected, if the typed text is not a number, or if nothing is typed and the first test has no
  /// stored draw.
  @Sendable private static func completionsOfDraw(
    _ model: Model, _ typed: String
  ) -> [Command.Completion] {
    let flags = model.sessionFlags
    let configuredFlags = model.flags.markedOrSelected(model.shared).compactMap {
      flags?.configuredFlag(of: $0)
    }
    let tests = configuredFlags.filter(\.isTest)
    /// Nil if the typed text is not a number, or if the session stores no draw for the test.
    func typedOrStoredDraw(_ test: ConfiguredFlag) -> Double? {
      typed.isEmpty ? model.session.choices(of: test).draw : Double(typed)
    }
    guard let firstDraw = tests.first.flatMap(typedOrStoredDraw) else { return [] }
    let landings = tests.map { test in
      landing(of: typedOrStoredDraw(test) ?? firstDraw, in: test, model.session)
    }
    let draw = typed.isEmpty ? FlagNumber.text(firstDraw) : typed
    return [(draw, landings.joined(separator: "; "))]
  }

  /// Says which variation of a test a draw selects, and from which range of draws, as in
  /// `hero lands on treatment, 0–50`.
  private static func landing(
    of draw: Double, in test: ConfiguredFlag, _ session: Session
  ) -> String {
    let weights = session.choices(of: test).weights(of: test)
    // Nil for a draw outside of 0 to 100, and for a test without variations; the second check only
    // protects the subscript.
    guard let index = weights.index(of: draw), test.variations.indices.contains(index) else {
      return "a draw is a number from 0 to 100"
    }
    return
      "\(test.name) lands on \(test.variations[index].rawValue), \(weights.drawRange(at: index))"
  }

  // Dropping.

  /// Drops everything that is stored for any flag, and orphans: stored choices that belong to no
  /// flag.
  @Sendable private static func dropAll(
    _ screen: inout FlagsScreen, _ shared: Shared, _: String
  ) -> Outcome {
    guard let flags = shared.sessionFlags else { return .refused(.noFlags) }
    return .performs { try $0.drop(flags.catalogue.flags, orphans: flags.orphans) }
  }

  /// Asks whether to drop the overrides of all flags, and says how many overrides of other things
  /// stay; nil if there are no flags.
  private static func questionBeforeDroppingAll(_ model: Model) -> Picker? {
    guard let flags = model.sessionFlags else { return nil }
    // The command also drops orphans: stored preferences and debug overrides of no flag.
    let keys = storedKeys(of: flags.catalogue.flags, in: model) + flags.orphans
    // Overrides of features and recipes, and app settings that no flag reads.
    let others = model.session.overrideCount - keys.count
    let verb = others == 1 ? "stays" : "stay"
    let note = others == 0 ? "" : ": \(others.pluralizing("other override")) \(verb)"
    return .dropping(
      keys, by: "drop-flags", asking: "Drop overrides of all flags" + note, in: model)
  }

  /// The overrides that the session stores for some flags; one that several flags read comes once.
  private static func storedKeys(of flags: [FlagDefinition], in model: Model) -> [EntryKey] {
    var seen: Set<EntryKey> = []
    let keys = flags.flatMap { $0.overrideKeys(in: model.workspace.manifest) }
    return keys.filter { key in
      let isStored = model.session[key] != nil
      return isStored && seen.insert(key).inserted
    }
  }

  // Listing flags and going to them.

  /// Applies if a debug build would show other flags than the build on screen, or if flags are
  /// shown as in a debug build now, which the command then ends.
  @Sendable private static func canChangeBuild(_ model: Model) -> Command.Availability {
    let flags = model.shared.flags
    if flags.isDebugBuild { return .applies() }
    guard flags.files.hasDevelopmentFlag else { return .refused(.noDevelopmentFlag) }
    // The gate is open if the build of the channel shows flags under development.
    let isDebugBuildAlready = model.sessionFlags?.environment.developmentGate.isOpen == true
    return isDebugBuildAlready ? .refused(.debugBuildAlready(model.channel ?? "")) : .applies()
  }

  /// All subsets of flags that can be listed.
  private static func subsets(_ shared: Shared) -> [FlagsScreen.Subset] {
    FlagsScreen.subsets(in: shared.flags.files)
  }

  /// Lists the flags of the named subset; asks for one if none is named.
  @Sendable private static func list(
    _ screen: inout FlagsScreen, _ shared: Shared, _ name: String
  ) -> Outcome {
    let subsets = subsets(shared)
    if let subset = subsets.first(where: { $0.words.name == name }) {
      // The screen lists its subset when it is refreshed, after the command.
      screen.subset = subset
      return .done(
        saying: .lists(
          subset, matching: screen.list.filter.text, clear: shared.keyName(of: "clear"),
          toggleOverridden: shared.keyName(of: "only-overridden-flags")))
    }
    guard name.isEmpty else {
      return .refused(.unknown("selection", name, among: subsets.map(\.words.name)))
    }
    return .asks(subsetPicker)
  }

  /// A list of all subsets, with the cursor on the listed one.
  @Sendable private static func subsetPicker(_ model: Model) -> Picker {
    let subsets = subsets(model.shared)
    let answers = subsets.map { subset in
      (
        invocation: Invocation("list-flags", subset.words.name), title: subset.words.title,
        detail: ""
      )
    }
    return .choice("List", answers, current: subsets.firstIndex(of: model.flags.subset))
  }

  /// Goes to the flag with an id in the list of flags.
  @Sendable private static func select(
    _ screen: inout FlagsScreen, _ shared: Shared, _ id: String
  ) -> Outcome {
    guard let catalogue = shared.flagCatalogue else { return .refused(.noFlags) }
    guard catalogue[id] != nil else {
      return .refused(.unknown("flag", id, among: shared.flagIDs))
    }
    screen.select(id, shared)
    return .focuses(.flags)
  }

  /// Folds or unfolds the section under the cursor; refused if the cursor is not in a section.
  private static func setFold(to isFolded: Bool, on screen: inout FlagsScreen) -> Outcome {
    screen.list.setFoldUnderCursor(to: isFolded) ? [] : .refused(.noHeading)
  }
}

extension FlagsScreen {
  /// Goes to screen 1, to the feature and the value that the selected flag reads first.
  var goesToFeature: Outcome {
    guard let path = selectedFlag?.reading?.paths.first else { return [] }
    return .goes(ValueTarget(feature: path.feature, paths: [path.path]))
  }
}

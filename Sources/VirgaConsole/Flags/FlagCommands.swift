import VirgaFlags
import VirgaJSON
import VirgaSession
import VirgaWorkbench

extension CommandTable {
  static let flagCommands: [Command] = changingFlags + drawingFlags + listingFlags

  private static let changingFlags: [Command] = [
    Command("cycle-flag", "off, on, unset") { state, _ in state.cycleFlag() }
      .in(.screen(.flags)).form(of: "toggle").keys("Space").mutating().hint(1).titled { $0.cycleTitle }
      .when { $0.canChangeFlag }
      .help(
        "Sets the next value on the layer shown in the hint line, starting with one that changes something; for a test, the next variation."
      ),
    Command("flag-layer", "other layer") { state in
      state.flags.layer = state.flags.layer == .preference ? .debug : .preference
    }
    .in(.screen(.flags)).keys("s").records(.nothing).hint(1)
    .titled { $0.flags.layer == .preference ? "debug instead" : "preference instead" }.when { $0.hasOtherLayer }
    .help("Has Space change the debug override instead of the preference, or the other way round."),
    Command("choose-value", "choose a value") { state, argument in state.chooseValue(argument) }
      .in(.screen(.flags)).form(of: "edit").keys("o").argument(.oneOf { $0.flagChoices }).mutating().hint(2)
      .short("choose").when { $0.canChangeFlag }
      .help("Lists the options, the variations, or on, off and unset."),
    Command("unset-flag", "unset") { state, _ in state.change(state.layerOperation(nil)) }
      .in(.screen(.flags)).keys("Del").mutating().titled { "unset \($0.layerTitle)" }.when { $0.canChangeFlag }
      .help("Unsets the layer, in any channel."),
    Command("drop-flag", "drop overrides") { state, _ in state.dropFlags() }
      .in(.screen(.flags)).form(of: "drop").keys("d").argument(.text).mutating().hint(3).short("drop")
      .when {
        let list = $0.flags.list
        guard list.markCount == 0 else { return .applies() }
        guard let item = list.selected else { return .refused(.noFlagSelected) }
        return item.flag?.isOverridden == false ? .refused(.nothingOverridden(for: item.name)) : .applies()
      }
      .asks { state, _ in state.droppingMarkedFlags }
      .help("Drops everything stored for the flag; asks first if several are marked."),
    Command("drop-flags", "drop overrides of all flags …") { state, _ in state.dropAllFlags() }
      .in(.screen(.flags)).keys("D").argument(.text).mutating().asks { state, _ in state.droppingAllFlags }
      .help("Asks first; drop-flags yes does not ask. You can undo it."),
    Command("lock-flag", "lock or unlock") { state, argument in state.lockFlag(argument) }
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

  private static let drawingFlags: [Command] = [
    Command("draw", "set the draw") { state, argument in
      guard let draw = Double(argument) else { return state.ask("draw", argument, .drawExpected(not: argument)) }
      return state.change(.set(.draw, JSONValue(draw)))
    }
    .in(.screen(.flags)).keys("p").argument(.described { $0.drawArguments($1) }).mutating()
    .when { $0.flags.availability(of: .redraw) }.help("Takes a number from 0 to 100: where would 15 land?"),
    Command("draw-again", "draw again") { state, _ in state.change(.redraw) }
      .in(.screen(.flags)).keys("r").mutating().when { $0.flags.availability(of: .redraw) },
    Command("weights", "edit the weights") { state, argument in state.setWeights(argument) }
      .in(.screen(.flags)).keys("w").argument(.text).mutating().when { $0.flags.availability(of: .redraw) }
      .help("Takes a percentage for each variation, as in `50,30,20`; without them, starts from those in effect."),
    Command("simulate-shares", "compare shares with weights") { state in state.flags.showsShares.toggle() }
      .in(.screen(.flags)).keys("S").when { $0.flags.availability(of: .simulate) }
      .help("Tries many draws, and shows the share of each variation next to its weight."),
  ]

  private static let listingFlags: [Command] = [
    Command("only-overridden-flags", "only overridden") { state, _ in
      state.listFlags(state.flags.selection == .overridden ? "all" : "overridden")
    }
    .in(.screen(.flags)).form(of: "only-overridden").keys("f").hint(5)
    .titled { $0.flags.selection == .overridden ? "all flags" : "only overridden" }
    .help("Lists only overridden flags, or all again."),
    Command("list-flags", "choose what is listed") { state, argument in state.listFlags(argument) }
      .in(.screen(.flags)).form(of: "list").keys("F").argument(.oneOf { $0.flags.selections.map(\.name) })
      .help("Lists all flags, or only some: overridden, with checks that differ, on, or of one kind or section."),
    Command("select-flag", "go to a flag") { state, argument in state.selectFlag(argument) }
      .in(.screen(.flags)).alias(of: "go").argument(.oneOfMany { $0.flags.ids }).moves(.jump),
    Command("go-to-flag-feature", "go to the feature") { state, _ in
      guard let section = state.flags.list.selectedHeading else { return state.goToFlagFeature() }
      return state.foldSection(!state.flags.list.isFolded(section))
    }
    .in(.screen(.flags)).form(of: "open").keys("Enter").moves(.jump).hint(7)
    .titled { state in
      state.flags.list.selectedHeading.map { state.flags.list.isFolded($0) ? "unfold" : "fold" }
        ?? "go to the feature"
    }
    .when { $0.flags.list.selectedHeading == nil ? $0.flags.availability(of: .jump) : .applies() }
    .help("Goes to the value that the flag reads, on screen 1; 2 leads back. On a heading it folds or unfolds."),
    Command("unfold-section", "unfold the section") { state, _ in state.foldSection(false) }
      .in(.panel(.flags)).keys("l", "Right"),
    Command("fold-section", "fold the section") { state, _ in state.foldSection(true) }
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
    .asks { state, _ in .forgetting(state.flags.selectedConfigured?.name ?? "the flag", by: "forget-flag") }
    .help(
      "Removes a flag that only an earlier web configuration had, until one has it again. Asks first, as you cannot undo it; forget-flag yes does not ask."
    ),
    Command("forget-flags", "forget cached configurations …") { _, _ in [.forgetFlags(nil), .reload] }
      .in(.screen(.flags)).argument(.text)
      .when { $0.flags.files.isAnyInWeb ? .applies() : .refused(.noWebConfigurations) }
      .asks { _, _ in .forgetting("configurations in the web", by: "forget-flags") }
      .help(
        "Removes flags that only earlier web configurations had. Asks first, as you cannot undo it; forget-flags yes does not ask."
      ),
  ]
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

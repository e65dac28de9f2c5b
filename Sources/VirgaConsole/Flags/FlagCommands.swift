import VirgaFlags
import VirgaJSON
import VirgaWorkbench

extension CommandTable {
  /// Flags: what the user and the developer chose, and what is listed.
  static let flagCommands: [Command] = changingFlags + drawingFlags + listingFlags

  private static let changingFlags: [Command] = [
    Command(
      "cycle-flag", "off, on, unset", keys: ["Space"], in: .screen(.flags), isMutating: true, hint: 1,
      help:
        "Takes the next value on the layer that the hint line names, first the one that changes something; of a test the next variation.",
      shownTitle: { $0.cycleTitle }, when: { $0.canChangeFlag }, run: { state, _ in state.cycleFlag() }),
    Command(
      "flag-layer", "other layer", keys: ["s"], in: .screen(.flags), hint: 1,
      help: "Has Space change the debug override instead of the preference, or the other way round.",
      shownTitle: { $0.flags.layer == .preference ? "debug instead" : "preference instead" },
      when: { $0.hasOtherLayer },
      run: { state, _ in
        state.flags.layer = state.flags.layer == .preference ? .debug : .preference
        return []
      }),
    Command(
      "choose-value", "choose a value", keys: ["o"], in: .screen(.flags), argument: .oneOf { $0.flagChoices },
      isMutating: true, hint: 2, help: "Lists the options, the variations, or on, off and unset.",
      short: "choose",
      when: { $0.canChangeFlag }, run: { state, argument in state.chooseValue(argument) }),
    Command(
      "unset-flag", "unset", keys: ["Del"], in: .screen(.flags), isMutating: true,
      help: "Makes the layer unset, in any channel.", shownTitle: { "unset \($0.layerTitle)" },
      when: { $0.canChangeFlag }, run: { state, _ in state.change(state.layerOperation(nil)) }),
    Command(
      "drop-flag", "drop overrides", keys: ["d"], in: .screen(.flags), argument: .text, isMutating: true, hint: 3,
      help: "Drops all that is stored for the flag; of several that are marked it asks first.",
      short: "drop",
      when: {
        let list = $0.flags.list
        guard list.markCount == 0 else { return .applies() }
        guard let item = list.selected else { return .refused("there is no flag under the cursor") }
        return item.flag?.isOverridden == false ? .refused("nothing is overridden for \(item.name)") : .applies()
      },
      asks: { state, _ in state.droppingMarkedFlags }, run: { state, _ in state.dropFlags() }),
    Command(
      "drop-flags", "drop overrides of all flags …", keys: ["D"], in: .screen(.flags), argument: .text,
      isMutating: true, help: "Asks first; as a line, drop-flags yes does not ask. It can be undone.",
      asks: { state, _ in state.droppingAllFlags }, run: { state, _ in state.dropAllFlags() }),
    Command(
      "lock-flag", "lock or unlock", keys: ["L"], in: .screen(.flags),
      argument: .oneOf { _ in ["locked", "unlocked"] },
      isMutating: true, when: { $0.flags.availability(of: .lock) }, run: { state, argument in state.lockFlag(argument) }
    ),
    Command(
      "test-override", "test override", keys: ["t"], in: .screen(.flags),
      help: "Simulates a preference: on, off, none. It is never stored.",
      when: { $0.flags.availability(of: .setTestOverride(true)) },
      run: { state, _ in
        let rows = state.flags.subjects
        for row in rows { state.flags.testOverrides.flags.cycle(row.id) }
        let words = rows.prefix(3).map { row in
          "\(row.id) \(state.flags.testOverrides.flags[row.id].map { $0 ? "on" : "off" } ?? "none")"
        }
        let more = rows.count > words.count ? " and \(rows.count - words.count) more" : ""
        state.status = .note("test override, never stored: \(words.joined(separator: ", "))\(more)")
        return []
      }),
    Command(
      "test-override-all", "test override of all flags", keys: ["T"], in: .screen(.flags),
      help: "Simulates a preference for every flag that has none of its own: on, off, none.",
      run: { state, _ in
        state.flags.testOverrides.all = state.flags.testOverrides.all.next
        state.status = .note(
          "test override of all flags: \(state.flags.testOverrides.all.map { $0 ? "on" : "off" } ?? "none")")
        return []
      }),
  ]

  private static let drawingFlags: [Command] = [
    Command(
      "draw", "set the draw", keys: ["p"], in: .screen(.flags), argument: .described { $0.drawArguments($1) },
      isMutating: true,
      help: "Takes a number from 0 to 100: where would 15 land?", when: { $0.flags.availability(of: .redraw) },
      run: { state, argument in
        guard let draw = Double(argument) else {
          return state.ask("draw", argument, "a draw is a number from 0 to 100")
        }
        return state.change(.setDraw(draw))
      }),
    Command(
      "draw-again", "draw again", keys: ["r"], in: .screen(.flags), isMutating: true,
      when: { $0.flags.availability(of: .redraw) }, run: { state, _ in state.change(.redraw) }),
    Command(
      "weights", "edit the weights", keys: ["w"], in: .screen(.flags), argument: .text, isMutating: true,
      help: "Takes a percentage for each variation, as in `50,30,20`; without one it begins with those in effect.",
      when: { $0.flags.availability(of: .redraw) }, run: { state, argument in state.setWeights(argument) }),
    Command(
      "simulate-shares", "compare shares with weights", keys: ["S"], in: .screen(.flags),
      help: "Tries many draws, and shows the share of each variation beside its weight.",
      when: { $0.flags.availability(of: .simulate) },
      run: { state, _ in
        state.flags.showsShares.toggle()
        return []
      }),
  ]

  private static let listingFlags: [Command] = [
    Command(
      "only-overridden", "only overridden", keys: ["f"], in: .screen(.flags), hint: 5,
      help: "Lists the flags for which something is stored, or all again.",
      shownTitle: { $0.flags.selection == .overridden ? "all flags" : "only overridden" },
      run: { state, _ in state.listFlags(state.flags.selection == .overridden ? "all" : "overridden") }),
    Command(
      "list-flags", "choose what is listed", keys: ["F"], in: .screen(.flags),
      argument: .oneOf { $0.flags.selections.map(\.name) },
      help: "Lists all flags, those that are overridden, whose checks differ, that are on, or of one kind or section.",
      run: { state, argument in state.listFlags(argument) }),
    Command(
      "select-flag", "go to a flag", in: .screen(.flags),
      argument: .oneOfMany { PackedNames($0.flags.ids) }, motion: .jump,
      run: { state, argument in state.selectFlag(argument) }),
    Command(
      "go-to-flag-feature", "go to the feature", keys: ["Enter"], in: .screen(.flags), motion: .jump,
      hint: 7,
      help: "Goes to the value that the flag reads, on screen 1; 2 leads back. On a heading it folds or unfolds.",
      shownTitle: { state in
        state.flags.list.selectedHeading.map { state.flags.list.isFolded($0) ? "unfold" : "fold" }
          ?? "go to the feature"
      },
      when: { $0.flags.list.selectedHeading == nil ? $0.flags.availability(of: .jump) : .applies() },
      run: { state, _ in
        guard let section = state.flags.list.selectedHeading else { return state.goToFlagFeature() }
        return state.foldSection(!state.flags.list.isFolded(section))
      }),
    Command(
      "unfold-section", "unfold the section", keys: ["l", "Right"], in: .panel(.flags),
      run: { state, _ in state.foldSection(false) }),
    Command(
      "fold-section", "fold the section", keys: ["h", "Left"], in: .panel(.flags),
      help: "Hides the flags of the section, and goes to its heading.", run: { state, _ in state.foldSection(true) }),
    Command(
      "forget-flag", "forget what was kept of the flag …", in: .screen(.flags), argument: .text,
      help:
        "A flag that only an earlier configuration in the web had goes, until one has it again. Asks first, as undo does not reach it; forget-flag yes does not.",
      when: {
        guard let flag = $0.flags.selectedRow.flatMap($0.configuredFlag) else {
          return .refused("there is no flag of a configuration under the cursor")
        }
        return flag.origin == .cached ? .applies(flag.name) : .refused("a file has it, and would bring it back at once")
      },
      asks: { state, _ in
        let flag = state.flags.selectedRow.flatMap(state.configuredFlag)
        return .forgetting(flag?.name ?? "the flag", by: "forget-flag")
      },
      run: { state, _ in
        guard let flag = state.flags.selectedRow.flatMap(state.configuredFlag) else { return [] }
        return [.forgetFlags(flag.name), .reload]
      }),
    Command(
      "forget-flags", "forget what was kept of configurations …", in: .screen(.flags), argument: .text,
      help:
        "Flags that only earlier configurations in the web had go. Asks first, as undo does not reach it; forget-flags yes does not.",
      when: { $0.flags.files.isAnyInWeb ? .applies() : .refused("no configuration is in the web") },
      asks: { _, _ in .forgetting("configurations in the web", by: "forget-flags") },
      run: { _, _ in [.forgetFlags(nil), .reload] }),
  ]
}

extension Bool? {
  /// On, off, none, and on again.
  fileprivate var next: Bool? {
    switch self {
    case nil: true
    case true?: false
    case false?: nil
    }
  }
}

extension NameTable<Bool> {
  fileprivate mutating func cycle(_ key: String) { self[key] = self[key].next }
}

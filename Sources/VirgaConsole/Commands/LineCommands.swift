extension CommandTable {
  /// What can be done while a line is typed: in a list over the screen, a filter, a value, a search or a completion.
  static let lineCommands: [Command] =
    overlayCommands + filterCommands + valueLineCommands + findCommands
    + completionCommands + listCommands

  private static let overlayCommands: [Command] = [
    Command(
      "choose", "choose", keys: ["Enter"], in: .picker, hint: 1, hintedWhen: \.canChoose,
      shownTitle: { state in
        if [.keys, .commandLine].contains(state.overlay?.kind) { return "run" }
        return switch state.overlay?.selected?.invocation?.name {
        case "drop-override": "drop"
        case "reset-client": "reset"
        default: "choose"
        }
      },
      when: hasList, run: { state, _ in state.chooseInOverlay() }),
    Command(
      "close-list", "close", keys: ["Esc", "Ctrl-C"], in: .picker, hint: 2,
      help: "Clears the filter of the list first.",
      shownTitle: { $0.overlay?.isFiltered == true ? "clear" : "close" },
      when: hasList, run: { state, _ in state.leaveList() }),
    Command(
      "filter-list", "filter", keys: ["/"], in: .picker, argument: .text, hint: 3,
      hintedWhen: { $0.overlay?.isTyping == false }, help: "Finds lines by any word in them.", when: hasList,
      run: { state, argument in state.filterList(argument) }),
    Command(
      "complete-line", "complete", keys: ["Tab"], in: .typing(.overlay), hint: 4,
      help:
        "Puts the line under the cursor on the command line, for an argument to follow; on what was typed itself, as much as all that go on from it share.",
      when: { $0.overlay?.kind == .commandLine ? .applies() : .refused("only the command line is completed") }
    ) { state, _ in
      state.completeLine()
      return []
    },
  ]

  @Sendable private static func hasList(_ state: State) -> Command.Availability {
    state.overlay == nil ? .refused("no list lies over the screen") : .applies()
  }

  private static let filterCommands: [Command] = [
    line("keep-filter", "keep", ["Enter", "Tab"], .filter, hint: 1, shownTitle: { $0.typedLine?.keeps ?? "keep" }) {
      $0.keepLine()
    },
    line("drop-filter", "clear", ["Esc", "Ctrl-C"], .filter, hint: 2) { $0.dropLine() },
  ]

  private static let valueLineCommands: [Command] = [
    line("set-typed", "set", ["Enter"], .value, hint: 1) { $0.commitValue() },
    line("leave-typed", "leave as it was", ["Esc", "Ctrl-C"], .value, hint: 2) { state in
      state.editing.value = nil
      state.status = .note("left as it was")
      return []
    },
  ]

  private static let findCommands: [Command] = [
    line("keep-find", "back to the text", ["Enter", "Tab"], .find, hint: 1) { state in
      state.edit { $0.keepSearch() }
      return []
    },
    line("end-find", "end", ["Esc", "Ctrl-C"], .find, hint: 2) { state in
      state.edit { $0.endSearch() }
      return []
    },
    line("find-down", "next", ["Down", "Ctrl-F"], .find, hint: 3, opposite: "find-up") { state in
      state.edit { $0.find(step: 1) }
      return []
    },
    line("find-up", "previous", ["Up"], .find) { state in
      state.edit { $0.find(step: -1) }
      return []
    },
  ]

  private static let completionCommands: [Command] = [
    line("take-completion", "take it", ["Tab"], .completion, hint: 1) { state in
      state.edit { $0.acceptCompletion() }
      return []
    },
    line(
      "take-or-break", "take it, or break the line", ["Enter"], .completion,
      help: "Takes what is selected where it was asked for or chosen, or where what is typed is not whole."
    ) { state in
      state.edit { $0.completionTakesEnter ? $0.acceptCompletion() : $0.breakLine() }
      return []
    },
    line("close-completion", "close", ["Esc", "Ctrl-C"], .completion, hint: 2) { state in
      state.edit { $0.closeCompletion() }
      return []
    },
  ]

  private static let listCommands: [Command] = [
    line(
      "list-down", "down the list", ["Down", "Ctrl-N"], .list, hint: 3, opposite: "list-up", shownTitle: { _ in "move" }
    ) {
      $0.moveInList(by: 1)
    },
    line("list-up", "up the list", ["Up", "Ctrl-P"], .list) { $0.moveInList(by: -1) },
    line("list-page-down", "a page down the list", ["PgDn"], .list) { $0.moveInList(by: $0.listPage) },
    line("list-page-up", "a page up the list", ["PgUp"], .list) { $0.moveInList(by: -$0.listPage) },
  ]

  private static func line(
    _ name: String, _ title: String, _ keys: [String], _ typing: Command.Typing, hint: Int? = nil,
    hintedWhen isHinted: (@Sendable (State) -> Bool)? = nil, opposite: String? = nil, help: String = "",
    shownTitle: (@Sendable (State) -> String)? = nil,
    run: @escaping @Sendable (inout State) -> [Effect]
  ) -> Command {
    Command(
      name, title, keys: keys, in: .typing(typing), hint: hint, hintedWhen: isHinted, opposite: opposite, help: help,
      shownTitle: shownTitle, when: isReached(.typing(typing))
    ) { state, _ in run(&state) }
  }
}

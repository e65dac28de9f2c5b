/// Commands while a line is typed: overlay, filter, value, search or completion.
enum LineCommands {
  static let all: [Command] = [
    Command("choose", "choose") { model in model.chooseInOverlay() }
      .in(.picker).keys("Enter").hint(1, when: \.canChoose)
      .titled { model in
        if [.keys, .commandLine].contains(model.overlay?.kind) { return "run" }
        return switch model.overlay?.selected?.invocation?.name {
        case "drop": "drop"
        case "reset-client": "reset"
        default: "choose"
        }
      }
      .when({ $0.overlay != nil }, else: .noListOpen),
    Command("close-list", "close") { model in model.leaveList() }
      .in(.picker).keys("Esc", "Ctrl-C").hint(2).titled { $0.overlay?.isFiltered == true ? "clear" : "close" }
      .when({ $0.overlay != nil }, else: .noListOpen).help("Clears the filter of the list first."),
    Command("complete-line", "complete", does: { $0.completeLine() }).in(.typing(.overlay)).keys("Tab").hint(4)
      .when({ $0.overlay?.kind == .commandLine }, else: .onlyCommandLine)
      .help(
        "Completes the command line with the line under the cursor, ready for an argument; on the typed text itself, completes as much as all matches share."
      ),

    line("keep-filter", "keep", .filter) { $0.keepLine() }
      .keys("Enter", "Tab").hint(1).titled { $0.typedLine?.keeps ?? "keep" },
    line("drop-filter", "clear", .filter) { $0.dropLine() }.keys("Esc", "Ctrl-C").hint(2),

    line("set-typed", "set", .value) { EditingCommands.setTypedValue(&$0) }.keys("Enter").hint(1),
    line("leave-typed", "leave as it was", .value) { model in
      model.editing.value = nil
      return .says(.unchanged)
    }
    .keys("Esc", "Ctrl-C").hint(2),

    line("keep-find", "back to the text", .find) { model in model.edit { $0.keepSearch() } }
      .keys("Enter", "Tab").hint(1),
    line("end-find", "end", .find) { model in model.edit { $0.endSearch() } }.keys("Esc", "Ctrl-C").hint(2),
    line("find-down", "next", .find) { model in model.edit { $0.find(step: 1) } }
      .keys("Down", "Ctrl-F").hint(3).opposite("find-up"),
    line("find-up", "previous", .find) { model in model.edit { $0.find(step: -1) } }.keys("Up"),

    line("take-completion", "accept it", .completion) { model in model.edit { $0.acceptCompletion() } }
      .keys("Tab").hint(1),
    line("take-or-break", "accept it, or break the line", .completion) { model in
      model.edit { $0.completionTakesEnter ? $0.acceptCompletion() : $0.breakLine() }
    }
    .keys("Enter")
    .help("Accepts the selected completion if you asked for it or chose it, or if the typed text is incomplete."),
    line("close-completion", "close", .completion) { model in model.edit { $0.completion = nil } }
      .keys("Esc", "Ctrl-C").hint(2),

    line("list-down", "down the list", .list) { $0.moveInList(by: 1) }
      .keys("Down", "Ctrl-N").hint(3).opposite("list-up").titled { _ in "move" },
    line("list-up", "up the list", .list) { $0.moveInList(by: -1) }.keys("Up", "Ctrl-P"),
    line("list-page-down", "a page down the list", .list) { $0.moveInList(by: $0.listPage) }.keys("PgDn"),
    line("list-page-up", "a page up the list", .list) { $0.moveInList(by: -$0.listPage) }.keys("PgUp"),
  ]

  private static func line(
    _ name: String, _ title: String, _ typing: Command.Typing, run: @escaping @Sendable (inout Model) -> Outcome
  ) -> Command {
    Command(name, title, run: run).in(.typing(typing)).when(TextCommands.isReached(.typing(typing)))
  }
}

import VirgaCanvas

extension CommandTable {
  /// Moving the cursor and the focus.
  static let movingCommands: [Command] = [
    Command("down", "down", keys: ["j", "Down"], in: .lists, motion: .cursor, run: { state, _ in state.move(by: 1) }),
    Command("up", "up", keys: ["k", "Up"], in: .lists, motion: .cursor, run: { state, _ in state.move(by: -1) }),
    Command(
      "first", "first line", keys: ["g", "Home"], in: .lists, motion: .cursor,
      run: { state, _ in state.move(by: -state.lineCount) }),
    Command(
      "last", "last line", keys: ["G", "End"], in: .lists, near: .init(.panel(.log), hint: 3), motion: .cursor,
      hintedWhen: \.canFollow, shownTitle: { $0.canFollow ? "follow" : "last line" },
      run: { state, _ in state.move(by: state.lineCount) }),
    Command(
      "half-page-down", "half a page down", keys: ["Ctrl-D"], in: .lists, motion: .cursor,
      run: { state, _ in state.move(by: max(1, state.pageHeight / 2)) }),
    Command(
      "half-page-up", "half a page up", keys: ["Ctrl-U"], in: .lists, motion: .cursor,
      run: { state, _ in state.move(by: -max(1, state.pageHeight / 2)) }),
    Command(
      "page-down", "a page down", keys: ["PgDn", "Ctrl-F"], in: .lists, motion: .cursor,
      run: { state, _ in state.move(by: max(1, state.pageHeight - 1)) }),
    Command(
      "page-up", "a page up", keys: ["PgUp", "Ctrl-B"], in: .lists, motion: .cursor,
      run: { state, _ in state.move(by: -max(1, state.pageHeight - 1)) }),
    Command(
      "next-match", "next match", keys: ["n"], help: "Goes on in what is searched for or filtered.",
      when: Self.isSearching, run: { state, _ in state.findNext(1) }),
    Command(
      "previous-match", "previous match", keys: ["N"], when: Self.isSearching,
      run: { state, _ in state.findNext(-1) }),
    Command(
      "next-panel", "next panel", keys: ["Tab"], motion: .cursor, hint: 35, run: { state, _ in state.stepFocus(1) }),
    Command(
      "previous-panel", "previous panel", keys: ["Shift-Tab"], motion: .cursor, run: { state, _ in state.stepFocus(-1) }
    ),
    Command(
      "focus", "go to a panel", argument: .oneOf { _ in Panel.allCases.map(\.name) },
      help: "Takes the name of a panel.",
      run: { state, argument in
        guard let panel = Panel.allCases.first(where: { $0.name == argument }) else {
          state.status = .refusal(state.unknown("panel", argument, among: Panel.allCases.map(\.name)))
          return []
        }
        state.focus = panel
        return []
      }),
    Command(
      "line", "go to a line", argument: .text, help: "Takes the number of a line in the list in focus.",
      run: { state, argument in state.goToListLine(argument) }),
    Command(
      "about", "about the feature", keys: ["a"], in: .screen(.features),
      help: "Goes to what there is to know about the feature.",
      when: { $0.selectedFeature == nil ? .refused("no feature is selected") : .applies() },
      run: { state, _ in
        state.focus = .details
        state.isAboutFeature = true
        return []
      }),
    Command(
      "provenance", "where the value comes from", keys: ["p"], in: .screen(.features),
      help: "Goes to the details: the value in every channel, and the layers that set it.",
      when: { $0.table.selectedRow == nil ? .refused("there is no value under the cursor") : .applies() },
      run: { state, _ in
        state.focus = .details
        return []
      }),
    Command(
      "grow", "widen the panel", keys: ["+"], motion: .cursor, when: Self.canGrow,
      run: { state, _ in
        state.parts.grow(by: 2, &state)
        return []
      }),
    Command(
      "shrink", "narrow the panel", keys: ["_"], motion: .cursor, when: Self.canGrow,
      run: { state, _ in
        state.parts.grow(by: -2, &state)
        return []
      }),
  ]

  @Sendable static func canGrow(_ state: State) -> Command.Availability {
    state.screen == .flags || state.screen == .events
      ? .refused("the panels of this screen share no width") : .applies()
  }

  /// The names of those that go by keys whose meaning everybody knows.
  static let movingNames = Set((movingCommands + screenCommands + trailCommands).map(\.name))

  /// Going back to where a jump came from.
  static let trailCommands: [Command] = [
    Command(
      "back", "go back", keys: ["Backspace", "Ctrl-O", "Alt-Left"], motion: .cursor, hint: 9,
      help: "Goes back to where the last jump came from: another feature, another screen.",
      shownTitle: { $0.trail.behind.last.map { "back to \($0.panel.screen.title)" } ?? "go back" }, short: "back",
      when: { $0.trail.behind.last.map { .applies("to \($0.title)") } ?? .refused("no jump led here") },
      run: { state, _ in state.goBack() }),
    Command(
      "forward", "go forward again", keys: ["Alt-Right"], motion: .cursor,
      help: "Goes to where going back came from.",
      when: { $0.trail.ahead.last.map { .applies("to \($0.title)") } ?? .refused("nothing lies ahead") },
      run: { state, _ in state.goForward() }),
  ]

  @Sendable static func isSearching(_ state: State) -> Command.Availability {
    state.searchTerm.map { .applies($0) } ?? .refused("nothing is searched for; press /")
  }

  /// Going to a screen, by its digit.
  static let screenCommands: [Command] = Screen.offered.map { screen in
    Command(
      screen.rawValue, "go to \(screen.title)", keys: ["\(screen.digit)"], motion: .jump,
      help: screen == .features ? "Pressed there, it goes to the list." : "The screen is as it was left.",
      run: { state, _ in
        if state.screen == screen, let first = screen.panels.first {
          state.parts.stopTyping(&state)
          state.focus = first
        }
        state.show(screen)
        return []
      })
  }
}

extension State {
  /// Whether going to the last event shows new ones as they come again.
  fileprivate var canFollow: Bool { focus == .log && !events.isPaused && !events.isFollowing }

  /// The number of lines in the panel in focus, or in the list over it.
  var lineCount: Int { overlay?.list.count ?? parts.count(in: focus, of: self) }

  /// The number of lines that are seen of it at once.
  var pageHeight: Int { PickerPanel(self)?.rowsArea.rows ?? height(of: focus) }

  func height(of panel: Panel) -> Int { parts.rowsArea(of: panel, in: self).rows }

  mutating func move(by rows: Int) -> [Effect] {
    if overlay == nil { parts.move(by: rows, in: focus, of: &self) } else { overlay?.move(by: rows) }
    return []
  }

  mutating func goToListLine(_ argument: String) -> [Effect] {
    let count = parts.count(in: focus, of: self)
    guard let path = parts.scroll(of: focus), let number = Int(argument), (1...max(count, 1)).contains(number) else {
      status = .refusal(count == 0 ? "there are no lines here" : "name a line from 1 to \(count), not \(argument)")
      return []
    }
    parts.move(by: number - 1 - self[path].cursor, in: focus, of: &self)
    return []
  }

  mutating func stepFocus(_ step: Int) -> [Effect] {
    let panels = screen.panels.filter { parts.isOffered($0, in: self) }
    guard !panels.isEmpty else { return [] }
    let place = panels.firstIndex(of: focus) ?? 0
    focus = panels[(place + step + panels.count) % panels.count]
    return []
  }
}

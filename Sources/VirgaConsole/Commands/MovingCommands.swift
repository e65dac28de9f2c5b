import VirgaCanvas

enum MovingCommands {
  static let all = marking + moving + trail + screens

  private static let moving: [Command] = [
    moving("down", "down", "j", "Down") { _ in 1 },
    moving("up", "up", "k", "Up") { _ in -1 },
    moving("first", "first line", "g", "Home") { -$0.lineCount },
    moving("last", "last line", "G", "End") { $0.lineCount }.near(.panel(.log), hint: 3)
      .hinted(when: \.canFollow).titled { $0.canFollow ? "follow" : "last line" },
    moving("half-page-down", "half a page down", "Ctrl-D") { max(1, $0.pageHeight / 2) },
    moving("half-page-up", "half a page up", "Ctrl-U") { -max(1, $0.pageHeight / 2) },
    moving("page-down", "a page down", "PgDn", "Ctrl-F") { max(1, $0.pageHeight - 1) },
    moving("page-up", "a page up", "PgUp", "Ctrl-B") { -max(1, $0.pageHeight - 1) },
    Command("next-match", "next match") { state, _ in state.findNext(1) }
      .keys("n").records(.cursor).when(Self.isSearching).help("Goes to the next match of the search or filter."),
    Command("previous-match", "previous match") { state, _ in state.findNext(-1) }
      .keys("N").records(.cursor).when(Self.isSearching),
    Command("next-panel", "next panel") { $0.stepFocus(1) }.keys("Tab").moves(.cursor).hint(35),
    Command("previous-panel", "previous panel") { $0.stepFocus(-1) }.keys("Shift-Tab").moves(.cursor),
    Command("focus", "go to a panel") { state, argument in
      guard let panel = Panel.allCases.first(where: { $0.name == argument }) else {
        return .refused(.unknown("panel", argument, among: Panel.allCases.map(\.name)))
      }
      state.focus = panel
      return []
    }
    .argument(.oneOf { _ in Panel.allCases.map(\.name) }).records(.nothing)
    .help("Takes the name of a panel."),
    Command("line", "go to a line") { state, argument in state.goToListLine(argument) }.argument(.text).records(.cursor)
      .help("Takes the number of a line in the list in focus."),
    Command("about", "about the feature") { state in
      state.focus = .details
      state.features.isAboutFeature = true
    }
    .in(.screen(.features)).keys("a")
    .when { $0.selectedFeature == nil ? .refused(.noFeatureSelected) : .applies() }
    .help("Goes to the description of the feature."),
    Command("provenance", "where the value comes from") { state in state.focus = .details }
      .in(.screen(.features)).keys("p")
      .when { $0.table.selectedRow == nil ? .refused(.noValueSelected) : .applies() }
      .help("Goes to the details: the value in every channel, and the layers that set it."),
    Command("grow", "widen the panel") { state in state.parts.grow(by: 2, &state) }
      .keys("+").moves(.cursor).when(Self.canGrow),
    Command("shrink", "narrow the panel") { state in state.parts.grow(by: -2, &state) }
      .keys("_").moves(.cursor).when(Self.canGrow),
  ]

  private static func moving(
    _ name: String, _ title: String, _ keys: String..., by rows: @escaping @Sendable (State) -> Int
  ) -> Command {
    Command(name, title) { state, _ in state.move(by: rows(state)) }
      .in(.lists).keys(keys).moves(.cursor).records(.cursor)
  }

  @Sendable static func canGrow(_ state: State) -> Command.Availability {
    state.screen == .flags || state.screen == .events
      ? .refused(.cannotResize) : .applies()
  }

  /// The names of those that only go elsewhere.
  static let names = Set((moving + trail + screens).map(\.name))

  private static let trail: [Command] = [
    Command("back", "go back") { $0.goBack() }
      .keys("Backspace", "Ctrl-O", "Alt-Left").moves(.cursor).hint(9).short("back")
      .titled { $0.navigation.behind.last.map { "back to \($0.panel.screen.title)" } ?? "go back" }
      .when { $0.navigation.behind.last.map { .applies("to \($0.title)") } ?? .refused(.noWayBack) }
      .help("Goes back to where the last jump came from: another feature, another screen."),
    Command("forward", "go forward again") { $0.goForward() }
      .keys("Alt-Right").moves(.cursor)
      .when { $0.navigation.ahead.last.map { .applies("to \($0.title)") } ?? .refused(.noWayForward) }
      .help("Goes to where going back came from."),
  ]

  @Sendable static func isSearching(_ state: State) -> Command.Availability {
    state.searchTerm.map { .applies($0) } ?? .refused(.noSearch(start: state.keyName(of: "filter")))
  }

  private static let screens: [Command] = Screen.allCases.map { screen in
    Command(screen.rawValue, "go to \(screen.title)") { state, _ in
      if state.screen == screen, let first = screen.panels.first {
        state.parts.stopTyping(&state)
        state.focus = first
      }
      state.show(screen)
      return []
    }
    .keys("\(screen.digit)").moves(.jump)
    .help(
      screen == .features ? "When pressed on that screen, goes to its list." : "Returns to the screen as you left it.")
  }

  /// Marking lines of a list, so that the next command acts on all of them.
  private static let marking: [Command] = [
    Command("mark", "mark, to change several") { state, _ in
      guard let view = state.markableView, let list = view.list(in: state) else { return [] }
      view.withList(in: &state) { $0.toggleMarks() }
      // Headings are marked on purpose, not on the way to the next item.
      let isItem = !list.isHeading(list.scroll.cursor)
      let next = list.scroll.cursor + 1
      return state.move(by: isItem && list.isHeading(next) && next + 1 < list.count ? 2 : 1)
    }
    .keys("v")
    .when { state in
      guard let view = state.markableView else { return .refused(.cannotMark) }
      return view.list(in: state)?.canMark == true ? .applies() : .refused(.cannotMarkLine)
    }
    .help("The next command acts on all marked items, as one operation. Esc clears the marks."),
    Command("mark-all", "mark all that are listed") { state, _ in
      state.markableView?.withList(in: &state) { $0.toggleAllMarks() }
      return []
    }
    .keys("V").when { $0.markableView == nil ? .refused(.cannotMark) : .applies() }
    .help("If all are marked already, clears all marks."),
  ]
}

extension State {
  fileprivate var canFollow: Bool { focus == .log && !events.isPaused && !events.isFollowing }

  var lineCount: Int { overlay?.list.count ?? view?.count(in: self) ?? 0 }

  /// The number of those lines that are visible at once.
  var pageHeight: Int { PickerPanel(self)?.rowsArea.rows ?? height(of: focus) }

  mutating func move(by rows: Int) -> Outcome {
    if overlay == nil { view?.move(by: rows, in: &self) } else { overlay?.move(by: rows) }
    return []
  }

  mutating func goToListLine(_ argument: String) -> Outcome {
    let count = lineCount
    guard let scroll = view?.list(in: self)?.scroll, let number = Int(argument), (1...max(count, 1)).contains(number)
    else { return .refused(.noLine(argument, of: count)) }
    return move(by: number - 1 - scroll.cursor)
  }

  mutating func stepFocus(_ step: Int) {
    let panels = screen.panels.filter { parts.isOffered($0, in: self) }
    guard !panels.isEmpty else { return }
    let index = panels.firstIndex(of: focus) ?? 0
    focus = panels[(index + step + panels.count) % panels.count]
  }

  var markCount: Int { view?.list(in: self)?.markCount ?? 0 }

  /// The panel in focus, if items of its list can be marked.
  var markableView: (any PanelView)? { view.flatMap { $0.isMarkable ? $0 : nil } }

  /// Clears the marks of the list in focus; returns false if there are none.
  mutating func dropMarks() -> Bool {
    guard markCount > 0 else { return false }
    view?.withList(in: &self) { $0.clearMarks() }
    return true
  }
}

import VirgaCanvas

enum MovingCommands {
  static let all = marking + moving + screens

  /// The names of the commands that move a cursor or change the screen.
  static let names = Set((moving + screens).map(\.name))

  private static let moving: [Command] = [
    moving("down", "down", "j", "Down") { _ in 1 },
    moving("up", "up", "k", "Up") { _ in -1 },
    moving("first", "first line", "g", "Home") { -lineCount(in: $0) },
    moving("last", "last line", "G", "End", by: lineCount).near(.panel(.log), hint: .third)
      .hint(when: canFollow).titled { canFollow(in: $0) ? "follow" : "last line" },
    moving("half-page-down", "half a page down", "Ctrl-D") { max(1, pageHeight(in: $0) / 2) },
    moving("half-page-up", "half a page up", "Ctrl-U") { -max(1, pageHeight(in: $0) / 2) },
    moving("page-down", "a page down", "PgDn", "Ctrl-F") { max(1, pageHeight(in: $0) - 1) },
    moving("page-up", "a page up", "PgUp", "Ctrl-B") { -max(1, pageHeight(in: $0) - 1) },
    Command("next-match", "next match") { model in TextSearch.findNext(1, in: &model) }
      .keys("n").near(.panel(.editor), "F3", "Ctrl-G", hint: .lead).opposite("previous-match")
      .when(availabilityOfMatches).help("Goes to the next match of the search or filter."),
    Command("previous-match", "previous match") { model in TextSearch.findNext(-1, in: &model) }
      .keys("N").near(.panel(.editor), "Shift-F3", "Alt-g").when(availabilityOfMatches),
    Command("next-panel", "next panel") { stepFocus(&$0, by: 1) }
      .keys("Tab").moves(.motion).hint(.panel),
    Command("previous-panel", "previous panel") { stepFocus(&$0, by: -1) }
      .keys("Shift-Tab").moves(.motion),
    Command("focus", "go to a panel") { model, name in
      guard let panel = Panel.allCases.first(where: { [$0.name, $0.title].contains(name) }) else {
        return .refused(.unknown("panel", name, among: Panel.allCases.map(\.name)))
      }
      model.show(panel.screen)
      let focusBefore = model.focus
      // Whether `Tab` stops at some panels depends on which panel has the focus.
      model.shared.focus = panel
      if model.shownScreen.isTabStop(panel, model.shared) { return [] }
      model.shared.focus = focusBefore
      return .says(.cannotFocus(panel.title))
    }
    .argument(.oneOf { _ in Panel.allCases.map(\.name) })
    .help("Takes the name or the title of a panel."),
    Command("line", "go to a line") { model, argument in
      let count = lineCount(in: model)
      guard let scroll = model.view?.list(in: model)?.scroll, let number = Int(argument),
        (1...max(count, 1)).contains(number)
      else { return .refused(.numberExpected("line", argument, of: count)) }
      return move(&model, by: number - 1 - scroll.cursor)
    }
    .argument(.text).help("Takes the number of a line in the list in focus."),
    Command("back", "go back") { NavigationHistory.goBack(&$0) }
      .keys("Backspace", "Ctrl-O", "Alt-Left").moves(.motion).hint(.back).short("back")
      .titled {
        $0.navigation.backEntries.last.map { "back to \($0.panel.screen.title)" } ?? "go back"
      }
      .when({ $0.navigation.backEntries.last.map { "to \($0.title)" } }, else: .noWayBack)
      .help(
        "Goes back to where the last jump came from: another feature, another screen, another channel."
      ),
    Command("forward", "go forward again") { NavigationHistory.goForward(&$0) }
      .keys("Alt-Right").moves(.motion)
      .when({ $0.navigation.forwardEntries.last.map { "to \($0.title)" } }, else: .noWayForward)
      .help("Goes to where going back came from."),
  ]

  /// A command that moves the cursor of any list by a number of rows, up if negative; as a motion,
  /// it leaves the last message on the screen.
  private static func moving(
    _ name: String, _ title: String, _ keys: String..., by rows: @escaping @Sendable (Model) -> Int
  ) -> Command {
    Command(name, title) { model in move(&model, by: rows(model)) }
      .in(.lists).keys(keys).moves(.motion)
  }

  /// Whether moving to the last event makes the event log follow new events, as it is neither
  /// paused nor following yet.
  private static func canFollow(in model: Model) -> Bool {
    model.focus == .log && !model.events.isPaused && !model.events.isFollowing
  }

  /// Whether `next-match` and `previous-match` can be run, with the text of the search or filter
  /// that they need; without one, the refusal names the key that starts one.
  private static func availabilityOfMatches(in model: Model) -> Command.Availability {
    if let term = TextSearch.term(in: model) { return .applies(term) }
    let start = model.focus == .editor ? "find-text" : "filter"
    return .refused(.noSearch(start: model.keyName(of: start)))
  }

  private static let screens: [Command] = Screen.allCases.map { screen in
    Command(screen.rawValue, "go to \(screen.title)") { model in
      if model.screen == screen, let first = screen.panels.first {
        model.screen.type.stopTyping(in: &model)
        model.shared.focus = first
      }
      if screen == .channels {
        model.channels.valueLeftOnScreen1 = ChannelCommands.valueInFocus(of: model)
      }
      model.show(screen)
      return []
    }
    .keys("\(screen.digit)").moves(.jump)
    .help(help(on: screen))
  }

  /// What going to a screen does besides showing it.
  private static func help(on screen: Screen) -> String {
    switch screen {
    case .features: "When pressed on that screen, goes to its list."
    case .channels:
      "Returns to the screen as you left it; from a value on screen 1, goes to its row."
    default: "Returns to the screen as you left it."
    }
  }

  /// Marking lines of a list, so that the next command acts on all of them.
  private static let marking: [Command] = [
    Command("mark", "mark or unmark") { model in
      guard let view = markableView(in: model), let list = view.list(in: model) else { return [] }
      view.withList(in: &model) { $0.toggleMarks() }
      // Headings are marked on purpose, not on the way to the next item.
      let isItem = !list.isHeading(list.scroll.cursor)
      let next = list.scroll.cursor + 1
      let skipsHeading = isItem && list.isHeading(next) && next + 1 < list.count
      return move(&model, by: skipsHeading ? 2 : 1)
    }
    .keys("v").listed(in: .flagKeys)
    .when { model in
      guard let view = markableView(in: model) else { return .refused(.cannotMark) }
      return view.list(in: model)?.canMark == true ? .applies() : .refused(.cannotMarkLine)
    }
    .help("The next command acts on all marked items, as one operation. Esc clears the marks."),
    Command("mark-all", "mark all that are listed") { model in
      markableView(in: model)?.withList(in: &model) { $0.toggleAllMarks() }
      return []
    }
    .keys("V")
    .when { model in
      guard let view = markableView(in: model) else { return .refused(.cannotMark) }
      return view.list(in: model)?.count == 0 ? .refused(.emptyList) : .applies()
    }
    .help("If all are marked already, clears all marks."),
  ]

  /// The number of rows of the list over the screen, or else of the focused panel.
  private static func lineCount(in model: Model) -> Int {
    model.overlay?.list.count ?? model.view?.count(in: model) ?? 0
  }

  /// The number of rows that are visible at once, of the list over the screen or else of the
  /// focused panel.
  static func pageHeight(in model: Model) -> Int {
    PickerPanel(model)?.rowsArea.rows ?? model.height(of: model.focus)
  }

  /// Moves the cursor of the list over the screen, or else of the focused panel.
  static func move(_ model: inout Model, by rows: Int) -> Outcome {
    if model.overlay == nil {
      model.view?.move(by: rows, in: &model)
    } else {
      model.overlay?.move(by: rows)
    }
    return []
  }

  /// Moves the focus to another panel of the screen at which `Tab` stops; after the last one, the
  /// first follows.
  private static func stepFocus(_ model: inout Model, by step: Int) -> Outcome {
    let panels = model.screen.panels.filter { model.shownScreen.isTabStop($0, model.shared) }
    // A focused panel that is not offered counts as the first one.
    let index = panels.firstIndex(of: model.focus) ?? 0
    // Adding the count keeps the dividend positive for a step of -1.
    let next = (index + step + panels.count) % panels.count
    model.shared.focus = panels[next]
    return []
  }

  /// The number of marked items in the focused panel.
  static func markCount(in model: Model) -> Int { model.view?.list(in: model)?.markCount ?? 0 }

  /// The view of the focused panel; nil if its items cannot be marked.
  private static func markableView(in model: Model) -> (any PanelView)? {
    model.view.flatMap { $0.isMarkable ? $0 : nil }
  }
}

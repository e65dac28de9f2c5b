import VirgaCanvas
import VirgaManifest
import VirgaSession
import VirgaSource

/// The first line: what is open, for which channel, the screens, and what is counted.
enum HeaderLine {
  static func draw(_ state: State, on canvas: inout Canvas) {
    let area = state.layout.header
    canvas.fill(area, style: .header)
    canvas.draw("virga", at: Point(column: 1, row: area.row), style: .header.bold())
    let parts = Parts(state)
    canvas.draw(
      parts.place, at: Point(column: Parts.placeColumn, row: area.row), style: .header,
      within: max(0, area.columns - Parts.placeColumn - 1))
    for tab in parts.tabs {
      let isHere = tab.screen == state.screen
      canvas.draw(tab.text, at: Point(column: tab.column, row: area.row), style: isHere ? .header.bold() : .header)
    }
    canvas.drawEnding(parts.counts, at: Point(column: area.endColumn - 1, row: area.row), style: .header)
  }

  /// The screen whose tab stands at a column, for the mouse.
  static func screen(at column: Int, in state: State) -> Screen? {
    Parts(state).tabs.first { $0.column <= column && column < $0.column + $0.text.columns }?.screen
  }

  /// What stands in the line, and where: tabs with their titles where there is room, else with their digits.
  private struct Parts {
    static let placeColumn = 8
    static let leastName = 6
    var place: DisplayText
    var tabs: [(screen: Screen, text: DisplayText, column: Int)] = []
    var counts: DisplayText = .empty

    init(_ state: State) {
      let texts = HeaderLine.counts(of: state)
      let overrides = state.session.overrideCount
      // Who overrides something has to see that, whatever else there is no room for.
      let needed = overrides == 0 ? 0 : HeaderLine.short(overrides).columns + 2
      let columns = state.layout.header.columns
      place = Self.place(state, in: columns - needed)
      var start = Self.placeColumn + place.columns + 2
      let offered = Screen.offered
      var end = start
      if offered.count > 1 {
        let titled = Self.tabs(of: offered, in: state, from: start, areTitled: true)
        var short = Self.tabs(of: offered, in: state, from: start, areTitled: false)
        let surplus = Self.end(of: short) + 1 + needed - columns
        if needed > 0, 0 < surplus, let cut = Self.place(state, shorterBy: surplus) {
          place = cut
          start -= surplus
          short = Self.tabs(of: offered, in: state, from: start, areTitled: false)
        }
        let room = columns - 3 - (texts.first?.columns ?? 0)
        tabs = Self.end(of: titled) <= room ? titled : Self.end(of: short) + needed < columns ? short : []
        end = max(start, Self.end(of: tabs) + 2)
      }
      let least = texts.firstIndex(of: counted(overrides, "override")).map { $0 + 1 } ?? 1
      let fits = { (form: DisplayText) in form.columns + end + 1 <= columns }
      let longest = (least...texts.count).reversed().lazy.map { texts.prefix($0).joined(separator: " · ") }
        .first(where: fits)
      let shortest = overrides > 0 ? [texts[least - 1], HeaderLine.short(overrides)].first(where: fits) : nil
      counts = longest ?? shortest ?? .empty
    }

    private static func parts(of state: State) -> (name: DisplayText, channel: DisplayText) {
      let name = DisplayText(state.workspace.manifest?.title ?? state.options.manifestName)
      return (name, state.channel.map { DisplayText(" ▸ ") + DisplayText($0) } ?? .empty)
    }

    /// The manifest and its channel before a column; where an override is counted the name is cut for that.
    private static func place(_ state: State, in columns: Int) -> DisplayText {
      let (name, channel) = parts(of: state)
      guard columns < state.layout.header.columns else { return name + channel }
      return name.truncated(to: max(1, columns - placeColumn - 1 - channel.columns)) + channel
    }

    /// The same in fewer columns; nil where too little of the name would be left to know it by.
    private static func place(_ state: State, shorterBy surplus: Int) -> DisplayText? {
      let (name, channel) = parts(of: state)
      return name.columns - surplus < leastName ? nil : name.truncated(to: name.columns - surplus) + channel
    }

    private static func end(of tabs: [(screen: Screen, text: DisplayText, column: Int)]) -> Int {
      tabs.last.map { $0.column + $0.text.columns } ?? 0
    }

    private static func tabs(
      of screens: [Screen], in state: State, from start: Int, areTitled: Bool
    ) -> [(screen: Screen, text: DisplayText, column: Int)] {
      var column = start
      return screens.map { screen in
        let isHere = screen == state.screen
        let name = areTitled || isHere ? "\(screen.digit) \(screen.title)" : "\(screen.digit)"
        let text = DisplayText(isHere ? "[\(name)]" : areTitled ? " \(name) " : name)
        defer { column += text.columns + 1 }
        return (screen, text, column)
      }
    }
  }

  /// What is counted, the most important first.
  fileprivate static func counts(of state: State) -> [DisplayText] {
    let errors = state.workspace.count(.error, in: state.channel)
    guard state.workspace.manifest != nil else {
      return [errors == 0 ? (state.isUnread ? "nothing read" : "reading …") : "! " + counted(errors, "error")]
    }
    let warnings = state.workspace.count(.warning, in: state.channel)
    let hints = state.workspace.count(.hint, in: state.channel)
    var parts: [DisplayText] = []
    if state.isSessionLost { parts.append("! session in memory") }
    if state.options.isReadOnly { parts.append("read-only") }
    if state.workspace.isStale { parts.append("! files broken, last good state") }
    if state.workspace.manifest?.isComplete == false { parts.append("! incomplete") }
    if state.session.overrideCount > 0 { parts.append(counted(state.session.overrideCount, "override")) }
    if !state.isSessionLost, !state.options.sessionName.isEmpty {
      parts.append(DisplayText("session \(state.options.sessionName)"))
    }
    if errors > 0 { parts.append("! " + counted(errors, "error")) }
    if warnings > 0 { parts.append(counted(warnings, "warning")) }
    if errors == 0, warnings == 0 { parts.append("no problems") }
    parts.append(counted(state.workspace.features.count, "feature"))
    parts.append(counted(state.workspace.manifest?.files.count ?? 0, "file"))
    parts.append(counted(state.workspace.channels.count, "channel"))
    if hints > 0 { parts.append(counted(hints, "hint")) }
    return parts
  }

  /// The overrides where there is room for no word.
  fileprivate static func short(_ overrides: Int) -> DisplayText { Marks.overridden + DisplayText("\(overrides)") }

  static func counted(_ count: Int, _ noun: String, _ nouns: String? = nil) -> DisplayText {
    DisplayText(count == 0 ? "no \(nouns ?? noun + "s")" : count.counted(noun, nouns))
  }
}

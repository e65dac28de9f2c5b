import VirgaCanvas
import VirgaManifest
import VirgaSource

/// The first line: what is open, for which channel, the screens, and what is counted.
enum HeaderLine {
  static func draw(_ state: State, on canvas: inout Canvas) {
    let area = state.layout.header
    canvas.fill(area, style: .header)
    let parts = Parts(state)
    if parts.isNamed { canvas.draw("virga", at: Point(column: 1, row: area.row), style: .header.bold()) }
    canvas.draw(
      parts.place, at: Point(column: parts.placeColumn, row: area.row), style: .header,
      within: max(0, area.columns - parts.placeColumn - 1))
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

  private typealias Tab = (screen: Screen, text: DisplayText, column: Int)

  /// How much room the tabs take.
  private enum TabForm {
    case spaced, titled, digits, bare
  }

  /// What stands in the line, and where: everything in as few columns as it needs, but for what there is room.
  private struct Parts {
    static let leastName = 6
    /// Whether the program's name stands at the beginning.
    let isNamed: Bool
    var placeColumn: Int { isNamed ? 8 : 1 }
    var place: DisplayText = .empty
    var tabs: [Tab] = []
    var counts: DisplayText = .empty

    init(_ state: borrowing State) {
      self.init(state, isNamed: true)
      guard tabs.isEmpty, Screen.offered.count > 1 else { return }
      // Who has started the program knows its name.
      let unnamed = Parts(state, isNamed: false)
      if !unnamed.tabs.isEmpty { self = unnamed }
    }

    private init(_ state: borrowing State, isNamed: Bool) {
      self.isNamed = isNamed
      let counts = HeaderCounts(state)
      let columns = state.layout.header.columns
      // Who overrides something, or has drafts, has to see that, whatever else there is no room for.
      let needed = counts.needed
      place = Self.place(state, from: placeColumn, to: columns - needed)
      let start = placeColumn + place.columns + 2
      var end = start
      if Screen.offered.count > 1 {
        tabs = Self.tabs(in: state, from: start, beside: counts, in: columns)
        for form in [TabForm.digits, .bare] where needed > 0 && Self.end(of: tabs) + 1 + needed > columns {
          tabs = Self.tabs(in: state, from: start, form)
          let surplus = Self.end(of: tabs) + 1 + needed - columns
          if surplus > 0, let cut = Self.place(state, shorterBy: surplus) {
            place = cut
            tabs = Self.tabs(in: state, from: start - surplus, form)
          }
        }
        if Self.end(of: tabs) + needed >= columns { tabs = [] }
        end = max(start, Self.end(of: tabs) + 2)
      }
      self.counts = counts.text(in: columns - end - 1)
    }

    private static func parts(of state: State) -> (name: DisplayText, channel: DisplayText) {
      let name = DisplayText(state.workspace.manifest?.title ?? state.options.manifestName)
      return (name, state.channel.map { DisplayText(" ▸ ") + DisplayText($0) } ?? .empty)
    }

    /// The manifest and its channel before a column; where an override is counted the name is cut for that.
    private static func place(_ state: State, from start: Int, to end: Int) -> DisplayText {
      let (name, channel) = parts(of: state)
      guard end < state.layout.header.columns else { return name + channel }
      return name.truncated(to: max(1, end - start - 1 - channel.columns)) + channel
    }

    /// The same in fewer columns; nil where too little of the name would be left to know it by.
    private static func place(_ state: State, shorterBy surplus: Int) -> DisplayText? {
      let (name, channel) = parts(of: state)
      return name.columns - surplus < leastName ? nil : name.truncated(to: name.columns - surplus) + channel
    }

    private static func end(of tabs: [Tab]) -> Int { tabs.last.map { $0.column + $0.text.columns } ?? 0 }

    /// The tabs in the widest form that leaves room for the counts; titles are worth more than that nothing is wrong.
    private static func tabs(
      in state: State, from start: Int, beside counts: HeaderCounts, in columns: Int
    ) -> [Tab] {
      let titled = [TabForm.spaced, .titled].lazy.map { tabs(in: state, from: start, $0) }
      for wanted in [counts.wanted, counts.least] {
        if let tabs = titled.first(where: { end(of: $0) + 3 + wanted <= columns }) { return tabs }
      }
      return tabs(in: state, from: start, .digits)
    }

    private static func tabs(in state: State, from start: Int, _ form: TabForm) -> [Tab] {
      var column = start
      return Screen.offered.map { screen in
        let isHere = screen == state.screen
        let isNamed = form == .spaced || form == .titled || form == .digits && isHere
        let name = isNamed ? "\(screen.digit) \(screen.title)" : "\(screen.digit)"
        let text = DisplayText(isHere ? "[\(name)]" : form == .spaced ? " \(name) " : name)
        defer { column += text.columns + 1 }
        return (screen, text, column)
      }
    }
  }

  static func counted(_ count: Int, _ noun: String, _ nouns: String? = nil) -> DisplayText {
    DisplayText(count == 0 ? "no \(nouns ?? noun + "s")" : count.counted(noun, nouns))
  }
}

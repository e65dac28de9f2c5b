import Testing
import VirgaCanvas
import VirgaFlags
import VirgaSession
import VirgaTargeting

@testable import VirgaConsole

@Suite("Mouse") struct MouseTests {
  private var console = ConsoleDriver()
  private var small = ConsoleDriver(FrameCase.goldenSize)

  @Test("a message disappears on a click but stays while the wheel turns") mutating func messages()
  {
    console.run("select homescreen", "set pinned-limit 3")
    console.click(8, 5, .wheelDown) { $0.status == "set pinned-limit = 3" }
    console.click(8, 5) { $0.status == nil && $0.messages.last == "set pinned-limit = 3" }
  }

  @Test("a second click opens the row selected by the first, even if the list scrolled")
  mutating func movedList() throws {
    small.run("flags")
    let row = small.layout.inside(.flags).endRow - 1
    small.click(10, row) { $0.flags.list.scroll.top > 0 }
    let chosen = try #require(small.flags.selectedFlag?.id)
    small.click(10, row) { $0.flags.selectedFlag?.id == chosen && $0.focus == .values }
    #expect(small.session.overrideCount == 0 && small.effects.isEmpty)
  }

  @Test("the first click in another panel never folds")
  mutating func folding() throws {
    console.run("select homescreen")
    let before = console.features.values.rows
    let row = try console.row(of: "▾ sections-enabled")
    console.click(50, row) { $0.focus == .values && $0.features.values.rows == before }
    // Two clicks fold, and two more unfold: the first click in the panel is the first of these.
    for folded in [5, 5, 0, 0] {
      console.click(50, row) { $0.features.values.rows.count == before.count - folded }
    }
  }

  @Test("all keys that follow y are shown at 80 columns and can be clicked")
  mutating func continuations() throws {
    small.press("y")
    let hints = small.lines.suffix(2)
    for key in ["v", "i", "j", "c", "s", "l"] {
      #expect(hints.contains { $0.contains(" \(key) ") }, "\(key) in \(hints)")
    }
    try small.click(on: "i the id or path")
    #expect(small.effects == [.copy("address-autofill", what: "the id address-autofill")])
  }

  @Test("the wheel over the focused list keeps its cursor in view") mutating func wheel() {
    small.act("j j j j j j")
    let expected: [(MouseEvent.Action, Int, Int)] = [
      (.wheelDown, 3, 6), (.wheelDown, 6, 8), (.wheelUp, 3, 8),
    ]
    for (action, top, cursor) in expected {
      small.click(5, 10, action)
      #expect(
        (small.features.list.scroll.top, small.features.list.scroll.cursor) == (
          top, cursor
        ))
    }
    #expect(small.selected == small.ids[8])
    small.act("j") {
      ($0.features.list.scroll.top, $0.features.list.scroll.cursor) == (3, 9)
    }
  }

  @Test("the wheel over a list without focus only scrolls it") mutating func wheelElsewhere() {
    small.run("select homescreen", "open")
    let top = small.features.list.scroll.top
    for _ in 0..<5 { small.click(5, 10, .wheelDown) }
    #expect(small.features.list.scroll.top > top + 3)
    #expect(small.lines[1].contains("┏━ homescreen ▸ ") && small.focus == .values)
    small.click(8, 5) { $0.selected == $0.ids[$0.features.list.scroll.cursor] }
    #expect(small.features.list.scroll.cursor > 15)
  }

  @Test("the wheel over an open list moves its cursor") mutating func wheelInOverlay() throws {
    small.press("?")
    let cursor = try #require(small.picker?.list.scroll.cursor)
    small.click(20, 10, .wheelDown) { $0.picker?.list.scroll.cursor == cursor + 3 }
  }

  @Test("a click on a hint runs it")
  mutating func hint() throws {
    try console.click(on: "c channel")
    #expect(console.picker?.title == "Channel")
  }

  @Test("a click outside an open list closes it") mutating func outside() throws {
    console.press("c")
    console.click(0, 0) { $0.picker == nil }
  }

  /// Opens the list of channels; returns the row of the screen that lists `release`.
  private mutating func rowOfRelease() throws -> Int {
    console.press("c")
    return try #require(console.lines.firstIndex { $0.contains("release") && $0.contains("┃") })
  }

  @Test("a click in an open list selects a line")
  mutating func selecting() throws {
    let row = try rowOfRelease()
    let before = console.channel
    console.click(60, row) { $0.chosen == "release" && $0.channel == before }
  }

  @Test("a second click in an open list chooses its line")
  mutating func choosing() throws {
    let row = try rowOfRelease()
    console.click(60, row)
    console.click(60, row) { $0.channel == "release" }
  }

  @Test(
    "a second click counts within one column and half a second",
    arguments: [
      .init("the same cell at once opens", (0, 0, 0, true)),
      .init("one column aside after half a second opens", (1, 0, 500_000_000, true)),
      .init("two columns aside does not open", (2, 0, 0, false)),
      .init("another row does not open", (0, 1, 0, false)),
      .init("more than half a second later does not open", (0, 0, 500_000_001, false)),
    ] as [Behavior<(columns: Int, rows: Int, nanoseconds: Int32, isSecond: Bool)>])
  mutating func secondClick(
    _ behavior: Behavior<(columns: Int, rows: Int, nanoseconds: Int32, isSecond: Bool)>
  ) {
    let (columns, rows, nanoseconds, isSecond) = behavior.example
    console.tell(Instant(seconds: 0))
    console.click(8, 6) { $0.selected == $0.ids[2] && $0.focus == .features }
    console.tell(Instant(seconds: 0, nanoseconds: nanoseconds))
    console.click(8 + columns, 6 + rows) { $0.focus == (isSecond ? .values : .features) }
  }

  @Test("headings of an open list cannot be clicked")
  mutating func headings() throws {
    console.press("?")
    let overlay = try #require(console.picker)
    let title = try #require(overlay.lines.first { $0.isHeading }?.title.plain)
    let row = try #require(console.lines.firstIndex { $0.contains("┃") && $0.contains(title) })
    console.click(60, row)
    console.click(60, row) { $0.picker == overlay }
  }

  @Test("rows under an open list cannot be dragged") mutating func dragging() throws {
    console.press("?")
    let before = console.features.list
    console.click(8, 9, .drag) { $0.features.list == before }
  }

  @Test("a click ends typing and keeps the text")
  mutating func endOfTyping() throws {
    console.press("/", "e")
    console.click(8, 6)
    console.act("j") {
      $0.features.list.filter.text == "e" && !$0.features.list.filter.isTyping
    }
  }

  @Test("a click cancels a key sequence") mutating func sequence() throws {
    console.press("y")
    console.click(8, 6) { $0.pendingKeys.isEmpty }
  }

  @Test("a click ends the typing of a search") mutating func search() throws {
    console.run("focus details")
    let area = try #require(console.area(of: .details))
    console.press("/", "a")
    console.click(area.column + 3, area.row + 2)
    #expect(console.search.field.text == "a" && !console.search.field.isTyping)
  }

  @Test("a click brings back the cursor of a list that the wheel scrolled away")
  mutating func comingBack() throws {
    small.run("focus values")
    for _ in 1...4 { small.click(8, 8, .wheelDown) }
    #expect(small.features.list.scroll.isScrolledAway && small.features.list.scroll.top > 0)
    let area = try #require(small.area(of: .values))
    small.click(area.column + 3, area.row + 2)
    #expect(!small.features.list.scroll.isScrolledAway && small.features.list.scroll.top == 0)
  }
}

extension ConsoleDriver {
  /// Clicks on the last occurrence of a text on the screen.
  fileprivate mutating func click(on text: String) throws {
    let row = try #require(lines.lastIndex { $0.contains(text) })
    let place = try #require(lines[row].firstRange(of: text))
    click(lines[row].distance(from: lines[row].startIndex, to: place.lowerBound), row)
  }
}

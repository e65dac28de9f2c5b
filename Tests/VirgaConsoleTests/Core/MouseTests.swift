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
  mutating func movedList()
    throws
  {
    small.run("flags")
    let row = small.model.layout.inside(.flags).endRow - 1
    small.click(10, row) { $0.model.flags.list.scroll.top > 0 }
    let chosen = try #require(small.model.flags.selectedFlag?.id)
    small.click(10, row) { $0.model.flags.selectedFlag?.id == chosen && $0.model.focus == .values }
    #expect(small.model.session.overrideCount == 0 && small.effects.isEmpty)
  }

  @Test("the first click in another panel never folds, and every double click after it does")
  mutating func folding() throws {
    console.run("select homescreen")
    let before = console.model.features.values.rows
    let row = try console.row(of: "▾ sections-enabled")
    console.click(50, row) { $0.model.focus == .values && $0.model.features.values.rows == before }
    let moved = try console.row(of: "▾ sections-enabled")
    for folded in [0, 5, 5, 0] {
      console.click(50, moved) { $0.model.features.values.rows.count == before.count - folded }
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
        (small.model.features.list.scroll.top, small.model.features.list.scroll.cursor) == (
          top, cursor
        ))
    }
    #expect(small.selected == small.ids[8])
    small.act("j") {
      ($0.model.features.list.scroll.top, $0.model.features.list.scroll.cursor) == (3, 9)
    }
  }

  @Test("the wheel over a list without focus only scrolls it") mutating func wheelElsewhere() {
    small.run("select homescreen", "open")
    let top = small.model.features.list.scroll.top
    for _ in 0..<5 { small.click(5, 10, .wheelDown) }
    #expect(small.model.features.list.scroll.top > top + 3)
    #expect(small.lines[1].contains("┏━ homescreen ▸ ") && small.model.focus == .values)
    small.click(8, 5) { $0.selected == $0.ids[$0.model.features.list.scroll.cursor] }
    #expect(small.model.features.list.scroll.cursor > 15)
  }

  @Test("the wheel over an open list moves its cursor") mutating func wheelInOverlay() throws {
    small.press("?")
    let cursor = try #require(small.model.overlay?.list.scroll.cursor)
    small.click(20, 10, .wheelDown) { $0.model.overlay?.list.scroll.cursor == cursor + 3 }
  }

  @Test("a click on a hint runs it, and a click outside the opened list closes it")
  mutating func hint() throws {
    try console.click(on: "c channel")
    #expect(console.model.overlay?.title == "Channel")
    console.click(0, 0) { $0.model.overlay == nil }
  }

  @Test("a click in an open list selects a line, and a second click chooses it")
  mutating func choosing() throws {
    console.press("c")
    let row = try #require(console.lines.firstIndex { $0.contains("release") && $0.contains("┃") })
    let before = console.model.channel
    console.click(60, row) { $0.chosen == "release" && $0.model.channel == before }
    console.click(60, row) { $0.model.channel == "release" }
  }

  @Test(
    "a second click counts within one column and half a second",
    arguments: [
      (0, 0, 0, true), (1, 0, 500_000_000, true), (2, 0, 0, false), (0, 1, 0, false),
      (0, 0, 500_000_001, false),
    ])
  mutating func secondClick(_ columns: Int, _ rows: Int, _ nanoseconds: Int32, _ isSecond: Bool) {
    console.tell(Instant(seconds: 0))
    console.click(8, 6) { $0.selected == $0.ids[2] && $0.model.focus == .features }
    console.tell(Instant(seconds: 0, nanoseconds: nanoseconds))
    console.click(8 + columns, 6 + rows) { $0.model.focus == (isSecond ? .values : .features) }
  }

  @Test("headings of an open list cannot be clicked, nor rows under it dragged")
  mutating func headings() throws {
    console.press("?")
    let overlay = try #require(console.model.overlay)
    let title = try #require(overlay.lines.first { $0.isHeading }?.title.plain)
    let row = try #require(console.lines.firstIndex { $0.contains("┃") && $0.contains(title) })
    console.click(60, row)
    console.click(60, row) { $0.model.overlay == overlay }
    let before = console.model.features.list
    console.click(8, 9, .drag) { $0.model.features.list == before }
  }

  @Test("a click ends typing, keeps the text and cancels a key sequence")
  mutating func endOfTyping() throws {
    console.press("/", "e")
    console.click(8, 6)
    console.act("j") {
      $0.model.features.list.filter.text == "e" && !$0.model.features.list.filter.isTyping
    }
    console.press("y")
    console.click(8, 6) { $0.model.input.pendingKeys.isEmpty }
    console.run("focus details")
    let area = try #require(console.model.layout.panels[.details])
    console.press("/", "a")
    console.click(area.column + 3, area.row + 2)
    #expect(console.model.search.field.text == "a" && !console.model.search.field.isTyping)
  }

  @Test("a click brings back the cursor of a list that the wheel scrolled away")
  mutating func comingBack() throws {
    small.run("focus values")
    for _ in 1...4 { small.click(8, 8, .wheelDown) }
    #expect(small.model.features.list.scroll.isAway && small.model.features.list.scroll.top > 0)
    let area = try #require(small.model.layout.panels[.values])
    small.click(area.column + 3, area.row + 2)
    #expect(!small.model.features.list.scroll.isAway && small.model.features.list.scroll.top == 0)
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

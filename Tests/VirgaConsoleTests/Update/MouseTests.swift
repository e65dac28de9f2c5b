import Testing
import VirgaCanvas
import VirgaFlags
import VirgaSession
import VirgaTargeting

@testable import VirgaConsole

@Suite struct MouseTests {
  private func wheel(_ action: MouseEvent.Action, _ column: Int, _ row: Int) -> Event {
    .terminal(.mouse(MouseEvent(action, at: Point(column: column, row: row))))
  }

  @Test func aClickSelectsTheFeatureUnderThePointer() throws {
    var console = try ConsoleDriver()
    console.click(8, 5)
    #expect(console.selected == console.ids[2])
    #expect(console.state.focus == .features)
  }

  @Test("what was said goes when something is clicked, and stays while the wheel turns") func messages() throws {
    var console = try ConsoleDriver()
    console.run("select homescreen", "set pinned-limit 3")
    console.send(wheel(.wheelDown, 8, 5))
    #expect(console.status == "set pinned-limit = 3")
    console.click(8, 5)
    #expect(console.status == nil)
    #expect(console.state.messages.entries.last?.message.text == "set pinned-limit = 3")
  }

  @Test func aSecondClickOpensTheFeature() throws {
    var console = try ConsoleDriver()
    console.click(8, 5)
    console.click(8, 5)
    #expect(console.state.focus == .values)
  }

  @Test func aSecondClickOpensWhatTheFirstOneChoseThoughTheListMoved() throws {
    var console = try ConsoleDriver(Size(columns: 80, rows: 24))
    console.run("flags")
    let row = console.state.layout.inside(.flags).endRow - 1
    console.click(10, row)
    #expect(console.state.flags.list.scroll.top > 0)
    let chosen = try #require(console.state.flags.selectedRow?.id)
    console.click(10, row)
    #expect(console.state.flags.selectedRow?.id == chosen)
    #expect(console.state.focus == .values)
    #expect(console.state.session.overrideCount == 0)
  }

  @Test func theFirstClickInAnotherPanelNeverFolds() throws {
    var console = try ConsoleDriver()
    console.run("select homescreen")
    let before = console.state.table.rows
    let row = try #require(console.lines.firstIndex { $0.contains("▾ sections-enabled") })
    console.click(50, row)
    #expect(console.state.focus == .values)
    #expect(console.state.table.rows == before)
    let moved = try #require(console.lines.firstIndex { $0.contains("▾ sections-enabled") })
    console.click(50, moved)
    console.click(50, moved)
    #expect(console.state.table.rows.count == before.count - 5)
  }

  @Test("of the keys that follow y each is seen at 80 columns, and can be clicked") func continuations() throws {
    var console = try ConsoleDriver(Size(columns: 80, rows: 24))
    console.press("y")
    let hints = Array(console.lines.suffix(2))
    for key in ["v", "k", "p", "j", "c", "i", "s", "l"] {
      #expect(hints.contains { $0.contains(" \(key) ") }, "\(key) in \(hints)")
    }
    let row = try #require(console.lines.lastIndex { $0.contains("p the path") })
    let place = try #require(console.lines[row].firstRange(of: "p the path"))
    console.click(console.lines[row].distance(from: console.lines[row].startIndex, to: place.lowerBound), row)
    #expect(console.effects == [.copy("enabled", what: "the path enabled")])
  }

  @Test("the wheel takes the cursor of the list in focus along where it would go out of sight, as keys act on it")
  func wheel() throws {
    var console = try ConsoleDriver(Size(columns: 80, rows: 24))
    console.press("j", "j", "j", "j", "j", "j")
    console.send(wheel(.wheelDown, 5, 10))
    #expect((console.state.features.list.scroll.top, console.state.features.list.scroll.cursor) == (3, 6))
    console.send(wheel(.wheelDown, 5, 10))
    #expect((console.state.features.list.scroll.top, console.state.features.list.scroll.cursor) == (6, 8))
    #expect(console.selected == console.ids[8])
    console.send(wheel(.wheelUp, 5, 10))
    #expect((console.state.features.list.scroll.top, console.state.features.list.scroll.cursor) == (3, 8))
    console.press("j")
    #expect((console.state.features.list.scroll.top, console.state.features.list.scroll.cursor) == (3, 9))
  }

  @Test("the wheel over a list that has no focus changes nothing but what is seen of it") func wheelElsewhere() throws {
    var console = try ConsoleDriver(Size(columns: 80, rows: 24))
    console.run("select homescreen", "open")
    let (title, top) = (console.lines[1].suffix(50), console.state.features.list.scroll.top)
    for _ in 0..<5 { console.send(wheel(.wheelDown, 5, 10)) }
    #expect(console.state.features.list.scroll.top > top + 3)
    #expect(console.lines[1].suffix(50) == title && console.state.focus == .values)
    console.click(8, 5)
    #expect(console.selected == console.ids[console.state.features.list.scroll.cursor])
    #expect(console.state.features.list.scroll.cursor > 15)
  }

  @Test("the wheel over a list above the screen moves its cursor, as Enter runs the line under it")
  func wheelInOverlay() throws {
    var console = try ConsoleDriver(Size(columns: 80, rows: 24))
    console.press("?")
    let cursor = try #require(console.state.overlay?.list.scroll.cursor)
    console.send(wheel(.wheelDown, 20, 10))
    #expect(console.state.overlay?.list.scroll.cursor == cursor + 3)
  }

  @Test func aClickOnAHintRunsIt() throws {
    var console = try ConsoleDriver()
    let hints = try #require(console.lines.last)
    let place = try #require(hints.firstRange(of: "c channel"))
    console.click(hints.distance(from: hints.startIndex, to: place.lowerBound), 39)
    #expect(console.state.overlay?.title == "Channel")
  }

  @Test func aClickBesideAnOverlayClosesIt() throws {
    var console = try ConsoleDriver()
    console.press("c")
    console.click(0, 0)
    #expect(console.state.overlay == nil)
  }

  @Test func aClickInAnOverlayGoesToTheLineAndASecondOneChooses() throws {
    var console = try ConsoleDriver()
    console.press("c")
    let row = try #require(console.lines.firstIndex { $0.contains("release") && $0.contains("┃") })
    let before = console.state.channel
    console.click(60, row)
    #expect(console.state.overlay?.selected?.title.plain == "release")
    #expect(console.state.channel == before)
    console.click(60, row)
    #expect(console.state.channel == "release")
  }

  @Test(
    "a second click may be a column off and half a second later, and no more",
    arguments: [
      (1, 0, 500_000_000, true), (2, 0, 0, false), (0, 1, 0, false), (0, 0, 500_000_001, false),
    ])
  func secondClick(_ columns: Int, _ rows: Int, _ nanoseconds: Int32, _ isSecond: Bool) throws {
    var console = try ConsoleDriver()
    console.tell(Instant(seconds: 0))
    console.click(8, 5)
    console.tell(Instant(seconds: 0, nanoseconds: nanoseconds))
    console.click(8 + columns, 5 + rows)
    #expect((console.state.focus == .values) == isSecond)
  }

  @Test("a heading of a list above the screen cannot be clicked on, nor what lies under the list be dragged")
  func headings() throws {
    var console = try ConsoleDriver()
    console.press("?")
    let overlay = try #require(console.state.overlay)
    let heading = try #require(overlay.lines.firstIndex { $0.isHeading })
    let title = overlay.lines[heading].title.plain
    let row = try #require(console.lines.firstIndex { $0.contains("┃") && $0.contains(title) })
    console.click(60, row)
    console.click(60, row)
    #expect(console.state.overlay == overlay)
    let before = console.state.features.list
    console.send(.terminal(.mouse(MouseEvent(.drag, button: .left, at: Point(column: 8, row: 9)))))
    #expect(console.state.features.list == before)
  }

  @Test(
    "two clicks are one that opens where they are near each other, and soon after each other",
    arguments: [
      (8, Int64(400_000_000), true), (9, 400_000_000, true), (11, 400_000_000, false), (8, 600_000_000, false),
    ])
  func doubleClick(column: Int, nanoseconds: Int64, opens: Bool) throws {
    var console = try ConsoleDriver()
    console.tell(Instant(seconds: 100))
    console.click(8, 5)
    console.tell(Instant(clamping: 100, nanoseconds: nanoseconds))
    console.click(column, 5)
    #expect(console.state.focus == (opens ? .values : .features))
  }

  @Test("a third click is the first of the next two") func thirdClick() throws {
    var console = try ConsoleDriver()
    console.run("select homescreen", "open")
    let count = console.state.table.rows.count
    let row = try #require(console.lines.firstIndex { $0.contains("▾ sections-enabled") })
    for rows in [count, count - 5, count - 5, count] {
      console.click(50, row)
      #expect(console.state.table.rows.count == rows)
    }
  }

  @Test("a click ends what is typed, keeps it, and ends a sequence of keys") func endOfTyping() throws {
    var console = try ConsoleDriver()
    console.press("/")
    console.type("e")
    console.click(8, 6)
    console.press("j")
    #expect(console.state.features.list.filter.text == "e" && !console.state.features.list.filter.isTyping)
    console.press("y")
    console.click(8, 6)
    #expect(console.state.pendingKeys.isEmpty)
    console.run("focus details")
    let area = try #require(console.state.layout.panels[.details])
    console.press("/")
    console.type("a")
    console.click(area.column + 3, area.row + 2)
    #expect(console.state.search.field.text == "a" && !console.state.search.field.isTyping)
  }

  @Test("a list that the wheel has moved away shows its cursor again once something is clicked") func comingBack()
    throws
  {
    var console = try ConsoleDriver(Size(columns: 80, rows: 24))
    console.run("focus values")
    for _ in 1...4 { console.send(wheel(.wheelDown, 8, 8)) }
    #expect(console.state.features.list.scroll.isAway && console.state.features.list.scroll.top > 0)
    let area = try #require(console.state.layout.panels[.values])
    console.click(area.column + 3, area.row + 2)
    #expect(!console.state.features.list.scroll.isAway && console.state.features.list.scroll.top == 0)
  }

  @Test("a refusal above a list goes with a click into it") func readRefusal() throws {
    var console = try ConsoleDriver()
    console.press("M")
    console.type("/j")
    console.press("Enter")
    #expect(console.status == "nothing in the list contains “j”")
    let row = try #require(console.lines.firstIndex { $0.contains("Messages, the last first") })
    console.click(60, row)
    #expect(console.status == nil && console.state.overlay != nil)
  }
}

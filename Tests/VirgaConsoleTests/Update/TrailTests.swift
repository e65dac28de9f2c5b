import Testing
import VirgaCanvas

@testable import VirgaConsole

@Suite("Going back to where a jump came from") struct TrailTests {
  private var console: ConsoleDriver

  init() throws { console = try ConsoleDriver() }

  @Test("Backspace leads back through jumps to feature, value and panel, Alt-Right forward again")
  mutating func backAndForward() {
    console.run("select homescreen", "go sections-enabled.pocket", "select search", "flags")
    #expect(console.state.focus == .flags)
    console.press("Backspace")
    #expect(console.state.focus == .values && console.selected == "search")
    console.press("Ctrl-O")
    #expect(console.state.focus == .values && console.selected == "homescreen")
    #expect(console.path == "sections-enabled.pocket")
    console.press("Alt-Right", "Alt-Right")
    #expect(console.state.focus == .flags)
    console.press("Alt-Right")
    #expect(console.status == "go forward again: nothing to go forward to")
    console.press("Backspace", "Backspace", "Alt-Right", "Alt-Right", "Backspace")
    #expect(console.selected == "search" && console.state.focus == .values)
  }

  @Test("moving the cursor is not a jump, nor is going nowhere or to the same place again") mutating func noJumps() {
    console.press("j", "j", "Tab", "j", "1")
    #expect(console.state.trail.behind.map(\.panel) == [.values])
    console.run("select nope", "1")
    #expect(console.state.trail.behind.count == 1)
    console.run("flags", "focus features", "channels")
    #expect(console.state.trail.behind.map(\.panel) == [.values, .features])
  }

  @Test("the hint has Backspace, and the list of keys names where it leads") func hint() throws {
    var console = try ConsoleDriver(Size(columns: 200, rows: 60))
    console.press("m")
    #expect(console.hints.contains("Backspace back "))
    console.press("?")
    #expect(console.titles.contains("back to Features"))
    console.press("Esc", "Backspace")
    #expect(console.state.screen == .features)
  }

  @Test("a screen that was clicked is a jump too") mutating func clickedScreen() throws {
    let header = Array(console.lines[0])
    let column = try #require(header.indices.first { header[$0...].starts(with: "2 Flags") })
    console.click(column + 1, 0)
    #expect(console.state.screen == .flags)
    console.press("Backspace")
    #expect(console.state.screen == .features)
  }

  @Test("a hundred places are remembered, the oldest forgotten first") mutating func limit() {
    for _ in 0..<60 { console.run("flags", "features") }
    #expect(console.state.trail.behind.count == 100 && console.state.trail.behind.last?.panel == .flags)
  }

  @Test("a jump from where one went back to leaves nothing ahead") mutating func newJump() {
    console.act(":flags", ":channels", "Backspace")
    #expect(console.state.focus == .flags && console.state.trail.ahead.count == 1)
    console.act(":experiments", "Alt-Right")
    #expect(console.status == "go forward again: nothing to go forward to")
  }
}

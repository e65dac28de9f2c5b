import Testing
import VirgaCanvas

@testable import VirgaConsole

@Suite("Going back to where a jump came from") struct TrailTests {
  @Test("Backspace leads back through jumps to feature, value and panel, Alt-Right forward again")
  func backAndForward() throws {
    var console = try ConsoleDriver()
    console.run("select homescreen", "go sections-enabled.pocket", "select search", "flags")
    #expect(console.state.focus == .flags)
    console.press("Backspace")
    #expect(console.state.focus == .values)
    #expect(console.selected == "search")
    console.press("Ctrl-O")
    #expect(console.state.focus == .values)
    #expect(console.selected == "homescreen")
    #expect(console.path == "sections-enabled.pocket")
    console.press("Alt-Right", "Alt-Right")
    #expect(console.state.focus == .flags)
    console.press("Alt-Right")
    #expect(console.status == "go forward again: nothing lies ahead")
  }

  @Test("moving the cursor is no jump, and what leads nowhere else is none")
  func movesAreNone() throws {
    var console = try ConsoleDriver()
    console.press("j", "j", "Tab", "j", "1")
    #expect(console.state.trail.behind.map(\.panel) == [.values])
    console.run("select nope", "1")
    #expect(console.state.trail.behind.count == 1)
  }

  @Test("the hint has Backspace, and the list of keys names where it leads")
  func hint() throws {
    var console = try ConsoleDriver(Size(columns: 200, rows: 60))
    console.press("m")
    #expect(console.lines[59].contains("Backspace back "))
    console.press("?")
    #expect(console.state.overlay?.lines.contains { $0.title == "back to Features" } == true)
    console.press("Esc")
    console.press("Backspace")
    #expect(console.state.screen == .features)
  }

  @Test("a screen that was clicked is a jump too")
  func clickedScreen() throws {
    var console = try ConsoleDriver()
    let header = Array(console.lines[0])
    let column = try #require(header.indices.first { header[$0...].starts(with: "2 Flags") })
    console.click(column + 1, 0)
    #expect(console.state.screen == .flags)
    console.press("Backspace")
    #expect(console.state.screen == .features)
  }

  @Test("a hundred places are remembered, the oldest forgotten first") func limit() throws {
    var console = try ConsoleDriver()
    for _ in 0..<60 { console.run("flags", "features") }
    #expect(console.state.trail.behind.count == 100)
    #expect(console.state.trail.behind.last?.panel == .flags)
  }

  @Test("a jump from where one went back to leaves nothing ahead") func newJump() throws {
    var console = try ConsoleDriver()
    console.run("flags", "channels")
    console.press("Backspace")
    #expect(console.state.focus == .flags && console.state.trail.ahead.count == 1)
    console.run("experiments")
    console.press("Alt-Right")
    #expect(console.status == "go forward again: nothing lies ahead")
  }

  @Test("who went forward again goes back the same way") func backAgain() throws {
    var console = try ConsoleDriver()
    console.run("flags", "channels")
    console.press("Backspace", "Backspace", "Alt-Right", "Alt-Right", "Backspace")
    #expect(console.state.focus == .flags)
    console.press("Backspace")
    #expect(console.state.focus == .features)
  }

  @Test("a place that one jumps from twice is gone back to once") func samePlace() throws {
    var console = try ConsoleDriver()
    console.run("flags", "focus features", "channels")
    #expect(console.state.trail.behind.map(\.panel) == [.features])
  }
}

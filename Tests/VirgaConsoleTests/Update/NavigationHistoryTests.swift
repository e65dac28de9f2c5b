import Testing
import VirgaCanvas

@testable import VirgaConsole

@Suite("Back and forward") struct NavigationHistoryTests {
  private var console: ConsoleDriver

  init() throws { console = try ConsoleDriver() }

  @Test("Backspace goes back to earlier features, values and panels, and Alt-Right forward")
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
    #expect(console.message == StatusMessage.noWayForward.about("go forward again"))
    console.press("Backspace", "Backspace", "Alt-Right", "Alt-Right", "Backspace")
    #expect(console.selected == "search" && console.state.focus == .values)
  }

  @Test("moving the cursor, a refused jump and a jump to the same place are not recorded") mutating func noJumps() {
    console.press("j", "j", "Tab", "j", "1")
    #expect(console.state.navigation.behind.map(\.panel) == [.values])
    console.run("select nope", "1")
    #expect(console.state.navigation.behind.count == 1)
    console.run("flags", "focus features", "channels")
    #expect(console.state.navigation.behind.map(\.panel) == [.values, .features])
  }

  @Test("the hint line offers Backspace, and the key list names its destination") func hint() throws {
    var console = try ConsoleDriver(Size(columns: 200, rows: 60))
    console.press("m")
    #expect(console.hints.contains("Backspace back "))
    console.press("?")
    #expect(console.titles.contains("back to Features"))
    console.press("Esc", "Backspace")
    #expect(console.state.screen == .features)
  }

  @Test("clicking a screen's title is a jump too") mutating func clickedScreen() throws {
    let header = Array(console.lines[0])
    let column = try #require(header.indices.first { header[$0...].starts(with: "2 Flags") })
    console.click(column + 1, 0)
    #expect(console.state.screen == .flags)
    console.press("Backspace")
    #expect(console.state.screen == .features)
  }

  @Test("the last hundred places are remembered") mutating func limit() {
    for _ in 0..<60 { console.run("flags", "features") }
    #expect(console.state.navigation.behind.count == 100 && console.state.navigation.behind.last?.panel == .flags)
  }

  @Test("a new jump after going back clears the forward places") mutating func newJump() {
    console.act(":flags", ":channels", "Backspace")
    #expect(console.state.focus == .flags && console.state.navigation.ahead.count == 1)
    console.act(":experiments", "Alt-Right")
    #expect(console.message == StatusMessage.noWayForward.about("go forward again"))
  }
}

import Testing
import VirgaCanvas
import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaSource

@testable import VirgaConsole

@Suite("Back and forward") struct NavigationHistoryTests {
  private var console = ConsoleDriver()

  /// Goes to a value, a feature and a screen, one after the other.
  private mutating func visitPlaces() {
    console.act(":select homescreen", ":go sections-enabled.pocket", ":select search", ":flags") {
      $0.focus == .flags
    }
  }

  @Test("Backspace goes back to earlier features, values and panels")
  mutating func back() {
    visitPlaces()
    console.act("Backspace") { $0.focus == .values && $0.selected == "search" }
    console.act("Ctrl-O") {
      $0.focus == .values && $0.selected == "homescreen"
        && $0.path == "sections-enabled.pocket"
    }
  }

  @Test("Alt-Right goes forward to the places that Backspace left")
  mutating func forward() {
    visitPlaces()
    console.act("Backspace Ctrl-O Alt-Right Alt-Right") { $0.focus == .flags }
    console.act("Alt-Right", says: .noWayForward.about("go forward again"))
    console.act("Backspace Backspace Alt-Right Alt-Right Backspace") {
      $0.selected == "search" && $0.focus == .values
    }
  }

  @Test("a new jump after going back clears the places ahead")
  mutating func jumpAfterBack() {
    visitPlaces()
    console.act("Backspace", ":experiments")
    console.act("Alt-Right", says: .noWayForward.about("go forward again"))
  }

  @Test("moving the cursor, a refused jump and a jump to the same place are not recorded")
  mutating func noJumps() {
    console.act("j j Tab j 1") { $0.history.map(\.panel) == [.values] }
    console.act(":select nope", "1") { $0.history.count == 1 }
    console.act(":flags", ":focus features", ":channels") {
      $0.history.map(\.panel) == [.values, .features]
    }
  }

  @Test("the hint line offers Backspace") func hint() throws {
    var console = ConsoleDriver(Size(columns: 200, rows: 60))
    console.act("m") { $0.hints.contains("Backspace back ") }
  }

  @Test("the key list names where Backspace goes") func destination() throws {
    var console = ConsoleDriver(Size(columns: 200, rows: 60)).after("m")
    console.act("?") { $0.titles.contains("back to Features") }
    console.act("Esc Backspace") { $0.screen == .features }
  }

  @Test("clicking a screen's title is a jump")
  mutating func limit() throws {
    let header = Array(console.lines[0])
    let column = try #require(header.indices.first { header[$0...].starts(with: "2 Flags") })
    console.click(column + 1, 0) { $0.screen == .flags }
    console.act("Backspace") { $0.screen == .features }
  }

  @Test("the last hundred jumps are remembered") mutating func latest() throws {
    for _ in 0..<60 { console.run("flags", "features") }
    #expect(
      console.history.count == 100
        && console.history.last?.panel == .flags)
  }
}

import Testing
import VirgaCanvas

@testable import VirgaConsole

@Suite("Value panel") struct ValuePanelTests {
  private var console: ConsoleDriver

  init() throws {
    console = try ConsoleDriver()
    try console.openDemoRecipes()
    console.run("select homescreen", "open")
  }

  private func row(_ name: String) -> String? { console.lines.first { $0.contains("┃") && $0.contains(" \(name) ") } }

  @Test("the hint line says what Space does and how to drop or undo it") mutating func hintsOfAValue() {
    console.act(":go sections-enabled.pocket") { $0.hints.contains("Space edit true → false") }
    #expect(!console.hints.contains("d drop"))
    console.act("Space") { driver in
      ["Space drop edit → true", "d drop", "u undo"].allSatisfy(driver.hints.contains)
    }
    // What Enter does is said once.
    console.act(":go sections-enabled") { $0.hints.hasPrefix(" Enter fold or unfold") && !$0.hints.contains("Space") }
  }

  @Test("80x24 shows without scrolling why a value differs between channels") mutating func details() {
    console.resize(80, 24)
    console.run("channel release", "go sections-enabled.pocket")
    #expect(console.sees("│ true in developer, nightly ") && console.sees("│ false in beta, release "))
    #expect(console.sees("│ ▸ variable default  false  home.yaml:24 "))
    console.act(":channel nightly") { $0.sees("│ true in developer, nightly ") && $0.sees("│ false in beta, release ") }
    #expect(console.sees("│   variable default  false  home.yaml:24 "))
    #expect(console.sees("│ ▸ manifest nightly  true   home.yaml:55 "))
  }

  @Test("a table longer than its panel shows its number of lines") mutating func reach() {
    console.resize(80, 24)
    console.act("Esc") { $0.lines[1].contains("┌─ homescreen ─") }
    #expect(console.lines[1].hasSuffix(" of \(console.model.table.rows.count) lines ─┐"), "\(console.lines[1])")
    console.resize(120, 60)
    #expect(console.lines[1].hasSuffix(" changed ─┐"))
  }

  @Test("the cursor is a mark before its row") mutating func cursor() {
    console.act(":go sections-enabled.pocket") { $0.sees("┃▸     pocket ") }
    #expect(console.lines.count { $0.contains("┃▸") } == 1)
  }

  @Test("an unfolded list keeps its layer and its old value") mutating func openedList() throws {
    console.run("go section-order")
    let closed = try #require(console.model.table.selectedRow)
    console.press("l")
    let open = try #require(console.model.table.selectedRow)
    #expect(open.fold == .open)
    #expect(open.isChanged)
    #expect(open.was == closed.was)
    #expect(row("section-order")?.contains("◆ [4]") == true)
    #expect(row("section-order")?.contains("[5]") == true)
  }

  @Test("a replaced list of the same size shows its old first item") mutating func replacedList() throws {
    console.run("branch homepage-order-2026=control")
    let order = #"["pocket","top-sites","jump-back-in","recently-saved","recent-searches"]"#
    console.run("set section-order \(order)")
    #expect(row("section-order")?.contains("[5] pocket") == true)
    #expect(row("section-order")?.contains("[5]") == true)
  }
}

import Testing
import VirgaCanvas
import VirgaJSON
import VirgaSession

@testable import VirgaConsole

/// One step of the main commands of each screen, with everything that it changes and nothing else.
@Suite("What a command changes, and that it changes nothing else") struct StepTests {
  private func console(on screen: Screen = .features) throws -> ConsoleDriver {
    var console = try FrameCase.console(Size(columns: 120, rows: 40), on: screen)
    console.configure { $0.handoffTargets = [] }
    return console
  }

  @Test("a difference is named by its property") func differences() throws {
    let state = try console().state
    var other = state
    other.list.scroll.cursor += 1
    other.hasMouse = false
    let cursor = state.list.scroll.cursor
    #expect(
      StateDifference.lines(state, other) == [
        ".list.scroll.cursor: \(cursor) ≠ \(cursor + 1)", ".hasMouse: true ≠ false",
      ])
    #expect(StateDifference.lines(state, state) == [])
  }

  @Test("the cursor of the values moves alone") func down() throws {
    var console = try console()
    console.step("down") { $0.table.scroll.cursor = 4 }
  }

  @Test("a panel gets the focus alone") func focus() throws {
    var console = try console()
    console.step("focus details") { $0.focus = .details }
  }

  @Test("help lays a list over the screen") func help() throws {
    var console = try console()
    console.step("help") { $0.overlay = .help(in: $0) }
  }

  @Test("the mouse is given back, and that is said") func mouse() throws {
    var console = try console()
    let effects = console.step("mouse") {
      $0.hasMouse = false
      $0.status = .note("the mouse is the terminal's")
    }
    #expect(effects == [.captureMouse(false)])
  }

  @Test("a word that is no command is refused, and nothing else", arguments: Screen.allCases)
  func refusal(screen: Screen) throws {
    var console = try console(on: screen)
    console.step("nowhere") { $0.status = .refusal("there is no command called nowhere") }
  }
}

import Testing
import VirgaCanvas
import VirgaConsole
import VirgaSession

@Suite("Recording") struct RecordingTests {
  /// The commands that a person ran, event by event.
  private func recorded(_ keys: [KeyPress]) throws -> [String] {
    var console = try ConsoleDriver()
    var lines: [String] = []
    for key in keys {
      console.press(key)
      lines += console.state.performed.map(\.line)
    }
    return lines
  }

  @Test("keys are recorded as the commands they run") func commands() throws {
    #expect(try recorded(["j", "Enter", "3", "="]) == ["down", "open", "channels", "only-differences"])
  }

  @Test("what was typed is recorded when it is kept, what was chosen with its argument") func typed() throws {
    #expect(try recorded(["/", "h", "o", "m", "e", "Enter"]) == ["filter home"])
    #expect(try recorded(["c", "Down", "Enter"]) == ["channel beta"])
  }

  @Test("an edit is recorded when it is applied, not the keys of the editor") func edits() throws {
    let typed = "\"pinned-limit\": 3".map { KeyPress($0) }
    let keys: [KeyPress] = ["Left", "Right"] + typed + ["Ctrl-S", "Esc"]
    var console = try ConsoleDriver()
    console.run("select homescreen", "edit")
    var lines: [String] = []
    for key in keys {
      console.press(key)
      lines += console.state.performed.map(\.line)
    }
    #expect(lines == ["edit {\"pinned-limit\":3}"])
    var second = try ConsoleDriver()
    second.run("select homescreen", lines[0])
    #expect(second.state.session.all(.edit) == console.state.session.all(.edit))
  }

  @Test("a command that was refused is not recorded") func refused() throws {
    #expect(try recorded(["n"]) == [])
  }

  @Test("what was recorded leads to the same frame") func replay() throws {
    let keys: [KeyPress] = [
      "/", "h", "o", "m", "e", "s", "Enter", "Enter", "j", "Space", "3", "l", "1", "c", "Down", "Enter",
    ]
    var console = try ConsoleDriver()
    for key in keys { console.press(key) }
    var second = try ConsoleDriver()
    for line in try recorded(keys) { second.run(line) }
    #expect(second.lines.dropLast(2) == console.lines.dropLast(2))
  }
}

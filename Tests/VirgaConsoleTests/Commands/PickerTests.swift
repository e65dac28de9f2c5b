import Testing
import VirgaCanvas
import VirgaSession

@testable import VirgaConsole

@Suite("A list to choose from") struct PickerTests {
  private func console() throws -> ConsoleDriver {
    var console = try ConsoleDriver()
    console.press("c")
    return console
  }

  @Test("letters are keys as in every list: j and k move, G and g go to the ends, and others find nothing")
  func keys() throws {
    var console = try console()
    func channel() -> String? { console.state.overlay?.selected?.title.plain }
    #expect(channel() == "nightly")
    console.press("j", "j")
    #expect(channel() == "release")
    console.press("k")
    #expect(channel() == "beta")
    console.press("g")
    #expect(channel() == "developer")
    console.press("G")
    #expect(channel() == "release")
    console.press("d")
    #expect(console.status == "d means nothing here; ? lists the keys" && console.state.overlay?.lines.count == 4)
    console.press("Enter")
    #expect(console.state.channel == "release" && console.state.overlay == nil)
  }

  @Test("/ filters, Enter chooses what was found, Esc clears the filter before it closes the list") func filter() throws
  {
    var console = try console()
    #expect(console.lines.last?.contains("/ filter") == true)
    console.type("/jk")
    #expect(console.state.overlay?.field.text == "jk" && console.state.overlay?.lines.isEmpty == true)
    #expect(console.lines.last?.contains("/ filter") == false)
    console.press("Esc")
    #expect(console.state.overlay?.lines.count == 4 && console.state.overlay?.isTyping == false)
    console.type("/rel")
    #expect(console.state.overlay?.lines.map(\.title) == ["release"])
    console.press("Backspace", "Backspace", "Backspace", "Backspace")
    #expect(console.state.overlay?.isTyping == false)
    console.press("Esc")
    #expect(console.state.overlay == nil)
    console.press("c", "/", "b", "Enter")
    #expect(console.state.channel == "beta")
  }

  @Test("a script filters a list without typing, and the command line and the keys are typed into at once")
  func typed() throws {
    var console = try console()
    console.run("filter-list rel", "choose")
    #expect(console.state.channel == "release")
    console.press(":", "j")
    #expect(console.state.overlay?.field.text == "j")
    console.press("Esc", "?", "j")
    #expect(console.state.overlay?.field.text == "j")
  }

  @Test("a command that asks does so whatever stands behind it, but for an answer") func asking() throws {
    var console = try ConsoleDriver()
    console.run("select homescreen", "set pinned-limit 3", "drop-all")
    #expect(console.state.overlay?.title == "Drop the override" && console.effects.isEmpty)
    console.press("Esc")
    console.run("drop-all no")
    #expect(console.state.overlay != nil && console.state.session.overrideCount == 1)
    console.press("Enter")
    #expect(console.state.overlay == nil && console.state.session.overrideCount == 0)
    console.run("set pinned-limit 3", "drop-all yes")
    #expect(console.state.overlay == nil && console.state.session.overrideCount == 0)
  }

  @Test("the commands that ask first") func askingCommands() {
    #expect(
      CommandTable.all.filter { $0.asks != nil }.map(\.name) == [
        "drop-edit", "drop-all", "drop-flag", "drop-flags", "forget-flag", "forget-flags", "drop-value", "drop-branch",
        "quit",
      ])
  }

  @Test("what several marked rows set is dropped after a question, also if only one of them sets anything")
  func severalMarked() throws {
    var console = try ChannelSamples.console()
    console.run("select kept", "set size 3", "channels")
    console.press("=", "V", "d")
    #expect(console.state.overlay?.title == "Drop the edits of 1 value")
    #expect(console.state.session.overrideCount == 1)
    console.press("Enter")
    #expect(console.state.session.overrideCount == 0)
  }
}

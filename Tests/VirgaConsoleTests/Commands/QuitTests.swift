import Testing
import VirgaCanvas
import VirgaSession

@testable import VirgaConsole

@Suite("Quitting with an unsaved session") struct QuitTests {
  private func console(isInMemory: Bool = true) -> ConsoleDriver {
    var console = ConsoleDriver.onHomescreen()
    console.configure { $0.isInMemory = isInMemory }
    return console
  }

  @Test("q quits if nothing is lost")
  func nothing() throws {
    var console = self.console()
    console.act("q") { $0.effects == [.quit] }
  }

  @Test("q, unlike a scripted quit, asks once the session's file failed") func failedFile() throws {
    var console = self.console(isInMemory: false)
    console.act(":set pinned-limit 5", "q") { $0.effects == [.quit] }
    console.send(.sessionLost("the disk is full"))
    console.act("q") { $0.effects.isEmpty && $0.picker != nil }
    console.act("Esc", ":quit") { $0.effects == [.quit] }
  }

  @Test("q asks and names what would be lost") func asks()
    throws
  {
    var console = self.console()
    console.act(":set pinned-limit 5", ":edit", "Ctrl-Home x Esc q") { $0.effects.isEmpty }
    #expect(console.picker?.title == "Leave and lose 1 override and 1 draft?")
    #expect(
      console.picker?.lines.map { "\($0.leading) \($0.title)" } == [
        "first write the session to a file", "yes leave", "edit homescreen ▸ pinned-limit",
        "draft homescreen",
      ])
    console.act("Down Down Enter", says: .onlyInformation("homescreen ▸ pinned-limit"))
    console.act("Esc") { $0.picker == nil && $0.effects.isEmpty }
  }

  @Test("the answers are explained in full, and a second q says how to see them again")
  func answers() throws {
    var console = self.console()
    console.resize(80, 24)
    console.act(":set pinned-limit 5", "q") {
      $0.sees("┃▸ first  write the session to a file  session-import reads it  ")
        && $0.sees("┃  yes    leave                        it is in memory only  ")
    }
    console.act("q") { $0.effects.isEmpty && $0.sees("no match; Esc clears the filter") }
    console.act("Esc") { $0.picker != nil && $0.sees("yes    leave") }
    console.act("y e s", "Enter") { $0.effects == [.quit] }
  }

  @Test("a question that is too narrow names what would be lost in a sentence") func narrow() throws
  {
    var console = self.console()
    console.act(":set pinned-limit 5", ":edit", "Ctrl-Home x Esc q") { $0.effects.isEmpty }
    console.press("Esc")
    console.run("set-context flavour vanilla", "set-context taste sweet")
    console.resize(60, 15)
    console.act("q") { $0.picker?.title == "Leave and lose the session?" }
    let text = console.lines.joined(separator: " ").split(separator: " ").joined(separator: " ")
    #expect(text.contains("1 override, 1 draft and 2 changes of the client would be ┃ ┃ lost."))
    console.act("Esc Ctrl-C Down Enter") { $0.effects == [.quit] }
  }

  @Test("q does not ask after an export until the session changes again") func written()
    throws
  {
    var console = self.console().after(":set pinned-limit 5", "q Enter Enter")
    #expect(console.effects == [.exportSession("session.json", channel: "nightly")])
    let output = OutputFile(
      path: "session.json", text: "{}", what: "the session", session: console.session)
    console.send(.fileExists(output))
    console.act("q") { $0.effects.isEmpty && $0.picker != nil }
    console.press("Esc", "Esc")
    console.send(.fileWritten(output))
    #expect(
      console.message == .wrote("the session", to: "session.json")
        && console.writtenFile == "session.json")
    console.act("q") { $0.effects == [.quit] }
    console.act(":set pinned-limit 6", "q")
    #expect(
      console.effects.isEmpty && console.picker != nil && console.writtenFile == nil)
  }

  @Test("only an export of the session that no other file replaced counts as saved")
  func otherFiles() throws {
    var console = self.console().after(":set pinned-limit 5")
    let session = console.session
    let export = OutputFile(path: "s.json", text: "{}", what: "the session", session: session)
    let recipes = ["b.json", "./s.json"].map {
      OutputFile(path: $0, text: "{}", what: "the recipe")
    }
    for (draft, written) in [
      (recipes[0], nil), (export, "s.json"), (recipes[0], "s.json"), (recipes[1], nil),
    ] {
      console.send(.fileWritten(draft)) { $0.writtenFile == written }
    }
    console.act("q") {
      $0.effects.isEmpty && $0.picker?.title == "Leave and lose 1 override?"
    }
  }

  @Test(
    "typed text that no pause has saved makes q ask",
    arguments: [false, true])
  func typedSince(hasDraft: Bool) throws {
    var console = self.console().after(":set pinned-limit 5", ":edit")
    if hasDraft {
      console.type("a")
      console.send(.quiet)
    }
    let session = console.session
    console.send(
      .fileWritten(OutputFile(path: "s.json", text: "{}", what: "the session", session: session)))
    #expect(console.writtenFile == "s.json")
    console.act("'b", "F6 q") { !$0.effects.contains(.quit) }
    #expect(console.picker?.title == "Leave and lose 1 override and 1 draft?")
  }
}

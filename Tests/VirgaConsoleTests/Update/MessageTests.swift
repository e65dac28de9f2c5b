import Testing
import VirgaCanvas
import VirgaManifest
import VirgaSource

@testable import VirgaConsole

@Suite("What the status line says") struct MessageTests {
  @Test("what was done is said until the next key that does something")
  func notesStay() throws {
    var console = try ConsoleDriver()
    console.run("select homescreen", "set sections-enabled.pocket false")
    console.press("j", "Tab", "PgDn", "G", "k")
    #expect(console.status == "set sections-enabled.pocket = false")
    console.press("u")
    #expect(console.status == "undone: set sections-enabled.pocket = false")
    console.press("1")
    #expect(console.status == nil)
  }

  @Test("where the cursor is is said until the cursor moves, and is no message")
  func places() throws {
    var console = try ConsoleDriver()
    console.run("select homescreen")
    console.press("Tab", "/")
    console.type("true")
    console.press("Enter", "n")
    #expect(console.status?.hasPrefix("match 2 of ") == true)
    console.press("j")
    #expect(console.status == nil)
    #expect(console.state.messages.entries.count == 1)
  }

  @Test("what was read at the start stands among the messages, with what was found wrong in it") func beginning() throws
  {
    var console = try ConsoleDriver()
    console.press("j", "M")
    #expect(console.state.overlay?.lines.first?.title.plain.hasPrefix("read cirrus.fml.yaml: ") == true)
    let words = "changes stay in this session's file; no server and no shipped app is touched"
    let files = try #require(console.state.workspace.manifest?.files.count)
    #expect(
      console.state.messages.entries.map(\.message.text.plain)
        == ["read cirrus.fml.yaml: \(files) files, 44 features, no problems; \(words)"])
    console = try ConsoleDriver(yaml: FeatureFrameTests.broken)
    let errors = console.state.currentProblems.count { $0.severity == .error }
    #expect(errors > 0)
    #expect(
      console.state.messages.entries.last?.message.text.plain.contains(", \(errors) error") == true)
  }

  @Test("a long message takes two lines, and says where it is cut and how to read on") func long() throws {
    var console = try ConsoleDriver(Size(columns: 80, rows: 24))
    let border = console.lines[21]
    console.send(.outcome(.note(String(repeating: "word ", count: 100))))
    #expect(console.lines[20] == border && console.lines[21].hasPrefix(" word word"))
    #expect(console.lines[22].hasSuffix(" … M reads on") || console.lines[22].contains(" …  M reads on"))
    console.press("M")
    #expect(console.state.overlay?.lines.count ?? 0 > 5)
    console.press("Esc")
    console.send(.outcome(.note(String(repeating: "word ", count: 20))))
    #expect(console.lines[22] == " word word word word word")
  }

  @Test("what went wrong stands until it is dismissed, also behind what is said later")
  func failuresStay() throws {
    var console = try ConsoleDriver()
    console.send(.outcome(.failure("the disk is full")))
    console.press("j", "c", "Esc", "1")
    #expect(console.status == nil)
    #expect(console.lines[38].hasPrefix(" the disk is full"))
    console.run("channel beta")
    #expect(console.lines[38].hasPrefix(" channel beta"))
    #expect(console.lines[38].hasSuffix("! M messages"))
    console.press("Esc")
    #expect(console.state.messages.failure == nil)
    #expect(!console.lines[38].contains("! M"))
  }

  @Test("a failure ends when what failed works again")
  func mended() throws {
    var console = try ConsoleDriver()
    console.send(.outcome(.failure("the session is locked")))
    console.send(.outcome(.recovery("the session is free again")))
    console.press("1")
    #expect(console.state.messages.failure == nil)
  }

  @Test("M lists the messages with their times, the last first, and Enter copies one")
  func list() throws {
    var empty = State(size: Size(columns: 80, rows: 24))
    _ = update(&empty, .command("messages"))
    #expect(empty.status?.text == "what was said: nothing was said yet")
    var console = try ConsoleDriver()
    console.run("channel beta", "channel release")
    console.press("M")
    let lines = console.state.overlay?.lines.map(\.title.plain)
    #expect(lines?.prefix(2) == ["channel release", "channel beta"])
    #expect(console.state.overlay?.lines.first?.keys.plain == "  00:00:00")
    console.press("/", "j", "Enter")
    #expect(console.effects == [])
    #expect(console.status == "nothing in the list contains “j”")
    console.press("Esc", "j", "Enter")
    #expect(console.effects == [.copy("channel beta", what: "the message")])
  }

  @Test("a long message takes a second line over the panels, until something else is done, and is whole in the list")
  func longMessages() throws {
    var console = try ConsoleDriver(Size(columns: 80, rows: 24))
    let words = (1...30).map { "wort\($0)" }.joined(separator: " ")
    console.send(.outcome(.refusal(words)))
    let shown = console.lines[21...22].joined().split(separator: " ").filter { $0.hasPrefix("wort") }
    #expect(shown.count > 15 && words.hasPrefix(shown.joined(separator: " ")) && console.lines[22].contains(" …"))
    console.press("M")
    #expect(console.state.overlay?.lines.map(\.title.plain).joined(separator: " ").hasPrefix(words) == true)
    #expect(console.state.overlay?.count == 2)
    console.type("/wort29")
    #expect(console.state.overlay?.shownCount == 1)
    console.press("Esc", "Esc", "1")
    #expect(!console.lines.contains { $0.contains("wort") })
  }

  @Test("five hundred messages are kept, the oldest forgotten first") func limit() throws {
    var console = try ConsoleDriver()
    for number in 0...500 { console.send(.outcome(.note("note \(number)"))) }
    #expect(console.state.messages.entries.count == 500)
    #expect(console.state.messages.entries.first?.message.text == "note 1")
  }

  @Test("a failure that was read in the list of messages stands no more") func readFailure() throws {
    var console = try ConsoleDriver()
    console.send(.outcome(.failure("the disk is full")))
    console.press("M", "Esc", "1")
    #expect(console.state.messages.failure == nil)
    #expect(!console.lines[38].contains("the disk is full"))
  }

  @Test("where changes stay is said at first, but not in a session that cannot be changed") func firstWords() throws {
    var console = try ConsoleDriver()
    #expect(console.lines[38].hasPrefix(" changes stay in this session's file"))
    console.makeReadOnly()
    #expect(!console.lines[38].contains("changes stay"))
    console.configure { $0.isReadOnly = false }
    console.press("j")
    #expect(!console.lines[38].contains("changes stay"))
  }

  @Test("what is said of a line while it is typed is no message to keep") func typed() throws {
    var console = try ConsoleDriver()
    console.run("select homescreen", "open")
    let count = console.state.messages.entries.count
    console.press("/")
    console.type("zzz")
    #expect(console.status?.hasPrefix("nothing here contains zzz") == true)
    #expect(console.state.messages.entries.count == count)
  }
}

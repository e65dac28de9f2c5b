import Testing
import VirgaCanvas
import VirgaManifest
import VirgaSource
import VirgaTestSupport
import VirgaWorkbench

@testable import VirgaConsole

@Suite("What the status line says") struct MessageTests {
  private var console: ConsoleDriver

  init() throws { console = try ConsoleDriver() }

  @Test("what was done is said until the next key that does something") mutating func notesStay() {
    console.act(":select homescreen", ":set sections-enabled.pocket false", "j Tab PgDn G k")
    #expect(console.status == "set sections-enabled.pocket = false")
    console.press("u")
    #expect(console.status == "undone: set sections-enabled.pocket = false")
    console.press("1")
    #expect(console.status == nil)
  }

  @Test("the position of the cursor is shown until it moves, and is not a message") mutating func places() {
    console.act(":select homescreen", "Tab /", "'true", "Enter n")
    #expect(console.status?.hasPrefix("match 2 of ") == true)
    console.press("j")
    #expect(console.status == nil && console.messages.count == 1)
  }

  @Test("the messages begin with what was read at the start and what was wrong in it") mutating func beginning() throws
  {
    console.press("j", "M")
    #expect(console.titles.first?.hasPrefix("read cirrus.fml.yaml: ") == true)
    let words = "changes stay in this session's file; no server and no shipped app is touched"
    let files = try #require(console.state.workspace.manifest?.files.count)
    #expect(console.messages == ["read cirrus.fml.yaml: \(files) files, 44 features, no problems; \(words)"])
    console = try ConsoleDriver(yaml: FeatureFrameTests.broken)
    let errors = console.state.currentProblems.count { $0.severity == .error }
    #expect(errors > 0 && console.messages.last?.contains(", \(errors) error") == true)
  }

  @Test("where changes are kept is said at first, but not in a read-only session", arguments: FrameCase.sizes[1...2])
  func firstWords(size: Size) throws {
    var console = try ConsoleDriver(size)
    func status() -> String { console.lines[size.rows - 2] }
    let words = " changes stay in this session's file; no server and no shipped app is touched"
    #expect(status().hasPrefix(words) && status().dropFirst(words.count).allSatisfy { $0 == " " })
    console.makeReadOnly()
    #expect(!status().contains("changes stay"))
    console.configure { $0.isReadOnly = false }
    console.press("j")
    #expect(!status().contains("changes stay"))
  }

  @Test("a long message takes two lines over the panels until something else is done, and is whole in the list")
  func long() throws {
    var console = try ConsoleDriver(FrameCase.goldenSize)
    let border = console.lines[21]
    #expect(border.hasPrefix("┗━") && border.hasSuffix("─┘"))
    let words = (1...30).map { "wort\($0)" }.joined(separator: " ")
    console.send(.outcome(.refusal(words)))
    let shown = console.lines[21...22].joined().split(separator: " ").filter { $0.hasPrefix("wort") }
    #expect(shown.count > 15 && words.hasPrefix(shown.joined(separator: " ")))
    #expect(console.lines[20] == border)
    #expect(console.lines[22].contains(" …") && console.lines[22].contains("M: full text"))
    console.press("M")
    #expect(console.titles.joined(separator: " ").hasPrefix(words) && console.state.overlay?.count == 2)
    console.type("/wort29")
    #expect(console.state.overlay?.shownCount == 1)
    console.press("Esc", "Esc", "1")
    #expect(!console.sees("wort"))
    console.send(.outcome(.note(String(repeating: "word ", count: 100))))
    console.press("M")
    #expect(console.titles.count > 5)
    console.press("Esc")
    console.send(.outcome(.note(String(repeating: "word ", count: 20))))
    #expect(console.lines[22] == " word word word word word")
  }

  @Test("what went wrong stands until it is dismissed, also behind what is said later") mutating func failuresStay() {
    console.send(.outcome(.failure("the disk is full")))
    console.press("j", "c", "Esc", "1")
    #expect(console.status == nil && console.lines[38].hasPrefix(" the disk is full"))
    console.run("channel beta")
    #expect(console.lines[38].hasPrefix(" channel beta") && console.lines[38].hasSuffix("! M messages"))
    console.press("Esc")
    #expect(console.state.messages.failure == nil && !console.lines[38].contains("! M"))
  }

  @Test("a failure ends when what failed works again, or when it was read in the list") mutating func failuresEnd() {
    console.send(.outcome(.failure("the session is locked")))
    console.send(.outcome(.recovery("the session is free again")))
    console.press("1")
    #expect(console.state.messages.failure == nil)
    console.send(.outcome(.failure("the disk is full")))
    console.press("M", "Esc", "1")
    #expect(console.state.messages.failure == nil && !console.lines[38].contains("the disk is full"))
  }

  @Test("M lists the messages with their times, the last first, and Enter copies one") mutating func list() throws {
    var empty = State(size: FrameCase.goldenSize)
    _ = update(&empty, .command("messages"))
    #expect(empty.status?.text == "message log: no messages yet")
    console.act(":channel beta", ":channel release", "M")
    #expect(console.titles.prefix(2) == ["channel release", "channel beta"])
    #expect(console.state.overlay?.lines.first?.keys.plain == "  00:00:00")
    console.press("/", "j", "Enter")
    #expect(console.effects == [] && console.status == "nothing in the list contains “j”")
    console.click(60, try console.row(of: "Messages, latest first"))
    #expect(console.status == nil && console.state.overlay != nil, "a click into the list ends the refusal")
    console.press("Esc", "j", "Enter")
    #expect(console.effects == [.copy("channel beta", what: "the message")])
  }

  @Test("five hundred messages are kept, the oldest forgotten first") mutating func limit() {
    for number in 0...500 { console.send(.outcome(.note("note \(number)"))) }
    #expect(console.messages.count == 500 && console.messages.first == "note 1")
  }

  @Test("what is said of a line while it is typed is not kept as a message") mutating func typed() {
    console.run("select homescreen", "open")
    let count = console.messages.count
    console.act("/", "'zzz")
    #expect(console.status?.hasPrefix("nothing here contains zzz") == true && console.messages.count == count)
  }
}

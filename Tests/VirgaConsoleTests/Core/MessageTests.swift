import Testing
import VirgaCanvas
import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSource
import VirgaTestSupport
import VirgaWorkbench

@testable import VirgaConsole

@Suite("Status line messages") struct MessageTests {
  private var console = ConsoleDriver()

  @Test("a message stays until the next key that does something") mutating func notesStay() {
    console.act(":select homescreen", ":set sections-enabled.pocket false", "j Tab PgDn G k")
    #expect(console.status == "set sections-enabled.pocket = false")
    console.act("u", says: .undone("set sections-enabled.pocket = false"))
    console.act("1") { $0.status == nil }
  }

  @Test("a position disappears when the cursor moves and is not logged") mutating func places() {
    console.act(":select homescreen", "Tab /", "'true", "Enter n")
    #expect(console.message == .match(2, of: console.model.features.values.matches().count))
    console.act("j") { $0.status == nil && $0.messages.count == 1 }
  }

  @Test("the message log begins with what was read and its problems") mutating func beginning()
    throws
  {
    console.act("j M") { $0.titles.first?.hasPrefix("read cirrus.fml.yaml: ") == true }
    let files = try #require(console.model.workspace.manifest?.files.count)
    let read = StatusMessage.read("cirrus.fml.yaml", files: files, features: 44, problems: [])
    #expect(console.messages == [read.then(.safe(inMemory: false)).text.plain])
    console = try ConsoleDriver(yaml: ScreenFrameTests.broken)
    let errors = try #require(console.model.problems.counts.first)
    #expect(
      errors.severity == .error && console.messages.last?.contains(", \(errors.words)") == true)
  }

  @Test(
    "the first message says where changes are kept, except in a read-only session",
    arguments: FrameCase.sizes[1...2])
  func initialStatus(size: Size) throws {
    var console = ConsoleDriver(size)
    func status() -> String { console.lines[size.rows - 2] }
    let words = " changes stay in this session's file; no server or shipped app is touched"
    #expect(status().hasPrefix(words) && status().dropFirst(words.count).allSatisfy { $0 == " " })
    console.makeReadOnly()
    #expect(!status().contains("changes stay"))
    console.configure { $0.isReadOnly = false }
    console.press("j")
    #expect(!status().contains("changes stay"))
  }

  @Test("a long message takes two lines over the panels and is complete in the log") func long()
    throws
  {
    var console = ConsoleDriver(FrameCase.goldenSize)
    let border = console.lines[21]
    #expect(border.hasPrefix("┗━") && border.hasSuffix("─┘"))
    let words = (1...30).map { "wort\($0)" }.joined(separator: " ")
    console.send(.outcome(.refusal(words)))
    let shown = console.lines[21...22].joined().split(separator: " ").filter {
      $0.hasPrefix("wort")
    }
    #expect(shown.count > 15 && words.hasPrefix(shown.joined(separator: " ")))
    #expect(console.lines[20] == border)
    #expect(console.lines[22].contains(" …") && console.lines[22].contains("M: full text"))
    console.act("M") {
      $0.titles.joined(separator: " ").hasPrefix(words) && $0.model.overlay?.count == 2
    }
    console.act("'/wort29") { $0.model.overlay?.shownCount == 1 }
    console.act("Esc Esc 1") { !$0.sees("wort") }
    console.send(.outcome(.info(String(repeating: "word ", count: 100))))
    console.act("M") { $0.titles.count > 5 }
    console.press("Esc")
    console.send(.outcome(.info(String(repeating: "word ", count: 20)))) {
      $0.lines[22] == " word word word word word"
    }
  }

  @Test(
    "a message keeps paths and ids whole and cuts the prose after them",
    arguments: [(80, 24), (60, 15)])
  func names(columns: Int, rows: Int) throws {
    var console = ConsoleDriver(Size(columns: columns, rows: rows))
    let id = "a-long-id-of-a-recipe-with-many-words"
    let prose = String(repeating: "some prose ", count: columns / 12)
    console.send(
      .outcome(.refusal("\(prose)`\(id)` \(prose)/a/folder/\(id).json \(prose)\(prose)")))
    let shown = console.lines.dropLast().suffix(8).map { $0.filter { $0 != " " } }.joined()
    #expect(shown.contains("`\(id)`") && shown.contains("/a/folder/\(id).json"), "\(console.lines)")
    #expect(console.lines.dropLast().last?.contains("M: full text") == true)
  }

  @Test("the log breaks a path that is longer than a line, and cuts none", arguments: 60...66)
  func pathsInLog(length: Int) throws {
    var console = ConsoleDriver(FrameCase.goldenSize)
    let path = "recipes/collections/ios-" + String(repeating: "a", count: length - 29) + ".json"
    console.send(.outcome(.info("5 recipes from \(path)")))
    console.press("M")
    #expect(console.sees("5 recipes from") && !console.sees("… ┃"), "\(console.lines)")
    #expect(console.titles.joined().contains(path))
  }

  @Test("a failure stays until it is dismissed, even behind later messages")
  mutating func failuresStay() {
    console.send(.outcome(.failure("the disk is full")))
    console.act("j c Esc 1") { $0.status == nil && $0.lines[38].hasPrefix(" the disk is full") }
    console.act(":channel beta") {
      $0.lines[38].hasPrefix(" channel beta") && $0.lines[38].hasSuffix("! M messages")
    }
    console.act("Esc") { $0.model.messages.failure == nil && !$0.lines[38].contains("! M") }
  }

  @Test("a failure ends with its recovery or once the log is read") mutating func failuresEnd() {
    console.send(.outcome(.failure("the session is locked")))
    console.send(.outcome(.recovery("the session is free again")))
    console.act("1") { $0.model.messages.failure == nil }
    console.send(.outcome(.failure("missing/recipes.json: No such file or directory")))
    let batch = RecipeBatch(
      SourceText(name: "recipes.json", text: Sample.recipeText("x", feature: "homescreen")))
    #expect(batch.recipes.count == 1)
    console.send(.recipes(batch, from: "recipes.json"))
    console.press("1")
    #expect(!console.sees("No such file"), "a file that is read ends what another one said")
    console.send(.outcome(.failure("the disk is full")))
    console.act("M Esc 1") {
      $0.model.messages.failure == nil && !$0.lines[38].contains("the disk is full")
    }
  }

  @Test("M lists messages with times, latest first, and Enter copies one") mutating func list()
    throws
  {
    var empty = Model(size: FrameCase.goldenSize)
    _ = update(&empty, .command("messages"))
    #expect(empty.status == StatusMessage.noMessages.about("message log"))
    console.act(":channel beta", ":channel release", "M") {
      $0.titles.prefix(2) == ["channel release", "channel beta"]
    }
    #expect(console.model.overlay?.lines.first?.keys.plain == "  00:00:00")
    console.act("/ j Enter") { $0.effects == [] && $0.message == .notListed("j") }
    console.click(60, try console.row(of: "Messages, latest first"))
    #expect(
      console.status == nil && console.model.overlay != nil,
      "a click into the list ends the refusal")
    console.act("Esc j Enter") { $0.effects == [.copy("channel beta", what: "the message")] }
    console.act(":", "'copy-message 99", "Enter") {
      $0.message == .noMessage("99") && $0.model.status?.refusal != nil
    }
    console.act("Esc", ":copy-message 99", says: StatusMessage.noMessage("99").asNote)
  }

  @Test("the log keeps the latest 500 messages") mutating func limit() {
    for number in 0...500 { console.send(.outcome(.info("note \(number)"))) }
    #expect(console.messages.count == 500 && console.messages.first == "note 1")
  }

  @Test("messages about a line being typed are not logged") mutating func typed() {
    console.run("select homescreen", "open")
    let count = console.messages.count
    console.act("/", "'zzz") {
      $0.message == .noMatch("zzz", isNew: true, end: "Esc") && $0.messages.count == count
    }
  }
}

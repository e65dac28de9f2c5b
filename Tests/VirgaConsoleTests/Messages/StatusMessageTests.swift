import Testing
import VirgaCanvas
import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaSource
import VirgaTestSupport
import VirgaWorkbench

@testable import VirgaConsole

@Suite("Status line messages") struct StatusMessageTests {
  private var console = ConsoleDriver()

  @Test("a message stays until the next key that does something") mutating func notesStay() {
    console.act(":select homescreen", ":set sections-enabled.pocket false", "j Tab PgDn G k")
    #expect(console.status == "set sections-enabled.pocket = false")
    console.act("u", says: .undone("set sections-enabled.pocket = false"))
    console.act("1") { $0.status == nil }
  }

  @Test("a position disappears when the cursor moves") mutating func places() {
    console.act(":select homescreen", "Tab /", "'true", "Enter n")
    #expect(console.message == .match(2, of: console.features.values.matches().count))
    console.act("j") { $0.status == nil }
  }

  @Test("a position is not logged") mutating func unloggedPlaces() {
    console.act(":select homescreen", "Tab /", "'true", "Enter n", "j") { $0.messages.count == 1 }
  }

  @Test(
    "the first message explains the signs and says where changes are kept, unless it is read-only",
    arguments: FrameCase.sizes[1...2])
  func initialStatus(size: Size) throws {
    var console = ConsoleDriver(size)
    func status() -> String { console.lines[size.rows - 2] }
    let words = " ◆ experiment ◇ rollout ● override ~ manifest; changes stay in this session"
    #expect(status().hasPrefix(words) && status().dropFirst(words.count).allSatisfy { $0 == " " })
    console.makeReadOnly()
    #expect(!status().contains("changes stay"))
    console.configure { $0.isReadOnly = false }
    console.press("j")
    #expect(!status().contains("changes stay"))
  }

  @Test("a long message takes two lines over the panels") func long()
    throws
  {
    var console = ConsoleDriver(FrameCase.goldenSize)
    let panels = console.lines[1...20]
    let words = (1...30).map { "wort\($0)" }.joined(separator: " ")
    console.send(.outcome(.refusal(words)))
    let shown = console.lines[21...22].joined().split(separator: " ").filter {
      $0.hasPrefix("wort")
    }
    #expect(shown.count > 15 && words.hasPrefix(shown.joined(separator: " ")))
    #expect(console.lines[1...20] == panels, "only the lower border is covered")
    #expect(console.lines[22].contains(" …") && console.lines[22].contains("M: full text"))
    console.act("M") {
      $0.titles.joined(separator: " ").hasPrefix(words) && $0.picker?.count == 2
    }
    console.act("'/wort29") { $0.picker?.matchCount == 1 }
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

  @Test("a failure stays until it is dismissed, even behind later messages")
  mutating func failuresStay() {
    console.send(.outcome(.failure("the disk is full")))
    console.act("j c Esc 1") { $0.status == nil && $0.lines[38].hasPrefix(" ! the disk is full") }
    console.act(":channel beta") {
      $0.lines[38].hasPrefix(" switched to channel beta") && $0.lines[38].hasSuffix("! M messages")
    }
    console.act("Esc") { $0.failure == nil && !$0.lines[38].contains("! M") }
  }

  @Test("a failure ends with its recovery or when the log is read") mutating func failuresEnd() {
    console.send(.outcome(.failure("the session is locked")))
    console.send(.outcome(.recovery("the session is free again")))
    console.act("1") { $0.failure == nil }
    console.send(.outcome(.failure("missing/recipes.json: No such file or directory")))
    let batch = RecipeBatch(
      SourceText(name: "recipes.json", text: Sample.recipeText("x", feature: "homescreen")))
    #expect(batch.recipes.count == 1)
    console.send(.recipes(batch, from: "recipes.json"))
    console.press("1")
    #expect(!console.sees("No such file"), "a file that is read ends what another one said")
    console.send(.outcome(.failure("the disk is full")))
    console.act("M Esc 1") {
      $0.failure == nil && !$0.lines[38].contains("the disk is full")
    }
  }

  @Test("nothing but a blank follows a question")
  func questions() {
    let unknown = StatusMessage.unknown("screen", "evnts", among: ["events", "flags"])
    let question = "unknown screen evnts; did you mean `events`?"
    #expect(unknown.text.plain == question)
    #expect(unknown.and("nothing changed").text.plain == "\(question) nothing changed")
    #expect(unknown.then(.info("nothing changed")).text.plain == "\(question) nothing changed")
    #expect(StatusMessage.info("done").and("nothing changed").text.plain == "done; nothing changed")
  }
}

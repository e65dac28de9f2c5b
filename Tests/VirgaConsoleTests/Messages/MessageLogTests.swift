import Testing
import VirgaCanvas
import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSource
import VirgaTestSupport
import VirgaWorkbench

@testable import VirgaConsole

@Suite("Message log") struct MessageLogTests {
  private var console = ConsoleDriver()

  @Test("the message log begins with what was read and its problems") mutating func beginning()
    throws
  {
    console.act("j M") { $0.titles.first?.hasPrefix("read cirrus.fml.yaml: ") == true }
    let files = try #require(console.manifest?.files.count)
    let read = StatusMessage.read("cirrus.fml.yaml", files: files, features: 44, problems: [])
    #expect(console.messages == [read.then(.whereChangesStay(inMemory: false)).text.plain])
    console = try ConsoleDriver(yaml: ScreenFrameTests.broken)
    let errors = try #require(console.problemIndex.counts.first)
    #expect(
      errors.severity == .error && console.messages.last?.contains(", \(errors.words)") == true)
  }

  @Test("the log breaks a path that is longer than a line", arguments: 60...66)
  func pathsInLog(length: Int) throws {
    var console = ConsoleDriver(FrameCase.goldenSize)
    let path = "recipes/collections/ios-" + String(repeating: "a", count: length - 29) + ".json"
    console.send(.outcome(.info("5 recipes from \(path)")))
    console.press("M")
    #expect(console.sees("5 recipes from") && !console.sees("… ┃"), "\(console.lines)")
    #expect(console.titles.joined().contains(path))
  }

  @Test("M without messages says so") mutating func list()
    throws
  {
    var empty = ConsoleDriver(unread: FrameCase.goldenSize)
    empty.act(":messages", says: StatusMessage.noMessages.about("message log"))
  }

  @Test("M lists messages with times, latest first") mutating func latestFirst() throws {
    console.act(":channel beta", ":channel release", "M") {
      $0.titles.prefix(2) == ["switched to channel release", "switched to channel beta"]
    }
    #expect(console.picker?.lines.first?.leading.plain == "  00:00:00")
    console.act("/ j Enter") { $0.effects == [] && $0.message == .notListed("j") }
    console.click(60, try console.row(of: "Messages, latest first"))
    #expect(
      console.status == nil && console.picker != nil,
      "a click into the list ends the refusal")
    console.act("Esc Down Enter") {
      $0.effects == [.copy("switched to channel beta", what: "the message")]
    }
    console.act(":", "'copy-message 99", "Enter") {
      $0.message == .noMessage("99") && $0.message?.refusal != nil
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
      $0.message == .noMatch("zzz", wasJustTyped: true, end: "Esc") && $0.messages.count == count
    }
  }

  @Test("news is logged while a line is being typed") mutating func newsWhileTyping() {
    console.act(":select homescreen", ":open", "/", "'zzz")
    console.send(.outcome(.info("wrote a file"))) { $0.messages.last == "wrote a file" }
  }
}

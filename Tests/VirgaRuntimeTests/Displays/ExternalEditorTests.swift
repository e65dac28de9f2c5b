import Testing
import VirgaCanvas
import VirgaFiles
import VirgaTerminal
import VirgaTestSupport

@testable import VirgaConsole
@testable import VirgaRuntime

@Suite("External editor") struct ExternalEditorTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func editor(_ environment: [String: String]) -> ExternalEditor {
    var machine = Machine.current
    machine.environment = environment.merging(["TMPDIR": directory.root]) { own, _ in own }
    return ExternalEditor(machine)
  }

  /// The result of an external editor, which writes `text` unless that is nil.
  private func outcome(
    _ environment: [String: String] = ["EDITOR": "ed"], writing text: String?,
    _ end: Terminal.ProgramEnd
  ) -> (said: StatusMessage?, words: [String]) {
    var words: [String] = []
    let event = editor(environment).edit("old", feature: "home screen/../x") { given in
      words = given
      if let text, let file = given.last { try? FileWriting.write(Array(text.utf8), to: file) }
      return end
    }
    switch event {
    case .written(let text, let feature): return (.info("\(feature): \(text)"), words)
    case .outcome(let message): return (message, words)
    default: return (nil, words)
    }
  }

  @Test("VISUAL takes precedence over EDITOR") func precedence() {
    let (said, words) = outcome(
      ["VISUAL": "code -w 'a b'", "EDITOR": "ed"], writing: "new", .exited(0))
    #expect(said == .info("home screen/../x: new"))
    #expect(words.first == "code")
  }

  @Test("an editor's command is split into words") func words() {
    let (_, words) = outcome(["VISUAL": "code -w 'a b'"], writing: "new", .exited(0))
    #expect(words.dropLast() == ["code", "-w", "a b"])
  }

  @Test("an editor gets a temporary file as its last word") func temporaryFile() {
    let (_, words) = outcome(["VISUAL": "code -w 'a b'"], writing: "new", .exited(0))
    #expect(words.last?.hasPrefix(directory.root + "/virga-") == true)
    #expect(words.last?.hasSuffix("/home-screen----x.json") == true)
    #expect(words.last.map(FileWriting.exists) == false)
  }

  @Test("vi is used if neither variable is set") func usual() {
    #expect(outcome(["EDITOR": ""], writing: nil, .exited(0)).words.first == "vi")
  }

  @Test("a failed editor's text is in the file that the message names") func failing() {
    let (said, words) = outcome(writing: "typed", .exited(130))
    let file = words.last ?? ""
    #expect(said == .editorFailed("ed", code: 130, keeping: file))
    #expect(GoldenText.read(file) == "typed")
  }

  @Test("an editor that does not start leaves no file") func notStarting() {
    let (said, words) = outcome(writing: nil, .notStarted("No such file or directory"))
    #expect(said == .editorNotStarted("ed", because: "No such file or directory"))
    #expect(words.last.map { FileWriting.exists(FilePath.folder(of: $0)) } == false)
  }

  @Test(
    "an editor that leaves nothing to keep leaves no file",
    arguments: [
      TestRow("an empty text", ("", .exited(1), .editorFailed("ed", code: 1, keeping: nil))),
      TestRow(
        "a text that did not change",
        ("old", .stopped, .editorFailed("ed", code: nil, keeping: nil))),
    ] as [TestRow<(String, Terminal.ProgramEnd, StatusMessage)>])
  func nothingToKeep(_ row: TestRow<(String, Terminal.ProgramEnd, StatusMessage)>) {
    let (text, end, message) = row.values
    let (said, words) = outcome(writing: text, end)
    #expect(said == message)
    #expect(words.last.map { FileWriting.exists(FilePath.folder(of: $0)) } == false)
  }

  @Test("an editor that removes the file leaves no folder") func removedFile() {
    var folder = ""
    let event = editor(["EDITOR": "ed"]).edit("old", feature: "a") { words in
      folder = FilePath.folder(of: words.last ?? "")
      words.last.map { _ = try? FileWriting.remove($0) }
      return .exited(0)
    }
    guard case .outcome(let message) = event else {
      Issue.record("\(event)")
      return
    }
    #expect(message == .editorLeftNothing("ed"))
    #expect(!FileWriting.exists(folder))
  }

  @Test("a stopped editor's text is in the file that the message names") func stopped() {
    let (said, words) = outcome(writing: "typed", .stopped)
    let file = words.last ?? ""
    #expect(said == .editorFailed("ed", code: nil, keeping: file))
    #expect(GoldenText.read(file) == "typed")
  }

  @Test("a command with an open quote is refused before anything is written") func openQuote() {
    let (said, words) = outcome(["EDITOR": "ed 'x"], writing: nil, .exited(0))
    #expect(said == .editorUnclear("ed 'x") && words.isEmpty)
  }
}

import Testing
import VirgaCanvas
import VirgaJSON
import VirgaSession
import VirgaSource
import VirgaTestSupport
import VirgaWorkbench

@testable import VirgaConsole

@Suite("Frames of every screen, panel and list") struct FrameTests {
  @Test("show each screen of a session with overrides", arguments: Screen.allCases, FrameCase.sizes)
  func screens(screen: Screen, size: Size) throws {
    FrameCase.expect(
      FrameCase.console(size, on: screen), equals: "screen-\(screen.rawValue)", atEverySize: true)
  }

  @Test("show each panel in focus", arguments: Panel.allCases, FrameCase.sizes)
  func panels(panel: Panel, size: Size) throws {
    var console = FrameCase.console(size, on: panel.screen)
    if [.editor, .merged].contains(panel) { console.run("edit") }
    console.run("focus \(panel.name)")
    // An empty panel, or one that cannot have the focus, leaves it to the first panel.
    guard console.focus == panel, panel != panel.screen.panels.first else { return }
    FrameCase.expect(console, equals: "panel-\(panel.name)")
  }

  /// Prompts that look like that of `set-targeting`.
  private static let similarPrompts = ["set-bucket", "set-ratio"]

  /// Every command that opens a list when run without an argument.
  private static let opening: [String] = {
    let start = FrameCase.console(FrameCase.sizes[2])
    let names = CommandTable.all.map(\.name).filter { !similarPrompts.contains($0) }
    return names.filter { CommandTable.commands(ofVerb: $0).isEmpty }.filter { command in
      var console = start
      console.run(command)
      return console.picker != nil
    }
  }()

  @Test("show each list over a screen", arguments: opening, FrameCase.sizes)
  func lists(command: String, size: Size) throws {
    var console = FrameCase.console(size)
    console.run(command)
    FrameCase.expect(console, equals: "list-\(command)")
  }

  @Test("show the keys of each screen", arguments: Screen.allCases, FrameCase.sizes)
  func keys(screen: Screen, size: Size) throws {
    let console = FrameCase.console(size, on: screen).after(":help")
    FrameCase.expect(console, equals: "keys-\(screen.rawValue)")
  }

  @Test("show the console before the manifest is read", arguments: FrameCase.sizes) func loading(
    size: Size
  ) {
    FrameCase.expect(ConsoleDriver(unread: size, name: "cirrus"), equals: "loading")
  }

  @Test("show a manifest that cannot be read at the start", arguments: FrameCase.sizes)
  func unreadable(size: Size) {
    var console = ConsoleDriver(unread: size)
    console.send(
      .loaded(nil, [Problem(.error, "malformed-yaml", "a mapping was expected, found a list")]))
    FrameCase.expect(console, equals: "unreadable")
  }

  private static let news: [Behavior<(name: String, screen: Screen, event: Event)>] = [
    .init(
      "a broken manifest leaves the last good state",
      (
        "broken", .features,
        .loaded(
          nil,
          [Problem(.error, "malformed-yaml", "a mapping was expected, found a list", at: place)])
      )),
    .init(
      "a file that exists is replaced only on request",
      (
        "list-file-exists", .channels,
        .fileExists(OutputFile(path: "out.csv", text: "", what: "3 rows as CSV"))
      )),
  ]

  private static let place = SourceLocation(
    file: "features/home.yaml",
    range: SourceRange(SourcePosition(line: 31, column: 5), SourcePosition(line: 31, column: 9)))

  @Test(
    "show what happened to files", arguments: news,
    FrameCase.sizes)
  func files(_ behavior: Behavior<(name: String, screen: Screen, event: Event)>, size: Size) throws
  {
    let news = behavior.example
    var console = FrameCase.console(size, on: news.screen)
    console.send(news.event)
    FrameCase.expect(console, equals: news.name)
  }

  @Test("a terminal that is too small says what size is needed") func tooSmall() throws {
    FrameCase.expect(
      FrameCase.console(Size(columns: 30, rows: 8)), equals: "too-small", atEverySize: true)
  }

  /// The styles of a theme are covered by ``ThemeFrameTests``.
  @Test(
    "show the role of each cell as a line of letters below each line", arguments: Screen.allCases)
  func styles(screen: Screen) throws {
    expectStyles(
      FrameCase.console(FrameCase.goldenSize, on: screen), equals: "styles-\(screen.rawValue)")
  }

  @Test("show the role of each cell of a list", arguments: ["help", "command", "overrides"])
  func listStyles(command: String) throws {
    var console = FrameCase.console(FrameCase.goldenSize)
    console.run(command)
    expectStyles(console, equals: "styles-list-\(command)")
  }

  @Test(
    "a problem is a red sign before plain text", arguments: Screen.allCases, FrameCase.sizes)
  func redSigns(screen: Screen, size: Size) {
    FrameCase.console(size, on: screen).expectRedSignsOnly()
  }

  private func expectStyles(_ console: ConsoleDriver, equals name: String) {
    let frame = console.frame
    let lines = zip(frame.lines(), frame.styleLines()).flatMap { ["  \($0)", ": \($1)"] }
    FrameCase.expectGolden(lines, equals: "\(name)@\(console.size)")
  }

  @Test("show each screen in ASCII only", arguments: Screen.allCases, FrameCase.sizes)
  func ascii(screen: Screen, size: Size) throws {
    let console = FrameCase.console(size, on: screen, ascii: true)
    let own = console.lines.joined().unicodeScalars.filter { !$0.isASCII }
    #expect(own.isEmpty, "\(String(String.UnicodeScalarView(own)))")
    FrameCase.expect(console, equals: "ascii-\(screen.rawValue)")
  }

  @Test("there are few enough golden files for a person to read") func fewGoldenFiles() throws {
    let names = try #require(
      FileTree.names(in: "\(Repository.root)/Tests/VirgaConsoleTests/Frames/Golden"))
    #expect(names.count <= 150)
  }
}

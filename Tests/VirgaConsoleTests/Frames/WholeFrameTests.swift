import Testing
import VirgaCanvas
import VirgaConsole
import VirgaTestSupport

@Suite("Frames of every screen, panel and list") struct WholeFrameTests {
  @Test("each screen in a session where something is overridden", arguments: Screen.allCases, FrameCase.sizes)
  func screens(screen: Screen, size: Size) throws {
    FrameCase.expect(try FrameCase.console(size, on: screen), equals: "screen-\(screen.rawValue)")
  }

  @Test("each panel in focus where it has little room", arguments: Panel.allCases, Array(FrameCase.sizes.prefix(2)))
  func panels(panel: Panel, size: Size) throws {
    var console = try FrameCase.console(size, on: panel.screen)
    if panel == .editor { console.run("edit") }
    console.run("focus \(panel.name)")
    // A panel that is never stopped at or has nothing to show now gives its place to the first one.
    guard console.state.focus == panel, panel != panel.screen.panels.first else { return }
    FrameCase.expect(console, equals: "panel-\(panel.name)")
  }

  /// Every command that opens a list where nothing is said about what it should do, with the kind of list.
  private static let opening: [(command: String, kind: Overlay.Kind)] =
    CommandTable.all.compactMap { command in
      guard var console = try? FrameCase.console(FrameCase.sizes[2]) else { return nil }
      console.run(command.name)
      return console.state.overlay.map { (command.name, $0.kind) }
    }

  @Test("each list over a screen", arguments: opening.map(\.command), FrameCase.sizes)
  func lists(command: String, size: Size) throws {
    var console = try FrameCase.console(size)
    console.run(command)
    // The command line with a text is the command line: one frame of it says enough, and all change with every command.
    guard console.state.overlay?.kind != .palette || command == "command" || size == FrameCase.sizes[1] else { return }
    FrameCase.expect(console, equals: "list-\(command)")
  }

  @Test("the keys of each screen", arguments: Screen.allCases) func keys(screen: Screen) throws {
    var console = try FrameCase.console(FrameCase.sizes[1], on: screen)
    console.run("help")
    FrameCase.expect(console, equals: "keys-\(screen.rawValue)")
  }

  @Test("a file that is there already", arguments: FrameCase.sizes) func existingFile(size: Size) throws {
    var console = try FrameCase.console(size, on: .channels)
    console.send(.fileExists(FileDraft(path: "out.csv", text: "", what: "3 rows as CSV")))
    FrameCase.expect(console, equals: "list-file-exists")
  }

  @Test("there is no kind of list without a frame") func kinds() {
    let names = Set(Self.opening.map { Self.name(of: $0.kind) })
    #expect(names == ["help", "palette", "channels", "messages", "choice"])
  }

  /// A kind that is added has to be named here, and opened by a command.
  private static func name(of kind: Overlay.Kind) -> String {
    switch kind {
    case .help: "help"
    case .palette: "palette"
    case .channels: "channels"
    case .messages: "messages"
    case .choice: "choice"
    }
  }

  @Test("what each cell means: a line of letters below each line", arguments: Screen.allCases)
  func styles(screen: Screen) throws {
    let frame = frame(of: try FrameCase.console(FrameCase.sizes[1], on: screen).state)
    let lines = zip(frame.lines(), frame.styleLines()).flatMap { ["  \($0)", ": \($1)"] }
    FrameCase.expect(lines, equals: "styles-\(screen.rawValue)@\(FrameCase.sizes[1])")
  }

  @Test("how each theme shows a meaning at each depth of colours", arguments: Theme.all) func themes(theme: Theme) {
    let lines = StyleRole.allCases.map { role in
      let looks = ColorDepth.allCases.map { depth in
        let appearance = theme.appearance(of: Style(role), depth: depth)
        return "\(depth) \(Self.words(appearance))"
      }
      return "\(role): \(looks.joined(separator: " · "))"
    }
    FrameCase.expect(lines, equals: "theme-\(theme.name)")
  }

  private static func words(_ appearance: Theme.Appearance) -> String {
    let color =
      switch appearance.foreground {
      case .standard: "-"
      case .indexed(let index): "\(index)"
      case .rgb(let red, let green, let blue): "\(red),\(green),\(blue)"
      }
    let names: [(Emphasis, String)] = [
      (.bold, "bold"), (.dim, "dim"), (.underline, "underline"), (.reverse, "reverse"),
    ]
    return ([color] + names.filter { appearance.emphasis.contains($0.0) }.map(\.1)).joined(separator: " ")
  }
}

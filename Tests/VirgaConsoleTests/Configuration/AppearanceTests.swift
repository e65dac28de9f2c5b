import Testing
import VirgaCanvas
import VirgaSource

@testable import VirgaConsole

@Suite("Theme, characters and keys of a running console") struct AppearanceTests {
  private static let white: Event = .terminal(.background(RGB(255, 255, 255)))
  private static let black: Event = .terminal(.background(RGB(0, 0, 0)))

  private func config(_ yaml: String) -> Event {
    .config(ConsoleConfig(SourceText(name: "config.yaml", bytes: Array(yaml.utf8))))
  }

  /// Whether the last event requests to draw with another theme.
  private func changesTheme(_ console: ConsoleDriver) -> Bool {
    console.effects.contains { if case .useTheme = $0 { true } else { false } }
  }

  @Test("theme draws with another theme at once and says how to keep it") func choosing() {
    var console = ConsoleDriver()
    console.act(":theme light", says: .theme("light"))
    #expect(console.effects == [.useTheme(.light)])
    #expect(console.status?.contains("theme: light in config.yaml") == true)
    console.act(":theme light", says: .unchanged)
    #expect(!changesTheme(console))
  }

  @Test("theme without a name lists the themes, with the cursor on the one in use")
  func listing() {
    var console = ConsoleDriver().after(":theme mono", ":theme")
    #expect(console.titles == Theme.all.map(\.name))
    #expect(console.chosen == "mono")
    console.act("Down Enter", says: .theme("high-contrast"))
    #expect(console.effects == [.useTheme(.highContrast)])
  }

  @Test("an unknown theme suggests a similar one") func unknownTheme() {
    var console = ConsoleDriver()
    console.run("theme lihgt")
    #expect(console.message?.kind == .refusal && console.status?.contains("light") == true)
    #expect(!changesTheme(console))
  }

  @Test("a light background has the theme light, unless somebody chose a theme")
  func background() {
    var console = ConsoleDriver()
    console.send(Self.white)
    #expect(console.effects == [.useTheme(.light)])
    console.send(Self.black)
    #expect(console.effects == [.useTheme(.standard)])
    for choice in [Model.ThemeChoice.commandLine, .configuration, .person] {
      var console = ConsoleDriver()
      console.configure { $0.themeChoice = choice }
      console.send(Self.white)
      #expect(!changesTheme(console), "\(choice)")
    }
  }

  @Test("a changed configuration says that it was read again")
  func readAgain() {
    var console = ConsoleDriver()
    console.send(config("theme: mono\n"))
    #expect(console.message == .readConfigAgain)
  }

  @Test("keys and theme of a changed configuration apply at once")
  func changedConfiguration() {
    var console = ConsoleDriver()
    console.send(config("theme: mono\nkeys: { next-channel: Ctrl-N }\n"))
    #expect(console.effects == [.useTheme(.mono)])
    let channel = console.channel
    console.press("Ctrl-N")
    #expect(console.channel != channel)
    console.send(config(""))
    #expect(console.effects == [.useTheme(.standard)])
  }

  @Test("a problem of a changed configuration is said with its position") func problem() {
    var console = ConsoleDriver()
    console.send(config("theme: mono\nmouse: 3\nmuose: true\n"))
    #expect(console.status?.contains("config.yaml:2:8") == true)
    #expect(console.status?.contains("muose") == false)
    #expect(console.effects == [.useTheme(.mono)])
  }

  @Test("a changed configuration draws with other characters, unless the command line says which")
  func characters() {
    var console = ConsoleDriver()
    console.send(config("ascii: true\n"))
    #expect(console.effects == [.useASCII(true)])
    console.send(.ascii(true))
    #expect(console.lines[1].hasPrefix("+"))
    console.configure { $0.isASCIIFromCommandLine = true }
    console.send(config("ascii: false\n"))
    #expect(console.effects == [])
  }

  @Test("a changed configuration keeps the theme of the command line") func commandLine() {
    var console = ConsoleDriver()
    console.configure { $0.themeChoice = .commandLine }
    console.send(config("theme: mono\n"))
    #expect(!changesTheme(console))
  }

  @Test("a theme chosen at the console stays until the configuration names another one")
  func chosenTheme() {
    var console = ConsoleDriver().after(":theme light")
    console.send(config("mouse: false\n"))
    #expect(!changesTheme(console))
    console.send(config("theme: mono\n"))
    #expect(console.effects == [.useTheme(.mono)])
  }
}

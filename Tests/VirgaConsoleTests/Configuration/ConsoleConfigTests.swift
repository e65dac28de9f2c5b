import Testing
import VirgaCanvas
import VirgaHandoff
import VirgaSource

@testable import VirgaConsole

@Suite("The configuration file") struct ConsoleConfigTests {
  private func config(_ yaml: String) -> ConsoleConfig {
    ConsoleConfig(SourceText(name: "config.yaml", bytes: Array(yaml.utf8)))
  }

  private func said(_ yaml: String) -> [String] {
    config(yaml).problems.map { problem in
      let place = problem.location.map { "\($0.range.start): " } ?? ""
      return place + problem.message + (problem.hint.map { "; \($0)" } ?? "")
    }
  }

  @Test("settings are taken over") func settings() {
    let config = config("theme: mono\ncolor: never\nmouse: false\nascii: true\n")
    #expect(config.theme == "mono")
    #expect(config.color == "never")
    #expect(config.usesMouse == false)
    #expect(config.isASCII == true)
    #expect(config.problems.isEmpty)
  }

  @Test(
    "what is wrong is said with its place",
    arguments: [
      (
        "theme: tritanopa\nmuose: true\nmouse: 3\n",
        [
          "1:8: theme must be one of default, mono, high-contrast, deuteranopia, tritanopia, light; did you mean `tritanopia`?",
          "2:1: there is no setting muose; there are apps, ascii, color, keys, mouse, theme; did you mean `mouse`?",
          "3:8: mouse must be true or false",
        ]
      ),
      ("just text", ["1:1: a configuration consists of names and values, such as `theme: mono`"]), ("", []),
      (
        "keys: { next-chanel: x, reload: Hyper-X }",
        [
          "1:9: there is no command next-chanel; ? in the console lists them; did you mean `next-channel`?",
          "1:33: Hyper-X is not a key; keys are written as in `x`, `Ctrl-D`, `F8` or `y v`",
        ]
      ),
      // A key that types a character is refused where text is typed.
      (
        "keys: { undo-typing: u, keep-filter: Space }",
        [
          "1:22: u types a character where undo-typing applies; take a key with Ctrl or Alt",
          "1:38: Space types a character where keep-filter applies; take a key with Ctrl or Alt",
        ]
      ),
      // A key that has a meaning is not taken from it, unless that gets another one; two may exchange theirs.
      ("keys: { find-text: Ctrl-S }", ["1:20: Ctrl-S runs apply-edit already; give one of them another key"]),
      (
        "keys:\n  toggle: \"j\"\n  fold: \"d\"\n  undo: Ctrl-Z\n",
        [
          "2:11: j runs down already; give one of them another key",
          "3:9: d runs drop already; give one of them another key",
          "4:9: Ctrl-Z runs suspend already; give one of them another key",
        ]
      ),
      ("keys: { keep-filter: Ctrl-S }", []), ("keys: { toggle: j, down: Ctrl-N }", []),
      ("keys: { next-channel: \"[\", previous-channel: \"]\" }", []),
      // A command has its keys once, and not too many; only the first that it cannot have is told.
      ("keys: { reload: [q, y, j] }", ["1:18: q runs quit already; give one of them another key"]),
      (
        "keys:\n  quit: Q\n  reload: [Q, F2]\n  quit: F2\n  help: [x, x, x, x, x, x, x, x, x]\n",
        [
          "2:9: Q runs reload already; give one of them another key",
          "4:3: quit already has keys; write all of them in one list",
          "5:3: a command has at most 8 keys; help has 9",
        ]
      ),
    ] as [(String, [String])])
  func mistakes(yaml: String, problems: [String]) {
    #expect(said(yaml) == problems)
  }

  @Test("what is said names the keys as they are mapped") func saidKeys() throws {
    let keys = config(
      "keys: { clear: [Alt-5], apply-edit: [Alt-1], discard-edit: [Alt-2], overrides: [Alt-3], edit: [Alt-4] }"
    ).keys
    var console = try ConsoleDriver()
    console.use(keys)
    console.run("filter nothing-is-called-so")
    #expect(console.sees("Alt-5 clears"))
    console.run("clear", "select homescreen", "edit", "type x", "leave-edit")
    #expect(console.status == "the text is kept as a draft of homescreen; Alt-4 goes back to it")
    #expect(console.state.naming(keysIn: "{hand-off} {load-recipes}") == "y h A")
    console.run("experiments")
    #expect(console.state.naming(keysIn: "{hand-off}") == "h", "where a shorter way holds it is named")
    var other = try ConsoleDriver()
    other.use(keys)
    other.send(.session(console.state.session))
    other.run("select homescreen", "edit")
    #expect(other.status == "this is your draft; Alt-1 applies it, Alt-2 discards it")
    other.run("leave-edit", "help")
    #expect(other.state.overlay?.list.items.contains { $0.detail.plain.hasSuffix("Alt-3 lists them all") } == true)
  }

  @Test("apps come before those that are built in; what is wrong with one is said with its place") func apps() {
    let config = config(
      """
      apps:
        - { app: mine, platform: ios, channel: beta, id: org.example.mine }
        - { app: bad, platform: windows, channel: release, id: x }
      theme: mono

      """)
    #expect(config.handoffTargets.first?.name == "mine ios beta")
    #expect(config.handoffTargets.count == HandoffTarget.known.count + 1)
    #expect(config.theme == "mono")
    let said = "3:5: an app is an object with the texts `app`, `platform` (ios or android), `channel` and `id`"
    #expect(config.problems.map { "\($0.location?.range.start.description ?? ""): \($0.message)" } == [said])
    #expect(config.notice?.hasPrefix("config.yaml:3:5: ") == true)
    #expect(self.said("apps: 3\n").map { $0.prefix(5) } == ["1:7: "])
  }

  @Test("mistakes of all kinds are reported in the order of the file") func order() {
    let text = "keys:\n  quit: x\n  quitt: Q\napps:\n  - 3\ntheme: x\nmouse: 3\n"
    #expect(said(text).map { $0.prefix { $0 != " " } } == ["2:9:", "3:3:", "5:5:", "6:8:", "7:8:"])
  }

  @Test("a command gets other keys, and its old ones are free") func keys() throws {
    let config = config("keys:\n  quit: Q\n  next-channel: [\"Ctrl-N\", \"z n\"]\n  help: [\"F1\"]\n")
    #expect(config.problems.isEmpty)
    var console = try ConsoleDriver()
    console.use(config.keys)
    console.press("q")
    #expect(console.effects == [])
    #expect(console.status == "q does nothing here; F1 lists the keys")
    console.press("Q")
    #expect(console.effects == [.quit])
    console.press("z", "n")
    #expect(console.state.channel == "beta")
    #expect(console.hints.contains("F1 keys"))
  }

  @Test("what says which key does something names the key that was chosen for it") func namedKeys() throws {
    var console = try ConsoleDriver()
    console.use(config("keys: { all-columns: F9, only-differences: F7, expose: F3, kinds: F11 }").keys)
    console.run("channels", "drop-column")
    #expect(console.status == "hid nightly; F9 shows it again")
    console.run("compare developer release", "drop-column")
    #expect(console.sees("nothing to compare with one column: F7 shows its values"))
    console.run("events")
    #expect(console.sees("no events yet; F3 records an exposure"))
    console.send(.events(EventSamples.few, isWhole: true))
    console.run("kinds exposure", "filter nothing-has-this")
    #expect(
      console.lines.contains {
        $0.contains("no event matches; Esc clears the filter, F11 shows hidden kinds")
      })
  }

  @Test("keys that would run two commands are refused, and the command keeps its own") func conflicts() {
    let config = config("keys:\n  next-channel: [q]\n  reload: y\n")
    let said = config.problems.map { "\($0.location?.range.start.description ?? ""): \($0.message)" }
    #expect(said.first == "2:18: q runs quit already; give one of them another key")
    #expect(said.last?.hasPrefix("3:11: y runs copy") == true)
    let command = CommandTable.command(named: "next-channel")
    #expect(command.map(config.keys.keys) == command?.keys)
  }

  @Test("a command whose keys are none keeps its own, and an empty list takes them") func noKeys() {
    let kept = config("keys:\n  undo: [NotAKey]\n  reload: u\n")
    #expect(kept.problems.count == 2)
    let command = CommandTable.command(named: "undo")
    #expect(command.map(kept.keys.keys) == command?.keys)
    let taken = config("keys: { undo: [] }")
    #expect(command.map(taken.keys.keys) == [])
  }

  @Test("keys of the editor and of lists are changed like any other") func typingKeys() throws {
    let config = config(
      "keys:\n  undo-typing: Ctrl-Y\n  close-list: F9\n  apply-edit: Ctrl-K Ctrl-S\n  delete-to-end: []\n")
    #expect(config.problems.isEmpty)
    var console = try ConsoleDriver()
    console.use(config.keys)
    console.act(":select homescreen", ":edit", "x Ctrl-Y")
    #expect(console.state.editor?.canUndo == false)
    console.type("\"pinned-limit\": 3")
    #expect(console.hints.contains("Ctrl-K Ctrl-S apply"))
    console.press("Ctrl-K")
    #expect(console.hints.contains("Ctrl-S apply"))
    console.press("Ctrl-S", "F1")
    #expect(console.state.overlay?.kind == .keys)
    console.press("Esc")
    #expect(console.state.overlay?.kind == .keys)
    console.press("F9")
    #expect(console.state.overlay == nil)
  }

  @Test("what is wrong is noticed with its places, and the rest counts") func notice() {
    let config = config("keys:\n  toggle: \"j\"\n  undo: Ctrl-Z\nmouse: false\n")
    #expect(config.usesMouse == false)
    #expect(
      config.notice?.hasSuffix(
        "config.yaml: ignored 2 settings: 2:11 j runs down already; give one of them another "
          + "key; 3:9 Ctrl-Z runs suspend already; give one of them another key") == true)
  }

  @Test("a command that falls back to its own key does not share it with one that was given that key") func fallenBack()
  {
    let config = config("keys: { reload: M, messages: q }")
    #expect(
      config.problems.map(\.message) == [
        "M runs messages already; give one of them another key", "q runs quit already; give one of them another key",
      ])
    for name in ["reload", "messages"] {
      let command = CommandTable.command(named: name)
      #expect(command.map(config.keys.keys) == command?.keys)
    }
  }

  @Test("of very many unknown commands each is a problem, the first have hints, and a notice tells the first")
  func veryMany() {
    let config = config("keys:\n" + (0..<4_300).map { "  reload-\($0): x\n" }.joined())
    #expect(config.problems.count == 4_300)
    #expect(config.problems.map { $0.hint != nil } == (0..<4_300).map { $0 < 100 })
    #expect(
      config.notice?.hasSuffix(
        "21:3 there is no command reload-19; ? in the console lists them; and 4280 more") == true)
  }

  @Test("the keys of the table are free of rivals") func tableIsFree() {
    let keys = KeyBindings()
    for command in CommandTable.all {
      for presses in command.keys {
        let rival = keys.rivals(of: command, for: presses).first
        #expect(rival == nil || rival?.context != command.context, "\(command.name) and \(rival?.name ?? "")")
      }
    }
  }
}

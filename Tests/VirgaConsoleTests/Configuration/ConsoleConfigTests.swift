import Testing
import VirgaCanvas
import VirgaJSON
import VirgaSource
import VirgaWorkbench

@testable import VirgaConsole

@Suite("Configuration file") struct ConsoleConfigTests {
  private func config(_ yaml: String) -> ConsoleConfig {
    ConsoleConfig(SourceText(name: "config.yaml", bytes: Array(yaml.utf8)))
  }

  private func said(_ yaml: String) -> [String] {
    config(yaml).problems.map { problem in
      let place = problem.location.map { "\($0.range.start): " } ?? ""
      return place + problem.message + (problem.hint.map { "; \($0)" } ?? "")
    }
  }

  @Test("settings are read") func settings() {
    let config = config("theme: mono\ncolor: never\nmouse: false\nascii: true\n")
    #expect(
      config.theme == "mono" && config.color == "never" && config.usesMouse == false
        && config.isASCII == true)
    #expect(config.problems.isEmpty)
  }

  @Test("attributes of one's own app are a list of names, or one name") func attributes() {
    #expect(config("attributes: [has_widget, points2]\n").attributes == ["has_widget", "points2"])
    #expect(config("attributes: has_widget\n").attributes == ["has_widget"])
    let broken = config("attributes: [has-widget, 5, _ok, {a: 1}]\n")
    #expect(broken.attributes == ["_ok"])
    let message = "an attribute is a name of letters, digits and _, such as `has_widget`"
    #expect(broken.problems.map(\.message) == [message, message, message])
  }

  @Test(
    "mistakes are reported with their positions",
    arguments: [
      (
        "theme: tritanopa\nmuose: true\nmouse: 3\n",
        [
          "1:8: theme must be one of default, mono, high-contrast, deuteranopia, tritanopia, light; did you mean `tritanopia`?",
          "2:1: unknown setting muose; the settings are apps, ascii, attributes, color, keys, mouse, theme; did you mean `mouse`?",
          "3:8: mouse must be true or false",
        ]
      ),
      ("just text", ["1:1: a configuration consists of names and values, such as `theme: mono`"]),
      ("", []),
      (
        "keys: { next-chanel: x, reload: Hyper-X }",
        [
          "1:9: there is no command next-chanel; ? in the console lists them; did you mean `next-channel`?",
          "1:33: Hyper-X is not a key; keys are written as in `x`, `Ctrl-D`, `F8` or `y v`",
        ]
      ),
      // A key that types a character is refused in text contexts.
      (
        "keys: { undo-typing: u, keep-filter: Space }",
        [
          "1:22: u types a character where undo-typing applies; take a key with Ctrl or Alt",
          "1:38: Space types a character where keep-filter applies; take a key with Ctrl or Alt",
        ]
      ),
      // A key already in use is refused unless its command gets another; two commands may swap
      // keys.
      (
        "keys: { find-text: Ctrl-S }",
        ["1:20: Ctrl-S runs apply-edit already; give one of them another key"]
      ),
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
      // The first one wins, also over the own key of a command whose new one is refused.
      (
        "keys: { reload: M, messages: q }",
        ["1:30: q runs quit already; give one of them another key"]
      ),
      (
        "keys: { messages: q, reload: M }",
        [
          "1:19: q runs quit already; give one of them another key",
          "1:30: M runs messages already; give one of them another key",
        ]
      ),
      // Problems are listed in file order, whatever they are about.
      (
        "keys:\n  quit: x\napps: 3\nmouse: 3\n",
        [
          "2:9: x runs expose already; give one of them another key",
          "3:7: Write an object, not the number 3",
          "4:8: mouse must be true or false",
        ]
      ),
      // A command's keys are listed once; only the first invalid one is reported.
      ("keys: { reload: [q, y, j] }", ["1:18: q runs quit already; give one of them another key"]),
      (
        "keys:\n  quit: Q\n  reload: [Q, F2]\n  quit: F2\n",
        [
          "4:3: duplicate key `quit`: this value is used; remove it or the one at 2:3",
          "4:9: F2 runs reload already; give one of them another key",
        ]
      ),
    ] as [(String, [String])])
  func mistakes(yaml: String, problems: [String]) {
    #expect(said(yaml) == problems)
  }

  @Test("messages, lists and empty lists name the keys as they are mapped") func saidKeys() throws {
    var console = ConsoleDriver()
    console.use(
      config("keys: { clear: [Alt-5], overrides: [Alt-3], edit: [Alt-4], all-columns: F9 }").keys)
    console.act(":filter nothing-is-called-so") { $0.sees("Alt-5 clears") }
    console.act(":clear", ":select homescreen", ":edit", ":type x", ":leave-edit")
    #expect(console.message == .keptDraft(of: "homescreen", edit: "Alt-4"))
    console.act(":help") { $0.details.contains { $0.hasSuffix("Alt-3 lists them all") } }
    console.act("Esc", ":channels", ":drop-column", says: .hid("nightly", all: "F9"))
    #expect(console.model.naming(keysIn: "{hand-off} {load-recipes}") == "y h A")
    console.run("experiments")
    #expect(
      console.model.naming(keysIn: "{hand-off}") == "h", "where a shorter way holds it is named")
  }

  @Test(
    "configured apps come before built-in ones, and a mistake in one is reported with its position")
  func apps() {
    let config = config(
      """
      apps:
        - { app: mine, platform: ios, channel: beta, id: org.example.mine }
        - { app: bad, platform: windows, channel: release, id: x }
      theme: mono

      """)
    #expect(config.handoffTargets.first?.name == "mine ios beta")
    #expect(config.handoffTargets.count == HandoffTarget.known.count + 1 && config.theme == "mono")
    #expect(config.problems.count == 1 && config.notice?.hasPrefix("config.yaml:3:27: ") == true)
  }

  @Test("remapped commands free their old keys, and the editor and lists have remapped ones too")
  func keys() throws {
    let config = config(
      """
      keys:
        quit: Q
        next-channel: ["Ctrl-N", "z n"]
        help: ["F1"]
        undo-typing: Ctrl-Y
        close-list: F9
        apply-edit: Ctrl-K Ctrl-S
        delete-to-end: []
      """)
    #expect(config.problems.isEmpty)
    var console = ConsoleDriver()
    console.use(config.keys)
    console.act("q") { $0.effects == [] && $0.message == .nothingFor("q", list: "F1") }
    console.act("Q") { $0.effects == [.quit] }
    console.act("z n") { $0.model.channel == "beta" && $0.hints.contains("F1 keys") }
    console.act(":select homescreen", ":edit", "x Ctrl-Y") { $0.model.editor?.canUndo == false }
    console.act("'\"pinned-limit\": 3") { $0.hints.contains("Ctrl-K Ctrl-S apply") }
    console.act("Ctrl-K") { $0.hints.contains("Ctrl-S apply") }
    console.act("Ctrl-S F1 Esc") { $0.model.overlay?.kind == .keys }
    console.act("F9") { $0.model.overlay == nil }
  }

  @Test(
    "a command whose keys are invalid or taken keeps its own, and an empty list removes them",
    arguments: [
      ("undo: [NotAKey], reload: u", "undo", ["u"]), ("next-channel: [q]", "next-channel", ["]"]),
      ("reload: M, messages: q", "reload", ["M"]), ("reload: M, messages: q", "messages", []),
      ("undo: []", "undo", []),
    ] as [(String, String, [String])])
  func keptKeys(yaml: String, name: String, keys: [String]) throws {
    let command = try #require(CommandTable.command(named: name))
    #expect(
      config("keys: { \(yaml) }").keys.keys(of: command)
        == keys.map { [KeyPress($0)].compactMap(\.self) })
  }

  @Test("the notice gives the positions of ignored settings, and the others apply") func notice() {
    let config = config("keys:\n  toggle: \"j\"\n  undo: Ctrl-Z\nmouse: false\n")
    #expect(config.usesMouse == false)
    #expect(
      config.notice?.hasSuffix(
        "config.yaml: ignored 2 settings: 2:11 j runs down already; give one of them another "
          + "key; 3:9 Ctrl-Z runs suspend already; give one of them another key") == true)
  }
}

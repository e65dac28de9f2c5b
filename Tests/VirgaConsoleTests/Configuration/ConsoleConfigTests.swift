import Testing
import VirgaCanvas
import VirgaJSON
import VirgaSession
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

  @Test("variables with expressions are a list of names, or one name") func expressions() {
    let two = config("expressions: [messaging.triggers, home.when]\n")
    #expect(two.expressions == ["messaging.triggers", "home.when"] && two.problems.isEmpty)
    #expect(config("expressions: home.when\n").expressions == ["home.when"])
  }

  @Test(
    "mistakes are reported with their positions",
    arguments: [
      .init(
        "unknown settings and values suggest similar ones",
        (
          "theme: tritanopa\nmuose: true\nmouse: 3\n",
          [
            "1:8: theme must be one of default, mono, high-contrast, deuteranopia, tritanopia, light; did you mean `tritanopia`?",
            "2:1: unknown setting muose; the settings are apps, ascii, attributes, color, expressions, keys, mouse, recipes, theme; did you mean `mouse`?",
            "3:8: mouse must be true or false",
          ]
        )),
      .init(
        "a file of plain text says what it consists of",
        ("just text", ["1:1: a configuration consists of names and values, such as `theme: mono`"])),
      .init("an empty file has no mistakes", ("", [])),
      .init(
        "an unknown command or key says what is expected",
        (
          "keys: { next-chanel: x, reload: Hyper-X }",
          [
            "1:9: there is no command next-chanel; ? in the console lists them; did you mean `next-channel`?",
            "1:33: Hyper-X is not a key; keys are written as in `x`, `Ctrl-D`, `F8` or `y v`",
          ]
        )),
      .init(
        "a key that types a character is refused where text is typed",
        (
          "keys: { undo-typing: u, keep-filter: Space }",
          [
            "1:22: u types a character where undo-typing applies; take a key with Ctrl or Alt",
            "1:38: Space types a character where keep-filter applies; take a key with Ctrl or Alt",
          ]
        )),
      .init(
        "a key already in use is refused",
        (
          "keys: { find-text: Ctrl-S }",
          ["1:20: Ctrl-S runs apply-edit already; give one of them another key"]
        )),
      .init(
        "each key already in use is refused at its own position",
        (
          "keys:\n  toggle: \"j\"\n  fold: \"d\"\n  undo: Ctrl-Z\n",
          [
            "2:11: j runs down already; give one of them another key",
            "3:9: d runs drop already; give one of them another key",
            "4:9: Ctrl-Z runs suspend already; give one of them another key",
          ]
        )),
      .init(
        "expressions are in variables of features",
        (
          "expressions: [messaging.triggers, triggers, a.]\n",
          [
            "1:35: expressions are in variables of features, such as `messaging.triggers`",
            "1:45: expressions are in variables of features, such as `messaging.triggers`",
          ]
        )),
      .init(
        "a key may be used in two contexts that never meet", ("keys: { keep-filter: Ctrl-S }", [])),
      .init("a key is free if its command gets another", ("keys: { toggle: j, down: Ctrl-N }", [])),
      .init(
        "two commands may swap keys", ("keys: { next-channel: \"[\", previous-channel: \"]\" }", [])
      ),
      .init(
        "a key that is named first wins over the command that had it",
        (
          "keys: { reload: M, messages: q }",
          ["1:30: q runs quit already; give one of them another key"]
        )),
      .init(
        "a key stays with a command whose new key was refused first",
        (
          "keys: { messages: q, reload: M }",
          [
            "1:19: q runs quit already; give one of them another key",
            "1:30: M runs messages already; give one of them another key",
          ]
        )),
      .init(
        "problems are listed in file order",
        (
          "keys:\n  quit: x\napps: 3\nmouse: 3\n",
          [
            "2:9: x runs expose already; give one of them another key",
            "3:7: Write an object, not the number 3",
            "4:8: mouse must be true or false",
          ]
        )),
      .init(
        "a list of keys reports only its first invalid one",
        ("keys: { reload: [q, y, j] }", ["1:18: q runs quit already; give one of them another key"])
      ),
      .init(
        "of two settings of one command the last one counts",
        (
          "keys:\n  quit: Q\n  reload: [Q, F2]\n  quit: F2\n",
          [
            "4:3: duplicate key `quit`: this value is used; remove it or the one at 2:3",
            "4:9: F2 runs reload already; give one of them another key",
          ]
        )),
    ] as [Behavior<(yaml: String, problems: [String])>])
  func mistakes(_ behavior: Behavior<(yaml: String, problems: [String])>) {
    let (yaml, problems) = behavior.example
    #expect(said(yaml) == problems)
  }

  @Test("messages, lists and empty lists name the keys as they are mapped") func saidKeys() throws {
    var console = ConsoleDriver()
    console.use(
      config("keys: { clear: [Alt-5], overrides: [Alt-3], edit: [Alt-4], all-columns: F9 }").keys)
    console.act(":filter nothing-is-called-so") { $0.sees("no feature matches; Alt-5") }
    console.act(":clear", ":select homescreen", ":edit", ":type x", ":leave-edit")
    #expect(console.message == .keptDraft(of: "homescreen", edit: "Alt-4"))
    console.act(":help") { $0.details.contains { $0.hasSuffix("Alt-3 lists them all") } }
    console.act("Esc", ":channels", ":drop-column", says: .hid("nightly", all: "F9"))
    #expect(console.naming(keysIn: "{hand-off} {load-recipes}") == "y h A")
    console.run("experiments")
    #expect(
      console.naming(keysIn: "{hand-off}") == "h", "where a shorter way holds it is named")
  }

  @Test("a value stored for no flag names the key that drops it as it is mapped") func orphanKey() {
    var console = ConsoleDriver()
    console.use(config("keys: { drop: [Alt-6] }").keys)
    console.send(.session(.init(entries: [.init(.preference, "RetiredKey"): true])))
    console.act(":flags", ":filter RetiredKey") { $0.sees("without a flag; Alt-6 drops it") }
  }

  @Test("configured apps come before built-in ones")
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

  @Test("remapped keys replace the old ones on screens, in the editor and in lists")
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
    console.act("z n") { $0.channel == "beta" && $0.hints.contains("F1 keys") }
    console.act(":select homescreen", ":edit", "x Ctrl-Y") { $0.editor?.canUndo == false }
    console.act("'\"pinned-limit\": 3") { $0.hints.contains("Ctrl-K Ctrl-S apply") }
    console.act("Ctrl-K") { $0.hints.contains("Ctrl-S apply") }
    console.act("Ctrl-S F1 Esc") { $0.picker?.kind == .keys }
    console.act("F9") { $0.picker == nil }
  }

  @Test(
    "a command keeps its keys unless it gets valid ones",
    arguments: [
      .init(
        "an invalid key leaves the command's own", ("undo: [NotAKey], reload: u", "undo", ["u"])),
      .init("a key in use leaves the command's own", ("next-channel: [q]", "next-channel", ["]"])),
      .init(
        "a key that another command has to give up is used",
        ("reload: M, messages: q", "reload", ["M"])),
      .init(
        "a command whose key went to another has none", ("reload: M, messages: q", "messages", [])),
      .init("an empty list removes the keys", ("undo: []", "undo", [])),
    ] as [Behavior<(yaml: String, name: String, keys: [String])>])
  func keptKeys(_ behavior: Behavior<(yaml: String, name: String, keys: [String])>) throws {
    let (yaml, name, keys) = behavior.example
    let command = try #require(CommandTable.command(named: name))
    #expect(
      config("keys: { \(yaml) }").keys.keys(of: command)
        == keys.map { [KeyPress($0)].compactMap(\.self) })
  }

  @Test("the notice gives the positions of ignored settings") func notice() {
    let config = config("keys:\n  toggle: \"j\"\n  undo: Ctrl-Z\nmouse: false\n")
    #expect(config.usesMouse == false)
    #expect(
      config.notice?.hasSuffix(
        "config.yaml: ignored 2 settings: 2:11 j runs down already; give one of them another "
          + "key; 3:9 Ctrl-Z runs suspend already; give one of them another key") == true)
  }
}

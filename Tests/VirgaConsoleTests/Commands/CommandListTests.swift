import Testing
import VirgaCanvas
import VirgaJSON
import VirgaSession

@testable import VirgaConsole

@Suite("Lists of commands") struct CommandListTests {
  private var console = ConsoleDriver()

  /// All lines of the open list, regardless of its filter.
  private var items: [PickerLine] { console.model.overlay?.list.items ?? [] }

  @Test("keys are grouped by where they apply, and the cursor skips headings")
  mutating func sections() {
    console.press("?", "Up")
    #expect(
      items.filter(\.isHeading).map(\.title.plain) == [
        "in Features", "on screen 1 Features", "everywhere", "always", "moving",
        "without a key: press Enter, or type : and the name", "signs",
      ])
    for index in items.indices where !items[index].isHeading {
      #expect(console.model.overlay?.list.scroll.cursor == index)
      console.press("Down")
    }
  }

  @Test(
    "export and launch commands are found by those words on every screen",
    arguments: Screen.allCases)
  mutating func words(screen: Screen) {
    console.act(":\(screen.rawValue)", "?") { $0.sees("type to filter; : has every command") }
    let keyed = [
      ("session export", "session-export"), ("launch", "hand-off"), ("export", "copy-session"),
    ]
    let named = ["session-export", "export", "hand-off", "recipe-of-edits"].map { ("export", $0) }
    for (keys, commands) in [("Ctrl-U", keyed), ("Esc :", named + [("launch", "hand-off")])] {
      console.act(keys)
      for (word, name) in commands {
        console.act("Ctrl-U", "'\(word)")
        #expect(console.listed.contains(name), "\(name) for \(word)")
      }
    }
    console.act("Esc ?", "'simulat quux") {
      $0.sees("no key here does that; Esc, then : has every command")
    }
  }

  @Test(
    "the command line shows each command under its own screen, with one key and the screen's digit if needed"
  )
  mutating func commandKeys() {
    console.press(":")
    var heading = ""
    var shown: [String: String] = [:]
    for item in items {
      if item.isHeading { heading = item.title.plain }
      if let name = item.invocation?.name { shown[name] = "\(heading): \(item.keys)" }
    }
    for (name, line) in [
      ("branch", "on screen 1 Features: b"), ("force-branch", "on screen 4 Experiments: 4 b"),
      ("only-overridden", "on screen 1 Features: f"), ("lock-flag", "on screen 2 Flags: 2 L"),
      ("reset-client", "everywhere: "), ("back", "moving: Backspace"),
    ] {
      #expect(shown[name] == line)
    }
    #expect(shown.count == items.count { $0.invocation != nil } && shown["drop-flag"] == nil)
  }

  @Test("a command without a key is listed by name, and Enter continues in the command line")
  mutating func withoutKeys() {
    console.press("?")
    let names = items.filter { $0.keys.isEmpty }.compactMap { $0.invocation?.name }
    #expect(names.contains("session-import") && names.contains("go"))
    #expect(!names.contains("overwrite") && !names.contains("compare-with"))
    console.act("'session-import") { $0.chosen == "read a session from a file" }
    #expect(console.details.first?.hasPrefix(":session-import  Replaces this") == true)
    console.act("Enter") { $0.model.overlay?.kind == .commandLine && $0.field == "session-import " }
  }

  @Test(
    "the key list ends with the signs, which cannot be run; a command says why it does not apply")
  mutating func signs() {
    console.press("?")
    #expect(console.model.overlay?.count == items.count { $0.invocation != nil })
    console.act("'not applied") {
      $0.chosen == "draft" && $0.sees("✎  ", "a text of the config editor")
    }
    console.act("Enter") { $0.chosen == "draft" }
    console.act("Ctrl-U", "'before a restart") {
      $0.listed.first == "undo" && $0.details.first == "– nothing to undo"
    }
  }

  @Test(
    "the title counts the commands in view, down to the end of the list", arguments: [15, 24, 30])
  func seen(rows: Int) throws {
    var console = ConsoleDriver(Size(columns: 80, rows: rows)).after("?")
    let count = try #require(console.model.overlay?.count)
    #expect(console.sees("Keys in Features", " 1–", " of \(count) commands "))
    for _ in 0..<40 {
      console.act("PgDn") { $0.sees("Keys in Features", " \(count) commands ") }
    }
    #expect(console.chosen == "decides")
  }

  @Test("flag overrides are listed by flag name, on or off, and are found by key")
  func flagOverrides() throws {
    var console = FlagDriver.console(FrameCase.goldenSize).after(
      ":flags", "Space s Space", ":features", "O")
    #expect(
      console.listLines == ["preference sentFromCirrus off", "debug override sentFromCirrus off"])
    console.act("'/UserPrefsKey") { $0.titles.count == 1 }
    console.act("Enter", says: .dropped("preference", of: "sentFromCirrus"))
    console.run("drop debug sentFromCirrusDebugKey")
    #expect(
      console.message == .dropped("debug override", of: "sentFromCirrus") && console.stored == [])
  }

  @Test(
    "a typed name offers its value, feature or flag",
    arguments: [
      ("pocket", Invocation("go-value", "sections-enabled.pocket")),
      ("sentFromC", Invocation("select-flag", "sentFromCirrus")), ("undo", Invocation("undo")),
    ])
  func places(typed: String, invocation: Invocation) throws {
    var console = FlagDriver.console()
    console.act(":select homescreen", ":", "'\(typed)") {
      $0.model.overlay?.selected?.invocation == invocation
    }
  }

  @Test("a complete command is listed exactly as typed") mutating func whole() throws {
    console.openDemoRecipes()
    console.act(":experiments", "t", "'+14d") { $0.titles == ["clock +14d"] }
    console.act("Enter") { $0.status == "moved the clock by +14 d: it is 2026-04-15 12:00 now" }
    for typed in ["set-context flavour vanilla", "set-context region US "] {
      console.act(":", "'\(typed)") {
        $0.titles == [typed.hasSuffix(" ") ? String(typed.dropLast()) : typed]
      }
      console.press("Enter")
    }
    #expect(console.model.session[.context, "flavour"] == "vanilla")
    #expect(console.model.session[.context, "region"] == "US")
  }

  @Test(
    "command names are unique words, keys parse, and a key runs at most one command in a context")
  func table() {
    #expect(Set(CommandTable.names).count == CommandTable.names.count)
    let all = CommandTable.all.flatMap(\.keys)
    for command in CommandTable.all {
      #expect(command.name.allSatisfy { $0.isLowercase || $0 == "-" }, "\(command.name)")
      for keys in command.keys {
        #expect(!keys.isEmpty && !command.context.types(keys), "\(command.name): \(keys)")
        #expect(keys.count == 1 || !all.contains([keys[0]]), "\(keys) begins with another key")
        let owner = KeyMap().command(for: keys, in: [command.context])
        #expect(owner?.name == command.name, "\(command.name): \(keys)")
      }
    }
  }
}

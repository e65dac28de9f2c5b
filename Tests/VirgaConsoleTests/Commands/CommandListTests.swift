import Testing
import VirgaCanvas
import VirgaJSON
import VirgaSession

@testable import VirgaConsole

@Suite("The lists of commands") struct CommandListTests {
  @Test("the keys are listed by where they apply, and the cursor never stands on a heading")
  func sections() throws {
    var console = try ConsoleDriver()
    console.press("?")
    let headings = console.state.overlay?.lines.filter(\.isHeading).map(\.title.plain)
    #expect(
      headings == [
        "in Features", "on screen 1 Features", "everywhere", "always", "moving",
        "without a key: Enter, or by name behind :", "signs",
      ])
    #expect(console.state.overlay?.list.scroll.cursor == 1)
    console.press("Up")
    #expect(console.state.overlay?.list.scroll.cursor == 1)
    let lines = try #require(console.state.overlay?.lines)
    for place in lines.indices.dropFirst(2) where !lines[place].isHeading {
      console.press("Down")
      #expect(console.state.overlay?.list.scroll.cursor == place)
    }
    console.press("Down")
    #expect(console.state.overlay?.list.scroll.cursor == lines.count - 1)
  }

  @Test("the list of keys leaves no command out whose key means something else here", arguments: Screen.allCases)
  func shadowedKeys(screen: Screen) throws {
    var console = try ConsoleDriver()
    console.press(KeyPress(Character("\(screen.digit)")))
    console.press("?")
    console.type("session export")
    let found = console.state.overlay?.lines.compactMap(\.invocation?.name) ?? []
    #expect(found.contains("session-export") && found.contains("copy-session"))
  }

  @Test("on the command line a key of another screen stands behind the screen's") func otherScreens() throws {
    var console = try ConsoleDriver()
    console.press(":")
    let keys = Dictionary(
      (console.state.overlay?.list.items ?? []).map { ($0.invocation?.name ?? "", $0.keys.plain) },
      uniquingKeysWith: { $1 })
    #expect(
      keys["branch"] == "b" && keys["force-branch"] == "4 b" && keys["only-overridden"] == "f"
        && keys["lock-flag"] == "2 L")
    #expect(keys["reset-client"] == "")
  }

  @Test("a command without a key is listed where it applies, with its name, and Enter goes on with it")
  func withoutKeys() throws {
    var console = try ConsoleDriver()
    console.press("?")
    let names = console.state.overlay?.list.items.filter { $0.keys.isEmpty }.compactMap { $0.invocation?.name } ?? []
    #expect(names.contains("session-import") && names.contains("go"))
    #expect(!names.contains("overwrite") && !names.contains("set-draft") && !names.contains("compare-with"))
    console.type("session-import")
    #expect(console.state.overlay?.selected?.title == "read a session from a file")
    #expect(console.state.overlay?.selected?.detail.plain.hasPrefix(":session-import  Puts the session") == true)
    console.press("Enter")
    #expect(console.state.overlay?.kind == .commandLine && console.state.overlay?.field.text == "session-import ")
  }

  @Test("the palette gives keys as much room as the longest in sight needs") func keyColumn() throws {
    var console = try ConsoleDriver(Size(columns: 80, rows: 24))
    console.press(":")
    #expect(console.lines.contains { $0.hasPrefix("┃▸ Enter  open ") })
    console.type("select-word-right")
    #expect(console.lines.contains { $0.hasPrefix("┃▸ Ctrl-Shift-Right  select-word-right ") })
  }

  @Test("the list of keys ends with what the signs mean, which are no commands") func signs() throws {
    var console = try ConsoleDriver()
    console.press("?")
    let all = try #require(console.state.overlay?.list.items)
    #expect(console.state.overlay?.count == all.count { $0.invocation != nil })
    console.type("not applied")
    #expect(console.state.overlay?.selected?.title.plain == "draft")
    #expect(console.lines.contains { $0.contains("✎  ") && $0.contains("a text of the config editor") })
    console.press("Enter")
    #expect(console.state.overlay?.selected?.title.plain == "draft")
  }

  @Test("the list of keys says which commands are seen, also at its end where signs are", arguments: [15, 24, 30])
  func seen(rows: Int) throws {
    var console = try ConsoleDriver(Size(columns: 80, rows: rows))
    console.press("?")
    let count = try #require(console.state.overlay?.count)
    #expect(console.lines.contains { $0.contains(" of \(count) commands ") })
    for _ in 0..<40 {
      console.press("PgDn")
      let title = try #require(console.lines.first { $0.contains("Keys in Features") })
      let overlay = try #require(console.state.overlay)
      let rows = try #require(PickerPanel(console.state)).rowsArea.rows
      let seen = overlay.lines[overlay.list.scroll.window(count: overlay.lines.count, height: rows)]
      let commands = seen.compactMap(\.invocation).count
      let signs = seen.contains { $0.invocation == nil && !$0.isHeading }
      #expect(title.contains(" of \(count) commands") == (commands > 0), "\(title)")
      #expect(title.contains("signs ") == signs, "\(title)")
      #expect(title.contains("–") == (commands > 1), "\(title)")
    }
    #expect(console.state.overlay?.selected?.title == "decides")
  }

  @Test("what is exported or launched is found by that word on every screen, and the list says that : has all")
  func words() throws {
    for screen in Screen.allCases {
      var console = try ConsoleDriver()
      console.run(screen.rawValue)
      console.press("?")
      #expect(console.lines.contains { $0.contains("type to filter; : has every command") })
      for (word, name) in [("launch", "hand-off"), ("export", "copy-session")] {
        console.press("Ctrl-U")
        console.type(word)
        #expect(console.state.overlay?.lines.contains { $0.invocation?.name == name } == true, "\(word) on \(screen)")
      }
      console.press("Ctrl-U")
      console.type("simulat quux")
      #expect(console.lines.contains { $0.contains("no key here does that; Esc, then : has every command") })
      console.press("Esc", ":")
      for (word, names) in [
        ("launch", ["hand-off"]),
        ("export", ["session-export", "export", "hand-off", "recipe-of-edits"]),
      ] {
        console.press("Ctrl-U")
        console.type(word)
        let found = console.state.overlay?.lines.compactMap(\.invocation?.name) ?? []
        for name in names { #expect(found.contains(name), "\(name) for \(word)") }
      }
    }
  }

  @Test("the command line names one key of a command, so that its names have room") func oneKey() throws {
    var console = try ConsoleDriver(Size(columns: 80, rows: 24))
    console.press(":")
    let line = console.state.overlay?.list.items.first { $0.invocation?.name == "back" }
    #expect(line?.keys == "Backspace")
    #expect(console.lines.contains { $0.contains("only-overridden ") })
  }

  @Test("overrides of flags are listed by the flag's name, on or off, and found by their keys too") func flagOverrides()
    throws
  {
    var console = try FlagDriver.console(Size(columns: 80, rows: 24))
    console.run("flags")
    console.press("Space", "s", "Space")
    console.run("features")
    console.press("O")
    let lines = console.state.overlay?.lines ?? []
    #expect(
      lines.map { "\($0.keys) \($0.title) \($0.detail)" } == [
        "preference sentFromCirrus off", "debug override sentFromCirrus off",
      ])
    console.type("/UserPrefsKey")
    #expect(console.state.overlay?.lines.count == 1)
    console.press("Enter")
    #expect(console.status == "dropped the preference of sentFromCirrus")
  }

  @Test("the title of a list is never cut where there is room") func wholeTitle() throws {
    var console = try ConsoleDriver(Size(columns: 80, rows: 24))
    try console.openDemoRecipes()
    console.run("set-context region US", "overrides")
    #expect(console.lines.contains { $0.contains("━ No override; of the client: Enter resets one ━") })
  }

  @Test("a command is found by its help too, and one that does not apply says why")
  func search() throws {
    var console = try ConsoleDriver()
    console.press("?")
    console.type("before a restart")
    #expect(console.state.overlay?.selected?.invocation == Invocation("undo"))
    #expect(console.state.overlay?.selected?.detail.plain == "– there is nothing to undo")
  }

  @Test("each of two commands with one key stands under its screen")
  func sameKeys() throws {
    var console = try ConsoleDriver()
    console.press(":")
    let lines = try #require(console.state.overlay?.lines)
    var heading = ""
    var places: [String: String] = [:]
    for line in lines {
      if line.isHeading { heading = line.title.plain }
      if let name = line.invocation?.name { places[name] = heading }
    }
    #expect(places["branch"] == "on screen 1 Features")
    #expect(places["force-branch"] == "on screen 4 Experiments")
    let untyped = CommandTable.all.count { command in
      guard command.verb == nil else { return false }
      return if case .typing = command.context { false } else { command.context != .picker }
    }
    #expect(places.count == untyped - 1)
  }

  @Test("a name that is typed leads to what has it: a value, a feature, a flag, else the filter")
  func places() throws {
    var console = try FlagDriver.console()
    console.run("select homescreen")
    console.press(":")
    console.type("pocket")
    #expect(console.state.overlay?.selected?.invocation == Invocation("go-value", "sections-enabled.pocket"))
    console.press("Enter")
    #expect(console.path == "sections-enabled.pocket")
    console.press(":")
    console.type("sentFromC")
    #expect(console.state.overlay?.selected?.invocation == Invocation("select-flag", "sentFromCirrus"))
    console.press("Esc", "4", ":")
    console.type("zzz")
    #expect(console.state.overlay?.selected?.invocation == Invocation("filter", "zzz"))
    console.press("Esc", ":")
    console.type("undo")
    #expect(console.state.overlay?.selected?.invocation == Invocation("undo"))
  }

  @Test("a command that is whole as it was typed is listed as it was typed")
  func whole() throws {
    var console = try ConsoleDriver()
    try console.openDemoRecipes()
    console.run("experiments")
    console.press("t")
    console.type("+14d")
    #expect(console.state.overlay?.lines.map(\.title.plain) == ["clock +14d"])
    #expect(!console.lines.contains { $0.contains("nothing fits") })
    console.press("Enter")
    #expect(console.status == "moved the clock by +14 d: it is 2026-04-15 12:00 now")
    console.press(":")
    console.type("set-context flavour vanilla")
    #expect(console.state.overlay?.lines.map(\.title.plain) == ["set-context flavour vanilla"])
    console.press("Enter")
    #expect(console.state.session[.context, "flavour"] == "vanilla")
  }

  @Test("dropping an override by its kind and key says which flag it was of") func droppedByKey() throws {
    var console = try FlagDriver.console()
    console.run("flags", "select-flag sentFromCirrus", "cycle-flag", "features")
    console.run("drop-override preference SentFromCirrusUserPrefsKey")
    #expect(console.status == "dropped the preference of sentFromCirrus" && console.stored == [])
  }
}

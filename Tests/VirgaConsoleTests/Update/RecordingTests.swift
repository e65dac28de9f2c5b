import Testing
import VirgaCanvas
import VirgaExperiments
import VirgaFlags
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaTestSupport

@testable import VirgaConsole

@Suite("Recording") struct RecordingTests {
  @Test("a script has a line for each command, which is read as what was written", arguments: HostileText.all)
  func everyArgumentIsReadBack(_ text: String) throws {
    let commands = [text, "a " + text, text + " b", "\\" + text, "\\\"" + text + "\""].map { Invocation("select", $0) }
    var recording = Recording()
    let written = commands.flatMap { recording.add([Recording.Line($0.line)]).lines }.map { $0.text + "\n" }.joined()
    let read = Recording.lines(of: written).map(Invocation.init(line:))
    #expect(read.map { $0.map { Array($0.argument.utf8) } } == commands.map { Array($0.argument.utf8) })
    #expect(read.allSatisfy { $0?.name == "select" })
  }

  @Test("names with blanks, quotes and ends of lines are recorded so that a script says the same")
  func awkwardNames() throws {
    for id in ["my home", "home \"x\"", "home\ndrop-all yes"] {
      let written = Invocation("set-draft", "\(id) \"{\"")
      let read = try #require(Invocation(line: written.line))
      #expect(read == written)
      #expect(Recording.lines(of: written.line) == [written.line])
      let feature = "{ description: D, variables: { on: { description: O, type: Boolean, default: true } } }"
      var console = try ConsoleDriver(yaml: "channels: [a]\nfeatures:\n  \(JSONValue.string(id).compact): \(feature)\n")
      console.run(written.line)
      #expect(console.state.session[.draft, id] == "{", "\(console.status ?? "")")
    }
  }

  @Test("a branch is forced by its name also where the selected feature has no recipe") func branchByName() throws {
    var console = try ConsoleDriver()
    try console.openDemoRecipes()
    console.run("select app-menu")
    console.press("b")
    #expect(console.status == "force a branch: no recipe uses app-menu")
    console.run("branch homepage-order-2026=treatment-a")
    #expect(console.state.session[.branch, "homepage-order-2026"] == "treatment-a")
  }

  @Test("lines end as on any machine, and blank ones count") func scriptLines() {
    #expect(Recording.lines(of: "a\r\n\nb c\u{2028}d\r\n# e") == ["a", "", "b c\u{2028}d", "# e"])
    #expect(Recording.lines(of: "a\n") == ["a"])
    #expect(Recording.lines(of: "") == [])
  }

  /// The demo with recipes and flags, recorded.
  private func console() throws -> ConsoleDriver {
    var console = try FlagDriver.console()
    try console.openDemoRecipes()
    console.record()
    return console
  }

  /// The script of what is done to a console.
  private func recorded(_ act: (inout RecordedConsole) -> Void) throws -> [String] {
    var recorded = RecordedConsole(console: try console())
    act(&recorded)
    return recorded.lines
  }

  @Test("keys are recorded as the commands they run, walks as the line where they end") func commands() throws {
    #expect(
      try recorded { $0.press("j", "j", "Enter", "3", "=") }
        == ["select app-menu", "open", "channels", "only-differences"])
  }

  @Test("what was typed is recorded when it is kept, what was chosen with its argument") func typed() throws {
    #expect(try recorded { $0.type("/home\r") } == ["filter home", "select homescreen"])
    #expect(try recorded { $0.press("c", "Down", "Enter") } == ["channel beta"])
  }

  @Test("what is switched is recorded as what it was set to, or that its edit was dropped") func switched() throws {
    let lines = try recorded { console in
      console.run("select homescreen", "go sections-enabled.pocket")
      console.press("Space", "Space")
    }
    #expect(
      lines == [
        "select homescreen", "go sections-enabled.pocket", "set sections-enabled.pocket false",
        "drop value sections-enabled.pocket",
      ])
  }

  @Test("marked values are recorded as set at once") func switchedTogether() throws {
    let lines = try recorded { console in
      console.run("select homescreen", "go sections-enabled.pocket")
      console.press("v", "v", "Space")
    }
    #expect(lines.last?.hasPrefix(#"set {"homescreen":{"sections-enabled.pocket":false,"#) == true, "\(lines)")
  }

  @Test("flags are recorded with their ids and values, with the layer if it is not the usual one") func flags() throws {
    let lines = try recorded { console in
      console.run("flags", "select-flag sentFromCirrus")
      console.press("Space", "s", "Space", "Del", "d")
    }
    #expect(
      lines == [
        "flags", "select-flag sentFromCirrus", "flag set sentFromCirrus off", "flag set sentFromCirrus off debug",
        "flag clear sentFromCirrus debug", "flag drop sentFromCirrus",
      ])
  }

  @Test("marked flags are drawn again as one step, which undo in a replay takes back whole") func drawnTogether() throws
  {
    var recorded = RecordedConsole(console: try console())
    recorded.run("flags", "select-flag Fast tabs", "mark", "select-flag Checkout colour", "mark", "draw-again")
    let keys = ["Fast tabs", "Checkout colour"].map { EntryKey(.draw, $0) }
    let drawn = recorded.console.state.session
    #expect(keys.allSatisfy { drawn[$0] != nil })
    #expect(recorded.lines.count { $0.hasPrefix("flag set {") && $0.hasSuffix("} draw") } == 1, "\(recorded.lines)")
    var second = try console()
    for line in recorded.lines { second.run(line) }
    #expect(keys.map { second.state.session[$0] } == keys.map { drawn[$0] })
    second.run("undo")
    #expect(keys.allSatisfy { second.state.session[$0] == nil })
  }

  @Test("a value for each of several flags is set, or the first that is wrong is named") func valuesForFlags() throws {
    var console = try console()
    console.run(#"flag set {"Fast tabs": 20, "Checkout colour": 70} draw"#)
    #expect(console.stored == ["draw Checkout colour = 70.0", "draw Fast tabs = 20.0"])
    console.run(#"flag set {"Fast tabs": 30, "Slow tabs": 70} draw"#)
    #expect(console.status?.hasPrefix("there is no flag called Slow tabs") == true, "\(console.status ?? "")")
    console.run(#"flag set {"Fast tabs": 30, "Checkout colour": "x"} draw"#)
    #expect(console.status == "a draw is a number from 0 to 100; got x")
    #expect(console.stored == ["draw Checkout colour = 70.0", "draw Fast tabs = 20.0"])
  }

  @Test("steps of channel and clock are recorded as where they lead") func steps() throws {
    let lines = try recorded { console in
      console.run("next-channel", "clock 2026-01-01T00:00:00Z", "clock +1d", "clock run", "clock +14d")
    }
    #expect(
      lines == [
        "channel beta", "clock 2026-01-01T00:00:00Z", "clock 2026-01-02T00:00:00Z", "clock run",
        "clock now+1209600s",
      ])
  }

  @Test("what is taken back is recorded with what it changed, and taken back only if that was done last")
  func takenBack() throws {
    let lines = try recorded { console in
      console.run("select homescreen", "set greeting Hi", "undo", "redo")
    }
    #expect(lines == ["select homescreen", "set greeting Hi", "undo edit homescreen", "redo edit homescreen"])
    var console = try console()
    console.run("channel beta", "undo edit homescreen")
    #expect(console.state.channel == "beta")
    #expect(console.status == "what was done last did not change edit homescreen")
  }

  @Test("values that are dropped at once are recorded as one step, which undo takes back whole")
  func droppedTogether() throws {
    var recorded = RecordedConsole(console: try console())
    recorded.run(
      "select homescreen", "set greeting Hi", "set sections-enabled.pocket false", "channels", "only-differences")
    recorded.press("V", "d", "Enter", "u")
    let edit = recorded.console.state.session[.edit, "homescreen"]
    #expect(edit == ["greeting": "Hi", "sections-enabled": ["pocket": false]])
    #expect(recorded.lines.contains { $0.hasPrefix(#"drop ["edit homescreen "#) }, "\(recorded.lines)")
    #expect(recorded.lines.last == "undo edit homescreen")
    var second = try console()
    for _ in 0..<2 {
      for line in recorded.lines { second.run(line) }
      #expect(second.state.session[.edit, "homescreen"] == edit)
    }
  }

  @Test("a recording that is run twice on one session ends in the same state", arguments: 1...20)
  func twice(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    var first = RecordedConsole(console: try console())
    for _ in 0..<60 { first.act(&random) }
    first.settle()
    var second = try console()
    for line in first.lines { second.run(line) }
    let wanted = entries(of: second.state)
    var third = try ConsoleDriver()
    third.send(.flags(second.state.flags.files))
    third.send(.session(second.state.session))
    for line in first.lines {
      third.run(line)
      #expect(third.state.refusal == nil, "\(line): \(third.status ?? "")")
    }
    let difference = entries(of: third.state).symmetricDifference(wanted).sorted()
    #expect(difference == [], "\(first.lines.joined(separator: "\n"))")
  }

  @Test("events are recorded with their total, so that a second run adds none") func events() throws {
    let lines = try recorded { $0.run("record-event zoomed 3 2d", "record-event zoomed", "record-event opened =2") }
    let events = lines.filter { $0.hasPrefix("record-event") }
    #expect(events == ["record-event zoomed =3 2d", "record-event zoomed =4", "record-event opened =2"])
    var console = try console()
    for line in events { console.run(line) }
    let once = console.state.session
    #expect(once.names(of: .behavior) == ["opened", "zoomed"])
    for line in events {
      console.run(line)
      #expect(console.state.refusal == nil && console.effects.isEmpty)
    }
    #expect(console.status == "opened was recorded 2 times already")
    #expect(console.state.session == once)
  }

  @Test("a filter that is left again is none") func cleared() throws {
    #expect(try recorded { $0.type("/home\u{1B}") } == ["select homescreen"])
    let lines = try recorded { console in
      console.type("/home\r")
      console.press("Esc", "/", "a", "Esc")
    }
    #expect(lines == ["filter home", "select homescreen", "clear", "select app-icon"])
  }

  @Test("a command that was refused is not recorded") func refused() throws {
    #expect(try recorded { $0.press("n") } == [])
    #expect(try recorded { $0.run("select nothing", "set x") } == [])
  }

  @Test("a click is recorded as what it goes to") func clicks() throws {
    let lines = try recorded { console in
      console.click(8, 5)
      console.click(60, 12)
    }
    #expect(lines.first == "select app-menu" && lines.last?.hasPrefix("go items.") == true && lines.count == 2)
    let wheeled = try recorded { console in
      console.press("Tab")
      console.wheel(at: 8, 5)
    }
    #expect(wheeled == ["next-panel"])
  }

  @Test("a value that is typed in its row is recorded as set") func value() throws {
    let lines = try recorded { console in
      console.run("select homescreen", "go greeting")
      console.press("e", "Ctrl-U")
      console.type("5 o'clock\r")
    }
    #expect(lines == ["select homescreen", "go greeting", #"set greeting "5 o'clock""#])
  }

  @Test("a text of the config editor is recorded as the config that is applied") func config() throws {
    let lines = try recorded { console in
      console.run("select homescreen")
      console.press("i")
      console.type(#""greeting": "Hi""#)
      console.press("Ctrl-S", "Esc")
    }
    #expect(
      lines == ["select homescreen", "edit", #"edit {"greeting":"Hi"}"#, "leave-edit"])
  }

  @Test("a text that is not applied is recorded as the draft") func draft() throws {
    let lines = try recorded { console in
      console.run("select homescreen")
      console.press("i", "Ctrl-K")
      console.type(#""gree"#)
      console.press("Esc", "Esc")
    }
    #expect(
      lines == ["select homescreen", "edit", #"set-draft homescreen "{\n  \"gree\"}\n""#, "leave-edit"])
  }

  @Test("a config with problems is refused in a script") func invalidConfig() throws {
    var console = try console()
    console.run("select homescreen", #"edit {"greeting": 1}"#)
    #expect(console.status == "this is no config of homescreen: 1:14 Invalid value 1 for type Text")
    console.run("set-draft homescreen {", "line x")
    #expect(console.state.session.keys.filter { $0.kind == .edit || $0.kind == .draft } == [])
  }

  @Test("what a line cannot hold as it is, is written so that it is the same argument again")
  func odd() throws {
    for argument in [
      "a\ndrop-all yes", " ", "a  b ", "\u{1B}[2J\r\u{85}\u{2028}", "\\\"x\"", "\"x\"", "\\", "a\"\\b\n",
    ] {
      let invocation = Invocation("filter", argument)
      let isOneLine = !invocation.line.utf8.contains { $0 == 0x0A || $0 == 0x0D }
      #expect(isOneLine, "\(argument)")
      #expect(Invocation(line: invocation.line) == invocation)
    }
    #expect(Invocation("filter", "a\nb").line == #"filter \"a\nb""#)
    #expect(Invocation(line: #"filter \"a"#)?.argument == #"\"a"#)
  }

  @Test("a name with a line end in it is no second command") func lineEnds() throws {
    var recorded = RecordedConsole(console: try console())
    var recipe = try #require(recorded.console.state.session[.recipe, "zoom-levels"]?.objectValue)
    recipe["slug"] = "a\ndrop-all yes"
    recorded.console.send(.recipes(RecipeBatch([.object(recipe)]) { _ in nil }, from: "recipes.json"))
    recorded.run("experiments", "last", "first")
    #expect(recorded.lines.last == #"recipe \"a\ndrop-all yes""#)
  }

  /// `VIRGA_REPLAY_SEEDS=400` tries more of them.
  private static let seeds = 1...(Repository.environment("VIRGA_REPLAY_SEEDS").flatMap(Int.init) ?? 80)

  @Test("whatever is done, its recording leads to the same state", arguments: seeds) func replay(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    var first = RecordedConsole(console: try console())
    for _ in 0..<60 { first.act(&random) }
    first.settle()
    var second = try console()
    for line in first.lines { second.run(line) }
    let (wanted, found) = (essence(of: first.console.state), essence(of: second.state))
    let difference = wanted.symmetricDifference(found).sorted().joined(separator: "\n")
    #expect(
      difference == "", "\(first.lines.joined(separator: "\n"))\n--\n\(first.done.joined(separator: "\n"))")
  }
}

/// A console of which everything that is done to it is recorded.
private struct RecordedConsole {
  var console: ConsoleDriver
  private var recording = Recording()
  /// The script so far.
  private(set) var lines: [String] = []
  /// What was done, for a person who looks for what went wrong.
  private(set) var done: [String] = []

  init(console: ConsoleDriver) { self.console = console }

  mutating func send(_ event: Event) {
    console.send(event)
    let addition = recording.add(console.state.performed)
    if addition.replacesLast { lines.removeLast() }
    lines += addition.lines.map(\.text)
    let place = "\(console.state.focus.name) \(console.state.selectedFeature?.id ?? "")"
    done.append("\(event) → \(console.state.performed.map(\.text)) \(place) \(console.status ?? "")")
  }

  mutating func press(_ keys: KeyPress...) { for key in keys { send(.terminal(.key(key))) } }

  mutating func type(_ text: String) {
    for character in text {
      switch character {
      case "\r": press("Enter")
      case "\u{1B}": press("Esc")
      default: press(KeyPress(character))
      }
    }
  }

  mutating func run(_ lines: String...) { for line in lines { send(.command(line)) } }

  mutating func click(_ column: Int, _ row: Int) {
    send(.terminal(.mouse(MouseEvent(.press, button: .left, at: Point(column: column, row: row)))))
  }

  mutating func wheel(at column: Int, _ row: Int) {
    send(.terminal(.mouse(MouseEvent(.wheelDown, button: .left, at: Point(column: column, row: row)))))
  }

  /// Does something at random.
  mutating func act(_ random: inout SeededRandom) {
    switch Int.random(in: 0..<20, using: &random) {
    case 0..<3: click(.random(in: 0..<120, using: &random), .random(in: 0..<40, using: &random))
    case 3: wheel(at: .random(in: 0..<120, using: &random), .random(in: 0..<40, using: &random))
    case 4:
      type(
        "/" + ["home", "pocket", "tab", "s"].randomElement(using: &random)! + ["\r", "\u{1B}"].randomElement(
          using: &random)!)
    case 5: editConfig(&random)
    case 6: editValue(&random)
    case 7: run(["select homescreen", "select search", "flags", "experiments"].randomElement(using: &random)!)
    default: press(Self.keys.randomElement(using: &random)!)
    }
  }

  private mutating func editConfig(_ random: inout SeededRandom) {
    run("select homescreen")
    press("i", "Alt-a")
    type(
      [#"{"greeting": "a"}"#, #"{"sections-enabled": {"pocket": false}}"#, #"{"greeting": 1}"#, "{"].randomElement(
        using: &random)!)
    press(["Ctrl-S", "Ctrl-Q", "Esc"].randomElement(using: &random)!)
    if Bool.random(using: &random) { press("Esc", "Esc", "Esc") }
  }

  private mutating func editValue(_ random: inout SeededRandom) {
    run("select homescreen", "go greeting")
    press("e")
    type(["x", "y z"].randomElement(using: &random)! + ["\r", "\u{1B}"].randomElement(using: &random)!)
  }

  /// Leaves whatever is typed or lies over the screen.
  mutating func settle() {
    if console.state.overlay != nil || !console.state.pendingKeys.isEmpty { press("Esc") }
    run("features")
  }

  /// Keys of commands whose effect depends on nothing outside.
  private static let keys: [KeyPress] = CommandTable.all.filter { command in
    command.context != .panel(.editor)
      && !["quit", "suspend", "simulate", "reload", "draw-again", "filter-list"].contains(command.name)
  }.flatMap(\.keys).flatMap(\.self)
}

/// What a session holds, a line each, but for the edit over which a draft was begun: the first run may have left one.
private func entries(of state: State) -> Set<String> {
  Set(state.session.keys.filter { $0.kind != .draftBase }.map { "\($0): \(state.session[$0]?.compact ?? "")" })
}

/// What of a state a replay has to bring back, a line each.
private func essence(of state: State) -> Set<String> {
  var lines = state.session.keys.map { "entry \($0): \(state.session[$0]?.compact ?? "")" }
  lines.append("operations: \(state.session.operations.map { $0.changes.first?.key })")
  lines.append("channel: \(state.channel ?? "")")
  lines.append("panel: \(state.focus.name)")
  lines.append("feature: \(state.selectedFeature?.id ?? "")")
  lines.append("path: \(state.table.selectedRow?.pathText ?? "")")
  lines.append("flag: \(state.flags.selectedRow?.id ?? "")")
  lines.append("recipe: \(state.experiments.selectedRow?.slug ?? "")")
  lines.append("column: \(state.channels.column)")
  let filters = [
    state.features.list.filter.text, state.table.search.text, state.flags.list.filter.text,
    state.channels.list.filter.text, state.experiments.recipeList.filter.text,
  ]
  lines.append("filters: \(filters)")
  for (id, editor) in state.editing.editors
  where editor.isChanged && (try? JSONValue.parse(editor.buffer.text)) != state.session[.edit, id] ?? [:] {
    lines.append("text of \(id): \(editor.buffer.text)")
  }
  return Set(lines)
}

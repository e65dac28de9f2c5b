import Testing
import VirgaCanvas
import VirgaJSON
import VirgaSession

@testable import VirgaConsole

@Suite("Keys and command lines") struct UpdateTests {
  private var console: ConsoleDriver

  init() throws { console = try ConsoleDriver() }

  @Test("a filter finds a feature by names in its types, and Esc keeps the selection")
  mutating func filter() {
    console.act("/", "'pocket")
    #expect(console.ids.contains("homescreen") && console.state.features.list.filter.isTyping)
    console.press("Enter")
    #expect(console.state.features.list.filter.text == "pocket" && !console.state.features.list.filter.isTyping)
    console.press("Enter")
    #expect(console.path == "sections-enabled.pocket", "opening a feature goes to the name that was found inside")
    console.act("1 Esc /", "'homescr")
    let found = console.selected
    console.press("Esc")
    #expect(console.selected == found && console.ids.count == console.state.workspace.features.count)
  }

  @Test("choosing a channel recomputes the values, and details show every channel")
  mutating func channel() {
    console.run("select homescreen", "go sections-enabled.pocket")
    #expect(console.state.table.selectedRow?.value == true)
    #expect(console.state.table.acrossChannels.map(\.channel) == ["developer", "nightly", "beta", "release"])
    #expect(console.state.table.acrossChannels.map(\.value) == [true, true, false, false])
    console.run("channel release")
    #expect(console.state.table.selectedRow?.value == false && console.path == "sections-enabled.pocket")
    #expect(console.message == .info("channel release"))
    console.run("channel nightli")
    #expect(console.message == .unknown("channel", "nightli", among: ["nightly"]))
    #expect(console.state.channel == "release")
    console.send(.session(Session(entries: [EntryKey(.channel): "beta"])))
    #expect(console.state.channel == "beta", "another process chose it")
  }

  @Test("a search unfolds what hides the match") mutating func search() {
    console.run("select homescreen", "open", "collapse-all", "filter pocket")
    #expect(console.path == "sections-enabled.pocket")
    console.press("n")
    #expect(console.path?.contains("[") == true)
    console.press("N")
    #expect(console.path == "sections-enabled.pocket")
  }

  @Test("y p copies a path, and Esc cancels the sequence silently") mutating func sequence() {
    console.act(":select homescreen", ":go sections-enabled.pocket", "y")
    #expect(console.state.input.pendingKeys == ["y"])
    console.press("p")
    #expect(console.effects == [.copy("sections-enabled.pocket", what: "the path sections-enabled.pocket")])
    #expect(console.state.input.pendingKeys.isEmpty)
    console.press("1", "y", "Esc")
    #expect(console.status == nil && console.state.input.pendingKeys.isEmpty)
    console.press("y", "F9")
    #expect(console.message == .nothingFor("y F9", list: "?"))
  }

  @Test(
    "a key without a meaning says so and names the key or panel that has one",
    arguments: [
      ("Q", .nothingFor("Q", list: "?")), ("Ctrl-R", .nothingFor("Ctrl-R", list: "?")),
      ("5 F2", .nothingFor("F2", list: "?")), ("5 Tab b", .nothingFor("b", list: "?")),
      ("5 Tab Enter", .nothingFor("Enter", in: "Events", "go to what it is about")),
    ] as [(String, StatusMessage)])
  func meaningless(keys: String, said: StatusMessage) throws {
    var console = try ConsoleDriver(FrameCase.goldenSize)
    console.send(.events(EventSamples.few, isWhole: true))
    console.act(keys)
    #expect(console.message == said && console.effects.isEmpty)
    #expect(["┗", "└"].contains(console.lines[21].prefix(1)), "one line is enough for it")
    console.press("j")
    #expect(keys.hasPrefix("5") || console.status == nil, "it goes with the next key that works")
    #expect(console.messages.last == said.text.plain)
  }

  @Test("pasted text does not run as commands") mutating func paste() {
    console.paste("q\nq\n")
    #expect(console.effects.isEmpty && console.message == .cannotPaste)
  }

  @Test("the command line runs what is typed and asks for a missing argument") mutating func commandLine() {
    console.act(":", "'channel beta", "Enter")
    #expect(console.state.channel == "beta" && console.state.overlay == nil)
    console.act(":", "'select", "Enter")
    #expect(console.field == "select ")
    console.act("'zoom", "Enter")
    #expect(console.selected == "zoom")
  }

  @Test("the command line runs the argument as typed, not a completion") mutating func typedArgument() {
    console.act(":select homescreen", ":", "'go nope", "Enter")
    #expect(console.message == .unknown("value, feature, flag or recipe", "nope"))
    console.act("Esc", ":", "'filter te", "Enter")
    #expect(console.state.focus == .features && console.state.features.list.filter.text == "te")
  }

  @Test("without a manifest file, copy-command copies the command that sets what is shown")
  func demoCommand() throws {
    var state = State(size: FrameCase.goldenSize)
    let yaml = """
      channels: [a]
      features: { f: { description: d, variables: { v: { description: d, type: Boolean, default: true } } } }
      """
    _ = update(&state, .loaded(try ConsoleDriver.manifest(yaml), []))
    let feature = #"virga config set -- f '{"v":true}'"#
    #expect(
      update(&state, .command("copy-command")) == [.copy(feature, what: "the command that sets the config of f")])
    for line in ["go v", "focus values"] { _ = update(&state, .command(line)) }
    let value = Effect.copy("virga config set -- f v true", what: "the command that sets v")
    #expect(update(&state, .command("copy-command")) == [value])
  }

  @Test("the key list runs the selected line, and ? closes it unless text is typed")
  mutating func help() {
    console.act("?", "'read the manifest again", "Enter")
    #expect(console.effects == [.reload])
    console.act("?", "'a?")
    #expect(console.field == "a?")
    console.press("Esc", "?", "?")
    #expect(console.state.overlay == nil)
  }

  @Test("q quits, except while a filter is typed") mutating func quitting() {
    console.press("q")
    #expect(console.effects == [.quit])
    console.press("/", "q")
    #expect(console.effects.isEmpty)
  }

  @Test("a command without an argument refuses one") mutating func noArgument() {
    console.run("select homescreen", "set pinned-limit 3", "reload now")
    #expect(console.message == .takesNoArgument("reload", "now"))
    #expect(console.state.session.overrideCount == 1)
  }
}

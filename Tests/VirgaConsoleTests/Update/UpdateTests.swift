import Testing
import VirgaCanvas
import VirgaJSON
import VirgaSession

@testable import VirgaConsole

@Suite("What keys and lines do") struct UpdateTests {
  private var console: ConsoleDriver

  init() throws { console = try ConsoleDriver() }

  @Test("a filter finds a feature by the variants of its types, and Esc brings all back and keeps the selection")
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

  @Test("choosing a channel recomputes the values, and the details have those of every channel")
  mutating func channel() {
    console.run("select homescreen", "go sections-enabled.pocket")
    #expect(console.state.table.selectedRow?.value == true)
    #expect(console.state.table.acrossChannels.map(\.channel) == ["developer", "nightly", "beta", "release"])
    #expect(console.state.table.acrossChannels.map(\.value) == [true, true, false, false])
    console.run("channel release")
    #expect(console.state.table.selectedRow?.value == false && console.path == "sections-enabled.pocket")
    #expect(console.status == "channel release")
    console.run("channel nightli")
    #expect(console.status == "unknown channel nightli; did you mean `nightly`?")
    #expect(console.state.channel == "release")
    console.send(.session(Session(entries: [EntryKey(.channel): "beta"])))
    #expect(console.state.channel == "beta", "another process chose it")
  }

  @Test("a search opens what hides the match") mutating func search() {
    console.run("select homescreen", "open", "collapse-all", "filter pocket")
    #expect(console.path == "sections-enabled.pocket")
    console.press("n")
    #expect(console.path?.contains("[") == true)
    console.press("N")
    #expect(console.path == "sections-enabled.pocket")
  }

  @Test("copying a path is a sequence of two keys, which Esc leaves without a word") mutating func sequence() {
    console.act(":select homescreen", ":go sections-enabled.pocket", "y")
    #expect(console.state.input.pendingKeys == ["y"])
    console.press("p")
    #expect(console.effects == [.copy("sections-enabled.pocket", what: "the path sections-enabled.pocket")])
    #expect(console.state.input.pendingKeys.isEmpty)
    console.press("1", "y", "Esc")
    #expect(console.status == nil && console.state.input.pendingKeys.isEmpty)
    console.press("y", "F9")
    #expect(console.status?.hasPrefix("y F9 does nothing here; ") == true)
  }

  @Test(
    "a key that means nothing here says so, and names the key or the panel that does what others have it for",
    arguments: [
      ("Q", "Q does nothing here; ? lists the keys"), ("Ctrl-R", "Ctrl-R does nothing here; U is redo"),
      ("5 F2", "F2 does nothing here; ? lists the keys"),
      ("5 Tab Enter", "Enter does nothing here; in Events: go to what it is about"),
      ("5 Tab b", "b does nothing here; ? lists the keys"),
    ])
  func meaningless(keys: String, said: String) throws {
    var console = try ConsoleDriver(FrameCase.goldenSize)
    console.send(.events(EventSamples.few, isWhole: true))
    console.act(keys)
    #expect(console.status == said && console.effects.isEmpty)
    #expect(["┗", "└"].contains(console.lines[21].prefix(1)), "one line is enough for it")
    console.press("j")
    #expect(keys.hasPrefix("5") || console.status == nil, "it goes with the next key that works")
    #expect(console.messages.last == said)
  }

  @Test("pasted text is not a command") mutating func paste() {
    console.paste("q\nq\n")
    #expect(console.effects.isEmpty && console.status == "cannot paste here; press / or : first")
  }

  @Test("the command line runs what is typed, and asks for an argument that is missing") mutating func commandLine() {
    console.act(":", "'channel beta", "Enter")
    #expect(console.state.channel == "beta" && console.state.overlay == nil)
    console.act(":", "'select", "Enter")
    #expect(console.field == "select ")
    console.act("'zoom", "Enter")
    #expect(console.selected == "zoom")
  }

  @Test("the command line runs no other argument than was typed") mutating func typedArgument() {
    console.act(":select homescreen", ":", "'go nope", "Enter")
    #expect(console.status?.hasPrefix("unknown value, feature, flag or recipe nope") == true)
    console.act("Esc", ":", "'filter te", "Enter")
    #expect(console.state.focus == .features && console.state.features.list.filter.text == "te")
  }

  @Test("a command copied from the embedded demo, which is not a file, sets what is shown") func demoCommand()
    throws
  {
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

  @Test("the list of keys runs the line under the cursor; ? closes it, and is typed behind a letter")
  mutating func help() {
    console.act("?", "'read the manifest again", "Enter")
    #expect(console.effects == [.reload])
    console.act("?", "'a?")
    #expect(console.field == "a?")
    console.press("Esc", "?", "?")
    #expect(console.state.overlay == nil)
  }

  @Test("quitting is an effect, and q is typed into a filter") mutating func quitting() {
    console.press("q")
    #expect(console.effects == [.quit])
    console.press("/", "q")
    #expect(console.effects.isEmpty)
  }

  @Test("a command that takes no argument refuses one") mutating func noArgument() {
    console.run("select homescreen", "set pinned-limit 3", "reload now")
    #expect(console.status == "reload takes no argument, not now")
    #expect(console.state.session.overrideCount == 1)
  }
}

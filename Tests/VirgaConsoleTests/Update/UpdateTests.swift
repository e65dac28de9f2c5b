import Testing
import VirgaCanvas
import VirgaJSON
import VirgaSession

@testable import VirgaConsole

@Suite struct UpdateTests {
  @Test func aFilterFindsAFeatureByAVariantOfItsTypes() throws {
    var console = try ConsoleDriver()
    console.press("/")
    console.type("pocket")
    #expect(console.ids.contains("homescreen"))
    #expect(console.state.features.list.filter.isTyping)
    console.press("Enter")
    #expect(!console.state.features.list.filter.isTyping)
    #expect(console.state.features.list.filter.text == "pocket")
  }

  @Test func escapeBringsAllFeaturesBackAndKeepsTheSelection() throws {
    var console = try ConsoleDriver()
    console.press("/")
    console.type("homescr")
    let found = console.selected
    console.press("Esc")
    #expect(console.selected == found)
    #expect(console.ids.count == console.state.workspace.features.count)
  }

  @Test func switchingTheChannelRecomputesTheValuesAtOnce() throws {
    var console = try ConsoleDriver(channel: "nightly")
    console.run("select homescreen", "go sections-enabled.pocket")
    #expect(console.state.table.selectedRow?.value == true)
    console.run("channel release")
    #expect(console.state.table.selectedRow?.value == false)
    #expect(console.path == "sections-enabled.pocket")
    #expect(console.status == "channel release")
  }

  @Test func theDetailsShowTheValueInEveryChannel() throws {
    var console = try ConsoleDriver()
    console.run("select homescreen", "go sections-enabled.pocket")
    #expect(console.state.table.acrossChannels.map(\.channel) == ["developer", "nightly", "beta", "release"])
    #expect(console.state.table.acrossChannels.map(\.value) == [true, true, false, false])
  }

  @Test func anUnknownChannelIsRefusedWithANearName() throws {
    var console = try ConsoleDriver()
    console.run("channel nightli")
    #expect(console.status == "there is no channel called nightli; did you mean `nightly`?")
    #expect(console.state.channel == "nightly")
  }

  @Test func foldsSurviveGoingToAnotherFeatureAndBack() throws {
    var console = try ConsoleDriver()
    console.run("select homescreen", "open", "go sections-enabled")
    #expect(console.state.table.selectedRow?.fold == .open)
    console.press("Space")
    #expect(console.state.table.selectedRow?.fold == .closed)
    let count = console.state.table.rows.count
    console.run("select zoom", "select homescreen")
    #expect(console.state.table.rows.count == count)
    #expect(console.path == "sections-enabled")
  }

  @Test func leftGoesToTheParentAndThenToTheList() throws {
    var console = try ConsoleDriver()
    console.run("select homescreen", "go sections-enabled.pocket")
    console.press("h")
    #expect(console.path == "sections-enabled")
    console.press("h")
    #expect(console.state.table.selectedRow?.fold == .closed)
    console.press("h")
    #expect(console.state.focus == .features)
  }

  @Test func aSearchOpensWhatHidesTheMatch() throws {
    var console = try ConsoleDriver()
    console.run("select homescreen", "open", "collapse-all", "filter pocket")
    #expect(console.path == "sections-enabled.pocket")
    console.press("n")
    #expect(console.path?.contains("[") == true)
    console.press("N")
    #expect(console.path == "sections-enabled.pocket")
  }

  @Test func copyingAPathIsASequenceOfTwoKeys() throws {
    var console = try ConsoleDriver()
    console.run("select homescreen", "go sections-enabled.pocket")
    console.press("y")
    #expect(console.state.input.pendingKeys == ["y"])
    console.press("p")
    #expect(console.effects == [.copy("sections-enabled.pocket", what: "the path sections-enabled.pocket")])
    #expect(console.state.input.pendingKeys.isEmpty)
  }

  @Test("what was said of a key goes with the next one that works") func readMessages() throws {
    var console = try ConsoleDriver()
    console.press("Q", "j")
    #expect(console.status == nil)
    #expect(console.state.messages.entries.last?.message.text.plain == "Q means nothing here; ? lists the keys")
  }

  @Test("a key that other programs have for something names the key that does it here") func familiarKeys() throws {
    var console = try ConsoleDriver(Size(columns: 80, rows: 24))
    console.press("Ctrl-R")
    #expect(console.status == "Ctrl-R means nothing here; U is redo")
    console.press("5", "F2")
    #expect(console.status == "F2 means nothing here; ? lists the keys", "values are edited on another screen")
  }

  @Test("a key of another panel of the screen says where it counts, one of another screen does not, in one line")
  func keysElsewhere() throws {
    var console = try ConsoleDriver(Size(columns: 80, rows: 24))
    console.send(.events(EventSamples.few, isWhole: true))
    console.press("5", "Tab", "Enter")
    #expect(console.status == "Enter means nothing here; in Events: go to what it is about")
    console.press("b")
    #expect(console.status == "b means nothing here; ? lists the keys")
    #expect(console.lines[21].hasPrefix("┗"))
  }

  @Test func aKeyThatMeansNothingSaysSo() throws {
    var console = try ConsoleDriver()
    console.press("Q")
    #expect(console.status == "Q means nothing here; ? lists the keys")
    #expect(console.effects.isEmpty)
  }

  @Test func pastedTextIsNoCommand() throws {
    var console = try ConsoleDriver()
    console.send(.terminal(.paste("q\nq\n")))
    #expect(console.effects.isEmpty)
    #expect(console.status == "pasted text is not taken as keys; press / or : first")
  }

  @Test func theCommandLineRunsWhatIsTyped() throws {
    var console = try ConsoleDriver()
    console.press(":")
    console.type("channel beta")
    console.press("Enter")
    #expect(console.state.channel == "beta")
    #expect(console.state.overlay == nil)
  }

  @Test func theCommandLineAsksForAMissingArgument() throws {
    var console = try ConsoleDriver()
    console.press(":")
    console.type("select")
    console.press("Enter")
    #expect(console.state.overlay?.field.text == "select ")
    console.type("zoom")
    console.press("Enter")
    #expect(console.selected == "zoom")
  }

  @Test func theCommandLineRunsNoOtherArgumentThanWasMeant() throws {
    var console = try ConsoleDriver()
    console.run("select homescreen")
    console.press(":")
    console.type("go nope")
    console.press("Enter")
    #expect(console.status?.hasPrefix("there is no value, feature, flag or recipe called nope") == true)
    console.press("Esc", ":")
    console.type("filter te")
    console.press("Enter")
    #expect(console.state.focus == .features)
    #expect(console.state.features.list.filter.text == "te")
  }

  @Test("of the embedded demo, which is no file, the command that is copied sets what is shown")
  func copyingACommandForTheDemo() throws {
    var state = State(size: Size(columns: 80, rows: 24))
    let yaml = """
      channels: [a]
      features: { f: { description: d, variables: { v: { description: d, type: Boolean, default: true } } } }
      """
    _ = update(&state, .loaded(try ConsoleDriver.manifest(yaml), []))
    #expect(
      update(&state, .command("copy-command"))
        == [.copy(#"virga config set -- f '{"v":true}'"#, what: "the command that sets the config of f")])
    _ = update(&state, .command("go v"))
    _ = update(&state, .command("focus values"))
    #expect(
      update(&state, .command("copy-command"))
        == [.copy("virga config set -- f v true", what: "the command that sets v")])
  }

  @Test func theHelpRunsTheLineUnderTheCursor() throws {
    var console = try ConsoleDriver()
    console.press("?")
    console.type("read the manifest again")
    console.press("Enter")
    #expect(console.effects == [.reload])
  }

  @Test func quittingIsAnEffect() throws {
    var console = try ConsoleDriver()
    console.press("q")
    #expect(console.effects == [.quit])
    console.press("/", "q")
    #expect(console.effects.isEmpty)
  }

  @Test("Esc leaves a sequence of keys without a word") func leavingASequence() throws {
    var console = try ConsoleDriver()
    console.press("y", "Esc")
    #expect(console.status == nil && console.state.input.pendingKeys.isEmpty)
    console.press("y", "F9")
    #expect(console.status?.hasPrefix("y F9 means nothing here; ") == true)
  }

  @Test("a command that takes no argument refuses one") func noArgument() throws {
    var console = try ConsoleDriver()
    console.run("select homescreen", "set pinned-limit 3", "reload now")
    #expect(console.status == "reload takes nothing behind it; now means nothing to it")
    #expect(console.state.session.overrideCount == 1)
  }

  @Test("what another process chose as the channel is shown") func foreignChannel() throws {
    var console = try ConsoleDriver()
    console.send(.session(Session(entries: [EntryKey(.channel): "beta"])))
    #expect(console.state.channel == "beta")
  }

  @Test("a question mark closes the list of keys, and is typed behind a letter") func questionMark() throws {
    var console = try ConsoleDriver()
    console.press("?")
    console.type("a?")
    #expect(console.state.overlay?.field.text == "a?")
    console.press("Esc", "?", "?")
    #expect(console.state.overlay == nil)
  }
}

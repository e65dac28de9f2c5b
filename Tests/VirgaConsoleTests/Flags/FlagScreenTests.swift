import Testing
import VirgaCanvas
import VirgaFlags
import VirgaJSON
import VirgaSession

@testable import VirgaConsole

@Suite("The Flags screen") struct FlagScreenTests {
  private var console: ConsoleDriver

  init() throws {
    console = try FlagDriver.console()
    console.run("flags")
  }

  @Test(
    "a long path takes the room of the columns that can be read elsewhere, and keeps both ends if that is not enough",
    arguments: [
      (40, "   of-til", " on "), (60, "   of-tiles-that-are", "vely-open on "),
      (80, "   of-tiles-that-are-definitively-open on    ·     ·     on     default ", ""),
    ])
  func longNames(columns: Int, name: String, build: String) throws {
    let yaml = """
      channels: [nightly]
      features:
        fitting-row-height-to-contents:
          description: One
          variables:
            of-tiles-that-are-definitively-open: {description: One, type: Boolean, default: true}
      """
    var console = try ConsoleDriver(Size(columns: columns, rows: 24), yaml: yaml)
    console.press("2")
    let row = try #require(console.lines.first { $0.hasPrefix("┃▸") })
    #expect(row.contains(name) && (build.isEmpty || row.contains(build)), "\(row)")
  }

  @Test("Space goes to what changes something, to the other, to unset, on the layer that the hint line names")
  mutating func cycling() {
    #expect(console.hints.contains("Space preference unset → off "))
    console.press("Space")
    #expect(console.hints.contains("Space preference off → on "))
    #expect(console.stored == ["preference SentFromCirrusUserPrefsKey = false"])
    #expect(console.status == "set sentFromCirrus preference = off")
    #expect(console.answer("sentFromCirrus")?.buildAndUser.value == .off)
    console.press("Space")
    #expect(console.stored == ["preference SentFromCirrusUserPrefsKey = true"])
    #expect(console.hints.contains("Space preference on → unset "))
    console.press("Space")
    #expect(console.stored == [])
    console.press("s", "Space")
    #expect(console.hints.contains("Space debug override off → on "))
    #expect(console.stored == ["debug sentFromCirrusDebugKey = false"])
  }

  @Test("a double click goes to the feature of a flag as Enter does, and changes nothing") mutating func doubleClick()
    throws
  {
    let row = try #require(console.lines.firstIndex { $0.contains(" privateSuggestions ") })
    console.click(10, row)
    console.click(10, row)
    #expect(console.state.screen == .features && console.state.focus == .values)
    #expect(console.stored == [])
    #expect(console.effects.isEmpty)
    console.press("2")
    #expect(console.state.focus == .flags)
  }

  @Test("a flag that the build has off is switched on first, and a debug override counts for the build's")
  mutating func cyclingOff() {
    console.run("channel release", "select-flag sentFromCirrus")
    #expect(console.answer("sentFromCirrus")?.build.value == .off)
    #expect(console.hints.contains("Space preference unset → on "))
    console.run("channel nightly", "flag-layer", "choose-value off", "flag-layer")
    #expect(console.hints.contains("Space preference unset → on "))
  }

  @Test("each change is one operation that is kept") mutating func operations() {
    console.press("Space")
    #expect(console.effects == [.commit(console.state.session.operations[0])])
    #expect(console.state.session.operations[0].feature == "sent-from-cirrus")
  }

  @Test(
    "a flag without the key is refused with its reason, and nothing is stored",
    arguments: [
      ([":select-flag passwordGenerator", "Space"], "passwordGenerator has no preference key"),
      ([":select-flag passwordGenerator", "s"], "passwordGenerator has no other layer"),
      ([":channel release", ":select-flag tileLabels", "Space"], "the channel release ignores debug overrides"),
      ([":select-flag useMockAccounts", "Space"], "is a `core` flag"),
      ([":select-flag useMockAccounts", "Enter"], "only `bool`, `options` has a feature"),
      ([":forget-flags"], "there are no web configurations"),
    ])
  mutating func refusals(steps: [String], said: String) {
    console.act(steps)
    #expect(console.status?.contains(said) == true)
    #expect(console.stored == [] && console.effects.isEmpty && console.state.overlay == nil)
  }

  @Test("a change of a flag with just one layer goes to that layer")
  mutating func onlyLayer() {
    console.run("select-flag tileLabels")
    #expect(console.hints.contains("Space debug override unset → off "))
    console.press("Space")
    #expect(console.stored == ["debug tileLabelsDebugKey = false"])
  }

  @Test("options, variations and locks are cycled and chosen each on their own layer") mutating func otherKinds() {
    console.run("select-flag toolbarPlace", "cycle-flag", "cycle-flag")
    #expect(console.stored == ["preference ToolbarPlaceUsersPrefsKey = \"bottom\""])
    console.run("choose-value bottom")
    #expect(console.answer("toolbarPlace")?.userOnly.value == .option("bottom"))
    console.run("drop-flags yes", "select-flag Onboarding steps", "choose-value Five")
    #expect(console.stored == ["debug Onboarding steps = \"Five\""])
    #expect(console.answer("Onboarding steps")?.buildAndUser.value == .option("Five"))
    console.run("drop-flags yes", "select-flag Premium themes", "cycle-flag")
    #expect(console.answer("Premium themes")?.state == .on)
    console.run("lock-flag")
    #expect(console.answer("Premium themes")?.state == .locked)
    console.run("unset-flag")
    #expect(console.stored == [])
  }

  @Test("the picker shows the options, marks what is stored, and chooses") mutating func picker() {
    console.act(":select-flag startAtHome", "o")
    #expect(console.titles == ["after-four-hours", "always", "disabled", "unset"])
    #expect(console.chosen == "unset")
    console.press("Up", "Enter")
    #expect(console.stored == ["preference StartAtHomeUserPrefsKey = \"disabled\""])
    console.press("o")
    #expect(console.chosen == "disabled")
    #expect(console.state.overlay?.selected?.detail == "now")
  }

  @Test("draw and weights are set, drawn again and dropped") mutating func drawing() {
    console.run("select-flag Fast tabs", "draw 12")
    #expect(console.answer("Fast tabs")?.state == .on)
    console.run("draw 80")
    #expect(console.answer("Fast tabs")?.state == .control)
    console.run("weights 90,10")
    #expect(console.answer("Fast tabs")?.state == .on)
    console.run("weights 90,20")
    #expect(console.status == "the weights must add up to 100, not 110")
    console.run("draw-again")
    #expect(console.state.session[.draw, "Fast tabs"]?.doubleValue != 80)
    console.press("w")
    #expect(console.field == "weights 90,10")
    console.press("Esc", "d")
    #expect(console.stored == [])
  }

  @Test("where a draw would land is said while it is typed") mutating func landing() {
    console.act(":select-flag Checkout colour", ":weights 40,60", ":draw 50", "p")
    #expect(console.titles == ["draw 50"])
    console.press("1", "5")
    #expect(console.details == ["Checkout colour lands on Red, 0–40"])
    console.press("0")
    #expect(console.details == ["a draw is a number from 0 to 100"])
    console.press("Backspace", "Enter")
    #expect(console.answer("Checkout colour")?.buildAndUser.value == .option("Red"))
  }

  @Test("the details are a text that is searched, and the flag's feature can be exposed") mutating func details() {
    console.act(":select-flag Fast tabs", "Tab", ":filter control")
    #expect(console.status == "match 1 of 2")
    console.act("Esc Esc", ":select-flag sentFromCirrus", "x")
    #expect(console.status?.hasPrefix("no exposure: ") == true)
    guard case .commit(let operation)? = console.effects.first else {
      Issue.record("nothing was recorded")
      return
    }
    #expect(operation.feature == "sent-from-cirrus")
  }

  @Test("Enter goes to the value that the flag reads, and the digit leads back") mutating func jumping() {
    console.act(":select-flag stories", "Enter")
    #expect(console.selected == "homescreen")
    #expect(console.path == "sections-enabled.pocket")
    console.press("2")
    #expect(console.state.flags.selectedRow?.id == "stories")
  }

  @Test("a simulated preference is shown and never stored") mutating func testOverrides() {
    console.press("t", "t")
    #expect(console.answer("sentFromCirrus")?.userOnly.decider == .testOverride)
    #expect(console.answer("sentFromCirrus")?.buildAndUser.value == .off)
    console.press("t")
    #expect(console.answer("sentFromCirrus")?.buildAndUser.value == .on)
    console.press("T", "T")
    #expect(console.answer("stories")?.userOnly.value == .off)
    #expect(console.stored == [])
    #expect(console.effects == [])
  }

  @Test("what is stored for no flag is listed, and can be dropped") mutating func orphans() {
    console.send(.session(.init(entries: [.init(.preference, "Old"): true, .init(.debug, "oldDebugKey"): true])))
    console.press("f", "g")
    #expect(console.flagIDs == ["Old", "oldDebugKey"])
    console.press("d")
    #expect(console.stored == ["debug oldDebugKey = true"])
    console.press("D")
    #expect(console.stored == ["debug oldDebugKey = true"])
    console.press("Enter")
    #expect(console.stored == [])
  }

  @Test("what another process changes is shown, and so is another channel") mutating func following() {
    console.send(.session(.init(entries: [.init(.debug, "translateFinnishDebugKey"): true])))
    #expect(console.answer("translateFinnish")?.buildAndUser.value == .on)
    console.run("channel release")
    #expect(console.answer("translateFinnish")?.buildAndUser.value == .off)
    #expect(console.answer("translateFinnish")?.notes.contains(.ignoredDebug) == true)
  }

  @Test("a console that is read-only changes nothing") func readOnly() throws {
    var state = console.state
    state.options.isReadOnly = true
    _ = update(&state, .terminal(.key("Space")))
    #expect(state.refusal?.contains("the session is read-only") == true)
    #expect(state.session.keys == [])
  }

  @Test("what drops the overrides of all flags says how many others stay") mutating func othersStay() {
    console.act("Space", ":select homescreen", ":set sections-enabled.pocket false", ":flags", "D")
    #expect(console.state.overlay?.title == "Drop overrides of all flags: 1 other override stays")
    console.press("Enter")
    #expect(console.stored == [#"edit homescreen = {"sections-enabled":{"pocket":false}}"#])
  }

  @Test("going to a flag finds it in a narrowed list too") mutating func gone() {
    console.run("list-flags core", "select-flag stories")
    #expect(console.state.flags.selectedRow?.id == "stories" && console.state.flags.selection == .all)
    console.run("filter toolbarPlace", "select-flag stories")
    #expect(console.state.flags.selectedRow?.id == "stories" && console.state.flags.list.filter.text.isEmpty)
  }

  @Test("of many flags with a test override three are named, the others counted") mutating func manyTestOverrides() {
    console.act(":list-flags bool", "v v v v v t")
    let status = console.status ?? ""
    #expect(status.hasPrefix("test override, never stored: ") && status.hasSuffix(" on and 2 more"), "\(status)")
  }

  @Test("overrides of flags that are gone are filtered with the others") mutating func filteredOrphans() {
    console.send(.session(Session(entries: [EntryKey(.debug, "goneKey"): true])))
    #expect(console.flagIDs.last == "goneKey")
    console.run("filter stories")
    #expect(!console.flagIDs.isEmpty && !console.flagIDs.contains("goneKey"))
    console.run("filter goneK")
    #expect(console.flagIDs == ["goneKey"])
  }
}

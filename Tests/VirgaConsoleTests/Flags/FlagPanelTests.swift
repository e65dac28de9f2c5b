import Testing
import VirgaCanvas
import VirgaFlags
import VirgaJSON
import VirgaSession
import VirgaWorkbench

@testable import VirgaConsole

@Suite("List of flags") struct FlagPanelTests {
  private var console = FlagDriver.console().after(":flags")

  @Test("the status names what narrows the flags and the keys that clear it")
  mutating func narrowed() {
    console.act("f", says: .lists(.overridden, matching: "", clear: "Esc", toggleOverridden: "f"))
    #expect(console.lines[1].contains("Flags 0 of ") && console.lines[1].contains(" · overridden "))
    #expect(console.sees("no flags are overridden; Esc lists all"))
    console.run("filter pocket")
    #expect(
      console.sees(
        "none of the flags that are overridden matches; Esc clears the filter, then lists all"))
    console.act("f", says: .lists(.all, matching: "pocket", clear: "Esc", toggleOverridden: "f"))
    #expect(!console.lines[1].contains("overridden"))
    console.act(
      "f", says: .lists(.overridden, matching: "pocket", clear: "Esc", toggleOverridden: "f"))
    console.act("Esc f", says: nil)
    console.act(
      ":list-flags on", says: .lists(.on, matching: "", clear: "Esc", toggleOverridden: "f"))
  }

  @Test(
    "a stored value that cannot be read is marked in its own column only",
    arguments: [
      .init("a preference", (EntryKey(.preference, "SentFromCirrusUserPrefsKey"), ["!", "·"])),
      .init("a debug override", (EntryKey(.debug, "sentFromCirrusDebugKey"), ["·", "!"])),
    ] as [Behavior<(key: EntryKey, userAndDebug: [String])>])
  mutating func unreadable(_ behavior: Behavior<(key: EntryKey, userAndDebug: [String])>) throws {
    let (key, userAndDebug) = behavior.example
    console.send(.session(Session(entries: [key: "x"])))
    console.run("select-flag sentFromCirrus")
    let flag = try #require(console.flags.list.selected?.flag)
    #expect([flag.userCell.text.plain, flag.debugCell.text.plain] == userAndDebug)
  }

  @Test("the counts beside a filter are those of its matches") mutating func filteredCounts() {
    console.act(":select-flag sentFromCirrus", "Space") { $0.flags.matchCount(.on) > 1 }
    console.act("/", "'sentFrom", "Enter") { $0.flags.listedMatchCount == 1 }
    #expect(console.sees("overridden 1 · checks differ 1 · on 0"))
  }

  @Test("a flag with the off option is neither counted nor listed as on")
  mutating func offOption() {
    console.act(":select-flag startAtHome", ":list-flags on") { $0.flagIDs.contains("startAtHome") }
    let count = console.flags.matchCount(.on)
    console.act(":flag set startAtHome disabled") { $0.flags.matchCount(.on) == count - 1 }
    #expect(!console.flagIDs.contains("startAtHome"))
  }

  @Test("blanks before the layer and after it are not part of a value")
  mutating func blanksAroundLayer() {
    console.act(":flag set sentFromCirrus off  debug ") {
      $0.session[.debug, "sentFromCirrusDebugKey"] == false
    }
  }

  @Test("a branch that is cut keeps its end, which tells it from others") func cutBranch() {
    let console = FrameCase.console(FrameCase.goldenSize, on: .flags)
    #expect(console.sees("sections-enabled.recent-searches", "◆ trea…-b"))
  }

  @Test("the head of checks that differ says their order, also beside a filter")
  mutating func orderOfChecks() {
    console.act(":select-flag sentFromCirrus") { $0.sees("Checks") && !$0.sees("Build│User│Both") }
    console.act("Space", ":filter sentFrom") { $0.sees("Build│User│Both", "From") }
    #expect(console.sees("· = unset, – = none"))
  }

  @Test(
    "no key moves a column",
    arguments: [FrameCase.goldenSize, ConsoleDriver.defaultSize, Size(columns: 200, rows: 60)])
  func steadyColumns(size: Size) {
    func heads(_ console: ConsoleDriver) -> [Int?] {
      // Below the first line of the screen, the border and the filter.
      let line = console.lines[3]
      return ["Flag", "Build", "User", "Debug", "From"].map { head in
        // The first one: the heads of the checks, which are further right, may name the same
        // layers.
        line.firstRange(of: head).map { line.distance(from: line.startIndex, to: $0.lowerBound) }
      }
    }
    var console = FlagDriver.console(size).after(":flags", ":select-flag sentFromCirrus")
    let before = heads(console)
    // Long names may leave no room for `From`.
    #expect(!before.dropLast().contains(nil))
    let steps = [
      "Space", "Space", "s Space", "B", "G", "g", ":filter pocket", ":filter nothing", ":filter",
      ":list-flags on", ":list-flags section Tabs", ":list-flags all", ":channel release",
    ]
    for step in steps {
      console.act(step)
      #expect(heads(console) == before, "\(step)")
    }
  }

  @Test("switching a flag of a short list moves no border") mutating func steadyBorder() {
    console.act(":select-flag sentFromCirrus", ":filter sentFrom")
    let area = console.area(of: .flag)
    for step in ["Space", "Space", "s Space"] { console.act(step) { $0.area(of: .flag) == area } }
  }

  @Test("dropping an override moves no border while only overridden flags are listed")
  mutating func steadyBorderOfSubset() {
    for id in ["sentFromCirrus", "stories"] {
      console.act(":select-flag \(id)", "Space")
    }
    console.act("f") { $0.flagIDs.count == 2 }
    let area = console.area(of: .flag)
    console.act("d") { $0.session.overrideCount == 1 && $0.area(of: .flag) == area }
  }

  @Test("a feature A/B test whose draw is out has the build value off") mutating func controlGroup()
  {
    console.act(":select-flag Fast tabs", ":draw 80") { $0.answer("Fast tabs")?.state == .control }
    #expect(
      console.lines.contains { line in
        line.contains("Fast tabs") && line.contains("● draw") && !line.contains("control")
      })
  }

  /// Opens a test whose weights do not add up to 100, and goes to it.
  private mutating func goToInvalidWeights() {
    let text = #"""
      {"features": [{"name": "Bad", "test-variations": ["On", "Off"], "test-biases": [80, 30]}]}
      """#
    console.open("f.json", text)
    console.run("select-flag Bad")
  }

  @Test("invalid weights say what counts instead")
  mutating func invalidWeights() {
    goToInvalidWeights()
    #expect(console.sees("! 80 + 30 is 110, not 100, so both have 50 %"))
  }

  @Test("variations have the file's names")
  mutating func namesOfVariations() {
    goToInvalidWeights()
    #expect(console.sees(" On ", "50 %") && console.sees(" Off ", "50 %"))
  }

  @Test("a test with invalid weights can be drawn")
  mutating func drawWithInvalidWeights() {
    goToInvalidWeights()
    console.act(":draw 15") { $0.status == "set Bad draw = 15" }
  }

  @Test("a draw or a lock that is stored is marked where the value comes from")
  mutating func storedChoices() {
    console.run("select-flag Fast tabs")
    #expect(!console.lines.contains { $0.contains("▸") && $0.contains("● draw") })
    console.act(":weights 90,10") { $0.status == "set Fast tabs weights = 90, 10" }
    #expect(console.lines.contains { $0.contains("▸") && $0.contains("● draw") })
  }

  @Test("a refused weight stays in the prompt") mutating func refusedWeights() {
    console.act(":select-flag Fast tabs", ":", "'weights 10,80", "Enter")
    #expect(
      console.field == "weights 10,80" && console.status == "the weights must add up to 100, not 90"
    )
  }

  @Test("the panel of keys says how many keys have no room, and which key lists all")
  func keysWithoutRoom() {
    var console = FlagDriver.console(Size(columns: 120, rows: 24)).after(":select-flag Fast tabs")
    #expect(console.sees(", ? lists all") && !console.sees("mark or unmark"))
    console.resize(120, 40)
    #expect(console.sees("mark or unmark") && !console.sees(", ? lists all"))
  }

  @Test("the keys of an overridden flag fit into 80 columns") func keys() throws {
    let console = FlagDriver.console(FrameCase.goldenSize).after(
      ":select-flag sentFromCirrus", "s Space Space")
    #expect(
      console.hints.contains("Space debug on → unset  s preference instead  o choose  d drop "))
  }

  @Test("marked flags change together as one operation") mutating func marking() {
    console.act("v v") { $0.markedFlags == ["privateSuggestions", "sentFromCirrus"] }
    console.act("Space") {
      $0.status == "set 2 flags preference = off" && $0.session.operations.count == 1
    }
    console.act("d") {
      $0.picker?.title == "Drop overrides of 2 flags" && $0.session.overrideCount == 2
    }
    console.act("Enter") { $0.status == "dropped 2 overrides of flags" }
    console.act("Esc") { $0.markedFlags == [] }
    console.run("list-flags core", "mark-all")
    #expect(console.markedFlags == ["retiredSplash", "sendUsageData", "useMockAccounts"])
    let reason =
      "useMockAccounts is of kind core; only flags of kind Boolean, options and flag have a preference"
    console.act("Space") { $0.status == "off, on, unset: \(reason)" }
    console.act("L") {
      $0.status?.hasPrefix("lock or unlock: ") == true && $0.message?.refusal != nil
    }
  }

  @Test("the kinds to list have the words of the rows") mutating func kinds() {
    console.act("F") { $0.titles.contains("Boolean") && !$0.titles.contains("bool") }
    console.act(":list-flags bool") { $0.sees("· kind Boolean") }
  }

  @Test(
    "selections and filters narrow the list",
    arguments: [
      .init("f lists the overridden flags", (["Space f"], ["sentFromCirrus"])),
      .init(
        "differing lists the flags whose checks differ",
        (["Space", ":list-flags differing"], ["sentFromCirrus"])),
      .init(
        "a kind lists its flags",
        ([":list-flags core"], ["useMockAccounts", "sendUsageData", "retiredSplash"])),
      .init("a filter narrows a selection further", ([":list-flags on", ":filter Premium"], [])),
      .init("a section lists its flags", ([":list-flags section Tabs"], ["Fast tabs"])),
      .init(
        "a filter matches the feature of a flag", ([":filter sent-from-cirrus"], ["sentFromCirrus"])
      ),
      .init(
        "a filter matches scattered letters of a name", ([":filter checkcol"], ["Checkout colour"])),
      .init(
        "a filter matches the path that a flag reads",
        ([":filter picture-allowed"], ["siteReportPicture", "reportSiteIssuePictureAllowed"])),
    ] as [Behavior<(steps: [String], ids: [String])>])
  mutating func narrowing(_ behavior: Behavior<(steps: [String], ids: [String])>) {
    let (steps, ids) = behavior.example
    console.act(steps)
    #expect(console.flagIDs == ids)
    console.act("Esc Esc", ":list-flags all") { $0.flagIDs.count == 114 }
    console.act(
      ":list-flags section Uncategorised", says: .unknown("selection", "section Uncategorised"))
  }

  @Test("flags are grouped by feature, else by section, else by file")
  mutating func headings() {
    let text = #"""
      {"features": [{"name": "Loose"}, {"name": "b", "section": "Tabs"}, {"name": "z", "section": "Reader"},
        {"name": "a", "section": "Tabs"}]}
      """#
    console.open("f.json", text)
    #expect(console.headings.first == "address-autofill")
    #expect(console.headings.suffix(4) == ["voice-search", "Reader", "Tabs", "Uncategorized"])
    #expect(console.flagIDs.suffix(4) == ["z", "a", "b", "Loose"])
    console.act(":filter a", ":list-flags section Tabs") { $0.headings == ["Tabs"] }
    let plain = #"[{"name": "Loose"}, {"name": "Another"}]"#
    console.run("list-flags all", "filter")
    console.open("f.json", plain)
    #expect(console.headings.suffix(2) == ["voice-search", "f.json"])
    #expect(console.flagIDs.suffix(2) == ["Loose", "Another"])
  }

  @Test("Left folds a section")
  mutating func folding() {
    console.run("select-flag Fast tabs")
    let count = console.flagIDs.count
    console.act("Left") {
      $0.flags.list.selectedHeading == "Tabs" && $0.flagIDs.count == count - 1
    }
    #expect(console.flags.listedMatchCount == count && console.hints.contains("Enter unfold"))
    console.act("Space", says: .noFlagSelected.about("off, on, unset"))
  }

  @Test("Enter unfolds a section")
  mutating func unfolding() {
    console.run("select-flag Fast tabs")
    let count = console.flagIDs.count
    console.act("h Enter") { $0.flagIDs.count == count }
  }

  @Test("Left on a flag without a section goes to the heading of its feature")
  mutating func headingOfFeature() {
    console.act(":select-flag sentFromCirrus", "Left") {
      $0.flags.list.selectedHeading == "sent-from-cirrus"
    }
  }

  @Test("v marks a folded section whole")
  mutating func markingSection() {
    console.run("select-flag Fast tabs")
    let count = console.flagIDs.count
    console.press("Left")
    console.act("v") { $0.markedFlags == ["Fast tabs"] }
    console.press("Esc", "V")
    #expect(console.markedFlags.count == count, "flags of folded sections too")
    console.act("V") { $0.markedFlags == [] }
  }

  @Test("a folded section opens for a flag that is found in it")
  mutating func openingSection() {
    console.act(":select-flag Fast tabs", "Left", ":filter Fast") { $0.flagIDs == ["Fast tabs"] }
    #expect(console.selectedFlag == "Fast tabs", "the cursor is on what fits, not on its heading")
    console.press("Esc")
    #expect(console.selectedFlag == "Fast tabs", "its section is unfolded")
    console.act("h") { !$0.flagIDs.contains("Fast tabs") }
    console.act(":select-flag Fast tabs") { $0.selectedFlag == "Fast tabs" }
  }
}

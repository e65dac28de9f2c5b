import Testing

@testable import VirgaConsole

@Suite("User scenarios") struct ScenarioTests {
  @Test("a user finds out why stories are off in release and on in nightly") func why() throws {
    var person = try Scenario(channel: "release")
    try person.press("filter")
    try person.type("pocket")
    person.expect("1 of 44", "pocket")
    try person.press("keep-filter", "open")
    person.expect("homescreen ▸ sections-enabled ▸ pocket")
    person.expect("true in developer, nightly · false in beta, release")
    person.expectLine("▸ variable default", "false", "features/home.yaml:")
    try person.press("channel")
    try person.choose("nightly")
    person.expectLine("▸ manifest default developer, nightly", "true", "features/home.yaml:")
  }

  @Test("a user switches a flag off and sees all three checks") func flag() throws {
    var person = try Scenario()
    try person.press("flags", "filter")
    try person.type("sentFrom")
    try person.press("keep-filter")
    person.expectLine("sentFromCirrus", "on ", "·", "on ", "nightly")
    try person.press("cycle-flag")
    person.expectLine("sentFromCirrus", "on ", "● off", "on│off│off", "nightly")
    person.expect("userOnly is off: the user switched it off.", "1 override")
    try person.press("undo")
    person.expectLine("sentFromCirrus", "on ", "·", "on ", "nightly")
  }

  @Test("a user fixes a config with two mistakes by following the screen") func mistakes() throws {
    var person = try Scenario()
    try person.press("filter")
    try person.type("homescreen")
    try person.press("keep-filter", "edit", "select-text")
    try person.type(#"{"greting": "Hi", "pinned-limit": "many"}"#)
    person.expect("Invalid property \"greting\"", "last valid")
    try person.press("apply-edit")
    person.expect("not applied: fix 2 problems first")
    try person.press("complete")
    person.expect("fixes: ")
    try person.press("take-completion")
    person.expect("Invalid value \"many\" for type Int")
    try person.press("next-edit-problem")
    for _ in 0..<6 { try person.press("delete-forward") }
    try person.type("6")
    person.expectLine("\"pinned-limit\": 6", "was 12")
    try person.press("apply-edit")
    person.expect("applied: the edit of homescreen sets 2 values", "1 override")
  }

  @Test("a user compares three channels by their differences") func channels() throws {
    var person = try Scenario()
    try person.press("channels")
    person.expect("only differences: 36 of 282 values", "4 columns")
    try person.press("drop-column")
    person.expect("3 columns")
    try person.press("filter")
    try person.type("pocket")
    try person.press("keep-filter")
    person.expectLine("pocket", "true", "false", "false")
    try person.press("only-differences")
    person.expect("every value")
  }

  @Test("a user forces a treatment, sees its values and records its exposure") func force() throws {
    var person = try Scenario()
    try person.press("experiments", "down", "force-branch")
    person.expect("Branch of homepage-order-2026")
    try person.choose("treatment-b")
    person.expect("forced treatment-b of homepage-order-2026", "1 override")
    try person.press("go-to-recipe-feature")
    person.expectLine("recent-searches", "◆ false", "treatment-b", "true")
    try person.press("expose")
    person.expect("exposed homescreen: homepage-order-2026 · treatment-b")
    try person.press("events")
    person.expectLine("exposure", "homescreen", "homepage-order-2026 · treatment-b")
    try person.press("features", "overrides")
    person.expect("Overrides: Enter drops one")
    try person.press("choose")
    person.expectLine("recent-searches", "true")
    person.expect("no problems")
  }

  @Test("a user changes the context until the client is enrolled") func context() throws {
    var person = try Scenario()
    try person.press("experiments", "filter")
    try person.type("share")
    try person.press("keep-filter", "open-recipe")
    person.expect("Not enrolled: `region in ['US', 'CA']` is false: region is DE", "← decides")
    try person.press("add-attribute")
    try person.type("region US")
    try person.press("choose")
    person.expect("set region = \"US\"")
    person.expect("Enrolled in `treatment-a`")
    try person.press("undo")
    person.expect("Not enrolled: `region in ['US', 'CA']` is false: region is DE")
  }

  @Test("a user sets a value in its row, has a wrong one refused, and drops it") func value() throws {
    var person = try Scenario()
    try person.press("filter")
    try person.type("pinned-limit")
    try person.press("keep-filter", "open")
    person.expect("homescreen ▸ pinned-limit")
    try person.press("edit-value", "delete-to-start")
    try person.type("few")
    person.expect("few is not a valid Int")
    try person.press("set-typed")
    person.expect("few is not a valid Int")
    try person.press("delete-to-start")
    try person.type("3")
    try person.press("set-typed")
    person.expectLine("pinned-limit", "● 3", "edit")
    try person.press("drop")
    person.expectLine("pinned-limit", "12", "treatment-a")
  }

  @Test("a user lists, drops and restores all overrides") func overrides() throws {
    var person = try Scenario()
    person.expect("no problems")
    try person.press("flags", "cycle-flag", "features", "filter")
    try person.type("homescreen")
    try person.press("keep-filter", "open", "down", "toggle")
    person.expect("2 overrides")
    try person.press("drop-all")
    person.expect("Drop all 2 overrides")
    person.expectLine("yes", "drop all 2", "u brings")
    person.expectLine("Drop all 2 overrides", " 2 ━┓")
    try person.press("choose", "undo")
    person.expect("2 overrides")
  }

  @Test("a user hands forced branches and edits to a build, copied and as a file") func handOff() throws {
    var person = try Scenario()
    try person.press("hand-off")
    person.expect("no branch is forced and no feature is edited")
    try person.press("experiments", "down", "force-branch")
    try person.choose("treatment-b")
    try person.press("hand-off")
    person.expect("Hand off to which build?")
    person.expectLine("cirrus ios nightly", "cirrus-nightly://")
    try person.choose("cirrus android nightly")
    person.expect("Hand off to cirrus android nightly")
    person.expectLine("with homepage-order-2026")
    person.expectLine("copy", "the adb command")
    try person.press("choose")
    let command = try #require(person.delivered.last)
    #expect(command.hasPrefix("adb shell"))
    #expect(command.contains(#"\"slug\":\"treatment-b\",\"ratio\":100"#))

    try person.press("go-to-recipe-feature", "down", "toggle", "hand-off")
    try person.choose("cirrus ios nightly")
    person.expect("Hand off to cirrus ios nightly")
    try person.choose("the deep link")
    #expect(person.delivered.last?.hasPrefix("cirrus-nightly://") == true)

    try person.press("hand-off")
    try person.choose("cirrus ios nightly")
    try person.press("page-down", "choose")
    person.expect("hand-off cirrus ios nightly recipes")
    try person.type("home.json")
    try person.press("choose")
    #expect(person.delivered.count == 3)
    #expect(person.delivered.last?.contains(#""top-sites": false"#) == true)
  }

  @Test("help lists what applies, explains what does not, and runs the choice") func help() throws {
    var person = try Scenario()
    try person.press("help")
    person.expect("Keys in Features")
    try person.type("undo")
    person.expect("undo")
    try person.press("close-list", "help")
    try person.choose("next channel")
    person.expect("cirrus ▸ beta")
    try person.press("help")
    try person.type("drop this override")
    person.expect("– nothing here is overridden")
  }

  @Test("a user finds a command by name and completes its argument") func palette() throws {
    var person = try Scenario()
    try person.press("command")
    try person.type("select")
    try person.press("complete-line")
    try person.type("zoom")
    try person.press("choose")
    person.expect("┌─ zoom")
  }

  @Test("a user tries out a targeting expression") func expression() throws {
    var person = try Scenario()
    try person.press("experiments", "evaluate")
    try person.type("days_since_install > 7 && locale == 'de-DE'")
    person.expectLine("true", "&&")
    person.expectLine("days_since_install > 7", "days_since_install 14")
    try person.press("keep-filter")
    person.expect(in: .reason)
    try person.press("clear", "clear")
    person.expect(in: .recipes)
  }

  @Test("an event leads to its feature") func events() throws {
    var person = try Scenario()
    try person.press("expose", "events", "last")
    person.expectLine("▸", "suppressed", "address-autofill", "no enrolled recipe configures")
    try person.press("pause", "go-to-event")
    person.expect("[1 Features]", "┌─ address-autofill")
  }
}

import Testing

@testable import VirgaConsole

@Suite("User scenarios") struct ScenarioTests {
  private var person: StoredConsole

  init() throws { person = try StoredConsole() }

  @Test("a user finds out why stories are off in release and on in nightly") mutating func why()
    throws
  {
    person = try StoredConsole(channel: "release")
    try person.play("filter", "'pocket", "?1 of 44", "?pocket", "keep-filter open")
    try person.play(
      "?homescreen ▸ sections-enabled ▸ pocket",
      "?true in developer, nightly · false in beta, release")
    try person.play("?▸ variable default … false … features/home.yaml:", "channel", ">nightly")
    try person.play("?▸ manifest default developer, nightly … true … features/home.yaml:")
  }

  @Test("a user switches a flag off and sees all three checks") mutating func flag() throws {
    let off = "?sentFromCirrus … on  … · … on  … nightly"
    try person.play("flags filter", "'sentFrom", "keep-filter", off, "cycle-flag")
    try person.play("?sentFromCirrus … on  … ● off … on│off│off … nightly")
    try person.play("?userOnly is off: the user switched it off.", "?1 override", "undo", off)
  }

  @Test("a user fixes a config with two mistakes by following the screen") mutating func mistakes()
    throws
  {
    try person.play("filter", "'homescreen", "keep-filter edit select-text")
    try person.play(
      #"'{"greting": "Hi", "pinned-limit": "many"}"#, #"?Invalid property "greting""#, "?last valid"
    )
    try person.play(
      "apply-edit", "?not applied: fix 2 problems first", "complete", "?fixes: ", "take-completion")
    try person.play(#"?Invalid value "many" for type Int"#, "next-edit-problem")
    for _ in 0..<6 { try person.play("delete-forward") }
    try person.play("'6", #"?"pinned-limit": 6 … was 12"#, "apply-edit")
    try person.play("?applied: the edit of homescreen sets 2 values", "?1 override")
  }

  @Test("a user compares three channels by their differences") mutating func channels() throws {
    try person.play(
      "channels", "?only differences: 36 of 282 values", "?4 columns", "drop-column", "?3 columns")
    try person.play("filter", "'pocket", "keep-filter", "?pocket … true … false … false")
    try person.play("only-differences", "?every value")
  }

  @Test("a user forces a treatment, sees its values and records its exposure") mutating func force()
    throws
  {
    try person.play(
      "experiments down force-branch", "?Branch of homepage-order-2026", ">treatment-b")
    try person.play(
      "?forced treatment-b of homepage-order-2026", "?1 override", "go-to-recipe-feature")
    try person.play("?recent-searches … ◆ false … treatment-b … true", "expose")
    try person.play("?exposed homescreen: homepage-order-2026 · treatment-b", "events")
    try person.play(
      "?exposure … homescreen … homepage-order-2026 · treatment-b", "features overrides")
    try person.play(
      "?Overrides: Enter drops one", "choose", "?recent-searches … true", "?1 warning")
  }

  @Test("a user changes the context until the client is enrolled") mutating func context() throws {
    let reason = "?Not enrolled: `region in ['US', 'CA']` is false: region is DE"
    try person.play("experiments filter", "'share", "keep-filter open-recipe", reason)
    try person.play("page-down", "?← decides")
    try person.play(
      "add-attribute", "'region US", "choose", "?set region = \"US\"", "?Enrolled in `treatment-a`")
    try person.play("undo", reason)
  }

  @Test("a user tries values in their row")
  mutating func value() throws {
    try person.play("filter", "'pinned-limit", "keep-filter open", "?homescreen ▸ pinned-limit")
    try person.play("edit-value delete-to-start", "'few", "?few is not a valid Int")
    try person.play("set-typed", "?few is not a valid Int", "delete-to-start", "'3", "set-typed")
    try person.play("?pinned-limit … ● 3 … edit", "drop", "?pinned-limit … 12 … treatment-a")
  }

  @Test("a user lists, drops and restores all overrides") mutating func overrides() throws {
    try person.play(
      "?1 warning", "flags cycle-flag features filter", "'homescreen",
      "keep-filter open down toggle")
    try person.play(
      "?2 overrides", "drop-all", "?Drop all 2 overrides …  2 ━┓", "?yes … drop all 2 … u brings")
    try person.play("choose undo", "?2 overrides")
  }

  @Test("a user hands forced branches and edits to a build, copied and as a file")
  mutating func handOff() throws {
    try person.play(
      "hand-off", "?no branch is forced, no feature is edited", "experiments down force-branch")
    try person.play(">treatment-b", "hand-off", "?Hand off to which build?")
    try person.play("?cirrus ios nightly … cirrus-nightly://", ">cirrus android nightly")
    try person.play(
      "?Hand off to cirrus android nightly", "?with homepage-order-2026", "?copy … the adb command")
    try person.play("choose")
    let command = try #require(person.delivered.last)
    #expect(command.hasPrefix("adb shell"))
    #expect(command.contains(#"\"slug\":\"treatment-b\",\"ratio\":100"#))
    try person.play("go-to-recipe-feature down toggle hand-off", ">cirrus ios nightly")
    try person.play("?Hand off to cirrus ios nightly", ">the deep link")
    #expect(person.delivered.last?.hasPrefix("cirrus-nightly://") == true)
    try person.play(
      "hand-off", ">cirrus ios nightly", "list-page-down choose",
      "?hand-off cirrus ios nightly recipes")
    try person.play("'home.json", "choose")
    #expect(person.delivered.count == 3)
    #expect(person.delivered.last?.contains(#""top-sites": false"#) == true)
  }

  @Test("a user chooses commands in the help") mutating func help()
    throws
  {
    try person.play(
      "help", "?Keys in Features", "'undo", "?undo", "close-list help", ">next channel")
    try person.play(
      "?cirrus ▸ beta", "help", "'drop this override", "?– nothing here is overridden")
  }

  @Test("a user finds a command by name and completes its argument") mutating func palette() throws
  {
    try person.play("command", "'select", "complete-line", "'zoom", "choose", "?┌─ zoom")
  }

  @Test("an event leads to its feature") mutating func events() throws {
    try person.play("expose events last")
    try person.play("?▸ … suppressed … address-autofill … no enrolled recipe configures")
    try person.play("pause go-to-event", "?[1 Features]", "?┌─ address-autofill")
  }
}

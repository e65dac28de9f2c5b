import Testing
import VirgaCanvas
import VirgaExperiments
import VirgaJSON
import VirgaSession
import VirgaWorkbench

@testable import VirgaConsole

@Suite("Client context") struct ContextCommandsTests {
  private var console = ConsoleDriver.onExperiments()

  private func row(_ name: String) -> ContextRow? {
    console.experiments.contextList.items.first { $0.name == name }
  }

  private var selected: String? { console.experiments.contextList.selected?.name }

  @Test("a version that several recipes compare with is proposed once") mutating func versions()
    throws
  {
    console.open([
      try .test("from", app: "cirrus", "app_version|versionCompare('120.!') >= 0"),
      try .test("below", app: "cirrus", "app_version|versionCompare('120.!') < 0"),
    ])
    console.act(":", "'set-context app_version 12")
    #expect(console.titles.filter { $0.hasSuffix(" 120") } == ["set-context app_version 120"])
  }

  @Test(
    "set-context reads a value as the attribute needs it",
    arguments: [
      .init("a Boolean is read as one", ("is_first_run true", true)),
      .init("a version with a point is a string", ("app_version 131.3", "131.3")),
      .init("a version of digits is a string", ("app_version 1312", "1312")),
      .init("a text without quotes is a string", ("locale en-US", "en-US")),
      .init("a quoted text is a string", (#"region = "US""#, "US")),
    ] as [Behavior<(argument: String, value: JSONValue)>])
  mutating func contextValues(_ behavior: Behavior<(argument: String, value: JSONValue)>) {
    let (argument, value) = behavior.example
    console.run("set-context \(argument)")
    #expect(console.session[.context, String(argument.prefix { $0 != " " })] == value)
  }

  @Test(
    "an argument that cannot be understood is refused",
    arguments: [
      .init(
        "an open quote is refused with what to do",
        (
          #":set-context app_version "1312"#,
          .refusal(#"`"1312` is not valid JSON; close the quote, or remove it"#)
        )),
      .init(
        "an object that is not closed is refused, not an attribute with a brace in its name",
        (
          #":set-context {"region": US"#,
          .refusal(#"`{"region": US` is not valid JSON; fix it, or write it in quotes"#)
        )),
      .init("a clock needs a time", (":clock tomorrow", .clockExpected)),
      .init(
        "an event needs a count that is a number", (":record-event zoomed many", .eventExpected)),
      .init(
        "participation is in experiments or rollouts",
        (":take-part holidays", .participationExpected)),
    ] as [Behavior<(command: String, message: StatusMessage)>])
  mutating func refusals(_ behavior: Behavior<(command: String, message: StatusMessage)>) {
    let (command, message) = behavior.example
    console.act(command, says: message)
    #expect(console.effects.isEmpty)
  }

  @Test("the clock moves, stops and runs again") mutating func movesTheClock() {
    for (typed, entry) in [
      ("+14d", ["offset": 1_209_600]), ("now-1d", ["offset": -86_400]),
      ("2026-05-01T08:00:00Z", ["at": "2026-05-01T08:00:00Z"]), ("run", nil),
    ] as [(String, JSONValue?)] {
      console.act(":clock \(typed)") { $0.session[.clock] == entry }
    }
  }

  @Test("opting out of rollouts ends only rollouts")
  mutating func dropsFacts() {
    console.act(":clock +14d", ":take-part rollouts", ":focus context") {
      $0.word(of: "suggest-rollout") == "opted out"
        && $0.word(of: "homepage-order-2026") == "enrolled"
    }
  }

  @Test("d resets the clock or the participation under the cursor") mutating func resets() {
    console.run("clock +14d", "take-part rollouts", "focus context")
    for fact in ["clock", "rollouts"] {
      for _ in 0..<60 where selected != fact { console.press("j") }
      console.press("d")
    }
    #expect(console.session[.clock] == nil && console.session.takesPart(in: .rollouts))
  }

  @Test("d on an event keeps the event, and the attribute with its name") mutating func events() {
    console.run("set-context zoomed true", "record-event zoomed 3 2d", "focus context", "first")
    for _ in 0..<60 where console.experiments.contextList.selected?.id.kind != .behavior {
      console.press("j")
    }
    console.act("d", says: .eventStays("zoomed", undo: "u"))
    #expect(console.session[.context, "zoomed"] == true && row("zoomed") != nil)
  }

  @Test("a row that is not an attribute is copied as shown, even if an attribute has its name")
  mutating func copying() throws {
    console.run("set-context clock 5", "focus context", "first")
    for _ in 0..<60 where console.experiments.contextList.selected?.id.kind != .clock {
      console.press("j")
    }
    console.press("y", "v")
    #expect(try console.copied().text == "2026-04-01 12:00")
  }

  @Test("the rows are the attributes with a value and those that the recipe reads")
  mutating func nullValues() {
    console.run("set-context region null", "recipe share-sheet-2026")
    #expect(row("region") != nil && row("is_already_enrolled")?.value == "false")
    console.run("recipe homepage-order-2026", "record-event zoomed 3 2d")
    #expect(
      row("is_already_enrolled")?.value == "true" && row("zoomed")?.value == "3 in 56 days, 0 today"
    )
    #expect(row("region") == nil && row("locale") != nil)
  }

  @Test("nimbus_id decides while its bucket excludes the client and no branch is forced")
  mutating func decidingID() {
    func deciding() -> [String] {
      console.experiments.contextList.items.filter(\.isDeciding).map(\.name)
    }
    console.act(":recipe zoom-levels", ":focus why", "e")
    #expect(deciding() == ["nimbus_id"] && selected == "nimbus_id")
    console.run("force-branch zoom-levels fine")
    #expect(deciding() == [] && console.word(of: "zoom-levels") == "enrolled")
  }

  @Test(
    "the prompt for an attribute completes and explains it",
    arguments: [
      .init(
        "a beginning completes to the attribute with its meaning",
        (
          "days_since_in", "set-context days_since_install ",
          "a number or null: whole days since it was installed"
        )),
      .init(
        "a value is offered with the attribute's meaning",
        ("region FR", "set-context region FR", "a string or null: the second part of the locale")),
      .init(
        "a blank offers a value that the recipe compares",
        ("region ", "set-context region US", "a string or null: the second part of the locale")),
      .init(
        "a value of the wrong type is explained",
        ("is_phone 7", "set-context is_phone 7", "is_phone must be a Boolean, not a number")),
    ] as [Behavior<(typed: String, title: String, detail: String)>])
  mutating func completes(_ behavior: Behavior<(typed: String, title: String, detail: String)>) {
    let (typed, title, detail) = behavior.example
    console.act(":recipe share-sheet-2026", "a", "'\(typed)") {
      $0.titles.first == title && $0.details.first == detail
    }
  }

  @Test("choosing an attribute asks for its value")
  mutating func asksForTheValue() {
    console.act("a", "'is_first", "Enter")
    #expect(console.titles == ["set-context is_first_run true", "set-context is_first_run false"])
  }

  @Test("Ctrl-U keeps the command that a key began") mutating func keepsTheCommand() {
    console.act(":recipe share-sheet-2026", ":focus why", "e Enter Ctrl-U") {
      $0.field == "set-context region "
    }
    console.act("'FR", "Enter") { $0.session[.context, "region"] == "FR" }
    console.act(":", "'set-context", "Ctrl-U") { $0.field == "" }
  }

  @Test("e goes to the deciding attribute")
  mutating func goesToWhatDecided() {
    console.act(
      ":recipe share-sheet-2026", ":focus why", "e",
      says: .contextKeys(deciding: "region", edit: "Enter", add: "a"))
    #expect(console.focus == .context && selected == "region")
    #expect(row("region")?.origin == "from locale" && row("locale")?.origin == "")
    console.act("Enter") { $0.field == "set-context region DE" }
  }

  @Test("the cursor stays on an attribute when its row moves") mutating func staysOnTheRow() {
    console.act(":recipe share-sheet-2026", ":focus why", "e Enter")
    console.act("Esc", ":set-context region US")
    #expect(selected == "region")
  }

  @Test("several attributes are refused if one has no effect or a kind that apps do not send")
  func attributes() throws {
    var console = try ConsoleDriver(yaml: EnrollmentFixTests.manifest)
    console.open([try .test("icons")])
    console.press("4")
    console.act(
      #":set-context {"region": "US", "is_already_enrolled": true}"#,
      says: .refusal("`is_already_enrolled` is computed from the session"))
    console.act(
      #":set-context {"region": "US", "isFirstRun": true}"#,
      says: .attributeMismatch("isFirstRun must be a string, not a Boolean", isText: false))
    #expect(console.session[.context, "region"] == nil)
    console.run("set-context nimbus_id me")
    #expect(console.status?.contains("the client id `me` is not a UUID") == true)
    #expect(console.session.clientID == "me")
  }
}

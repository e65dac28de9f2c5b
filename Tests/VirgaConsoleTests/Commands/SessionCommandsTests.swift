import Testing
import VirgaCanvas
import VirgaExperiments
import VirgaJSON
import VirgaSession
import VirgaSource
import VirgaTargeting
import VirgaTestSupport
import VirgaWorkbench

@testable import VirgaConsole

@Suite("Session commands") struct SessionCommandsTests {
  private static let recipes = [
    Sample.recipe(
      "homepage-cards", branches: [branch("wide", ["sections-enabled": ["recent-searches": true]])]),
    Sample.recipe(
      "homepage-order-2026",
      branches: [
        branch("control"), branch("treatment-a", ["section-order": ["jump-back-in", "top-sites"]]),
      ]),
    Sample.recipe(
      "suggest-rollout", isRollout: true,
      branches: [branch("on", ["sponsored-tiles": ["enabled": true]])]),
  ]

  private static func branch(_ slug: String, _ value: JSONObject = [:]) -> Branch {
    Sample.branch(slug, feature: "homescreen", value)
  }

  /// A console whose session has recipes; the client is in one experiment and one rollout.
  private static func console(_ size: Size = ConsoleDriver.defaultSize) throws -> ConsoleDriver {
    var console = ConsoleDriver(size)
    console.open(recipes)
    console.run("select homescreen", "open")
    return console
  }

  @Test("undo and redo name the step") func undoAndRedo()
    throws
  {
    var console = try Self.console().after(
      ":branch homepage-order-2026=treatment-a", ":go section-order")
    let value = console.features.values.selectedRow?.value
    #expect(value == ["jump-back-in", "top-sites"])
    console.press("u")
    let label = "force treatment-a of homepage-order-2026"
    #expect(console.operation == "undo \(label)")
    #expect(console.message == .did("undid “\(label)”", .init("homepage-cards", to: "wide")))
    console.press("U")
    let loss = StatusMessage.Move("homepage-cards", from: "wide", losing: ["homescreen"])
    #expect(
      console.operation == "redo \(label)" && console.message == .did("redid “\(label)”", loss))
    #expect(console.features.values.selectedRow?.value == value)
    console.act("u u u", says: StatusMessage.nothingToUndo.about("undo"))
  }

  @Test("operations of another process are reported with its name, even when undone")
  func othersAreNamed() throws {
    var console = try Self.console().after(":branch homepage-order-2026=treatment-a")
    let own = try #require(console.session.undoable)
    var file = Session()
    for operation in console.session.operations.dropLast() { file.perform(operation) }
    // The other process committed first, so the console's operation has another id in the file.
    let change = EntryChange(EntryKey(.context, "locale"), from: nil, to: "de")
    file.perform(
      SessionOperation(
        "set locale = \"de\"", changes: [change], time: Instant(seconds: 1_800_000_009),
        process: "script 2"))
    file.perform(own)
    console.send(.session(file)) {
      $0.message == .doneElsewhere("set locale = \"de\"", by: "script")
    }
    console.send(.session(file))
    _ = file.undo()
    console.send(.session(file)) {
      $0.message == .undoneElsewhere("force treatment-a of homepage-order-2026")
    }
    console.act("u", says: .undone("set locale = \"de\"", by: "script, 2027-01-15"))
  }

  @Test("several operations of another process are counted in one message") func countedNews()
    throws
  {
    var console = ConsoleDriver().after(":select homescreen", ":set pinned-limit 3")
    let before = console.session
    var session = before
    for number in 1...3 {
      var context = console.operationContext
      context.process = "other 7"
      context.time = Instant(seconds: 1_800_000_000 + Int64(number))
      session.perform(
        try session.operations(in: context).setContext("region", to: .string("R\(number)")))
    }
    console.send(.session(session)) {
      $0.message == .doneElsewhere(#"set region = "R3""#, by: "other", of: 3)
    }
    console.send(.session(before)) { $0.message == .undoneElsewhere(#"set region = "R1""#, of: 3) }
  }

  @Test("only a second u undoes the opening of the session")
  func floor() throws {
    var console = ConsoleDriver()
    console.send(.outcome(.refusal("said before")))
    console.send(.opening(SessionOpening(context: ["region": "DE"]))) { $0.status == "said before" }
    console.act(
      ":select homescreen", ":set pinned-limit 10", "u", says: .undone("set pinned-limit = 10"))
    console.act("u") { $0.session[.context, "region"] == "DE" && $0.effects.isEmpty }
    #expect(
      console.message == .undoneToStart(console.session.undoable?.label ?? "", undo: "u"))
    console.act("u") { $0.session[.context, "region"] == nil }
  }

  @Test("b forces or releases a branch that uses the feature")
  func branches() throws {
    var console = try Self.console().after("b")
    let titles = [
      "homepage-cards · wide", "homepage-cards · wide, forced", "homepage-order-2026 · control",
      "homepage-order-2026 · treatment-a", "suggest-rollout · on", "suggest-rollout · on, forced",
    ]
    #expect(console.titles == titles)
    console.act("Enter", says: .unchanged)
    console.act("b Down Enter")
    #expect(
      console.operation == "commit force wide of homepage-cards"
        && console.session.overrideCount == 1)
    console.run("go sections-enabled.recent-searches")
    #expect(
      console.features.values.selectedRow?.layer
        == .experiment(slug: "homepage-cards", branch: "wide"))
    console.act("d") {
      $0.operation == "commit drop wide of homepage-cards" && $0.session.overrideCount == 0
    }
    console.act("D", says: StatusMessage.noOverrides.about("drop all overrides …"))
    console.act(":branch homepage-order-2026=treatment-a", "b")
    #expect(
      console.chosen == "homepage-order-2026 · treatment-a",
      "that of the client is under the cursor")
    #expect(console.titles[3] == "homepage-order-2026 · let targeting and buckets decide")
    console.act("Down Enter") { $0.operation == "commit drop treatment-a of homepage-order-2026" }
    console.act("b") { $0.titles == titles }
    console.act("Esc", ":select downloads", "b") { $0.picker == nil }
  }

  @Test("d drops the value under the cursor, or else the edit")
  func drop() throws {
    var console = try Self.console()
    try console.elsewhere { _ in
      let change = EntryChange(
        EntryKey(.edit, "homescreen"), from: nil,
        to: ["sections-enabled": ["pocket": false, "recent-searches": true]])
      return SessionOperation("edit", changes: [change], time: .epoch, process: "tests 2")
    }
    console.act(":go sections-enabled.pocket", "d") {
      $0.operation == "commit drop sections-enabled.pocket"
    }
    #expect(
      console.session[.edit, "homescreen"] == ["sections-enabled": ["recent-searches": true]])
    console.act("d", says: StatusMessage.nothingOverriddenHere.about("drop this override"))
    console.act("Esc d") { $0.operation == "commit drop edit of homescreen" }
    console.act("u", ":go sections-enabled.recent-searches", "a d")
    #expect(
      console.operation == "commit drop edit of homescreen",
      "information about the feature is about all of it")
  }

  @Test("x records an exposure or says why there is none") func expose() throws {
    var console = try Self.console()
    console.act("x") { $0.operation == "commit expose homescreen" }
    #expect(console.message == .exposed("homescreen", slug: "homepage-cards", branch: "wide"))
    console.run("select downloads", "expose")
    #expect(console.status?.hasPrefix("no exposure: no enrolled recipe configures `") == true)
  }

  @Test("a read-only console refuses commands")
  func readOnly() throws {
    var console = ConsoleDriver()
    console.makeReadOnly()
    console.openDemoRecipes()
    let session = console.session
    console.act(":branch homepage-cards=wide") { $0.effects == [] && $0.session == session }
    #expect(console.message == StatusMessage.readOnly(nil).about("force a branch"))
  }

  @Test("a read-only console keeps its opening contents when others commit") func readOnlyContents()
    throws
  {
    var console = ConsoleDriver()
    console.makeReadOnly()
    console.openDemoRecipes()
    let session = console.session
    let count = session.count(of: .recipe)
    console.send(.session(Session(entries: [EntryKey(.edit, "homescreen"): ["pinned-limit": 3]])))
    #expect(console.session.count(of: .recipe) == count && count > 0)
    #expect(console.session.overrideCount == 1)
  }

  @Test("overridden and enrolled values have marks", arguments: FrameCase.sizes) func marks(
    size: Size
  ) throws {
    var console = try Self.console(size)
    try console.elsewhere { _ in
      let edit = EntryChange(
        EntryKey(.edit, "homescreen"), from: nil, to: ["sections-enabled": ["pocket": false]])
      return SessionOperation(
        "set sections-enabled.pocket = false", changes: [edit],
        time: Instant(seconds: 1_800_000_000),
        process: "tests 2")
    }
    console.run("branch homepage-order-2026=treatment-a", "go sections-enabled.pocket")
    FrameCase.expect(console, equals: "session")
  }

  @Test("Esc in a value's details returns to the value")
  func leavingDetails() throws {
    var console = ConsoleDriver()
    console.act(":select homescreen", ":open", "p Esc") { $0.focus == .values }
  }

  @Test("Esc in a feature's information returns to the list") func leavingInformation() throws {
    var console = ConsoleDriver()
    console.run("select homescreen", "open")
    console.act("a Esc") { $0.focus == .features }
  }

  @Test("redo says only what it did, without a text of one's own", arguments: [[], ["i", "Esc"]])
  func redo(keys: [String]) {
    var console = ConsoleDriver().after(":select homescreen", ":set pinned-limit 7")
    console.act(keys)
    console.act(":undo", ":redo")
    #expect(console.status == "redid “set pinned-limit = 7”")
  }

  @Test("a redo of a text that was applied does not say that applying it asks", arguments: [0, 1])
  func redoOfText(pauses: Int) {
    var console = ConsoleDriver().after(":select homescreen", "i")
    console.act(":select-text", "'{\"pinned-limit\": 9}")
    for _ in 0..<pauses { console.send(.quiet) }
    console.act("Ctrl-S u", "U")
    #expect(console.status == "redid “replace the edit of homescreen”")
  }
}

extension ConsoleDriver {
  /// The operation that the last event committed, undid or redid.
  fileprivate var operation: String? {
    switch effects.first {
    case .commit(let operation): "commit \(operation.label)"
    case .undo(let operation): "undo \(operation.label)"
    case .redo(let operation): "redo \(operation.label)"
    default: nil
    }
  }
}

import Testing
import VirgaCanvas
import VirgaExperiments
import VirgaJSON
import VirgaSession

@testable import VirgaConsole

@Suite("Choices on screen 4") struct ExperimentChoiceTests {
  private var console: ConsoleDriver

  init() throws { console = try .onExperiments() }

  @Test("opting out of several recipes keeps all of them out, even if one frees a feature for another")
  mutating func leavesSeveral() {
    console.act(":mark-all", "o")
    #expect(console.message == .did("opted out of 2 recipes", .enrolls("homepage-cards", in: "wide")))
    #expect(console.word(of: "homepage-order-2026") == "opted out")
    #expect(console.word(of: "suggest-rollout") == "opted out")
    console.act("Esc", ":recipe homepage-cards", "o")
    #expect(console.word(of: "homepage-cards") == "opted out")
    #expect(console.word(of: "homepage-order-2026") == "opted out")
    console.press("u", "u")
    #expect(console.word(of: "homepage-order-2026") == "enrolled")
  }

  @Test("a branch with several features counts as one override") mutating func countsOverrides() {
    console.run("force-branch homepage-order-2026 treatment-b", "features", "mark-all", "drop")
    #expect(console.state.session.overrideCount == 1)
    let features = console.state.session.recipe("homepage-order-2026")?.featureIDs.count ?? 0
    #expect(features > 1)
    #expect(console.state.overlay?.title == "Drop overrides of \(features) features")
    #expect(console.titles == ["drop it", "treatment-b of homepage-order-2026"])
    console.press("Enter")
    #expect(console.state.session.overrideCount == 0)
    console.run("drop")
    #expect(console.status?.contains("override") == true)
    #expect(console.effects.isEmpty)
  }

  @Test("an exposure is suggested until one was recorded for the branch, and again after undo")
  mutating func tellsOfExposures() {
    console.run("recipe homepage-order-2026")
    #expect(console.sees("Enrolled, but not exposed yet"))
    console.press("x")
    #expect(console.sees("An exposure was recorded; screen 5 lists it."))
    console.press("u")
    #expect(console.sees("Enrolled, but not exposed yet"))
    console.press("U")
    #expect(console.sees("An exposure was recorded; screen 5 lists it."))
    console.run("force-branch homepage-order-2026 treatment-b")
    #expect(console.sees("Enrolled, but not exposed yet"), "that was on another branch")
  }

  @Test("the key list says that force-branch applies to all marked recipes") mutating func namesTheMarked() {
    console.act(":recipe homepage-cards", "v v ?")
    #expect(console.state.experiments.recipeList.markCount == 2)
    let line = console.state.overlay?.lines.first { $0.invocation?.name == "force-branch" }
    #expect(line?.detail.plain == "2 recipes")
  }

  @Test("forcing a branch names the recipe that loses a feature, before and after")
  mutating func saysWhatIsTaken() {
    console.act(":recipe homepage-cards", "b")
    let details = console.state.overlay?.lines.map(\.detail.plain) ?? []
    #expect(details == Array(repeating: "configures homescreen; takes homescreen from homepage-order-2026", count: 2))
    console.press("Down", "Enter")
    let loss = StatusMessage.Move.leaves("homepage-order-2026", "treatment-a", losing: ["homescreen"])
    #expect(console.message == .did("forced wide of homepage-cards", loss))
    let told = console.state.session.operations.last?.events.filter { $0.slug == "homepage-order-2026" } ?? []
    #expect(told.map(\.kind) == ["enroll_failed", "enrollment_status"])
    console.run("recipe homepage-order-2026")
    #expect(console.reason.contains("homepage-cards was forced. If it took the feature from an enrolled client,"))
    console.press("u")
    let enrollment = StatusMessage.Move.enrolls("homepage-order-2026", in: "treatment-a")
    #expect(console.message == .did("undone: force wide of homepage-cards", enrollment))
    #expect(!console.reason.contains("was forced"))
    console.press("U")
    #expect(console.message == .did("redone: force wide of homepage-cards", loss))
  }

  @Test("forcing a branch on screen 1 names the recipe that loses the feature too")
  mutating func saysWhatIsTakenOnFeatures() {
    console.run("select homescreen", "branch")
    let line = console.state.overlay?.lines.first { $0.title.plain == "homepage-cards · wide" }
    #expect(line?.detail.plain.hasPrefix("takes homescreen from homepage-order-2026; ") == true)
    let own = console.state.overlay?.lines.first { $0.title.plain == "homepage-order-2026 · control" }
    #expect(own?.detail.plain.contains("takes") == false)
  }

  @Test("f goes to the values of the recipe's feature, whatever had the focus there")
  mutating func goesToValues() {
    console.run("select address-autofill", "focus details", "experiments", "recipe homepage-order-2026")
    console.press("f")
    #expect(console.selected == "homescreen")
    #expect(console.state.focus == .values)
  }

  @Test("reasons begin with the verdict, and the title counts their lines")
  mutating func beginsWithTheVerdict() {
    console.resize(80, 24)
    console.run("recipe share-sheet-2026")
    let first = console.lines.first { $0.contains("Not enrolled: ") }
    #expect(first == console.lines[2])
    #expect(
      console.lines[1].contains("─ share-sheet-2026 ") && console.lines[1].contains(" lines ─"), "\(console.lines[1])")
  }

  @Test("opting out names the recipe that enrolls instead") mutating func saysWhoGetsIn() {
    console.act(":recipe homepage-order-2026", "o")
    #expect(console.message == .did("opted out of homepage-order-2026", .enrolls("homepage-cards", in: "wide")))
    console.press("u")
    let moves: [StatusMessage.Move] = [
      .leaves("homepage-cards", "wide", losing: ["homescreen"]), .enrolls("homepage-order-2026", in: "treatment-a"),
    ]
    #expect(console.message == .info("undone: opt out of homepage-order-2026").moving(moves, isUndone: true))
  }

  @Test("forcing names the recipes that are no longer forced") mutating func saysWhatIsLost() {
    console.run("force-branch homepage-order-2026 control", "force-branch homepage-cards wide")
    let loss = StatusMessage.Move.leaves("homepage-order-2026", "control", losing: ["homescreen"], wasForced: true)
    #expect(console.message == .did("forced wide of homepage-cards", loss))
    console.run("force-branch suggest-rollout on")
    #expect(console.status == "forced on of suggest-rollout")
  }

  @Test("forcing several conflicting recipes counts only those still forced") mutating func countsForced() {
    console.press("v", "v", "b")
    #expect(console.chosen == "control")
    console.press("Enter")
    #expect(console.state.session.overrideCount == 1)
    #expect(console.state.session.undoable?.label == "force control of homepage-order-2026")
    #expect(console.message == .info("forced control of homepage-order-2026").notForcing(["homepage-cards"]))
  }

  @Test("x refuses a recipe without an enrollment and names the owner of its feature")
  mutating func exposesWhatIsEnrolled() {
    console.run("recipe homepage-cards")
    #expect(!console.hints.contains("x expose"))
    console.press("x")
    let owner: StatusMessage.FeatureOwner = ("homescreen", "homepage-order-2026", "treatment-a")
    #expect(console.message == .notEnrolled(in: "homepage-cards", but: [owner]).about("expose the feature now"))
    #expect(console.effects.isEmpty)
    console.act(":recipe share-sheet-2026", "x")
    #expect(console.message == .notEnrolled(in: "share-sheet-2026").about("expose the feature now"))
    console.run("recipe homepage-order-2026")
    #expect(console.hints.contains("x expose"))
    console.act(":mark-all", "x")
    #expect(console.message == .exposed(3, recorded: 2, suppressed: 1))
  }
}

import Testing
import VirgaCanvas
import VirgaExperiments
import VirgaJSON
import VirgaSession

@testable import VirgaConsole

@Suite("Choices on screen 4") struct ExperimentChoiceTests {
  private var console: ConsoleDriver

  init() throws { console = try .onExperiments() }

  @Test("all marked recipes stay left, also when what took their feature is left after them")
  mutating func leavesSeveral() {
    console.act(":mark-all", "o")
    #expect(console.status == "opted out of 2 recipes; homepage-cards enrolls in wide")
    #expect(console.word(of: "homepage-order-2026") == "opted out")
    #expect(console.word(of: "suggest-rollout") == "opted out")
    console.act("Esc", ":recipe homepage-cards", "o")
    #expect(console.word(of: "homepage-cards") == "opted out")
    #expect(console.word(of: "homepage-order-2026") == "opted out")
    console.press("u", "u")
    #expect(console.word(of: "homepage-order-2026") == "enrolled")
  }

  @Test("a branch that lies over several features is one override") mutating func countsOverrides() {
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

  @Test("an exposure is asked for until one was recorded, and again once that is undone")
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

  @Test("the keys say that a branch is forced of all marked recipes") mutating func namesTheMarked() {
    console.act(":recipe homepage-cards", "v v ?")
    #expect(console.state.experiments.recipeList.markCount == 2)
    let line = console.state.overlay?.lines.first { $0.invocation?.name == "force-branch" }
    #expect(line?.detail.plain == "2 recipes")
  }

  @Test("forcing a branch names who loses which feature for it: in the list before, and in what is said after")
  mutating func saysWhatIsTaken() {
    console.act(":recipe homepage-cards", "b")
    let details = console.state.overlay?.lines.map(\.detail.plain) ?? []
    #expect(details == Array(repeating: "configures homescreen; takes homescreen from homepage-order-2026", count: 2))
    console.press("Down", "Enter")
    #expect(
      console.status == "forced wide of homepage-cards; homepage-order-2026 leaves treatment-a, losing homescreen "
        + "(the SDK records enroll_failed for that, no unenrollment)")
    let told = console.state.session.operations.last?.events.filter { $0.slug == "homepage-order-2026" } ?? []
    #expect(told.map(\.kind) == ["enroll_failed", "enrollment_status"])
    console.run("recipe homepage-order-2026")
    #expect(console.reason.contains("homepage-cards was forced. If it took the feature from an enrolled client,"))
    console.press("u")
    #expect(console.status == "undone: force wide of homepage-cards; homepage-order-2026 enrolls in treatment-a")
    #expect(!console.reason.contains("was forced"))
    console.press("U")
    #expect(console.status?.contains("homepage-order-2026 leaves treatment-a, losing homescreen (the SDK") == true)
  }

  @Test("forcing on screen 1 names it too") mutating func saysWhatIsTakenOnFeatures() {
    console.run("select homescreen", "branch")
    let line = console.state.overlay?.lines.first { $0.title.plain == "homepage-cards · wide" }
    #expect(line?.detail.plain.hasPrefix("takes homescreen from homepage-order-2026; ") == true)
    let own = console.state.overlay?.lines.first { $0.title.plain == "homepage-order-2026 · control" }
    #expect(own?.detail.plain.contains("takes") == false)
  }

  @Test("f goes to the values of the recipe's feature, from any focus there")
  mutating func goesToValues() {
    console.run("select address-autofill", "focus details", "experiments", "recipe homepage-order-2026")
    console.press("f")
    #expect(console.selected == "homescreen")
    #expect(console.state.focus == .values)
  }

  @Test("the reasons begin with the verdict, and the title says how much of them is seen")
  mutating func beginsWithTheVerdict() {
    console.resize(80, 24)
    console.run("recipe share-sheet-2026")
    let first = console.lines.first { $0.contains("Not enrolled: ") }
    #expect(first == console.lines[2])
    #expect(
      console.lines[1].contains("─ share-sheet-2026 ") && console.lines[1].contains(" lines ─"), "\(console.lines[1])")
  }

  @Test("leaving a recipe says who gets in for it") mutating func saysWhoGetsIn() {
    console.act(":recipe homepage-order-2026", "o")
    #expect(console.status == "opted out of homepage-order-2026; homepage-cards enrolls in wide")
    console.press("u")
    #expect(
      console.status == "undone: opt out of homepage-order-2026; homepage-cards leaves wide, losing homescreen; "
        + "homepage-order-2026 enrolls in treatment-a")
  }

  @Test("forcing says which recipes are not forced any more for it") mutating func saysWhatIsLost() {
    console.run("force-branch homepage-order-2026 control", "force-branch homepage-cards wide")
    #expect(
      console.status == "forced wide of homepage-cards; homepage-order-2026 is no longer forced and leaves control, "
        + "losing homescreen (the SDK records enroll_failed for that, no unenrollment)")
    console.run("force-branch suggest-rollout on")
    #expect(console.status == "forced on of suggest-rollout")
  }

  @Test("of several that are forced those count that are forced in the end") mutating func countsForced() {
    console.press("v", "v", "b")
    #expect(console.chosen == "control")
    console.press("Enter")
    #expect(console.state.session.overrideCount == 1)
    #expect(console.state.session.undoable?.label == "force control of homepage-order-2026")
    #expect(console.status?.hasPrefix("forced control of homepage-order-2026; ") == true)
    #expect(console.status?.contains("not forced as another recipe has the feature now: homepage-cards") == true)
  }

  @Test("nothing is exposed of a recipe that the client is not in; it is said who has the feature")
  mutating func exposesWhatIsEnrolled() {
    console.run("recipe homepage-cards")
    #expect(!console.hints.contains("x expose"))
    console.press("x")
    #expect(
      console.status == "expose the feature now: the client is not in homepage-cards; homescreen is configured by "
        + "homepage-order-2026 · treatment-a")
    #expect(console.effects.isEmpty)
    console.act(":recipe share-sheet-2026", "x")
    #expect(console.status == "expose the feature now: the client is not in share-sheet-2026")
    console.run("recipe homepage-order-2026")
    #expect(console.hints.contains("x expose"))
    console.act(":mark-all", "x")
    #expect(console.status == "exposed 3 features: 2 recorded, 1 suppressed; screen 5 says why")
  }
}

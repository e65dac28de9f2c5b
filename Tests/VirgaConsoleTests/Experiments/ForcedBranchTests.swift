import Testing
import VirgaCanvas
import VirgaExperiments
import VirgaSession

@testable import VirgaConsole

@Suite("Forced branches") struct ForcedBranchTests {
  private var console = ConsoleDriver.onExperiments()

  @Test("forcing a branch names the recipe that loses a feature")
  mutating func saysWhatIsTaken() {
    console.act(":recipe homepage-cards", "b")
    let taken = "configures homescreen; takes homescreen from homepage-order-2026"
    #expect(console.titles == ["control", "wide"] && console.details == [taken, taken])
    let loss = StatusMessage.Move(
      "homepage-order-2026", from: "treatment-a", losing: ["homescreen"])
    console.act("Down", "Enter", says: .did("forced wide of homepage-cards", loss))
    #expect(
      console.word(of: "homepage-cards") == "enrolled"
        && console.word(of: "homepage-order-2026") == "conflict")
    let enrollment = StatusMessage.Move("homepage-order-2026", to: "treatment-a")
    console.act("u", says: .did("undid “force wide of homepage-cards”", enrollment))
    console.act("U", says: .did("redid “force wide of homepage-cards”", loss))
  }

  @Test("what happened to another recipe is told in the same tense as what was done")
  mutating func tense() {
    console.act(":force-branch homepage-cards wide") {
      $0.status?.hasPrefix(
        "forced wide of homepage-cards; homepage-order-2026 left treatment-a, losing homescreen")
        == true
    }
    console.act("u") {
      $0.status?.hasSuffix("; homepage-order-2026 enrolled in treatment-a") == true
    }
  }

  @Test("d drops the forced branch") mutating func drops() {
    console.run("recipe homepage-cards", "force-branch homepage-cards wide")
    console.act("d") { $0.session.overrideCount == 0 }
  }

  @Test("forcing a branch on screen 1 names the recipe that loses the feature too")
  mutating func saysWhatIsTakenOnFeatures() {
    console.run("select homescreen", "branch")
    let details = Dictionary(uniqueKeysWithValues: zip(console.titles, console.details))
    #expect(
      details["homepage-cards · wide"]?.hasPrefix("takes homescreen from homepage-order-2026; ")
        == true)
    #expect(details["homepage-order-2026 · control"]?.contains("takes") == false)
  }

  @Test("forcing names the recipes that are no longer forced") mutating func saysWhatIsLost() {
    let loss = StatusMessage.Move(
      "homepage-order-2026", from: "control", losing: ["homescreen"], wasForced: true)
    console.act(
      ":force-branch homepage-order-2026 control", ":force-branch homepage-cards wide",
      says: .did("forced wide of homepage-cards", loss))
  }

  @Test("forcing several conflicting recipes counts only those still forced")
  mutating func countsForced() {
    console.act("v v ?") { console in
      console.picker?.lines.first { $0.invocation?.name == "force-branch" }?.detail
        == "2 recipes"
    }
    console.act("Esc b") { $0.chosen == "control" }
    console.act(
      "Enter", says: .info("forced control of homepage-order-2026").notForcing(["homepage-cards"]))
    #expect(console.session.overrideCount == 1)
    #expect(console.session.undoable?.label == "force control of homepage-order-2026")
  }

  @Test("a branch with several features counts as one override") mutating func countsOverrides() {
    console.run("force-branch homepage-order-2026 treatment-b", "features", "mark-all", "drop")
    #expect(console.picker?.title == "Drop overrides of 2 features")
    #expect(console.titles == ["drop it", "treatment-b of homepage-order-2026"])
    console.act("Enter") { $0.session.overrideCount == 0 }
  }

  @Test("a list of branches starts at the client's branch, or else at the first")
  mutating func branchOfTheClient() throws {
    console.act(":recipe homepage-order-2026", "b") {
      $0.chosen == "treatment-a" && $0.titles.first != "treatment-a"
    }
    console.act("Esc", ":focus branches", "j") {
      $0.experiments.branchList.scroll.cursor == 1
    }
    console.act(":recipe homepage-cards") { $0.experiments.branchList.scroll.cursor == 0 }
  }

  @Test("Enter forces the branch under the cursor") mutating func forces() throws {
    console.run("recipe homepage-cards", "focus branches")
    console.act("Enter") { $0.experiments.selectedRow?.branch == "control" }
  }
}

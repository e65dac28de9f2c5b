import Testing
import VirgaCanvas
import VirgaExperiments
import VirgaJSON
import VirgaSession
import VirgaWorkbench

@testable import VirgaConsole

@Suite("Changing a recipe") struct RecipeEditingCommandsTests {
  private static let slug = "homepage-order-2026"
  private var console = ConsoleDriver.onExperiments().after(":recipe \(Self.slug)")

  private var recipe: Recipe? { console.session.recipe(Self.slug) }

  @Test("e on a branch proposes its ratio") mutating func ratio() {
    console.act(":focus branches", "e") { $0.field == "set-ratio control 1" }
    console.act("'3", "Enter")
    #expect(recipe?.branch("control")?.ratio == 3 && console.focus == .branches)
    console.act(":set-ratio control many", says: .ratioExpected)
  }

  @Test("a adds a branch and selects it") mutating func addedBranch() {
    console.act(":focus branches", "a", "'wide 2", "Enter") {
      $0.experiments.branchList.selected?.branch.slug == "wide"
    }
    #expect(recipe?.branches.last?.slug == "wide" && recipe?.branch("wide")?.ratio == 2)
  }

  @Test("Delete removes a branch") mutating func removedBranch() {
    console.act(":focus branches", "a", "'wide 2", "Enter", "Delete")
    #expect(recipe?.branch("wide") == nil && !console.session.isRecipeChanged(Self.slug))
  }

  @Test("the last branch stays") mutating func lastBranch() {
    console.act(":recipe suggest-rollout", ":focus branches", "Delete") {
      $0.message?.kind == .refusal && $0.session.recipe("suggest-rollout")?.branches.count == 1
    }
  }

  @Test("B proposes the buckets") mutating func buckets() {
    console.act("B") { $0.field == "set-bucket 0 10000" }
    console.act("Esc", ":set-bucket 100 5000")
    #expect(recipe?.bucketConfig.start == 100 && recipe?.bucketConfig.count == 5000)
    console.act(":set-bucket 100", says: .bucketsExpected)
  }

  @Test("e on a recipe lists what can be changed") mutating func parts() {
    console.act("e") {
      $0.titles == ["targeting", "no targeting", "buckets", "the client's context"]
    }
    let targeting = recipe?.targeting ?? ""
    console.act("Enter") { $0.field == "set-targeting \(targeting)" }
  }

  @Test("the targeting is changed if clients can read it") mutating func targeting() {
    console.run("set-targeting region == 'DE'")
    #expect(recipe?.targeting == "region == 'DE'")
    console.act(":set-targeting (") { $0.message?.kind == .refusal }
    #expect(recipe?.targeting == "region == 'DE'")
  }

  @Test("the targeting can be removed once") mutating func noTargeting() {
    console.act("e", "Down", "Enter")
    #expect(recipe != nil && recipe?.targeting == nil)
    console.act("e") { $0.titles == ["targeting", "buckets", "the client's context"] }
    console.act("Esc", ":remove-targeting", says: .noTargeting.about("remove the targeting"))
  }

  @Test("a changed recipe is marked")
  mutating func marks() {
    #expect(!console.sees("\(Self.slug) ~"))
    console.run("set-ratio control 3")
    #expect(console.sees("\(Self.slug) ~"))
  }

  @Test("the changed values of a recipe are listed with the old ones")
  mutating func changedValues() {
    #expect(console.experiments.differencesOfSelected.isEmpty)
    console.run("set-ratio control 3", "set-bucket 0 5000")
    #expect(console.reason.contains("Changed in this session: 2 values differ from its file."))
    #expect(
      console.experiments.differencesOfSelected.map(\.words) == [
        "number of buckets = 5000, was 10000", "control ▸ ratio = 3, was 1",
      ])
  }

  @Test("the differences of configs are listed by value") mutating func configs() throws {
    let place = BranchFeature("homescreen", in: "control", of: Self.slug)
    try console.elsewhere { try $0.setConfig(place, at: .root, to: ["pinned-limit": 4]) }
    #expect(
      console.experiments.differencesOfSelected.map(\.words) == [
        "control ▸ homescreen ▸ pinned-limit = 4, was unset"
      ])
  }

  @Test("d drops the forced branch before the changes") mutating func drops() {
    console.run("set-ratio control 3", "force-branch \(Self.slug) control")
    console.act("d") {
      $0.session.overrideCount == 0 && $0.session.isRecipeChanged(Self.slug)
        && $0.title(ofCommand: "drop-recipe") == "drop the changes"
    }
    console.act("d") { !$0.session.isRecipeChanged(Self.slug) }
    #expect(recipe?.branch("control")?.ratio == 1)
    console.act("d", says: .nothingToDrop(in: Self.slug).about("drop the override"))
  }

  @Test("d asks before it drops the overrides of several recipes") mutating func dropsSeveral() {
    console.run("set-ratio control 3", "force-branch zoom-levels fine", "mark-all")
    console.act("d") { $0.picker?.title == "Drop overrides of 2 recipes" }
    console.act("Enter") {
      $0.session.overrideCount == 0 && !$0.session.isRecipeChanged(Self.slug)
    }
  }

  @Test("the hint line names the keys of a branch") mutating func hints() {
    console.act(":focus branches") { $0.hints.contains("i editor") && $0.hints.contains("e ratio") }
  }
}

import Testing
import VirgaExperiments
import VirgaJSON
import VirgaTargeting
import VirgaTestSupport

@Suite("Enrollment state") struct EnrollmentStateTests {
  private let client = Sample.client()

  @Test("an unknown branch cannot be forced")
  func unknownBranch() {
    var state = EnrollmentState()
    _ = state.apply([Sample.recipe("a")], for: client)
    let before = state
    let change = state.optIn("a", branch: "nowhere")
    #expect(change.kind == .enrollFailed)
    #expect(change.reason == "does-not-exist")
    #expect(change.featureIDs == ["app-menu"])
    #expect(state == before)
  }

  @Test("a changed preference disqualifies a recipe permanently")
  func changedPreference() {
    var state = EnrollmentState()
    _ = state.apply([Sample.recipe("a", isRollout: true)], for: client)
    let changes = [
      state.leave("a", becausePreferenceChanged: true),
      state.leave("a", becausePreferenceChanged: false),
    ]
    #expect(changes.map { $0?.reason } == ["pref_changed", nil])
    _ = state.apply(state.recipes, for: client)
    #expect(state.records["a"] == .disqualified(.preferenceChanged, branch: "control"))
  }

  @Test("a reset clears the recipes and keeps the user's participation")
  func resetting() {
    var state = EnrollmentState()
    _ = state.setParticipation(false, inRollouts: true, for: client)
    _ = state.apply([Sample.recipe("a")], for: client)
    state.reset()
    #expect(state == EnrollmentState(takesPartInRollouts: false))
  }

  @Test("the first of two recipes with the same slug wins")
  func repeatedSlug() {
    var state = EnrollmentState()
    let first = Sample.recipe("a", branches: [Sample.branch("one", feature: "x")])
    let second = Sample.recipe("a", branches: [Sample.branch("two", feature: "y")])
    let changes = state.apply([first, second], for: client)
    #expect(changes.map(\.branch) == ["one"])
    #expect(state.recipes == [first])
    #expect(state.effectiveFeatures().keys.sorted() == ["x"])
  }

  @Test("a recipe that adds a feature taken by another loses its enrollment")
  func grownRecipe() {
    var state = EnrollmentState()
    let other = Sample.recipe("b", branches: [Sample.branch("b", feature: "y")])
    _ = state.apply(
      [Sample.recipe("a", branches: [Sample.branch("a", feature: "x")]), other], for: client)
    let grown = Sample.recipe(
      "a",
      branches: [
        Branch(slug: "a", features: [FeatureConfig(featureID: "x"), FeatureConfig(featureID: "y")])
      ])
    let third = Sample.recipe("c", branches: [Sample.branch("c", feature: "x")])
    let changes = state.apply([grown, other, third], for: client)
    #expect(changes.map(\.kind) == [.enrollFailed, .enrollment])
    #expect(state.records["a"] == .notEnrolled(.featureConflict(with: "b")))
    #expect(state.activeBranch(of: "c") == "c")
  }

  @Test("a rollout that becomes an experiment stays enrolled")
  func rolloutToExperiment() {
    var state = EnrollmentState()
    _ = state.apply([Sample.recipe("a", isRollout: true)], for: client)
    let changes = state.apply([Sample.recipe("a")], for: client)
    #expect(changes.map(\.kind) == [.unenrollment, .enrollment])
    #expect(state.activeBranch(of: "a") == "control")
  }

  @Test("an experiment that becomes a rollout ends")
  func experimentToRollout() {
    var state = EnrollmentState()
    _ = state.apply([Sample.recipe("a")], for: client)
    let changes = state.apply([Sample.recipe("a", isRollout: true)], for: client)
    #expect(changes.map(\.kind) == [.enrollment, .unenrollment])
    #expect(state.records["a"] == .wasEnrolled(branch: "control", endedAt: Sample.now))
  }

  @Test("a restored state equals the saved one and changes nothing")
  func restoring() {
    var state = EnrollmentState()
    _ = state.apply([Sample.recipe("b"), Sample.recipe("a", targeting: "false")], for: client)
    let kept = state.records.mapValues(\.json)
    var again = EnrollmentState(
      recipes: state.recipes.reversed(), records: kept.compactMapValues { EnrollmentStatus($0) })
    #expect(again == state)
    let changes = again.apply([Sample.recipe("b")], for: client)
    #expect(changes.isEmpty)
  }

  @Test("a custom attribute replaces the app's channel")
  func customChannel() {
    var client = client
    client.attributes.application["channel"] = .string("beta")
    client.attributes.custom["channel"] = .string("NIGHTLY")
    var recipe = Sample.recipe("a")
    recipe.channel = "nightly"
    var state = EnrollmentState()
    let changes = state.apply([recipe], for: client)
    #expect(changes.map(\.kind) == [.enrollment])
  }
}

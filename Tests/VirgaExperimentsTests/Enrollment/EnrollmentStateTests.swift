import Testing
import VirgaExperiments
import VirgaJSON
import VirgaTargeting

@Suite struct EnrollmentStateTests {
  private let client = Sample.client()

  @Test func anUnknownBranchCannotBeChosen() {
    var state = EnrollmentState()
    _ = state.apply([Sample.recipe("a")], for: client)
    let before = state
    let change = state.optIn("a", branch: "nowhere")
    #expect(change.kind == .enrollFailed)
    #expect(change.reason == "does-not-exist")
    #expect(change.featureIDs == ["app-menu"])
    #expect(state == before)
  }

  @Test func aChangedPreferenceEndsARecipeForGood() {
    var state = EnrollmentState()
    _ = state.apply([Sample.recipe("a", isRollout: true)], for: client)
    let changes = [
      state.leave("a", becausePreferenceChanged: true), state.leave("a", becausePreferenceChanged: false),
    ]
    #expect(changes.map { $0?.reason } == ["pref_changed", nil])
    _ = state.apply(state.recipes, for: client)
    #expect(state.records["a"] == .disqualified(.preferenceChanged, branch: "control"))
  }

  @Test func resettingForgetsRecipesButNotTheUsersChoice() {
    var state = EnrollmentState()
    _ = state.setRolloutParticipation(false, for: client)
    _ = state.apply([Sample.recipe("a")], for: client)
    state.reset()
    #expect(state == EnrollmentState(takesPartInRollouts: false))
  }

  @Test func ofTwoRecipesWithOneSlugTheFirstCounts() {
    var state = EnrollmentState()
    let first = Sample.recipe("a", branches: [Sample.branch("one", feature: "x")])
    let second = Sample.recipe("a", branches: [Sample.branch("two", feature: "y")])
    let changes = state.apply([first, second], for: client)
    #expect(changes.map(\.branch) == ["one"])
    #expect(state.recipes == [first])
    #expect(state.effectiveFeatures().keys.sorted() == ["x"])
  }

  @Test func aRecipeThatGrowsIntoAnothersFeatureLosesBoth() {
    var state = EnrollmentState()
    let other = Sample.recipe("b", branches: [Sample.branch("b", feature: "y")])
    _ = state.apply([Sample.recipe("a", branches: [Sample.branch("a", feature: "x")]), other], for: client)
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

  @Test func aRolloutThatBecomesAnExperimentStaysEnrolled() {
    var state = EnrollmentState()
    _ = state.apply([Sample.recipe("a", isRollout: true)], for: client)
    let changes = state.apply([Sample.recipe("a")], for: client)
    #expect(changes.map(\.kind) == [.unenrollment, .enrollment])
    #expect(state.activeBranch(of: "a") == "control")
  }

  @Test func anExperimentThatBecomesARolloutEnds() {
    var state = EnrollmentState()
    _ = state.apply([Sample.recipe("a")], for: client)
    let changes = state.apply([Sample.recipe("a", isRollout: true)], for: client)
    #expect(changes.map(\.kind) == [.enrollment, .unenrollment])
    #expect(state.records["a"] == .wasEnrolled(branch: "control", endedAt: Sample.now))
  }

  @Test func aStateThatWasKeptGoesOnWhereItStopped() {
    var state = EnrollmentState()
    _ = state.apply([Sample.recipe("b"), Sample.recipe("a", targeting: "false")], for: client)
    let kept = state.records.mapValues(\.json)
    var again = EnrollmentState(
      recipes: state.recipes.reversed(), records: kept.compactMapValues { EnrollmentStatus($0) })
    #expect(again == state)
    let changes = again.apply([Sample.recipe("b")], for: client)
    #expect(changes.isEmpty)
  }

  @Test func aCustomAttributeReplacesTheChannel() {
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

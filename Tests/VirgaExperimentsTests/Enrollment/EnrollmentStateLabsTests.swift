import Testing
import VirgaExperiments
import VirgaJSON
import VirgaTestSupport

@Suite("Labs recipes") struct EnrollmentStateLabsTests {
  private let client = Sample.client()

  private func lab(_ slug: String, targeting: String? = nil) -> Recipe {
    var recipe = Sample.recipe(slug, targeting: targeting, isRollout: true)
    recipe.isLabsOptIn = true
    recipe.labsTitle = "Title"
    recipe.labsDescription = "Description"
    recipe.declaredFeatureIDs = ["app-menu"]
    return recipe
  }

  private func state(_ recipes: Recipe...) -> EnrollmentState {
    var state = EnrollmentState()
    _ = state.apply(recipes, for: client)
    return state
  }

  @Test("enroll and end only by the user's choice")
  func choosing() {
    var state = state(lab("b"), lab("a"), lab("c", targeting: "false"))
    #expect(state.records["a"] == .notEnrolled(.labs))
    #expect(state.availableLabs(for: client).map(\.slug) == ["a", "b"])
    let entry = state.enrollInLabs("a", for: client)
    #expect(entry.kind == .enrollment)
    #expect(state.records["a"] == .enrolled(.labsOptIn, branch: "control"))
    #expect(state.availableLabs(for: client).map(\.slug) == ["a"])
    let change = state.leaveLabs("a")
    #expect(change.kind == .disqualification)
    #expect(change.reason == "FirefoxLabsOptOut")
  }

  @Test("say why a choice fails")
  func failures() {
    var state = state(lab("a"), lab("b"), lab("c", targeting: "false"), Sample.recipe("plain"))
    let failures = [
      state.enrollInLabs("nobody", for: client), state.enrollInLabs("plain", for: client),
      state.enrollInLabs("c", for: client), state.leaveLabs("a"), state.leaveLabs("nobody"),
    ]
    #expect(
      failures.map(\.reason) == [
        "lab-does-not-exist", "not-lab", "error", "already-unenrolled", "lab-does-not-exist",
      ])
    _ = state.enrollInLabs("a", for: client)
    let repeated = [state.enrollInLabs("a", for: client), state.enrollInLabs("b", for: client)]
    #expect(repeated.map(\.reason) == ["already-enrolled", "feature-conflict"])
  }

  @Test("survive opt-outs")
  func optOuts() {
    var state = state(lab("a"))
    _ = state.enrollInLabs("a", for: client)
    let changes =
      state.setParticipation(false, inRollouts: true, for: client)
      + state.resetTelemetryIdentifiers()
    #expect(changes.isEmpty)
    #expect(state.activeBranch(of: "a") == "control")
  }

  @Test("end when targeting becomes false")
  func falseTargeting() {
    var state = state(lab("a"))
    _ = state.enrollInLabs("a", for: client)
    let exits = state.apply([lab("a", targeting: "false")], for: client)
    #expect(exits.map(\.reason) == ["targeting"])
  }

  @Test("enroll again only by the user's choice, after any reason for leaving")
  func choosingAgain() {
    var state = state(lab("a"))
    let fix = "it enrolls in `control` if the user chooses it in Labs"
    let exits: [(inout EnrollmentState) -> Void] = [
      { _ = $0.leaveLabs("a") }, { _ = $0.optOut("a") },
      { _ = $0.leave("a", becausePreferenceChanged: true) },
      // The recipe ends, and is back below.
      { _ = $0.apply([], for: client) },
    ]
    for exit in exits {
      let entry = state.enrollInLabs("a", for: client)
      #expect(entry.kind == .enrollment)
      exit(&state)
      _ = state.apply([lab("a")], for: client)
      #expect(state.activeBranch(of: "a") == nil)
      #expect(state.reason(for: lab("a"), client: client).fix == fix)
    }
    let lastEntry = state.enrollInLabs("a", for: client)
    #expect(lastEntry.kind == .enrollment)
  }

  @Test("enroll users who do not take part in rollouts")
  func participation() {
    var state = state(lab("a"))
    _ = state.setParticipation(false, inRollouts: true, for: client)
    let reason = state.reason(for: lab("a"), client: client)
    #expect(reason.sentence == "not enrolled: it only enrolls if the user chooses it in Labs")
    #expect(reason.fix == "it enrolls in `control` if the user chooses it in Labs")
    let entry = state.enrollInLabs("a", for: client)
    #expect(entry.kind == .enrollment)
  }

  @Test("never enroll if Labs cannot offer them")
  func invalid() {
    var untitled = lab("a")
    untitled.labsTitle = nil
    let reason = state(untitled).reason(for: untitled, client: client)
    #expect(reason.sentence == "not enrolled: it is not valid for Labs")
    #expect(
      reason.fix
        == "nothing can enroll it: Labs only offers a rollout with one branch, a title and a description"
    )
  }
}

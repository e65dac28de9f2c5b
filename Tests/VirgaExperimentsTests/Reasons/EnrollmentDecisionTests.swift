import Testing
import VirgaExperiments
import VirgaJSON
import VirgaTargeting
import VirgaTestSupport

@Suite("Kept reasons of enrollments") struct EnrollmentDecisionTests {
  private static let firstRun: [Name: ExpressionValue] = ["is_first_run": .boolean(true)]
  private static let laterRun: [Name: ExpressionValue] = ["is_first_run": .boolean(false)]
  private static let bucket = "bucket 9084 of 10000 is among 0 to 9999"

  /// A client whose app was updated to the next day.
  private func client(_ attributes: [Name: ExpressionValue], days: Int64 = 0) -> Client {
    var client = Sample.client(attributes)
    client.now = client.now.advanced(by: days * 86_400)
    return client
  }

  /// The state after each list of recipes was evaluated, one a day, for a client in its first run
  /// and then later ones.
  private func state(_ lists: [Recipe]...) -> EnrollmentState {
    var state = EnrollmentState()
    for (day, recipes) in lists.enumerated() {
      let client = client(day == 0 ? Self.firstRun : Self.laterRun, days: Int64(day))
      _ = state.apply(recipes, for: client, recordingDecisions: true)
    }
    return state
  }

  private func reason(
    _ state: EnrollmentState, _ recipe: Recipe, days: Int64 = 1
  ) -> EnrollmentReason {
    state.reason(for: recipe, client: client(Self.laterRun, days: days))
  }

  /// What the tree of the judged targeting says of each attribute that was reached.
  private func judged(_ reason: EnrollmentReason) -> [String: JSONValue] {
    let steps = (reason.judgedTargeting?.steps ?? []).filter { $0.isReached && !$0.isLiteral }
    return Dictionary(steps.map { ($0.text, $0.outcome.value?.json ?? "error") }) { first, _ in
      first
    }
  }

  @Test(
    "a client never enrolls because it is enrolled",
    arguments: [
      ("is_already_enrolled || is_first_run == true", "`is_already_enrolled` is true"),
      (
        "'icons' in active_experiments || is_first_run == true",
        "`'icons' in active_experiments` is true"
      ),
      ("'icons' in enrollments || is_first_run == true", "`'icons' in enrollments` is true"),
      (
        "enrollments_map['icons'] == 'control' || is_first_run == true",
        "`enrollments_map['icons'] == 'control'` is true"
      ),
    ])
  func sticky(_ targeting: String, _ kept: String) {
    let recipe = Sample.recipe("icons", targeting: targeting)
    let state = state([recipe], [recipe])
    let reason = reason(state, recipe)
    #expect(
      reason.sentence.hasPrefix(
        "enrolled in `control` on 2023-11-14 because `is_first_run == true` is true: is_first_run is true; bucket "
      ))
    #expect(
      reason.whyItStaysOrLeaves?.hasPrefix("stays enrolled: \(kept)") == true,
      "\(reason.whyItStaysOrLeaves ?? "")")
    #expect(judged(reason)["is_first_run == true"] == true)
    #expect(reason.targeting?.decisions.first?.sentence.hasPrefix(kept) == true)
  }

  @Test("an enrollment that nothing new keeps has one reason")
  func unchanged() {
    let recipe = Sample.recipe("plain")
    let reason = reason(state([recipe], [recipe]), recipe)
    #expect(
      reason.sentence.hasPrefix(
        "enrolled in `control` on 2023-11-14 because it targets everyone; bucket "))
    #expect(reason.whyItStaysOrLeaves == nil)
  }

  @Test("a client that no longer matches leaves at the next evaluation") func leaving() {
    let recipe = Sample.recipe("plain", targeting: "is_first_run == true")
    #expect(
      reason(state([recipe]), recipe).whyItStaysOrLeaves
        == "leaves at the next evaluation: `is_first_run == true` is false: is_first_run is false")
  }

  @Test("the reason stays when the client no longer matches") func keptReason() {
    let recipe = Sample.recipe("plain", targeting: "is_first_run == true")
    #expect(
      reason(state([recipe]), recipe).sentence.contains(
        "on 2023-11-14 because `is_first_run == true` is true"))
  }

  @Test("an unenrollment is explained with the state before it")
  func unenrollment() {
    let recipe = Sample.recipe(
      "once", targeting: "is_first_run == true || is_already_enrolled == false")
    let reason = reason(state([recipe], [recipe], [recipe]), recipe, days: 3)
    #expect(reason.status == .disqualified(.notTargeted, branch: "control"))
    #expect(
      reason.sentence.hasPrefix("was enrolled in `control` and then unenrolled on 2023-11-15: "))
    #expect(reason.sentence.contains("is_already_enrolled is true"))
    #expect(judged(reason)["is_already_enrolled"] == true)
  }

  @Test("a branch that is gone is the reason, even if the targeting fails too")
  func goneBranch() {
    let recipe = Sample.recipe("r", targeting: "is_first_run == true")
    let other = Sample.recipe(
      "r", targeting: "is_first_run == true", branches: [Sample.branch("other")])
    #expect(
      reason(state([recipe], [other]), other).sentence
        == "was enrolled in `control` and then unenrolled on 2023-11-15: the recipe no longer has this branch"
    )
  }

  @Test("a recipe that was judged before another enrolled is explained without it")
  func judgedBefore() {
    let early = Sample.recipe("early", targeting: "'late' in active_experiments")
    let late = Sample.recipe("late", branches: [Sample.branch("on", feature: "search")])
    let first = state([early, late])
    let reason = reason(first, early)
    #expect(reason.sentence.hasPrefix("not enrolled: `'late' in active_experiments` is false"))
    #expect(reason.fix == "it enrolls at the next evaluation")
    #expect(judged(reason)["active_experiments"] == [])
    #expect(
      self.reason(state([early, late], [early, late]), early).status?.activeBranch == "control")
  }

  @Test("the gates of a forced branch and of an opt-out are those of a client without it")
  func choices() {
    let recipe = Sample.recipe("mine", targeting: "is_already_enrolled || 'mine' in enrollments")
    var state = state([recipe])
    _ = state.optIn("mine", branch: "control")
    func gate() -> String? { reason(state, recipe).gates.first { $0.kind == .targeting }?.sentence }
    #expect(gate()?.contains("is true") == false)
    _ = state.optOut("mine")
    #expect(gate()?.contains("is true") == false)
  }

  private static let mine = Sample.recipe("mine", targeting: "false")
  private static let forced =
    "enrolled in `control` on 2023-11-14 because the branch was forced; targeting is ignored until it is dropped"

  /// The state after a person forced a branch.
  private func forcedState() -> EnrollmentState {
    var state = state([Self.mine])
    _ = state.optIn("mine", branch: "control")
    state.restoreAndDateDecisions(since: EnrollmentState(), forgotten: [], at: Sample.now)
    return state
  }

  @Test("choices of a person are dated") func dates() {
    let before = forcedState()
    #expect(reason(before, Self.mine).sentence == Self.forced)
    var after = before
    _ = after.optOut("mine")
    after.restoreAndDateDecisions(since: before, forgotten: [], at: Sample.now.advanced(by: 86_400))
    #expect(
      reason(after, Self.mine).sentence
        == "was enrolled in `control` until the user opted out on 2023-11-15")
  }

  @Test("a choice keeps its date while it lasts") func keptDate() {
    let before = forcedState()
    var after = before
    _ = after.optIn("mine", branch: "control")
    after.restoreAndDateDecisions(since: before, forgotten: [], at: Sample.now.advanced(by: 86_400))
    #expect(reason(after, Self.mine).sentence == Self.forced)
  }

  /// The state of a client whose recipe reads attributes, events and preferences.
  private func stateOfEverything() -> EnrollmentState {
    let recipe = Sample.recipe(
      "r",
      targeting: "is_first_run == true && 'open'|eventSum('Days', 3) > 1 && 'p'|preferenceIsUserSet"
    )
    var client = client(Self.firstRun)
    client.events.record("open", count: 2, at: client.now)
    client.events.record("other", at: client.now)
    client.userSetPreferences = ["p", "q"]
    var state = EnrollmentState()
    _ = state.apply([recipe], for: client, recordingDecisions: true)
    return state
  }

  @Test("an entry of a session keeps the SDK's record") func record() throws {
    let state = stateOfEverything()
    let entry = try #require(state.entry(of: "r"))
    #expect(EnrollmentStatus(entry) == state.records["r"])
  }

  @Test("an entry of a session keeps the whole decision") func entry() throws {
    let state = stateOfEverything()
    let entry = try #require(state.entry(of: "r"))
    let decision = try #require(EnrollmentState.decision(in: JSONValue.parse(entry.compact)))
    #expect(decision == state.decisions["r"])
    #expect(decision.targeting?.explanation?.outcome.value == .boolean(true))
    #expect(decision.targeting?.events.json.keys.map { $0 } == ["open"])
    #expect(decision.targeting?.preferences == ["p"])
  }

  @Test("a decision that read very much keeps only its sentence")
  func bounded() throws {
    let long = String(repeating: "a", count: 20_000)
    let recipe = Sample.recipe("r", targeting: "word == '\(long.prefix(10))' || word != ''")
    var state = EnrollmentState()
    _ = state.apply([recipe], for: Sample.client(["word": .string(long)]), recordingDecisions: true)
    let entry = try #require(state.entry(of: "r"))
    #expect(entry.compact.utf8.count < 6_000)
    let decision = try #require(EnrollmentState.decision(in: entry))
    #expect(decision.targeting == nil && decision.why != nil)
  }

  private static let sticky = Sample.recipe("r", targeting: "is_already_enrolled")

  /// The reason of a status without a decision, as an earlier version stored it.
  private func reason(ofOld status: EnrollmentStatus) -> EnrollmentReason {
    reason(EnrollmentState(recipes: [Self.sticky], records: ["r": status]), Self.sticky)
  }

  @Test("a status of an earlier version says that its reason was not kept") func unknown() {
    #expect(
      reason(ofOld: .enrolled(.qualified, branch: "control")).sentence
        == "enrolled in `control`; the reason at that time was not kept")
  }

  @Test("a status of an earlier version says what keeps it now") func unknownStays() {
    let reason = reason(ofOld: .enrolled(.qualified, branch: "control"))
    #expect(
      reason.whyItStaysOrLeaves?.hasPrefix("stays enrolled: `is_already_enrolled` is true; bucket ")
        == true
    )
  }

  @Test("a status of an earlier version says why the client left") func unknownEnd() {
    #expect(
      reason(ofOld: .disqualified(.notTargeted, branch: "control")).sentence
        == "was enrolled in `control` and then unenrolled: it no longer targeted the client")
  }

  @Test("an experiment that returns is listed with the end that dropped its record")
  func returned() {
    let recipe = Sample.recipe("back")
    let state = state([recipe], [], [recipe])
    let reasons = state.reasons(for: client(Self.laterRun, days: 2), given: [recipe])
    #expect(reasons.map(\.slug) == ["back"])
    #expect(
      reasons.first?.sentence
        == "no record: it ended at 2023-11-15T22:13:20Z and is back, which dropped its record; "
        + "the next evaluation treats it as new")
    #expect(reasons.first?.fix == "it enrolls at the next evaluation")
    #expect(self.state([recipe], [], [recipe], [recipe]).activeBranch(of: "back") == "control")
  }

  private static let rollout = Sample.recipe("flip", isRollout: true)

  @Test("a recipe that changed its kind says why it does not enroll") func changedKind() {
    let flipped = reason(
      state([Sample.recipe("flip")], [Self.rollout], [Self.rollout]), Self.rollout, days: 2)
    #expect(
      flipped.sentence
        == "was enrolled in `control` until the recipe changed from an experiment to a rollout at "
        + "2023-11-15T22:13:20Z")
    #expect(
      flipped.fix
        == "nothing: it enrolls again only after it is removed and added again, as a new recipe")
  }

  @Test("a rollout that returned says why it does not enroll") func returnedRollout() {
    let returned = reason(state([Self.rollout], [], [Self.rollout]), Self.rollout, days: 2)
    #expect(
      returned.sentence
        == "was enrolled in `control` until the recipe ended at 2023-11-15T22:13:20Z; it is back, but "
        + "the record of its end stays")
  }

  @Test("a rollout that returned twice enrolls") func rolloutTwice() {
    let state = state([Self.rollout], [], [Self.rollout], [], [Self.rollout])
    #expect(state.activeBranch(of: "flip") == "control")
  }
}

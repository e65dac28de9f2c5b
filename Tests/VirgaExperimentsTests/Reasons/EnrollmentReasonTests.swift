import Testing
import VirgaExperiments
import VirgaJSON
import VirgaTargeting
import VirgaTestSupport

@Suite("Enrollment reasons") struct EnrollmentReasonTests {
  private func reason(
    _ recipe: Recipe, _ attributes: [Name: ExpressionValue] = ["app_version": .string("119.2")],
    beside others: [Recipe] = []
  ) -> EnrollmentReason {
    let client = Sample.client(attributes)
    var state = EnrollmentState()
    _ = state.apply(others + [recipe], for: client, recordingDecisions: true)
    return state.reason(for: recipe, client: client)
  }

  @Test("the reason for an enrollment lists targeting, bucket and branch")
  func enrolledReason() {
    let reason = reason(
      Sample.recipe("welcome-tour-1", targeting: "app_version|versionCompare('119.!') >= 0"))
    #expect(
      reason.sentence
        == "enrolled in `control` on 2023-11-14 because `app_version|versionCompare('119.!') >= 0` is "
        + "true: app_version is 119.2; bucket 8974 of 10000 is among 0 to 9999; the draw selects `control`"
    )
    #expect(reason.whyItStaysOrLeaves == nil)
    #expect(reason.fix == nil)
    #expect(reason.gates.filter { !$0.passes }.isEmpty)
    #expect(reason.gates.map(\.kind) == Gate.Kind.allCases)
    #expect(reason.bucketDraw?.hash.description == "e5bff66abf2b")
  }

  @Test("false targeting comes with the condition that would enroll")
  func falseTargeting() {
    let reason = reason(Sample.recipe("a", targeting: "app_version|versionCompare('120.0') >= 0"))
    #expect(reason.status == .notEnrolled(.notTargeted))
    #expect(
      reason.sentence
        == "not enrolled: `app_version|versionCompare('120.0') >= 0` is false: app_version is 119.2"
    )
    #expect(reason.fix == "it enrolls in `control` if app_version is at least 120.0")
  }

  @Test(
    "the targeting decides only if no other gate does",
    arguments: [
      TestRow("it is true and enrolls the client", ("US", 10_000, false, true)),
      TestRow("it is false", ("DE", 10_000, false, true)),
      TestRow("it lacks an attribute", (nil, 10_000, false, true)),
      TestRow("it is true, but the bucket is not selected", ("US", 8_974, false, false)),
      TestRow("it is false, but the enrollment is paused", ("DE", 10_000, true, false)),
    ] as [TestRow<(String?, Int64, Bool, Bool)>])
  func decidedByTargeting(_ row: TestRow<(String?, Int64, Bool, Bool)>) {
    let (region, buckets, isPaused, decides) = row.values
    var recipe = Sample.recipe(
      "welcome-tour-1", targeting: "region == 'US'", buckets: 0..<buckets)
    recipe.isEnrollmentPaused = isPaused
    var attributes: [Name: ExpressionValue] = [:]
    attributes["region"] = region.map { .string($0) }
    #expect(reason(recipe, attributes).isDecidedByTargeting == decides)
  }

  @Test(
    "the targeting decides the end of an enrollment only if it is false",
    arguments: [
      TestRow("it is false", ("DE", "nightly", true)),
      TestRow("it is true, but the channel is another one", ("US", "beta", false)),
    ] as [TestRow<(String, String, Bool)>])
  func endedByTargeting(_ row: TestRow<(String, String, Bool)>) {
    let (region, channel, decides) = row.values
    var recipe = Sample.recipe("a", targeting: "region == 'US'")
    recipe.channel = "nightly"
    let before = Sample.client(["region": .string("US"), "channel": .string("nightly")])
    let after = Sample.client(["region": .string(region), "channel": .string(channel)])
    var state = EnrollmentState()
    _ = state.apply([recipe], for: before, recordingDecisions: true)
    _ = state.apply([recipe], for: after, recordingDecisions: true)
    let reason = state.reason(for: recipe, client: after)
    #expect(reason.status == .disqualified(.notTargeted, branch: "control"))
    #expect(reason.isDecidedByTargeting == decides)
  }

  @Test("the fix lists every failed gate")
  func everyGate() {
    var recipe = Sample.recipe("welcome-tour-1", targeting: "region == 'US'", buckets: 0..<8_974)
    recipe.isEnrollmentPaused = true
    recipe.channel = "nightly"
    let reason = reason(recipe, ["channel": .string("beta")])
    #expect(reason.sentence == "not enrolled: enrollment is paused")
    #expect(
      reason.fix
        == "it enrolls in `control` if enrollment is not paused, the channel is `nightly`, "
        + "region is US and bucket 8974 is among the selected ones")
  }

  @Test(
    "the bucket is compared with what is selected",
    arguments: [
      TestRow(
        "with a range",
        (0, 100, "bucket 8974 of 10000 is not among 0 to 99", "among the selected ones")),
      TestRow(
        "with one bucket", (9_671, 1, "bucket 8974 of 10000 is not 9671", "the selected one")),
      TestRow(
        "with two buckets",
        (9_999, 2, "bucket 8974 of 10000 is not among 9999 and 0", "among the selected ones")),
      TestRow(
        "with two ranges",
        (
          9_000, 2_000, "bucket 8974 of 10000 is not among 9000 to 9999 and 0 to 999",
          "among the selected ones"
        )),
    ] as [TestRow<(UInt32, UInt32, String, String)>])
  func otherBuckets(_ row: TestRow<(UInt32, UInt32, String, String)>) {
    let (start, count, sentence, place) = row.values
    var recipe = Sample.recipe("welcome-tour-1")
    (recipe.bucketConfig.start, recipe.bucketConfig.count) = (start, count)
    let reason = reason(recipe)
    #expect(reason.sentence == "not enrolled: \(sentence)")
    #expect(reason.fix == "it enrolls in `control` if bucket 8974 is \(place)")
  }

  @Test("the only selected bucket is named as such")
  func onlyBucket() {
    var recipe = Sample.recipe("welcome-tour-1")
    (recipe.bucketConfig.start, recipe.bucketConfig.count) = (8_974, 1)
    #expect(reason(recipe).sentence.contains("; bucket 8974 of 10000 is 8974; "))
  }

  @Test("a count of 0 enrolls nobody")
  func noBuckets() {
    var recipe = Sample.recipe("welcome-tour-1")
    recipe.bucketConfig.count = 0
    let reason = reason(recipe)
    #expect(reason.sentence == "not enrolled: it selects no buckets")
    #expect(reason.fix == "nothing can enroll it: its bucket count is 0, which enrolls nobody")
  }

  @Test("a conflict names the other recipe and the feature")
  func conflict() {
    let reason = reason(Sample.recipe("beta"), beside: [Sample.recipe("alpha")])
    #expect(reason.sentence == "not enrolled: `alpha` already has the feature `app-menu`")
    #expect(reason.fix == "it enrolls in `control` if `alpha` does not have `app-menu`")
  }

  /// What makes a client enroll in a recipe that requires a branch of another one.
  private func fix(requiring slug: String, _ branch: String = "on") -> String? {
    let other = Sample.recipe(
      "other", targeting: "false", branches: [Sample.branch("on", feature: "search")])
    let rival = Sample.recipe("rival", targeting: "false", branches: [Sample.branch("on")])
    return reason(
      Sample.recipe("a", targeting: "enrollments_map['\(slug)'] == '\(branch)'"),
      beside: [other, rival]
    ).fix
  }

  @Test("the fix forces a required branch first") func requiredBranch() {
    #expect(
      fix(requiring: "other")
        == "it enrolls in `control` if the client is enrolled in `on` of `other`; first force `on` of `other`"
    )
  }

  @Test("the fix says why a required branch cannot be forced") func impossibleBranch() {
    let nothing = "nothing can enroll it:"
    #expect(
      fix(requiring: "rival")
        == "\(nothing) `rival`, which it requires, has its feature `app-menu`")
    #expect(fix(requiring: "other", "off") == "\(nothing) `other` has no branch `off`")
    #expect(fix(requiring: "unknown") == "\(nothing) there is no recipe `unknown`")
    #expect(fix(requiring: "a") == "\(nothing) it requires an enrollment in itself")
  }

  @Test("the fix forces a required enrollment first, unless that is impossible")
  func enrollments() {
    let other = Sample.recipe(
      "other", targeting: "false", branches: [Sample.branch("on", feature: "search")])
    func fix(_ targeting: String) -> String? {
      reason(Sample.recipe("a", targeting: targeting), ["region": .string("DE")], beside: [other])
        .fix
    }
    let step =
      "it enrolls in `control` if the client is enrolled in `other`; first force `on` of `other`"
    #expect(fix("'other' in enrollments") == step)
    #expect(fix("'other' in active_experiments") == step)
    #expect(fix("false") == "nothing can enroll it: `false` is never true for any client")
    #expect(fix("'ghost' in enrollments") == "nothing can enroll it: there is no recipe `ghost`")
    #expect(
      fix("enrollments_map['ghost'] == 't' || is_already_enrolled || region == 'US'")
        == "it enrolls in `control` if region is US")
  }

  @Test("an ended recipe says when it ended and that it cannot return")
  func endedRecipe() {
    let client = Sample.client()
    var state = EnrollmentState()
    _ = state.apply(
      [Sample.recipe("gone"), Sample.recipe("later", targeting: "false")], for: client)
    _ = state.apply([Sample.recipe("later", targeting: "false"), Sample.recipe("a")], for: client)
    let reasons = state.reasons(for: client)
    #expect(reasons.map(\.slug) == ["a", "gone", "later"])
    #expect(reasons[1].status == .wasEnrolled(branch: "control", endedAt: Sample.now))
    #expect(
      reasons[1].sentence
        == "was enrolled in `control` until the recipe ended at 2023-11-14T22:13:20Z")
    #expect(
      reasons[1].fix
        == "nothing: the recipe ended; it could only return as a new recipe with a new slug")
  }

  @Test("a conflict with several recipes names the first")
  func firstConflict() {
    let client = Sample.client()
    let slugs = ["alpha", "beta", "gamma"]
    let recipes = slugs.map { Sample.recipe($0) }
    let enrolled = EnrollmentState(
      recipes: recipes,
      records: Dictionary(naming: slugs.map { ($0, .enrolled(.optIn, branch: "control")) }) {
        first, _ in first
      })
    let gates = enrolled.reasons(for: client).map {
      $0.gates.first { $0.kind == .features }?.sentence
    }
    #expect(
      gates == ["beta", "alpha", "alpha"].map { "`\($0)` already has the feature `app-menu`" })
  }

  @Test("rollouts and experiments do not conflict")
  func noConflict() {
    var rollout = Sample.recipe("alpha")
    rollout.isRollout = true
    let reason = reason(Sample.recipe("beta"), beside: [rollout])
    #expect(reason.gates.first { $0.kind == .features }?.passes == true)
  }

  @Test("a coenrolling feature is not a conflict")
  func coenrolling() {
    let client = Sample.client(coenrolling: ["app-menu"])
    var state = EnrollmentState()
    _ = state.apply([Sample.recipe("alpha"), Sample.recipe("beta")], for: client)
    #expect(
      state.reasons(for: client).allSatisfy { reason in reason.gates.allSatisfy { $0.passes } })
  }

  @Test("an evaluation error is explained in words")
  func evaluationError() {
    let reason = reason(Sample.recipe("a", targeting: "locael == 'de'"))
    #expect(
      reason.sentence
        == "not enrolled: it could not be evaluated: `locael` is undefined: the context has no such "
        + "attribute; did you mean `locale`?")
  }

  @Test("a recipe whose ratios are all 0 has no record")
  func zeroRatios() {
    let reason = reason(Sample.recipe("a", branches: [Sample.branch("control", ratio: 0)]))
    #expect(reason.status == nil)
    #expect(
      reason.sentence == "not enrolled, and no record is kept: the ratios of all branches are 0")
    #expect(reason.fix == "it enrolls if a branch has a ratio above 0")
  }

  @Test("an experiment that the user left never enrolls again")
  func leftExperiment() {
    let client = Sample.client()
    var state = EnrollmentState()
    _ = state.apply([Sample.recipe("a")], for: client)
    _ = state.optOut("a")
    let reason = state.reason(for: Sample.recipe("a"), client: client)
    #expect(reason.sentence == "was enrolled in `control` until the user opted out")
    #expect(reason.fix == "nothing: an experiment never enrolls the same client again")
  }

  @Test("a forced branch is reported as forced")
  func forcedBranch() {
    let client = Sample.client()
    var state = EnrollmentState()
    _ = state.apply([Sample.recipe("a", targeting: "false")], for: client)
    _ = state.optIn("a", branch: "control")
    #expect(
      state.reasons(for: client).map(\.sentence) == [
        "enrolled in `control` because the branch was forced; targeting is ignored until it is dropped"
      ])
  }

  @Test(
    "a bucket range is described in words",
    arguments: [
      TestRow("a range", (0, 1_000, "0 to 999")),
      TestRow("a range that wraps around", (9_500, 1_000, "9500 to 9999 and 0 to 499")),
      TestRow("one bucket", (5, 1, "5")),
      TestRow("no bucket", (5, 0, "none")),
      TestRow("all buckets", (0, 10_000, "0 to 9999")),
      TestRow("all buckets, from the middle", (1_234, 10_000, "0 to 9999")),
      TestRow("all buckets but one", (1_234, 9_999, "1234 to 9999 and 0 to 1232")),
      TestRow("a start beyond the total", (10_005, 2, "5 to 6")),
      TestRow("a count beyond the total", (5_000, 15_000, "5000 to 9999")),
      TestRow("a count beyond the total that selects all", (2_000, 15_000, "0 to 9999")),
    ] as [TestRow<(UInt32, UInt32, String)>])
  func bucketWords(_ row: TestRow<(UInt32, UInt32, String)>) {
    let (start, count, words) = row.values
    #expect(BucketConfig(namespace: "n", start: start, count: count).rangeText == words)
  }
}

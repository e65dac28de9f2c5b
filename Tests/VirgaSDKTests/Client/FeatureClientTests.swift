import Testing
import VirgaExperiments
import VirgaJSON
import VirgaSDK
import VirgaSource
import VirgaTargeting
import VirgaTestSupport

@Suite struct FeatureClientTests {
  let recorder = EventRecorder()
  let manifest = MenuManifest()
  let client: FeatureClient

  init() {
    var configuration = FeatureClient.Configuration(context: ["app_name": "cirrus", "channel": "nightly"])
    configuration.clientID = "00000000-0000-4000-8000-000000000001"
    configuration.clock = { Instant(seconds: 1_700_000_000) }
    configuration.makeClientID = { "new" }
    configuration.record = recorder.record
    client = FeatureClient(configuration)
  }

  private func apply(_ recipes: String...) {
    client.setExperimentsLocally("[\(recipes.joined(separator: ","))]")
    client.applyPendingExperiments()
  }

  @Test func recipesCountOnceTheyAreApplied() {
    client.connect(manifest)
    let holder = manifest.features.appMenu
    #expect(holder.value().isEnabled)
    client.setExperimentsLocally(Recipes.recipe("e1", config: #"{"enabled": false}"#))
    #expect(holder.value().isEnabled)
    #expect(client.getVariables("app-menu").json == nil)
    client.applyPendingExperiments()
    #expect(!holder.value().isEnabled)
    #expect(client.getExperimentBranch(experimentId: "e1") == "treatment")
    #expect(client.activeExperiments.map(\.recipe.slug) == ["e1"])
  }

  @Test func applyingRecordsChangesThenStatuses() {
    apply(Recipes.recipe("e1", config: "{}"), Recipes.recipe("e2", feature: "b", config: "{}", targeting: "false"))
    #expect(recorder.names == ["enrollment", "enrollment_status", "enrollment_status"])
  }

  @Test func applyingWithNothingPendingOnlyDropsCachedValues() {
    client.connect(manifest)
    apply(Recipes.recipe("e1", config: "{}"))
    _ = recorder.take()
    let before = manifest.features.appMenu.value()
    #expect(manifest.features.appMenu.value() === before)
    #expect(client.applyPendingExperiments() == [])
    #expect(manifest.features.appMenu.value() !== before)
    #expect(recorder.names == [])
  }

  @Test func whatTheUserChoosesInLabsCountsUntilItIsLeft() {
    client.connect(manifest)
    let labs = #""isFirefoxLabsOptIn": true, "firefoxLabsTitle": "t", "firefoxLabsDescription": "d", "slug""#
    apply(
      Recipes.recipe("lab", config: #"{"enabled": false}"#, isRollout: true).replacing(
        #""slug""#, with: labs, maxReplacements: 1))
    #expect(client.availableLabs.map(\.slug) == ["lab"])
    #expect(manifest.features.appMenu.value().isEnabled)
    _ = recorder.take()
    #expect(client.enrollInLabs("lab").kind == .enrollment)
    #expect(!manifest.features.appMenu.value().isEnabled)
    #expect(client.enrollInLabs("lab").reason == "already-enrolled")
    #expect(client.leaveLabs("lab").kind == .disqualification)
    #expect(manifest.features.appMenu.value().isEnabled)
    #expect(recorder.names == ["enrollment", "enroll_failed", "disqualification"])
  }

  @Test func anEmptyListEndsEveryRecipe() {
    apply(Recipes.recipe("e1", config: "{}"))
    client.setExperimentsLocally([])
    #expect(client.applyPendingExperiments().map(\.kind) == [.unenrollment])
    #expect(client.getVariables("app-menu").json == nil)
  }

  @Test("applying an empty list clears cached values, with and without recipes before")
  func emptyListClearsCaches() {
    client.connect(manifest)
    apply(Recipes.recipe("e1", config: #"{"enabled": false}"#))
    #expect(!manifest.features.appMenu.value().isEnabled)
    apply()
    let before = manifest.features.appMenu.value()
    #expect(before.isEnabled)
    apply()
    #expect(manifest.features.appMenu.value() !== before)
  }

  @Test func aTextWithoutRecipesChangesNothingAndSaysWhy() {
    let problems = client.setExperimentsLocally("{", name: "recipes.json")
    #expect(problems.first?.location?.file == "recipes.json")
    #expect(client.applyPendingExperiments() == [])
    #expect(recorder.names == [])
  }

  @Test func optingInAndOutIsFeltAtOnce() {
    client.connect(manifest)
    apply(Recipes.recipe("e1", config: #"{"enabled": false}"#, targeting: "false"))
    #expect(manifest.features.appMenu.value().isEnabled)
    #expect(client.optIn("e1", branch: "treatment").kind == .enrollment)
    #expect(!manifest.features.appMenu.value().isEnabled)
    #expect(client.optOut("e1")?.kind == .disqualification)
    #expect(manifest.features.appMenu.value().isEnabled)
    #expect(client.optOut("e1") == nil)
    #expect(client.optIn("none", branch: "treatment").kind == .enrollFailed)
    #expect(client.optIn("e1", branch: "none").kind == .enrollFailed)
  }

  @Test func leavingAllRecipesAndComingBackGivesRolloutsOnly() {
    let recipes = [
      Recipes.recipe("e1", config: #"{"enabled": false}"#),
      Recipes.recipe("r1", feature: "new-tab", config: #"{"n": 1}"#, isRollout: true),
    ]
    apply(recipes[0], recipes[1])
    client.experimentParticipation = false
    client.rolloutParticipation = false
    #expect(!client.experimentParticipation && !client.rolloutParticipation)
    #expect(client.activeExperiments.isEmpty)
    client.experimentParticipation = true
    client.rolloutParticipation = true
    #expect(client.experimentParticipation && client.rolloutParticipation)
    #expect(client.activeExperiments.map(\.recipe.slug) == ["r1"])
  }

  @Test func activationIsRecordedOnlyOnDemand() {
    apply(Recipes.recipe("e1", config: "{}"))
    _ = recorder.take()
    _ = client.getVariables("app-menu")
    #expect(recorder.names == ["exposure"])
    let other = EventRecorder()
    var configuration = FeatureClient.Configuration()
    configuration.recordsActivation = true
    configuration.record = other.record
    let eager = FeatureClient(configuration, saved: client.saved)
    _ = eager.getVariables("app-menu")
    #expect(other.names == ["activation", "exposure"])
  }

  @Test func malformedConfigsAreRecordedWhetherEnrolledOrNot() {
    client.recordMalformedConfiguration(featureId: "app-menu", partId: "items")
    #expect(
      recorder.take() == [
        [
          "event": "malformed_feature", "experiment": .null, "branch": .null, "feature_id": "app-menu",
          "part_id": "items",
        ]
      ])
  }

  @Test func resettingIdentifiersLeavesEverythingUnderANewId() {
    apply(Recipes.recipe("e1", config: "{}"))
    #expect(client.resetTelemetryIdentifiers().map(\.kind) == [.disqualification])
    #expect(client.clientID == "new")
    #expect(client.activeExperiments.isEmpty)
  }

  @Test func targetingSeesAttributesAndEventsOfNow() throws {
    let recipe = Recipes.recipe(
      "e1", config: "{}", targeting: "is_default_browser && 'opened'|eventSum('Days', 1, 0) > 1")
    apply(recipe)
    #expect(client.activeExperiments.isEmpty)
    client.updateClient { $0.attributes.recorded["is_default_browser"] = .boolean(true) }
    client.recordEvent("opened", count: 2)
    #expect(try client.evaluate(Expression("is_default_browser")))
    apply(recipe)
    #expect(client.activeExperiments.map(\.branch) == ["treatment"])
  }

  @Test func observersSeeTheNewValues() async {
    await confirmation { applied in
      client.connect(manifest)
      client.whenApplied { [manifest] in
        #expect(!manifest.features.appMenu.value().isEnabled)
        applied()
      }
      apply(Recipes.recipe("e1", config: #"{"enabled": false}"#))
    }
  }

  @Test func aCancelledObserverIsNotCalled() {
    let calls = Locked(0)
    let token = client.whenApplied { calls.withLock { $0 += 1 } }
    apply(Recipes.recipe("e1", config: "{}"))
    token.cancel()
    token.cancel()
    apply(Recipes.recipe("e2", config: "{}"))
    #expect(calls.withLock { $0 } == 1)
  }

  @Test func theStreamOfAppliedUpdatesHasAnElementAfterAChange() async {
    var updates = client.appliedUpdates.makeAsyncIterator()
    apply(Recipes.recipe("e1", config: "{}"))
    #expect(await updates.next() != nil)
    #expect(client.getExperimentBranch(experimentId: "e1") == "treatment")
  }

  @Test func pastEventsCountWhereTheyHappenedAndClearingForgetsThem() throws {
    try client.recordPastEvent("opened", secondsAgo: 2 * 86_400, count: 3)
    #expect(try client.evaluate(Expression("'opened'|eventSum('Days', 1, 0) == 0")))
    #expect(try client.evaluate(Expression("'opened'|eventSum('Days', 1, 2) == 3")))
    #expect(throws: EventStore.Failure.invalidDuration) { try client.recordPastEvent("opened", secondsAgo: -1) }
    try client.advanceEventTime(bySeconds: 86_400)
    #expect(try client.evaluate(Expression("'opened'|eventSum('Days', 1, 3) == 3")))
    #expect(throws: EventStore.Failure.invalidDuration) { try client.advanceEventTime(bySeconds: -1) }
    client.clearEvents()
    #expect(try client.evaluate(Expression("'opened'|eventSum('Years', 4, 0) == 0")))
  }

  @Test func aClientMayBeUsedWhileItIsUpdatedOrTells() {
    client.updateClient { [client] in
      $0.attributes.recorded["id"] = .string(client.clientID ?? "")
    }
    #expect((try? client.evaluate(Expression("id == '00000000-0000-4000-8000-000000000001'"))) == true)
  }

  @Test func coenrollingFeaturesOfAManifestComeFromSeveralRecipes() {
    client.connect(manifest)
    apply(
      Recipes.recipe("c1", feature: "messaging", config: #"{"a": "{experiment}"}"#),
      Recipes.recipe("c2", feature: "messaging", config: #"{"b": "{experiment}"}"#))
    #expect(client.getVariables("messaging", sendExposureEvents: false).asStringMap() == ["a": "c1", "b": "c2"])
  }

  @Test func aSingleFeatureCanBeConnected() {
    let holder = FeatureHolder<AppMenu>({ nil }, featureId: "app-menu") { AppMenu($0, $1) }
    client.connect(holder)
    #expect(holder.value().isEnabled)
    apply(Recipes.recipe("e1", config: #"{"enabled": false}"#))
    #expect(!holder.value().isEnabled)
  }

  @Test func aManifestOutlivesItsClient() {
    do {
      let client = FeatureClient()
      client.connect(manifest)
      client.setExperimentsLocally(Recipes.recipe("e1", config: #"{"enabled": false}"#))
      client.applyPendingExperiments()
      #expect(!manifest.features.appMenu.value().isEnabled)
    }
    manifest.invalidateCachedValues()
    #expect(manifest.features.appMenu.value().isEnabled)
  }

  @Test func newClientsGetRandomIds() throws {
    let id = try #require(FeatureClient().clientID)
    #expect(id.wholeMatch(of: /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/) != nil)
    #expect(id != FeatureClient().clientID)
  }
}

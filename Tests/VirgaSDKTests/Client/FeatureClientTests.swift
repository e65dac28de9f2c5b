import Testing
import VirgaExperiments
import VirgaJSON
import VirgaSDK
import VirgaSource
import VirgaTargeting
import VirgaTestSupport

@Suite("Feature client") struct FeatureClientTests {
  let recorder = EventRecorder()
  let manifest = MenuManifest()
  let client: FeatureClient

  init() {
    var configuration = FeatureClient.Configuration(context: [
      "app_name": "cirrus", "channel": "nightly",
    ])
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

  @Test("recipes take effect when they are applied")
  func applying() {
    client.connect(manifest)
    let holder = manifest.features.appMenu
    #expect(holder.value().isEnabled)
    client.setExperimentsLocally(Sample.recipeText("e1", config: #"{"enabled": false}"#))
    #expect(holder.value().isEnabled)
    #expect(client.getVariables("app-menu").json == nil)
    client.applyPendingExperiments()
    #expect(!holder.value().isEnabled)
    #expect(client.getExperimentBranch(experimentId: "e1") == "treatment")
    #expect(client.activeExperiments.map(\.recipe.slug) == ["e1"])
  }

  @Test("applying records changes, then statuses")
  func recordedEvents() {
    apply(Sample.recipeText("e1"), Sample.recipeText("e2", feature: "b", targeting: "false"))
    #expect(recorder.names == ["enrollment", "enrollment_status", "enrollment_status"])
  }

  @Test("applying nothing only clears cached values")
  func nothingPending() {
    client.connect(manifest)
    apply(Sample.recipeText("e1"))
    _ = recorder.drain()
    let before = manifest.features.appMenu.value()
    #expect(manifest.features.appMenu.value() === before)
    #expect(client.applyPendingExperiments() == [])
    #expect(manifest.features.appMenu.value() !== before)
    #expect(recorder.names == [])
  }

  @Test("a Labs recipe stays active until the user leaves it")
  func labs() {
    client.connect(manifest)
    let labs =
      #""isFirefoxLabsOptIn": true, "firefoxLabsTitle": "t", "firefoxLabsDescription": "d", "slug""#
    apply(
      Sample.recipeText("lab", config: #"{"enabled": false}"#, isRollout: true).replacing(
        #""slug""#, with: labs, maxReplacements: 1))
    #expect(client.availableLabs.map(\.slug) == ["lab"])
    #expect(manifest.features.appMenu.value().isEnabled)
    _ = recorder.drain()
    #expect(client.enrollInLabs("lab").kind == .enrollment)
    #expect(!manifest.features.appMenu.value().isEnabled)
    #expect(client.enrollInLabs("lab").reason == "already-enrolled")
    #expect(client.leaveLabs("lab").kind == .disqualification)
    #expect(manifest.features.appMenu.value().isEnabled)
    #expect(recorder.names == ["enrollment", "enroll_failed", "disqualification"])
  }

  @Test("an empty list ends every recipe")
  func emptyList() {
    apply(Sample.recipeText("e1"))
    client.setExperimentsLocally([])
    #expect(client.applyPendingExperiments().map(\.kind) == [.unenrollment])
    #expect(client.getVariables("app-menu").json == nil)
  }

  @Test("an empty list clears cached values, with or without earlier recipes")
  func emptyListClearsCaches() {
    client.connect(manifest)
    apply(Sample.recipeText("e1", config: #"{"enabled": false}"#))
    #expect(!manifest.features.appMenu.value().isEnabled)
    apply()
    let before = manifest.features.appMenu.value()
    #expect(before.isEnabled)
    apply()
    #expect(manifest.features.appMenu.value() !== before)
  }

  @Test("a text without recipes changes nothing and says why")
  func invalidText() {
    let problems = client.setExperimentsLocally("{", name: "recipes.json")
    #expect(problems.first?.location?.file == "recipes.json")
    #expect(client.applyPendingExperiments() == [])
    #expect(recorder.names == [])
  }

  @Test("opting in or out takes effect immediately")
  func opting() {
    client.connect(manifest)
    apply(Sample.recipeText("e1", config: #"{"enabled": false}"#, targeting: "false"))
    #expect(manifest.features.appMenu.value().isEnabled)
    #expect(client.optIn("e1", branch: "treatment").kind == .enrollment)
    #expect(!manifest.features.appMenu.value().isEnabled)
    #expect(client.optOut("e1")?.kind == .disqualification)
    #expect(manifest.features.appMenu.value().isEnabled)
    #expect(client.optOut("e1") == nil)
    #expect(client.optIn("none", branch: "treatment").kind == .enrollFailed)
    #expect(client.optIn("e1", branch: "none").kind == .enrollFailed)
  }

  @Test("only rollouts return after the user opts out of everything and back in")
  func participation() {
    let recipes = [
      Sample.recipeText("e1", config: #"{"enabled": false}"#),
      Sample.recipeText("r1", feature: "new-tab", config: #"{"n": 1}"#, isRollout: true),
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

  @Test("activation is recorded only on request")
  func activation() {
    apply(Sample.recipeText("e1"))
    _ = recorder.drain()
    _ = client.getVariables("app-menu")
    #expect(recorder.names == ["exposure"])
    let other = EventRecorder()
    var configuration = FeatureClient.Configuration()
    configuration.recordsActivation = true
    configuration.record = other.record
    let eager = FeatureClient(configuration, saved: client.saved)
    _ = other.drain()
    _ = eager.getVariables("app-menu")
    #expect(other.names == ["activation", "exposure"])
  }

  @Test("a malformed config is recorded even without an enrollment")
  func malformedConfig() {
    client.recordMalformedConfiguration(featureId: "app-menu", partId: "items")
    #expect(
      recorder.drain() == [
        [
          "event": "malformed_feature", "experiment": .null, "branch": .null,
          "feature_id": "app-menu",
          "part_id": "items",
        ]
      ])
  }

  @Test("resetting identifiers ends every enrollment and creates a new ID")
  func resetting() {
    apply(Sample.recipeText("e1"))
    #expect(client.resetTelemetryIdentifiers().map(\.kind) == [.disqualification])
    #expect(client.clientID == "new")
    #expect(client.activeExperiments.isEmpty)
  }

  @Test("targeting sees current attributes and events")
  func targeting() throws {
    let recipe = Sample.recipeText(
      "e1", targeting: "is_default_browser && 'opened'|eventSum('Days', 1, 0) > 1")
    apply(recipe)
    #expect(client.activeExperiments.isEmpty)
    client.updateClient { $0.attributes.recorded["is_default_browser"] = .boolean(true) }
    client.recordEvent("opened", count: 2)
    #expect(try client.evaluate(Expression("is_default_browser")))
    apply(recipe)
    #expect(client.activeExperiments.map(\.branch) == ["treatment"])
  }

  @Test("an observer sees the new values")
  func observers() async {
    await confirmation { applied in
      client.connect(manifest)
      client.whenApplied { [manifest] in
        #expect(!manifest.features.appMenu.value().isEnabled)
        applied()
      }
      apply(Sample.recipeText("e1", config: #"{"enabled": false}"#))
    }
  }

  @Test("a cancelled observer is not called")
  func cancelledObserver() {
    let calls = Locked(0)
    let token = client.whenApplied { calls.withLock { $0 += 1 } }
    apply(Sample.recipeText("e1"))
    token.cancel()
    token.cancel()
    apply(Sample.recipeText("e2"))
    #expect(calls.withLock { $0 } == 1)
  }

  @Test("the stream of applied updates yields after a change")
  func updateStream() async {
    var updates = client.appliedUpdates.makeAsyncIterator()
    apply(Sample.recipeText("e1"))
    #expect(await updates.next() != nil)
    #expect(client.getExperimentBranch(experimentId: "e1") == "treatment")
  }

  @Test("past events count at their time until events are cleared")
  func pastEvents() throws {
    try client.recordPastEvent("opened", secondsAgo: 2 * 86_400, count: 3)
    #expect(try client.evaluate(Expression("'opened'|eventSum('Days', 1, 0) == 0")))
    #expect(try client.evaluate(Expression("'opened'|eventSum('Days', 1, 2) == 3")))
    #expect(throws: EventStore.Failure.invalidDuration) {
      try client.recordPastEvent("opened", secondsAgo: -1)
    }
    try client.advanceEventTime(bySeconds: 86_400)
    #expect(try client.evaluate(Expression("'opened'|eventSum('Days', 1, 3) == 3")))
    #expect(throws: EventStore.Failure.invalidDuration) {
      try client.advanceEventTime(bySeconds: -1)
    }
    client.clearEvents()
    #expect(try client.evaluate(Expression("'opened'|eventSum('Years', 4, 0) == 0")))
  }

  @Test("a client can be read during an update")
  func reentrancy() {
    client.updateClient { [client] in
      $0.attributes.recorded["id"] = .string(client.clientID ?? "")
    }
    #expect(
      (try? client.evaluate(Expression("id == '00000000-0000-4000-8000-000000000001'"))) == true)
  }

  @Test("a coenrolling feature gets its values from several recipes")
  func coenrolling() {
    client.connect(manifest)
    apply(
      Sample.recipeText("c1", feature: "messaging", config: #"{"a": "{experiment}"}"#),
      Sample.recipeText("c2", feature: "messaging", config: #"{"b": "{experiment}"}"#))
    #expect(
      client.getVariables("messaging", sendExposureEvents: false).asStringMap() == [
        "a": "c1", "b": "c2",
      ])
  }

  @Test("a single feature can be connected")
  func singleFeature() {
    let holder = FeatureHolder<AppMenu>({ nil }, featureId: "app-menu") { AppMenu($0, $1) }
    client.connect(holder)
    #expect(holder.value().isEnabled)
    apply(Sample.recipeText("e1", config: #"{"enabled": false}"#))
    #expect(!holder.value().isEnabled)
  }

  @Test("features that were only initialized with a client follow it")
  func initializedOnly() {
    manifest.initialize { [client] in client }
    let holder = manifest.features.appMenu
    #expect(holder.value().isEnabled)
    apply(Sample.recipeText("e1", config: #"{"enabled": false}"#))
    #expect(!holder.value().isEnabled)
    client.optOut("e1")
    #expect(holder.value().isEnabled)
  }

  /// What is reported while features are read after their client was released.
  private func reportsOfReleasedClient(_ read: () -> Void) -> [String] {
    let reports = Locked<[String]>([])
    SetupReminder.$listener.withValue({ report in reports.withLock { $0.append(report) } }) {
      do {
        let client = FeatureClient()
        client.connect(manifest)
        client.setExperimentsLocally(Sample.recipeText("e1", config: #"{"enabled": false}"#))
        client.applyPendingExperiments()
        #expect(!manifest.features.appMenu.value().isEnabled)
      }
      read()
    }
    return reports.withLock { $0 }
  }

  @Test("features of a released client have their defaults") func releasedClient() {
    _ = reportsOfReleasedClient { #expect(manifest.features.appMenu.value().isEnabled) }
  }

  @Test("a debug build says once that the client was released") func reportedRelease() {
    let reports = reportsOfReleasedClient {
      _ = manifest.features.appMenu.value()
      manifest.features.appMenu.recordExposure()
    }
    let expected =
      "MenuManifest was read after its FeatureClient was released, so it has the manifest's values; "
      + "keep the client while the app runs"
    #expect(reports == (DebugBuild.isThisOne ? [expected] : []))
  }

  @Test("a client can be made from a context and resources alone")
  func contextAndResources() throws {
    let client = FeatureClient(context: ["locale": "de-DE"], resources: TableResources())
    #expect(try client.evaluate(Expression("locale == 'de-DE'")))
  }

  @Test("each new client gets a random ID")
  func randomIDs() throws {
    let id = try #require(FeatureClient().clientID)
    #expect(
      id.wholeMatch(of: /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/)
        != nil)
    #expect(id != FeatureClient().clientID)
  }
}

import Testing
import VirgaExperiments
import VirgaFeatureFlags
import VirgaFiles
import VirgaFlags
import VirgaJSON
import VirgaSDK
import VirgaSession
import VirgaSource
import VirgaTargeting
import VirgaTestSupport
import VirgaWorkbench

@testable import VirgaLive

@Suite("A live session", .timeLimit(.minutes(20)))
struct LiveSessionTests {
  private let folder: TemporaryDirectory
  private let console: SessionStore
  private let live: LiveSession
  private let manifest = MenuManifest()

  init() throws {
    folder = try TemporaryDirectory()
    console = try SessionStore(folder.path("try.virga"))
    live = try LiveSession(folder.path("try.virga"), process: "app 7")
  }

  /// Performs an operation as a console does.
  private func perform(_ make: (Operations) throws -> SessionOperation) throws {
    let operationContext = OperationContext(
      manifest: nil, time: Instant(seconds: 1_700_000_000), process: "virga 1",
      newClientID: Sample.clientID)
    try console.perform { session in try make(session.operations(in: operationContext)) }
  }

  /// A client that has received the console's changes.
  private func client() -> FeatureClient {
    live.refreshChanges()
    let client = FeatureClient(
      session: live, context: ["app_name": "cirrus", "channel": "nightly"])
    client.connect(manifest)
    return client
  }

  private func addRecipe(_ slug: String = "e1", config: String) throws {
    let recipes = RecipeBatch(SourceText(name: "-", text: Sample.recipeText(slug, config: config)))
      .recipes
    try perform { try $0.addRecipes(recipes) }
  }

  /// Changes a flag as a console does.
  private func change(_ id: String, _ operation: FlagOperation, in catalogue: FlagCatalogue) throws
  {
    let configured = FlagConfiguration(coffeeFlags).flags
    let catalogue = FlagCatalogue.joined(files: [catalogue], configured: configured)
    let flags = SessionFlags(
      catalogue, configured: configured, manifest: nil, session: console.session,
      channel: "developer")
    let row = try #require(catalogue[id])
    try perform { try $0.change([row], operation, in: flags) }
  }

  @Test("merges edits over experiments over defaults") func values() throws {
    let client = client()
    let menu = manifest.features.appMenu
    #expect(menu.value().ordering == [.settings])
    try addRecipe(config: #"{"enabled": false, "ordering": ["bookmarks"]}"#)
    try Timeout.wait { menu.value().ordering == [.bookmarks] }
    #expect(client.getExperimentBranch(experimentId: "e1") == "treatment")
    try perform { try $0.setEdit("app-menu", at: ["ordering"], to: ["view-history"]) }
    try Timeout.wait { menu.value().ordering == [.viewHistory] }
    #expect(!menu.value().isEnabled)
    _ = try console.undo(at: .epoch, by: "tests 1")
    try Timeout.wait { menu.value().ordering == [.bookmarks] }
  }

  @Test("notifies of every change") func notifications() throws {
    let client = client()
    let calls = Locked(0)
    client.whenApplied { calls.withLock { $0 += 1 } }
    let menu = manifest.features.appMenu
    try addRecipe(config: #"{"ordering": ["bookmarks"]}"#)
    try Timeout.wait { menu.value().ordering == [.bookmarks] }
    try perform { try $0.setEdit("app-menu", at: ["ordering"], to: ["view-history"]) }
    try Timeout.wait { menu.value().ordering == [.viewHistory] }
    _ = try console.undo(at: .epoch, by: "tests 1")
    try Timeout.wait { menu.value().ordering == [.bookmarks] }
    #expect(calls.withLock { $0 } == 3)
  }

  @Test("follows changes of the client's branch at once") func changedBranch() throws {
    let client = client()
    let menu = manifest.features.appMenu
    try addRecipe(config: #"{"ordering": ["bookmarks"]}"#)
    try Timeout.wait { menu.value().ordering == [.bookmarks] }
    let place = BranchFeature("app-menu", in: "treatment", of: "e1")
    try perform { try $0.setConfig(place, at: ["ordering"], to: ["view-history"]) }
    try Timeout.wait { menu.value().ordering == [.viewHistory] }
    #expect(client.getExperimentBranch(experimentId: "e1") == "treatment")
    try perform { try $0.dropRecipeChange(of: "e1") }
    try Timeout.wait { menu.value().ordering == [.bookmarks] }
  }

  @Test("records exposures with a reason, also those that do not count")
  func exposures() throws {
    try addRecipe(config: "{}")
    live.refreshChanges()
    let heard = EventRecorder()
    let client = FeatureClient(session: live, record: heard.record)
    _ = heard.drain()
    client.connect(manifest)
    manifest.features.appMenu.recordExposure()
    client.recordExposureEvent("other")
    try live.setPreference(true, forKey: "menu-enabled")
    manifest.features.appMenu.recordExposure()
    manifest.features.appMenu.recordMalformedConfiguration(with: "items")
    #expect(heard.names == ["exposure", "malformed_feature"])
    try live.flush()
    let events = try console.events(EventFilter(kinds: ["exposure", "malformed_feature"]))
    #expect(
      events.map(\.suppressed) == [
        nil, "no enrolled recipe configures `other`", "the user modified the feature", nil,
      ])
    #expect(
      events[0].slug == "e1" && events[0].branch == "treatment" && events[0].feature == "app-menu")
    let areTheApps = events.allSatisfy { $0.process == "app 7" }
    #expect(areTheApps)
    #expect(console.session.operations.count == 1)
  }

  @Test("has exposures with the time at which the app recorded them")
  func exposureTimes() throws {
    try addRecipe(config: "{}")
    try perform { try $0.setClock(Instant(seconds: 1_600_000_000)) }
    live.refreshChanges()
    let times = Locked<[Instant]>([])
    let client = FeatureClient(
      session: live, record: { event in times.withLock { $0.append(event.time) } })
    client.recordExposureEvent("app-menu")
    try perform { try $0.setClock(Instant(seconds: 1_600_000_060)) }
    try live.flush()
    let exposures = try console.events(EventFilter(kinds: ["exposure"]))
    #expect(exposures.map(\.time) == [Instant(seconds: 1_600_000_000)])
    #expect(times.withLock { $0.last } == Instant(seconds: 1_600_000_000))
  }

  @Test("yields changes that a console makes, with the feature before and after")
  func featureChanges() async throws {
    let client = client()
    var changes = client.changes(of: manifest.features.appMenu).makeAsyncIterator()
    try perform { try $0.setEdit("app-menu", at: ["ordering"], to: ["bookmarks"]) }
    let edit = await changes.next()
    #expect(edit?.old.ordering == [.settings])
    #expect(edit?.new.ordering == [.bookmarks])
    try live.setPreference(false, forKey: "menu-enabled")
    let setting = await changes.next()
    #expect(setting?.old.isEnabled == true)
    #expect(setting?.new.isEnabled == false)
  }

  @Test("yields changes of flags that a console makes")
  func flagChanges() async throws {
    var row = FlagDefinition("menu", .bool, reading: .boolean(FeaturePath("app-menu", ["enabled"])))
    row.debugKey = "menuDebugKey"
    let catalogue = FlagCatalogue([row])
    let client = client()
    let flags = FeatureFlagManager(
      catalogue: catalogue, channel: "developer", manifest: manifest, choices: live)
    var changes = flags.changes(of: "menu", checking: .buildOnly).makeAsyncIterator()
    try change("menu", .set(.debug, false), in: catalogue)
    #expect(await changes.next()?.new == false)
    withExtendedLifetime(client) {}
  }

  @Test("says that an edit, a recipe or a setting of the session decides a variable")
  func details() throws {
    let client = client()
    let menu = manifest.features.appMenu
    try addRecipe(config: #"{"enabled": false, "ordering": ["bookmarks"]}"#)
    try perform { try $0.setEdit("app-menu", at: ["ordering"], to: ["view-history"]) }
    try Timeout.wait { menu.value().ordering == [.viewHistory] }
    #expect(menu.details(of: ["ordering"]).layer == .edit)
    #expect(menu.details(of: ["ordering"]).reason == .override)
    #expect(menu.details(of: ["enabled"]).recipe == "e1")
    #expect(client.details(of: FeaturePath("app-menu", ["ordering"])).value == ["view-history"])
    try live.setPreference(true, forKey: "menu-enabled")
    #expect(menu.details(of: ["enabled"]).layer == .appSetting(key: "menu-enabled"))
  }

  @Test("leaves the context to the session")
  func context() async throws {
    let client = client()
    #expect(await client.update { $0.locale = "de-DE" }.isEmpty)
    #expect(try !client.evaluate(Expression("locale == 'de-DE'")))
  }

  @Test("records its enrollments when an app starts") func startOfAnApp() throws {
    try addRecipe(config: "{}")
    let filter = EventFilter(kinds: ["enrollment_status"])
    let before = try console.eventCount(filter)
    live.refreshChanges()
    let heard = EventRecorder()
    let client = FeatureClient(session: live, record: heard.record)
    #expect(heard.names == ["enrollment_status"])
    try live.flush()
    #expect(try console.eventCount(filter) == before + 1)
    #expect(try console.events(filter).last?.process == "app 7")
    withExtendedLifetime(client) {}
  }

  @Test("records the user's choice as an operation that can be undone")
  func preferences() throws {
    let client = client()
    try live.setPreference(false, forKey: "menu-enabled")
    #expect(client.preferences?.getBool("menu-enabled") == false)
    #expect(!manifest.features.appMenu.value().isEnabled)
    try live.flush()
    _ = try console.refresh()
    #expect(console.session.undoable?.label == "set menu-enabled = false")
    _ = try console.undo(at: .epoch, by: "tests 1")
    try Timeout.wait { manifest.features.appMenu.value().isEnabled }
    #expect(live.preference(forKey: "menu-enabled") == nil)
  }

  @Test("leaves recipes, branches and participation to the session")
  func evaluation() throws {
    try addRecipe(config: #"{"enabled": false}"#)
    let client = client()
    client.setExperimentsLocally([])
    #expect(client.applyPendingExperiments().isEmpty)
    client.experimentParticipation = false
    #expect(client.experimentParticipation)
    #expect(client.optOut("e1") == nil)
    #expect(client.optIn("e1", branch: "treatment").reason == "the session decides")
    #expect(client.enrollInLabs("e1").reason == "the session decides")
    #expect(client.leaveLabs("e1").reason == "the session decides")
    #expect(client.getExperimentBranch(experimentId: "e1") == "treatment")
  }

  @Test("answers both kinds of flags from the session")
  func flags() throws {
    var row = FlagDefinition("menu", .bool, reading: .boolean(FeaturePath("app-menu", ["enabled"])))
    row.preferenceKey = "MenuKey"
    row.debugKey = "menuDebugKey"
    _ = client()
    let configured = FeatureFlags(options: .init(isDebugBuild: false, overrides: live))
    let more = #"{"name": "Free draw", "test-variations": ["a", "b"]},"#
    configured.refreshWithData(
      Array(coffeeFlags.replacing("[\n", with: "[\(more)\n", maxReplacements: 1).utf8))
    let catalogue = FlagCatalogue([row])
    let flags = FeatureFlagManager(
      catalogue: catalogue, channel: "beta", manifest: manifest, configured: configured,
      choices: live)
    #expect(flags.isFeatureEnabled("menu", checking: .buildAndUser))
    try flags.set(feature: "menu", to: false)
    try live.flush()
    _ = try console.refresh()
    #expect(console.session[.preference, "MenuKey"] == false)
    try change("menu", .set(.debug, false), in: catalogue)
    try Timeout.wait { !flags.isFeatureEnabled("menu", checking: .buildOnly) }
    try change("Cup colour", .set(.debug, "Green cup"), in: catalogue)
    try change("Oat milk", .set(.draw, 10), in: catalogue)
    try change("Latte art", .set(.lock, true), in: catalogue)
    try Timeout.wait { configured["Latte art"]?.isUnlocked() == true }
    #expect(configured["Cup colour"]?.testVariation() == "Green cup")
    #expect(configured.isEnabled("Oat milk"))
    #expect(
      configured.choices(for: "Free draw").draw == console.session.defaultDraw(of: "Free draw"))
    #expect(configured.lock("Latte art"))
    try live.flush()
    _ = try console.refresh()
    #expect(console.session[.lock, "Latte art"] == false)
  }

  @Test("uses the session's clock") func clock() throws {
    try perform { try $0.setClock(Instant(seconds: 1_600_000_000)) }
    try Timeout.wait { live.now == Instant(seconds: 1_600_000_000) }
  }

  @Test("counts behavior in the session") func behavior() throws {
    client().recordEvent("menu_opened", count: 2)
    try live.flush()
    _ = try console.refresh()
    #expect(console.session.names(of: .behavior) == ["menu_opened"])
  }

  @Test("keeps its values when the file is deleted") func loss() throws {
    try perform { try $0.setEdit("app-menu", at: ["enabled"], to: false) }
    let client = client()
    #expect(!manifest.features.appMenu.value().isEnabled)
    folder.remove("try.virga")
    try Timeout.wait { live.failure != nil }
    #expect(client.getVariables("app-menu").getBool("enabled") == false)
  }

  @Test("says why nothing is written to a deleted file") func reasonOfLoss() throws {
    folder.remove("try.virga")
    try Timeout.wait { live.failure != nil }
    #expect(live.failure == "\(folder.path("try.virga")) was deleted while it was open")
    #expect(throws: StoreFailure.self) { try live.setPreference(true, forKey: "x") }
  }

  @Test("keeps events until another program has finished writing") func unwritten() throws {
    let client = client()
    try perform { operations in
      client.recordExposureEvent("app-menu")
      client.recordEvent("menu_opened", count: 2)
      let reason = "\(StoreFailure.locked(folder.path("try.virga")))"
      try Timeout.wait { live.failure == "\(reason); 2 events not written yet" }
      return try operations.setEdit("app-menu", at: ["number"], to: 1)
    }
    try live.flush()
    #expect(live.failure == nil)
    #expect(try console.eventCount(EventFilter(kinds: ["exposure"])) == 1)
    _ = try console.refresh()
    #expect(console.session.names(of: .behavior) == ["menu_opened"])
    #expect(live.session[.edit, "app-menu"] == ["number": 1])
  }

  @Test("counts the events that it had to drop")
  func lost() throws {
    folder.remove("try.virga")
    for _ in 0..<10_002 {
      live.record([SessionEvent(time: .epoch, kind: "exposure", process: "app 7")])
    }
    let reason = "\(folder.path("try.virga")) was deleted while it was open"
    try Timeout.wait { live.failure == "\(reason); 10000 events not written yet; 2 events lost" }
  }

  @Test("has short labels for long values, without a history")
  func longValues() throws {
    try live.setPreference(.string(String(repeating: "x", count: 5000)), forKey: "menu-text")
    #expect(live.session.operations.isEmpty)
    try live.flush()
    #expect(live.session.operations.isEmpty)
    _ = try console.refresh()
    let label = "set menu-text = \"\(String(repeating: "x", count: 38))…"
    #expect(console.session.undoable?.label == label)
    #expect(try console.events().map(\.reason) == [label])
  }

  @Test("reports when another program overwrites its file in place")
  func overwritten() throws {
    folder.write("features: {}\n", to: "try.virga")
    try Timeout.wait {
      live.failure == "\(folder.path("try.virga")) was replaced while it was open"
    }
  }

  @Test("shows each of many changes by another process")
  func manyChanges() throws {
    let client = client()
    for number in 1...20 {
      try perform { try $0.setEdit("app-menu", at: ["number"], to: .integer(Int64(number))) }
      try Timeout.wait { client.getVariables("app-menu").getInt("number") == number }
    }
  }

  private static let unwatchedReason =
    "changes by others are only detected when the app changes something: the limit of inotify watches is reached"

  /// A session whose files cannot be watched, which it has noticed.
  private func unwatchedSession() throws -> LiveSession {
    let session = try LiveSession(
      folder.path("try.virga"), process: "app 8", clock: SystemClock.now
    ) {
      FileWatcher(failure: "the limit of inotify watches is reached")
    }
    try Timeout.wait { session.failure != nil }
    return session
  }

  @Test("reports that foreign changes go unnoticed if files cannot be watched")
  func watchFailure() throws {
    #expect(try unwatchedSession().failure == Self.unwatchedReason)
  }

  @Test("keeps working if files cannot be watched") func unwatched() throws {
    let session = try unwatchedSession()
    try perform { try $0.setEdit("app-menu", at: ["number"], to: 3) }
    try session.setPreference(true, forKey: "x")
    try session.flush()
    #expect(session.session[.edit, "app-menu"] == ["number": 3])
    #expect(session.failure == Self.unwatchedReason)
  }

  @Test("can be used from many threads while a console makes changes")
  func threads() async throws {
    let client = client()
    let manifest = manifest
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<50 {
            _ = manifest.features.appMenu.value().ordering
            client.recordExposureEvent("app-menu")
          }
        }
      }
      for _ in 0..<20 {
        try? perform { try $0.setEdit("app-menu", at: ["enabled"], to: false) }
        _ = try? console.undo(at: .epoch, by: "tests 1")
      }
    }
    try live.flush()
    #expect(live.failure == nil)
    #expect(try console.eventCount(EventFilter(kinds: ["exposure"])) == 200)
  }
}

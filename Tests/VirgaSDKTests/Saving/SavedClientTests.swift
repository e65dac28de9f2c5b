import Foundation
import Testing
import VirgaFiles
import VirgaJSON
import VirgaSDK
import VirgaSource
import VirgaTargeting
import VirgaTestSupport

@Suite("A client after a restart") struct SavedClientTests {
  let folder: TemporaryDirectory
  let recorder = EventRecorder()
  var path: String { folder.path("features.json") }

  init() throws { folder = try TemporaryDirectory() }

  private func client(saved: SavedClient? = nil, store: (any ClientStore)? = nil) -> FeatureClient {
    var configuration = FeatureClient.Configuration(store: store)
    configuration.clock = { Instant(seconds: 1_700_000_000) }
    configuration.record = recorder.record
    return FeatureClient(configuration, saved: saved)
  }

  private static let recipe = Sample.recipeText("e1", config: #"{"enabled": false}"#)
  private static let pausedRecipe = recipe.replacing(
    #""isEnrollmentPaused":false"#, with: #""isEnrollmentPaused":true"#)

  private func apply(_ recipe: String, to client: FeatureClient) {
    client.setExperimentsLocally(recipe)
    client.applyPendingExperiments()
  }

  /// A client that was saved after it enrolled.
  private func enrolledClient() -> FeatureClient {
    let client = client()
    apply(Self.recipe, to: client)
    #expect(recorder.names == ["enrollment", "enrollment_status"])
    _ = recorder.drain()
    return client
  }

  @Test("stays enrolled in a recipe that was paused") func pausedRecipe() {
    let first = enrolledClient()
    let second = client(saved: first.saved)
    #expect(second.clientID == first.clientID)
    #expect(second.getVariables("app-menu", sendExposureEvents: false).getBool("enabled") == false)
    apply(Self.pausedRecipe, to: second)
    #expect(second.getExperimentBranch(experimentId: "e1") == "treatment")
  }

  @Test("records no second enrollment in a recipe that was paused") func noSecondEnrollment() {
    let second = client(saved: enrolledClient().saved)
    _ = recorder.drain()
    apply(Self.pausedRecipe, to: second)
    #expect(recorder.names == ["enrollment_status"])
  }

  @Test("records its enrollments, whether recipes are pending or not")
  func recordedEnrollments() {
    let first = client()
    #expect(recorder.names == [])
    apply(Self.recipe, to: first)
    _ = recorder.drain()
    let status: JSONValue = [
      "event": "enrollment_status", "slug": "e1", "status": "Enrolled", "reason": "Qualified",
      "branch": "treatment", "error_string": .null, "conflict_slug": .null,
    ]
    let second = client(saved: first.saved)
    #expect(recorder.drain() == [status])
    #expect(second.applyPendingExperiments() == [])
    #expect(recorder.drain() == [])
    second.setExperimentsLocally(Self.recipe)
    _ = client(saved: second.saved)
    #expect(recorder.drain() == [status])
  }

  @Test("keeps events, opt-outs, participation and pending recipes")
  func everythingElse() throws {
    let first = client()
    apply(Self.recipe, to: first)
    first.optOut("e1")
    first.rolloutParticipation = false
    first.recordEvent("opened", count: 3)
    first.setExperimentsLocally(Self.recipe)
    let second = client(saved: try SavedClient(json: .object(first.saved.json)))
    second.applyPendingExperiments()
    #expect(second.getExperimentBranch(experimentId: "e1") == nil)
    #expect(!second.rolloutParticipation && second.experimentParticipation)
    #expect(try second.evaluate(Expression("'opened'|eventSum('Days', 1, 0) == 3")))
  }

  @Test("counts the days since the first start of the app's version")
  func update() throws {
    var saved: SavedClient?
    for (day, version, days): (Int64, JSONValue?, Int) in [
      (0, "1", 0), (3, "1", 3), (4, "2", 0), (6, "2", 2), (7, nil, 3), (8, "2", 4),
    ] {
      var configuration = FeatureClient.Configuration(
        context: JSONObject(version.map { [("app_version", $0)] } ?? []))
      configuration.clock = { Instant(seconds: 1_700_000_000 + day * 86_400) }
      let client = FeatureClient(configuration, saved: saved)
      #expect(try client.evaluate(Expression("days_since_update == \(days)")), "day \(day)")
      saved = try SavedClient(json: .object(client.saved.json))
    }
    for (days, expression): (JSONValue, String) in [
      (9, "days_since_update == 9"), (.null, "days_since_update == null"),
    ] {
      let given = FeatureClient(.init(context: ["days_since_update": days]), saved: saved)
      #expect(try given.evaluate(Expression(expression)))
    }
    saved?.updateDate = Instant(seconds: .min)
    #expect(try FeatureClient(saved: saved).evaluate(Expression("days_since_update == null")))
  }

  @Test("survives a round trip through Codable")
  func codable() throws {
    let first = client()
    apply(Self.recipe, to: first)
    first.recordEvent("opened")
    let saved = first.saved
    let data = try JSONEncoder().encode([saved])
    #expect(try JSONDecoder().decode([SavedClient].self, from: data) == [saved])
    #expect(saved.json["version"] == .integer(1))
  }

  @Test("restores its state from the file")
  func file() throws {
    let first = client(store: ClientFile(path))
    apply(Self.recipe, to: first)
    first.flush()
    #expect(first.storeFailure == nil)
    #expect(try ClientFile(path).load() == first.saved)
    let second = client(store: ClientFile(path))
    #expect(second.clientID == first.clientID)
    #expect(second.getExperimentBranch(experimentId: "e1") == "treatment")
  }

  @Test("keeps its ID if nothing else happened")
  func id() throws {
    let first = client(store: ClientFile(path))
    first.flush()
    #expect(client(store: ClientFile(path)).clientID == first.clientID)
  }

  @Test("starts fresh and does not overwrite a state of a newer version until told to")
  func newer() throws {
    let text = #"{"version": 2}"#
    folder.write(text, to: "features.json")
    let client = client(store: ClientFile(path))
    #expect(client.storeFailure == "The saved state has version 2; this SDK reads versions up to 1")
    apply(Self.recipe, to: client)
    client.flush()
    #expect(GoldenText.read(path) == text)
    client.replaceStoredState()
    client.flush()
    #expect(client.storeFailure == nil)
    #expect(try ClientFile(path).load() == client.saved)
  }

  private static let brokenTexts = [
    ("", "the file is empty"), ("{", "the object is not closed; add `}`"),
    ("[]", "it has no version"),
    (
      #"{"version": 1, "client_id": "c", "recipes": [], "enrollments": {"e": {"Odd": {}}}, "events": {},"#
        + #" "participation": {"experiments": true, "rollouts": true}}"#,
      "the enrollment in `e` cannot be read"
    ),
  ]

  @Test(
    "sets aside an empty or broken file, says so and continues with the previous one",
    arguments: brokenTexts)
  func previous(text: String, reason: String) throws {
    let first = client(store: ClientFile(path))
    apply(Self.recipe, to: first)
    first.flush()
    first.recordEvent("opened")
    first.flush()
    folder.write(text, to: "features.json")
    let second = client(store: ClientFile(path))
    #expect(second.clientID == first.clientID)
    #expect(second.getExperimentBranch(experimentId: "e1") == "treatment")
    #expect(
      second.storeFailure
        == "The saved state is corrupt: \(reason); it was set aside, and the client continues with the previous one"
    )
    #expect(GoldenText.read(ClientFile(path).brokenPath) == text)
    second.recordEvent("closed")
    second.flush()
    #expect(try ClientFile(path).load() == second.saved)
    second.replaceStoredState()
    #expect(second.storeFailure == nil)
  }

  @Test("sets aside a broken previous file if it is the only one")
  func onlyPrevious() throws {
    folder.write("{", to: "features.json.previous")
    let store = ClientFile(path)
    let first = client(store: store)
    first.flush()
    #expect(first.storeFailure?.hasSuffix("it was set aside, and the client starts fresh") == true)
    #expect(GoldenText.read(store.brokenPath) == "{")
    #expect(try store.load() == first.saved)
  }

  @Test("starts fresh only once if there is no previous file", arguments: brokenTexts)
  func noPrevious(text: String, reason: String) throws {
    folder.write(text, to: "features.json")
    let first = client(store: ClientFile(path))
    first.flush()
    #expect(
      first.storeFailure
        == "The saved state is corrupt: \(reason); it was set aside, and the client starts fresh")
    #expect(GoldenText.read(ClientFile(path).brokenPath) == text)
    let second = client(store: ClientFile(path))
    #expect(second.storeFailure == nil)
    #expect(second.clientID == first.clientID)
  }

  @Test("reports a file that cannot be read") func unreadable() {
    folder.makeDirectory("features.json")
    #expect(client(store: ClientFile(path)).storeFailure == "\(path): Is a directory")
  }

  @Test("saves nothing over a file that cannot be read") func keptUnreadable() {
    folder.makeDirectory("features.json")
    let client = client(store: ClientFile(path))
    client.recordEvent("opened")
    client.flush()
    #expect(client.storeFailure == "\(path): Is a directory")
    #expect(FileTree.names(in: folder.root) == ["features.json"])
  }

  @Test("reports a file that may not be there") func unreachable() {
    // Nobody knows whether a file behind a link to itself is there.
    folder.link("features.json", to: "features.json")
    #expect(
      client(store: ClientFile(path)).storeFailure == "\(path): Too many levels of symbolic links")
  }

  @Test("is stored privately, also over a file that everyone can read")
  func permissions() throws {
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.root)
    let store = ClientFile(path)
    for _ in 0..<3 {
      try store.save(client().saved)
      for path in [path, store.previousPath] where FileManager.default.fileExists(atPath: path) {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
      }
      try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    }
    try store.delete()
    #expect(try store.load() == nil)
  }

  @Test("may be flushed while its store saves")
  func flushWhileSaving() throws {
    let known = Locked<FeatureClient?>(nil)
    let store = CallingStore { known.withLock { $0 }?.flush() }
    let client = client(store: store)
    known.withLock { $0 = client }
    client.recordEvent("opened")
    client.flush()
    #expect(store.calls.withLock { $0 } > 0)
    #expect(client.storeFailure == nil)
    known.withLock { $0 = nil }
  }

  @Test("may be flushed while the store of another client saves, which does the same")
  func flushEachOther() throws {
    let clients = Locked<[FeatureClient]>([])
    let stores = (0..<2).map { index in
      CallingStore {
        let clients = clients.withLock { $0 }
        if clients.count == 2 { clients[1 - index].flush() }
      }
    }
    clients.withLock { [made = stores.map { client(store: $0) }] in $0 = made }
    for round in 0..<50 {
      for client in clients.withLock({ $0 }) { client.recordEvent("opened \(round)") }
    }
    for client in clients.withLock({ $0 }) { client.flush() }
    #expect(stores.allSatisfy { store in store.calls.withLock { $0 } > 0 })
    clients.withLock { $0 = [] }
  }

  @Test("is saved again after a failure, without another change")
  func retry() throws {
    let isFull = Locked(true)
    let store = CallingStore {
      if isFull.withLock({ $0 }) { throw FileFailure(path: "disk", reason: "is full") }
    }
    let client = client(store: store)
    try Timeout.wait { client.storeFailure == "disk: is full" }
    isFull.withLock { $0 = false }
    try Timeout.wait { client.storeFailure == nil }
  }

  @Test("waits longer after each failure, up to a minute")
  func pauses() {
    #expect((0...9).map(RetryPause.seconds) == [1, 1, 2, 4, 8, 16, 32, 60, 60, 60])
    #expect(RetryPause.seconds(after: .max) == 60)
  }

  @Test("reports why its state could not be written until it can be")
  func unwritable() throws {
    let inner = folder.path("inner")
    let client = client(store: ClientFile(inner + "/features.json"))
    client.recordEvent("opened")
    client.flush()
    #expect(client.storeFailure == "\(inner)/features.json: No such file or directory")
    try FileManager.default.createDirectory(atPath: inner, withIntermediateDirectories: false)
    client.recordEvent("opened")
    client.flush()
    #expect(client.storeFailure == nil)
  }

  @Test("never saves on the caller's thread")
  func threads() {
    let store = SlowStore()
    let client = client(store: store)
    client.recordEvent("opened")
    client.recordEvent("opened")
    #expect(store.counts.withLock { $0 } == [])
    store.gate.signal()
    store.gate.signal()
    client.flush()
    #expect(store.counts.withLock { $0.last } == 2)
  }
}

/// A store that waits for a signal before each save, and records the counts of `opened`.
private final class SlowStore: ClientStore {
  let gate = DispatchSemaphore(value: 0)
  let counts = Locked<[UInt64]>([])

  func load() -> SavedClient? { nil }

  func save(_ state: SavedClient) {
    gate.wait()
    let count = state.events.counter(of: "opened", by: .days, at: Instant(seconds: 1_700_000_000))?
      .buckets.first
    counts.withLock { $0.append(count ?? 0) }
  }
}

/// A store that calls the test for each save.
private final class CallingStore: ClientStore {
  let calls = Locked(0)
  private let onSave: @Sendable () throws -> Void

  init(_ onSave: @escaping @Sendable () throws -> Void) { self.onSave = onSave }

  func load() -> SavedClient? { nil }

  func save(_ state: SavedClient) throws {
    calls.withLock { $0 += 1 }
    try onSave()
  }
}

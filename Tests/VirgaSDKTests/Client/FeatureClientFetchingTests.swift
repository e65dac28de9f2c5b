import Testing
import VirgaExperiments
import VirgaFiles
import VirgaJSON
import VirgaSDK
import VirgaSource
import VirgaTestSupport

@Suite("Fetching recipes", .timeLimit(.minutes(20)))
struct FeatureClientFetchingTests {
  /// A source that returns the given answers in order, then nil.
  private final class Answers: RecipeSource {
    let texts: Locked<[String]>

    init(_ texts: [String]) { self.texts = Locked(texts) }

    func fetchRecipes() async throws -> SourceText? {
      texts.withLock { $0.isEmpty ? nil : $0.removeFirst() }.map {
        SourceText(name: "server", text: $0)
      }
    }
  }

  @Test("keeps them pending until they are applied")
  func applying() async throws {
    let source = Answers([Sample.recipeText("e1")])
    let client = FeatureClient(.init(recipeSource: source))
    #expect(try await client.fetchExperiments().isEmpty)
    #expect(client.activeExperiments.isEmpty)
    client.applyPendingExperiments()
    #expect(client.activeExperiments.map(\.recipe.slug) == ["e1"])
    #expect(try await client.fetchExperiments().isEmpty)
    #expect(client.applyPendingExperiments().isEmpty)
    #expect(client.activeExperiments.map(\.recipe.slug) == ["e1"])
  }

  @Test("ignores an invalid response, which it reports by its name")
  func badAnswer() async throws {
    let client = FeatureClient(.init(recipeSource: Answers(["{"])))
    #expect(try await client.fetchExperiments().first?.location?.file == "server")
    #expect(client.applyPendingExperiments().isEmpty)
  }

  @Test("throws if a file cannot be read")
  func missingFile() async throws {
    let folder = try TemporaryDirectory()
    let path = folder.path("recipes.json")
    let client = FeatureClient(.init(recipeSource: FileRecipeSource(path)))
    await #expect(throws: FileFailure(path: path, reason: "No such file or directory")) {
      try await client.fetchExperiments()
    }
  }

  @Test("reads a file")
  func file() async throws {
    let folder = try TemporaryDirectory()
    let client = FeatureClient(.init(recipeSource: FileRecipeSource(folder.path("recipes.json"))))
    folder.write(Sample.recipeText("e1"), to: "recipes.json")
    try await client.fetchExperiments()
    client.applyPendingExperiments()
    #expect(client.activeExperiments.map(\.recipe.slug) == ["e1"])
  }

  @Test("throws without a source")
  func noSource() async {
    await #expect(throws: FeatureClient.FetchFailure.noSource) {
      try await FeatureClient().fetchExperiments()
    }
  }

  /// A source that knows one version of its recipes, and records which versions it was asked about.
  private final class VersionedSource: RecipeSource {
    let text: String
    let asked = Locked<[String?]>([])

    init(_ text: String) { self.text = text }

    func fetchRecipes() async throws -> SourceText? { SourceText(name: "server", text: text) }

    func fetchRecipes(since version: String?) async throws -> FeatureClient.FetchedRecipes? {
      asked.withLock { $0.append(version) }
      if version == "v1" { return nil }
      return FeatureClient.FetchedRecipes(SourceText(name: "server", text: text), version: "v1")
    }
  }

  @Test("asks for another version than the saved one, also after a restart")
  func versions() async throws {
    let source = VersionedSource(Sample.recipeText("e1"))
    let first = FeatureClient(.init(recipeSource: source))
    try await first.fetchExperiments()
    let saved = try SavedClient(json: .object(first.saved.json))
    let second = FeatureClient(.init(recipeSource: source), saved: saved)
    try await second.fetchExperiments()
    #expect(source.asked.withLock { $0 } == [nil, "v1"])
    second.applyPendingExperiments()
    #expect(second.activeExperiments.map(\.recipe.slug) == ["e1"])
    try await second.fetchExperiments()
    #expect(source.asked.withLock { $0 } == [nil, "v1", "v1"])
  }

  @Test("asks for any version if the recipes are not those of the source")
  func otherRecipes() async throws {
    let source = VersionedSource(Sample.recipeText("e1"))
    let client = FeatureClient(.init(recipeSource: source))
    try await client.fetchExperiments()
    client.setExperimentsLocally([])
    try await client.fetchExperiments()
    #expect(source.asked.withLock { $0 } == [nil, nil])
  }

  @Test("asks for any version after an invalid response")
  func invalidVersion() async throws {
    let source = VersionedSource("{")
    let client = FeatureClient(.init(recipeSource: source))
    try await client.fetchExperiments()
    try await client.fetchExperiments()
    #expect(source.asked.withLock { $0 } == [nil, nil])
  }

  @Test("asks for any version after an update of the app, which may read more recipes")
  func updatedApp() async throws {
    let source = VersionedSource(Sample.recipeText("e1"))
    let first = FeatureClient(.init(context: ["app_version": "1.0"], recipeSource: source))
    try await first.fetchExperiments()
    let second = FeatureClient(
      .init(context: ["app_version": "2.0"], recipeSource: source), saved: first.saved)
    try await second.fetchExperiments()
    try await second.fetchExperiments()
    #expect(source.asked.withLock { $0 } == [nil, nil, "v1"])
  }

  /// A source that counts its fetches, and fails without a text.
  private final class CountingSource: RecipeSource {
    struct Failure: Error {}

    let text: String?
    private let fetches = Locked(0)

    var count: Int { fetches.withLock { $0 } }

    init(_ text: String?) { self.text = text }

    func fetchRecipes() async throws -> SourceText? {
      fetches.withLock { $0 += 1 }
      guard let text else { throw Failure() }
      return SourceText(name: "server", text: text)
    }
  }

  private func client(
    _ source: CountingSource, _ policy: FeatureClient.FetchPolicy
  ) -> FeatureClient {
    var configuration = FeatureClient.Configuration(recipeSource: source)
    configuration.fetchPolicy = policy
    return FeatureClient(configuration)
  }

  @Test("happens at the start if the policy says so, and applies recipes only on request")
  func atStart() async {
    let source = CountingSource(Sample.recipeText("e1"))
    let pending = client(source, .init(atStart: true))
    while pending.saved.pending == nil { await Task.yield() }
    #expect(pending.activeExperiments.isEmpty)
    let applied = client(source, .init(atStart: true, appliesAtOnce: true))
    while applied.activeExperiments.isEmpty { await Task.yield() }
    #expect(applied.fetchFailure == nil)
  }

  @Test("happens again and again with an interval, until the client is released")
  func interval() async {
    let source = CountingSource(Sample.recipeText("e1"))
    weak var released: FeatureClient?
    do {
      let client = client(source, .init(interval: .milliseconds(1)))
      released = client
      while source.count < 3 { await Task.yield() }
      withExtendedLifetime(client) {}
    }
    // Neither the next fetch nor the interval keeps it.
    while released != nil { await Task.yield() }
  }

  @Test("happens when the app becomes active only if the policy says so")
  func active() async {
    let source = CountingSource(Sample.recipeText("e1"))
    let passive = client(source, .init())
    passive.appDidBecomeActive()
    let active = client(source, .init(whenActive: true))
    active.appDidBecomeActive()
    while active.saved.pending == nil { await Task.yield() }
    #expect(source.count == 1)
    #expect(passive.saved.pending == nil)
  }

  @Test("says why it failed, and which recipes cannot be read")
  func failures() async {
    let failing = client(CountingSource(nil), .init(atStart: true))
    while failing.fetchFailure == nil { await Task.yield() }
    #expect(failing.fetchFailure == "Failure()")
    let unreadable = client(CountingSource("{"), .init(atStart: true))
    while unreadable.fetchFailure == nil { await Task.yield() }
    #expect(unreadable.fetchFailure?.isEmpty == false)
  }

  @Test("is not needed for a client that starts in the background with its saved state")
  func start() async throws {
    let folder = try TemporaryDirectory()
    let store = ClientFile(folder.path("features.json"))
    let first = FeatureClient(.init(store: store))
    first.setExperimentsLocally(Sample.recipeText("e1"))
    first.applyPendingExperiments()
    first.flush()
    let second = await FeatureClient.start(.init(store: store))
    #expect(second.clientID == first.clientID)
    #expect(second.activeExperiments.map(\.recipe.slug) == ["e1"])
  }
}

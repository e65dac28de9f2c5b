import Testing
import VirgaExperiments
import VirgaFiles
import VirgaSDK
import VirgaSource
import VirgaTestSupport

@Suite("Fetching recipes") struct FeatureClientFetchingTests {
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
}

import Foundation
import Testing
import VirgaBundle
import VirgaFiles
import VirgaJSON
import VirgaSDK
import VirgaTestSupport

@Suite("Recipes from a URL", .serialized)
struct URLRecipeSourceTests {
  private static let recipes =
    #"{"data": [\#(Sample.recipeText("menu", config: #"{"title": "Hello"}"#))]}"#

  private func source(
    _ server: LocalServer, timeout: Int = 10, limit: Int = 1 << 24
  ) throws -> URLRecipeSource {
    let url = try #require(URL(string: server.url("/recipes.json")))
    return URLRecipeSource(url, timeout: timeout, limit: limit)
  }

  @Test("take effect once they are applied")
  func applied() async throws {
    let server = try LocalServer(["/recipes.json": .init(body: Self.recipes)])
    let client = FeatureClient(
      .init(
        context: ["app_name": "cirrus", "channel": "nightly"], recipeSource: try source(server)))
    #expect(try await client.fetchExperiments().isEmpty)
    #expect(client.getVariables("app-menu").getString("title") == nil)
    client.applyPendingExperiments()
    #expect(client.getVariables("app-menu").getString("title") == "Hello")
  }

  @Test("are not sent again while their ETag matches")
  func etag() async throws {
    let server = try LocalServer([
      "/recipes.json": .init(headers: ["ETag: \"one\""], body: Self.recipes)
    ])
    let source = try source(server)
    #expect(try await source.fetchRecipes()?.bytes == Array(Self.recipes.utf8))
    server.answer(["/recipes.json": .init(status: "304 Not Modified", headers: ["ETag: \"one\""])])
    #expect(try await source.fetchRecipes() == nil)
    #expect(server.requests.last?.contains("If-None-Match: \"one\"") == true)
  }

  @Test("are not sent again after a restart of the app, because their ETag is saved with them")
  func savedETag() async throws {
    let server = try LocalServer([
      "/recipes.json": .init(headers: ["ETag: \"one\""], body: Self.recipes)
    ])
    let folder = try TemporaryDirectory()
    let context: JSONObject = ["app_name": "cirrus", "channel": "nightly"]
    func client() throws -> FeatureClient {
      FeatureClient(
        .init(
          context: context, store: ClientFile(folder.path("features.json")),
          recipeSource: try source(server)))
    }
    let first = try client()
    try await first.fetchExperiments()
    first.applyPendingExperiments()
    first.flush()
    #expect(server.requests.last?.contains("If-None-Match") == false)
    server.answer(["/recipes.json": .init(status: "304 Not Modified", headers: ["ETag: \"one\""])])
    let second = try client()
    #expect(try await second.fetchExperiments().isEmpty)
    #expect(server.requests.last?.contains("If-None-Match: \"one\"") == true)
    second.applyPendingExperiments()
    #expect(second.getVariables("app-menu").getString("title") == "Hello")
  }

  @Test("are fetched from another URL without the ETag of the first one")
  func otherURL() async throws {
    let server = try LocalServer([
      "/recipes.json": .init(headers: ["ETag: \"one\""], body: Self.recipes),
      "/other.json": .init(body: Self.recipes),
    ])
    let version = try await source(server).fetchRecipes(since: nil)?.version
    let other = URLRecipeSource(try #require(URL(string: server.url("/other.json"))))
    let fetched = try await other.fetchRecipes(since: version)
    #expect(fetched?.text.bytes == Array(Self.recipes.utf8))
    #expect(fetched?.version == nil)
    #expect(server.requests.last?.contains("If-None-Match") == false)
  }

  @Test("are fetched with the headers of the app")
  func headers() async throws {
    let server = try LocalServer(["/recipes.json": .init(body: Self.recipes)])
    let url = try #require(URL(string: server.url("/recipes.json")))
    let source = URLRecipeSource(url, headers: ["Authorization": "Bearer cirrus"])
    _ = try await source.fetchRecipes()
    #expect(server.requests.last?.contains("Authorization: Bearer cirrus") == true)
  }

  @Test("stay in effect if the server fails")
  func failure() async throws {
    let server = try LocalServer(["/recipes.json": .init(body: Self.recipes)])
    let client = FeatureClient(
      .init(
        context: ["app_name": "cirrus", "channel": "nightly"], recipeSource: try source(server)))
    try await client.fetchExperiments()
    client.applyPendingExperiments()
    server.answer(["/recipes.json": .init(status: "500 Internal Server Error")])
    let failure = FileFailure(
      path: server.url("/recipes.json"), reason: "The server answered with status 500")
    await #expect(throws: failure) {
      try await client.fetchExperiments()
    }
    client.applyPendingExperiments()
    #expect(client.getVariables("app-menu").getString("title") == "Hello")
  }

  @Test("are not loaded if they are too large or time out")
  func limits() async throws {
    let server = try LocalServer(["/recipes.json": .init(body: Self.recipes)])
    await #expect(throws: FileFailure.self) { try await source(server, limit: 9).fetchRecipes() }
    server.answer(["/recipes.json": .init(isSilent: true)])
    let failure = FileFailure(
      path: server.url("/recipes.json"), reason: "Cannot be fetched: timed out after 1 s")
    await #expect(throws: failure) { try await source(server, timeout: 1).fetchRecipes() }
  }

  @Test("are not fetched through a redirect to plain HTTP")
  func redirect() async throws {
    let server = try LocalServer([
      "/recipes.json": .init(status: "302 Found", headers: ["Location: /other.json"]),
      "/other.json": .init(body: Self.recipes),
    ])
    let failure = FileFailure(
      path: server.url("/recipes.json"), reason: "The server answered with status 302")
    await #expect(throws: failure) { try await source(server).fetchRecipes() }
    #expect(server.requests.count == 1)
  }

  @Test("stop loading when the task is cancelled", .timeLimit(.minutes(20)))
  func cancelling() async throws {
    let server = try LocalServer(["/recipes.json": .init(isSilent: true)])
    let source = try source(server, timeout: 3600)
    let fetch = Task { try await source.fetchRecipes() }
    while server.requests.isEmpty { await Task.yield() }
    fetch.cancel()
    await #expect(throws: FileFailure.self) { try await fetch.value }
  }

  @Test(
    "are fetched only over https",
    arguments: ["http://example.com/a", "ftp://example.com/a", "file:///etc/passwd"])
  func unsafe(_ text: String) async throws {
    let source = URLRecipeSource(try #require(URL(string: text)))
    await #expect(throws: FileFailure(path: text, reason: "Only https URLs can be fetched")) {
      try await source.fetchRecipes()
    }
  }
}

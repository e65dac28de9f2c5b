import Testing
import VirgaJSON
import VirgaTestSupport

@Suite("Live recipes by name", .timeLimit(.minutes(20))) struct LiveRecipesCommandTests {
  private let place: Workplace
  private let server: LocalServer

  init() throws {
    place = try Workplace()
    let all = [("mine", "shop"), ("elsewhere", "else")].map { slug, app in
      Self.recipe(slug, app: app)
    }
    // A recipe of another app that no app could read.
    let records = "{\"data\": [\(all.joined(separator: ",")), {\"appName\": \"else\"}]}"
    server = try LocalServer([
      "/c/live/records": .init(body: records),
      "/c/soon/records": .init(body: "{\"data\": [\(Self.recipe("next", app: "shop"))]}"),
      "/x/one/": .init(body: Self.recipe("one", app: "else")),
    ])
    place.directory.makeDirectory(".config")
    place.directory.makeDirectory(".config/virga")
    place.directory.write(
      """
      recipes:
        - app: shop
          server: \(server.url("/c"))
          collection: live
          preview: soon
          api: \(server.url("/x"))
      """, to: ".config/virga/config.yaml")
  }

  /// The text of a recipe for an app.
  private static func recipe(_ slug: String, app: String) -> String {
    let text = Sample.recipeText(slug, feature: "omega")
    return "{\"appName\": \"\(app)\", " + text.drop { $0 != "{" }.dropFirst()
  }

  @Test("recipes list prints those of an app") func list() throws {
    let live = try place.virga("recipes", "list", "nimbus:shop")
    #expect(live.code == 0 && live.errors.isEmpty, "\(live.errors)")
    #expect(live.output.contains("mine    experiment  shop"))
    #expect(!live.output.contains("elsewhere"))
  }

  @Test("recipes list prints those in preview") func preview() throws {
    let preview = try place.virga("recipes", "list", "nimbus:shop/preview", "--format", "json")
    let rows = try JSONValue.parse(preview.output).arrayValue ?? []
    #expect(rows.map { $0["slug"] } == ["next"])
    #expect(rows.first?["features"] == ["omega"])
  }

  @Test("recipes list prints the one with a slug") func oneSlug() throws {
    let one = try place.virga("recipes", "list", "nimbus:shop/one")
    #expect(one.output.contains("one     experiment  else"), "\(one.errors)")
  }

  @Test("recipes list without a source prints those of the session")
  func session() throws {
    _ = try place.virga("recipes", "add", "nimbus:shop", "--session", "s.virga")
    let listed = try place.virga("recipes", "list", "--session", "s.virga")
    #expect(listed.output.contains("mine"), "\(listed.errors)")
    #expect(!listed.output.contains("elsewhere"))
  }

  @Test("--recipes takes a name wherever it takes a URL")
  func options() throws {
    let simulated = try place.virga("simulate", "--clients", "10", "--recipes", "nimbus:shop")
    #expect(simulated.code == 0 && simulated.output.hasPrefix("mine"), "\(simulated.errors)")
    let values = try place.virga(
      "values", "good.yaml", "omega", "--channel", "beta", "--recipes", "nimbus:shop",
      "--branch", "mine=treatment")
    #expect(values.code == 0, "\(values.errors)")
    let console = try place.virga(
      "--dump", "--screen", "4", "--recipes", "nimbus:shop", "--session", ":memory:")
    #expect(console.output.contains("mine"), "\(console.errors)")
  }

  @Test("a console loads live recipes by their name")
  func console() throws {
    place.directory.write("load-recipes nimbus:shop\nexperiments\n", to: "load")
    let answer = try place.virga("run", "load")
    #expect(answer.output.contains("nimbus:shop"), "\(answer.output)\(answer.errors)")
    #expect(server.requests.count == 1)
  }

  @Test("nothing is fetched with --offline") func offline() throws {
    let words = ["recipes", "list", "nimbus:shop", "--cache-dir", "cache", "--offline"]
    let missing = try VirgaProgram.run(words, in: place.directory.root)
    #expect(missing.code == 2)
    #expect(missing.errors.contains("must be fetched; leave out --offline"))
    #expect(server.requests.isEmpty)
  }

  @Test("a cached copy is used with --offline") func cached() throws {
    let words = ["recipes", "list", "nimbus:shop", "--cache-dir", "cache"]
    _ = try VirgaProgram.run(words, in: place.directory.root)
    let cached = try VirgaProgram.run(words + ["--offline"], in: place.directory.root)
    #expect(cached.output.contains("mine"), "\(cached.errors)")
    #expect(server.requests.count == 1)
  }

  @Test("a mistake in the row of an app is printed")
  func mistake() throws {
    place.directory.write(
      "recipes: [{app: shop, server: nowhere, collection: live}]\n",
      to: ".config/virga/config.yaml")
    let answer = try place.virga("recipes", "list", "nimbus:shop/preview")
    #expect(answer.code == 64)
    #expect(answer.errors.contains("config.yaml:1:31: "), "\(answer.errors)")
    #expect(answer.errors.contains("there is no app `shop`"))
  }

  @Test("a name that means nothing is a wrong argument")
  func wrong() throws {
    let app = try place.virga("recipes", "list", "nimbus:shp/preview")
    #expect(app.code == 64)
    #expect(app.errors == "error: there is no app `shp`; did you mean `shop`?\n")
    let slug = try place.virga("recipes", "list", "nimbus:shop/none")
    #expect(slug.code == 2)
    #expect(slug.errors.contains("404"), "\(slug.errors)")
  }
}

import Testing
import VirgaJSON
import VirgaSession
import VirgaSource
import VirgaTestSupport
import VirgaWorkbench

@Suite("Names of live recipes") struct LiveRecipesTests {
  private static let shop: JSONValue = [
    "recipes": [
      [
        "app": "shop", "server": "https://example.com/collections/", "collection": "live",
        "api": "https://example.com/experiments",
      ]
    ]
  ]
  private let collections = RecipeCollection.all(
    config: LocatedValue(LiveRecipesTests.shop)
  ).collections

  /// The address that a name means, and the app whose recipes count.
  private func meaning(_ name: String) throws(Refusal) -> String? {
    try LiveRecipes(name, in: collections).map { "\($0.url) \($0.app ?? "")" }
  }

  /// Why a name means nothing.
  private func refusal(_ name: String) -> String? {
    do {
      return try meaning(name)
    } catch {
      return error.description
    }
  }

  private static let settings = "https://firefox.settings.services"
  private static let live = settings + ".mozilla.com/v1/buckets/main/collections"
  private static let stage = settings + ".allizom.org/v1/buckets/main/collections"
  private static let api = "https://experimenter.services.mozilla.com/api/v6/experiments"

  @Test(
    "mean what nimbus-cli reads by such a name",
    arguments: [
      .init(
        "an app is a filter of its collection",
        ("nimbus:fenix", "\(live)/nimbus-mobile-experiments/records fenix")),
      .init(
        "the desktop and the web have collections of their own",
        (
          "nimbus:firefox_desktop",
          "\(live)/nimbus-desktop-experiments/records firefox_desktop"
        )),
      .init(
        "a web app is in preview in another collection than the others",
        ("nimbus:monitor_cirrus/preview", "\(live)/nimbus-web-preview/records monitor_cirrus")),
      .init(
        "preview follows the app",
        ("nimbus:firefox_ios/preview", "\(live)/nimbus-preview/records firefox_ios")),
      .init(
        "preview precedes the app",
        ("nimbus:preview/fenix", "\(live)/nimbus-preview/records fenix")),
      .init(
        "a stage server precedes the app",
        ("nimbus:stage/fenix/preview", "\(stage)/nimbus-preview/records fenix")),
      .init("another word is a slug", ("nimbus:new-tab-1", "\(api)/new-tab-1/ ")),
      .init("an experiment in preview has the same address", ("nimbus:preview/a", "\(api)/a/ ")),
      .init("a release server is the usual one", ("nimbus:release/a", "\(api)/a/ ")),
      .init(
        "a slug on a stage server",
        (
          "nimbus:stage/a",
          "https://stage.experimenter.nonprod.dataops.mozgcp.net/api/v6/experiments/a/ "
        )),
      .init(
        "a configured app is on its own server",
        ("nimbus:shop", "https://example.com/collections/live/records shop")),
      .init(
        "a slug after an app is on the app's server",
        ("nimbus:shop/sale", "https://example.com/experiments/sale/ ")),
    ] as [TestRow<(String, String)>])
  func meanings(_ row: TestRow<(String, String)>) throws {
    let (name, expected) = row.values
    #expect(try meaning(name) == expected)
  }

  @Test("other texts are files and URLs")
  func others() throws {
    for text in ["fenix", "a/nimbus:fenix", "./nimbus:fenix", "https://example.com/nimbus:x", ""] {
      #expect(try meaning(text) == nil)
    }
  }

  @Test("a name of another form says what can be written")
  func malformed() {
    let form = "is not a name of recipes; write nimbus:APP, nimbus:APP/preview or nimbus:SLUG"
    for name in [
      "nimbus:", "nimbus:/", "nimbus:a/", "nimbus:a/b/c", "nimbus:a b", "nimbus:a?b", "nimbus:..",
      "nimbus:%2e", "nimbus:preview", "nimbus:stage", "nimbus:é", "nimbus:https://x",
    ] {
      #expect(refusal(name) == "\(name) \(form)")
    }
  }

  @Test("an unknown app or collection is named")
  func unknown() throws {
    #expect(
      refusal("nimbus:fenx/preview") == "there is no app `fenx`; did you mean `fenix`?")
    #expect(refusal("nimbus:shop/preview") == "shop has no collection of recipes in preview")
    #expect(refusal("nimbus:stage/shop") == "shop has no stage server; write nimbus:shop")
    let slug = try #require(try LiveRecipes("nimbus:firefox-ios", in: collections))
    #expect(slug.suggestion == "; did you mean `firefox_ios`?")
  }

  @Test("only recipes of the app count")
  func filter() throws {
    let fenix = try #require(try LiveRecipes("nimbus:fenix", in: collections))
    #expect(fenix.includes(LocatedValue(["appName": "fenix"])))
    #expect(!fenix.includes(LocatedValue(["appName": "focus_android"])))
    #expect(!fenix.includes(LocatedValue([:])))
    let slug = try #require(try LiveRecipes("nimbus:a", in: collections))
    #expect(slug.includes(LocatedValue(["appName": "focus_android"])))
  }

  private static let sources: JSONValue = [
    "recipes": [
      ["app": "fenix", "server": "https://example.com/c", "collection": "f"],
      ["app": "shop", "server": "example.com", "colection": "x"],
    ]
  ]

  @Test("a source of a config file replaces the one of the same app") func configured() {
    let collections = RecipeCollection.all(config: LocatedValue(Self.sources)).collections
    #expect(collections.count == RecipeCollection.known.count)
    #expect(collections.first?.server == "https://example.com/c")
  }

  @Test("mistakes in the sources of a config file are reported") func mistakes() {
    let problems = RecipeCollection.all(config: LocatedValue(Self.sources)).problems
    #expect(
      problems.map { "\($0.path) \($0.message)" } == [
        "recipes[1].colection unknown setting colection; a source of recipes has app, server, collection, preview, api",
        "recipes[1].server Write an address such as https://example.com/v1, not the text \"example.com\"",
        "recipes[1].collection Add `collection`: a text",
      ])
  }
}

import Testing
import VirgaExperiments
import VirgaJSON
import VirgaSource
import VirgaTestSupport

@Suite("Competing recipes") struct CompetingRecipesTests {
  /// A recipe on `app-menu` for every client, with these members in addition.
  private func recipe(_ slug: String, _ members: JSONObject = [:]) throws -> WrittenRecipe {
    var recipe = try #require(Sample.entry(slug, branches: [Sample.branch("control")]).objectValue)
    for (key, value) in members { recipe[key] = value }
    return try #require(RecipeBatch(.object(recipe)).writtenRecipes.first)
  }

  private func losses(
    _ first: JSONObject, _ second: JSONObject, coenrolling: Set<Name> = []
  ) throws -> [CompetingRecipes.Loss] {
    let recipes = try [recipe("a", first), recipe("b", second)]
    return CompetingRecipes(recipes, coenrolling: coenrolling).losses
  }

  private func buckets(
    _ namespace: String, start: Int64, count: Int64, unit: String = "nimbus_id"
  ) -> JSONObject {
    [
      "bucketConfig": [
        "randomizationUnit": .string(unit), "namespace": .string(namespace),
        "start": .integer(start), "count": .integer(count), "total": 10_000,
      ]
    ]
  }

  @Test("two experiments that one client can match are reported at the later one")
  func later() throws {
    let found = try losses(
      ["publishedDate": "2026-02-01T00:00:00Z"], ["publishedDate": "2026-01-01T00:00:00Z"])
    #expect(found.map(\.slug) == ["a"])
    #expect(found.map(\.problem.code) == ["competing-recipes"])
    #expect(found.map(\.problem.severity) == [.warning])
    #expect(
      found.map(\.problem.message) == [
        "`a` loses clients to `b`, because both are experiments on `app-menu`"
      ])
    #expect(try losses([:], ["publishedDate": "2026-01-01T00:00:00Z"]).map(\.slug) == ["b"])
    #expect(try losses(["publishedDate": "2026-01-01T00:00:00Z"], [:]).map(\.slug) == ["a"])
    #expect(try losses(["isRollout": true], ["isRollout": true]).map(\.slug) == ["b"])
  }

  @Test(
    "recipes that no client can be in both of do not compete",
    arguments: [
      TestRow("a rollout and an experiment", (["isRollout": true], [:])),
      TestRow("two apps", (["appName": "fenix"], ["appName": "firefox_ios"])),
      TestRow("two channels", (["channel": "beta"], ["channel": "release"])),
      TestRow(
        "two languages",
        (["targeting": "language == 'en'"], ["targeting": "language == 'de'"])),
      TestRow(
        "two ranges of versions",
        (
          ["targeting": "app_version|versionCompare('120.!') < 0"],
          ["targeting": "app_version|versionCompare('120.!') >= 0"]
        )),
      TestRow(
        "one that excludes clients of the other",
        ([:], ["targeting": "('a' in active_experiments) == false"])),
      TestRow("an opt-in of Labs", (["isFirefoxLabsOptIn": true], [:])),
      TestRow(
        "one without a client", (["targeting": "false"], [:])),
    ] as [TestRow<(JSONObject, JSONObject)>])
  func separate(_ row: TestRow<(JSONObject, JSONObject)>) throws {
    #expect(try losses(row.values.0, row.values.1).isEmpty)
  }

  @Test(
    "recipes that differ only a little compete",
    arguments: [
      TestRow("two rollouts", (["isRollout": true], ["isRollout": true])),
      TestRow("an app and all apps", (["appName": "fenix"], [:])),
      TestRow("channels in other letters", (["channel": "Beta"], ["channel": "beta"])),
      TestRow(
        "lists with a common language",
        (["targeting": "language in ['en', 'de']"], ["targeting": "language in ['de', 'fr']"])),
      TestRow("one that nobody enters any longer", (["isEnrollmentPaused": true], [:])),
      TestRow("targeting that cannot be parsed", (["targeting": "language =="], [:])),
      TestRow("one that requires the other", ([:], ["targeting": "'a' in enrollments"])),
    ] as [TestRow<(JSONObject, JSONObject)>])
  func competing(_ row: TestRow<(JSONObject, JSONObject)>) throws {
    #expect(try losses(row.values.0, row.values.1).count == 1)
  }

  @Test("separate buckets of one namespace keep recipes apart")
  func namespaces() throws {
    let first = buckets("n", start: 0, count: 5000)
    #expect(try losses(first, buckets("n", start: 5000, count: 5000)).isEmpty)
    #expect(try losses(first, buckets("n", start: 4999, count: 5000)).count == 1)
    #expect(try losses(first, buckets("m", start: 5000, count: 5000)).count == 1)
    #expect(try losses(first, buckets("n", start: 9000, count: 1001)).count == 1)
    #expect(try losses(first, buckets("m", start: 0, count: 0)).isEmpty)
    #expect(
      try losses(first, buckets("n", start: 5000, count: 5000, unit: "user_id")).count == 1)
  }

  @Test("features that co-enroll are not contended")
  func coenrolling() throws {
    #expect(try losses([:], [:], coenrolling: ["app-menu"]).isEmpty)
    let both: JSONObject = [
      "branches": [
        [
          "slug": "control", "ratio": 1,
          "features": [["featureId": "app-menu"], ["featureId": "home"]],
        ]
      ]
    ]
    let found = try losses(both, both, coenrolling: ["app-menu"])
    #expect(found.first?.problem.message.hasSuffix("both are experiments on `home`") == true)
  }

  @Test("a recipe is reported with each of its rivals") func rivals() throws {
    let three = try ["a", "b", "c"].map { try recipe($0) }
    let losses = CompetingRecipes(three, coenrolling: []).losses
    #expect(losses.map(\.slug) == ["b", "c", "c"])
  }

  @Test("a recipe is reported with five rivals at most") func manyRivals() throws {
    let many = try (0..<10).map { try recipe("r\($0)") }
    let ofLast = CompetingRecipes(many, coenrolling: []).losses.filter { $0.slug == "r9" }
    #expect(ofLast.count == 5)
  }
}

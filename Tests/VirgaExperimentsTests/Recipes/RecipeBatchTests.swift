import Testing
import VirgaExperiments
import VirgaJSON
import VirgaSource
import VirgaTargeting
import VirgaTestSupport

@Suite("Reading recipes") struct RecipeBatchTests {
  /// A recipe with every required member, and `others` added.
  private func text(_ slug: String = "tour", _ others: String = "") -> String {
    """
    {"slug": "\(slug)", "schemaVersion": "1.12.0", "userFacingName": "Tour", "userFacingDescription": "",
     "isEnrollmentPaused": false, "proposedEnrollment": 7,
     "bucketConfig": {"randomizationUnit": "nimbus_id", "namespace": "n", "start": 0, "count": 100},
     "branches": [{"slug": "control", "ratio": 1, "feature": {"featureId": "menu", "value": {"a": 1}}}]\(others)}
    """
  }

  private func read(_ text: String) -> RecipeBatch {
    RecipeBatch(SourceText(name: "recipes.json", text: text))
  }

  @Test("a recipe, an array and an object with data read the same")
  func forms() {
    let forms = [text(), "[\(text())]", #"{"data": [\#(text())]}"#].map(read)
    for form in forms {
      #expect(form.recipes == forms[0].recipes)
      #expect(form.recipes.count == 1)
      #expect(form.problems.isEmpty)
    }
  }

  @Test("every member is read")
  func members() throws {
    let recipe = try #require(
      read(
        text(
          "tour",
          """
          , "appName": "cirrus", "appId": "id", "channel": "beta", "targeting": "true", "featureIds": ["menu"],
          "isRollout": true, "publishedDate": "2025-03-10T12:30:00.5Z", "startDate": "2025-03-10", "endDate": null,
          "proposedDuration": 28, "referenceBranch": "control", "isFirefoxLabsOptIn": true, "firefoxLabsTitle": "t",
          "firefoxLabsDescription": "d", "firefoxLabsDescriptionLinks": {"feedback": "u"}, "requiresRestart": true,
          "made": "up"
          """)
      ).recipes.first)
    #expect(recipe.appName == "cirrus")
    #expect(recipe.appID == "id")
    #expect(recipe.channel == "beta")
    #expect(recipe.targeting == "true")
    #expect(recipe.declaredFeatureIDs == ["menu"])
    #expect(recipe.isRollout)
    #expect(recipe.publishedDate == Instant(seconds: 1_741_609_800, nanoseconds: 500_000_000))
    #expect(recipe.startDate == "2025-03-10")
    #expect(recipe.endDate == nil)
    #expect(recipe.proposedDuration == 28)
    #expect(recipe.referenceBranch == "control")
    #expect(recipe.isValidForLabs)
    #expect(recipe.labsDescriptionLinks == ["feedback": "u"])
    #expect(recipe.requiresRestart)
    #expect(recipe.bucketConfig.total == 10_000)
    #expect(recipe.featureIDs == ["menu"])
    #expect(recipe.json["made"] == "up")
  }

  @Test(
    "a file without recipes is refused",
    arguments: [
      TestRow("an object without a list", (#"{"data": ⟦{}⟧}"#, "no-recipes")),
      TestRow("an object with another list", (#"⟦{"items": []}⟧"#, "no-recipes")),
      TestRow("a number", ("⟦7⟧", "no-recipes")),
    ])
  func withoutRecipes(_ row: TestRow<(String, String)>) {
    let (marked, code) = row.values
    let batch = read(MarkedText(marked).text)
    #expect(!batch.isReadable)
    #expect(batch.problems.map { "\($0.code)" } == [code])
  }

  @Test("a text that is not JSON is refused")
  func notJSON() {
    let batch = read("[{]")
    #expect(!batch.isReadable)
    #expect(batch.recipes.isEmpty)
    #expect(batch.problems.map(\.code) == ["json-unclosed"])
  }

  @Test(
    "an invalid member is reported with its position",
    arguments: [
      TestRow("a null in place of a Boolean", (#", "isRollout": ⟦null⟧"#, "isRollout")),
      TestRow("a null in place of a list", (#", "featureIds": ⟦null⟧"#, "featureIds")),
      TestRow("a date that is not one", (#", "publishedDate": ⟦"yesterday"⟧"#, "publishedDate")),
      TestRow("a number in place of a Boolean", (#", "requiresRestart": ⟦1⟧"#, "requiresRestart")),
      TestRow("a negative duration", (#", "proposedDuration": ⟦-1⟧"#, "proposedDuration")),
      TestRow("a list in place of a text", (#", "channel": ⟦["beta"]⟧"#, "channel")),
      TestRow("an element that is a number", (#", "featureIds": ["menu", ⟦2⟧]"#, "featureIds")),
    ])
  func invalidMember(_ row: TestRow<(String, String)>) {
    let (marked, path) = row.values
    let others = MarkedText(text("tour", marked))
    let batch = read(others.text)
    #expect(batch.recipes.isEmpty)
    #expect(batch.problems.map(\.path) == ["recipes/tour#\(path)"])
    #expect(batch.problems.map { $0.location?.range } == others.ranges)
  }

  @Test(
    "an invalid nested member is reported with its position",
    arguments: [
      TestRow("a negative start", (#""start": 0"#, #""start": ⟦-1⟧"#, "bucketConfig.start")),
      TestRow(
        "an unknown randomization unit",
        (#""nimbus_id""#, #"⟦"group_id"⟧"#, "bucketConfig.randomizationUnit")),
      TestRow(
        "a total of zero", (#""count": 100"#, #""count": 100, "total": ⟦0⟧"#, "bucketConfig.total")),
      TestRow(
        "a total of null",
        (#""count": 100"#, #""count": 100, "total": ⟦null⟧"#, "bucketConfig.total")),
      TestRow("a ratio with decimals", (#""ratio": 1"#, #""ratio": ⟦1.5⟧"#, "branches.0.ratio")),
      TestRow("a negative ratio", (#""ratio": 1"#, #""ratio": ⟦-1⟧"#, "branches.0.ratio")),
      TestRow("a config that is a list", (#"{"a": 1}"#, "⟦[]⟧", "branches.0.feature.value")),
      TestRow(
        "a feature that is a number",
        (#""featureId": "menu""#, #""featureId": ⟦3⟧"#, "branches.0.feature.featureId")),
    ])
  func invalidNestedMember(_ row: TestRow<(String, String, String)>) {
    let (good, bad, path) = row.values
    let marked = MarkedText(text().replacing(good, with: bad))
    let batch = read(marked.text)
    #expect(batch.recipes.isEmpty)
    #expect(batch.problems.map(\.path) == ["recipes/tour#\(path)"])
    #expect(batch.problems.map { $0.location?.range } == marked.ranges)
  }

  @Test(
    "a missing member is named",
    arguments: [
      "slug", "schemaVersion", "userFacingName", "bucketConfig", "branches", "proposedEnrollment",
    ])
  func missingMember(_ key: String) throws {
    var recipe = try #require(JSONValue.parse(text()).objectValue)
    recipe[key] = nil
    let batch = RecipeBatch(.array([.object(recipe)]))
    #expect(batch.recipes.isEmpty)
    #expect(batch.problems.map(\.code) == ["missing-member"])
    #expect(batch.problems.first?.path.hasSuffix("#\(key)") == true)
  }

  @Test("valid recipes load despite invalid ones")
  func validRecipes() {
    let batch = read(
      "[\(text("one")), {}, \(text("two", #", "isRollout": 3"#)), 5, \(text("three"))]")
    #expect(batch.isReadable)
    #expect(batch.recipes.map(\.slug) == ["one", "three"])
    #expect(
      batch.problems.contains {
        $0.path == "recipes/3" && $0.message == "Write a recipe, not the number 5"
      })
  }

  @Test(
    "a likely mistake is a warning",
    arguments: [
      TestRow(
        "targeting that cannot be parsed", (#", "targeting": "1 +""#, "unreadable-targeting")),
      TestRow(
        "targeting outside of ASCII", (#", "targeting": "locale == 'ü'""#, "non-ascii-targeting")),
      TestRow(
        "localizations without a locale",
        (#", "localizations": {"de": {"id": "Text"}}"#, "localizations-ignored")),
    ])
  func warnings(_ row: TestRow<(String, String)>) {
    let (others, code) = row.values
    let batch = read(text("tour", others))
    #expect(batch.recipes.count == 1)
    #expect(batch.problems.map { "\($0.code)" } == [code])
    #expect(batch.problems.map(\.severity) == [.warning])
  }

  @Test(
    "a problem in targeting has its position in the recipe",
    arguments: [
      TestRow(
        "a misspelled attribute", (#", "targeting": "⟦regoin⟧ == 'DE'""#, "unknown-attribute")),
      TestRow("a text in place of a condition", (#", "targeting": "⟦region⟧""#, "not-boolean")),
      TestRow(
        "a version compared with a number",
        (#", "targeting": "true && ⟦app_version >= 120⟧""#, "always-fails")),
      TestRow(
        "a bracket that was not opened", (#", "targeting": "true && ⟦)⟧""#, "unreadable-targeting")),
    ])
  func targetingPosition(_ row: TestRow<(String, String)>) {
    let (marked, code) = row.values
    let others = MarkedText(text("tour", marked))
    let batch = read(others.text)
    #expect(batch.recipes.count == 1)
    #expect(batch.problems.map { "\($0.code)" } == [code])
    #expect(batch.problems.map { $0.location?.range } == others.ranges)
    #expect(batch.problems.map(\.path) == ["recipes/tour#targeting"])
  }

  @Test("a problem in escaped targeting has its position in the expression")
  func escapedTargeting() {
    let batch = read(text("tour", #", "targeting": "regoin == \"DE\"""#))
    #expect(batch.problems.first?.message.hasSuffix("(1:1 in the expression)") == true)
    #expect(batch.problems.first?.hint == "did you mean `region`?")
  }

  @Test("a custom attribute that is supplied is known")
  func customAttributes() throws {
    let json = try JSONValue.parse(text("tour", #", "targeting": "made_up == 1""#))
    #expect(RecipeBatch(json).problems.map(\.code) == ["unknown-attribute"])
    #expect(RecipeBatch(json, attributes: ["made_up"]).problems.isEmpty)
  }

  @Test("a repeated slug or too many buckets is a warning")
  func slugsAndBuckets() {
    #expect(read("[\(text()), \(text())]").problems.map(\.code) == ["repeated-slug"])
    let wide = text().replacing(#""count": 100"#, with: #""count": 10001"#)
    #expect(read(wide).problems.map(\.code) == ["too-many-buckets"])
  }

  @Test("a list of features takes precedence over a single one")
  func featureList() {
    let both = text().replacing(
      #""ratio": 1,"#, with: #""ratio": 1, "features": [{"featureId": "new"}],"#)
    #expect(read(both).recipes.first?.featureIDs == ["new"])
    let none = text().replacing(#""ratio": 1,"#, with: #""ratio": 1, "features": [],"#)
    #expect(read(none).recipes.first?.featureIDs == [])
  }

  @Test("20,000 invalid recipes each get a position", .timeLimit(.minutes(20)))
  func manyInvalid() {
    let count = 20_000
    let batch = read("[" + String(repeating: "5,", count: count - 1) + "5]")
    #expect(batch.problems.count == count)
    #expect(
      batch.problems.last?.location?.range.start == SourcePosition(line: 1, column: 2 * count))
  }
}

import Testing
import VirgaExperiments
import VirgaJSON
import VirgaSource
import VirgaTestSupport

@Suite("Audience check") struct AudienceCheckTests {
  /// The problems of a recipe whose JSON has these members in addition to those of a valid one.
  private func problems(_ members: JSONObject) throws -> [Problem] {
    var recipe = try #require(
      Sample.entry("icons", branches: [Sample.branch("control")]).objectValue)
    for (key, value) in members { recipe[key] = value }
    let batch = RecipeBatch(.object(recipe))
    return AudienceCheck(try #require(batch.writtenRecipes.first)).problems
  }

  private func problems(targeting: String) throws -> [Problem] {
    try problems(["targeting": .string(targeting)])
  }

  private func buckets(start: Int64, count: Int64) -> JSONObject {
    [
      "bucketConfig": [
        "randomizationUnit": "nimbus_id", "namespace": "n", "start": .integer(start),
        "count": .integer(count), "total": 10_000,
      ]
    ]
  }

  @Test("targeting that no client can match says which conditions exclude each other")
  func nobody() throws {
    let found = try problems(targeting: "is_already_enrolled || (os == 'iOS' && os == 'Android')")
    #expect(found.map(\.code) == ["nobody-targeted"])
    #expect(
      found.map(\.message) == [
        "No client can enroll: `os == 'iOS' && os == 'Android'` is never true, because the conditions on `os` exclude each other"
      ])
    #expect(
      try problems(targeting: "is_already_enrolled").map(\.message) == [
        "No client can enroll: `is_already_enrolled` is only true for clients that are enrolled"
      ])
    #expect(
      try problems(targeting: "false").map(\.message) == [
        "No client can enroll: `false` is never true"
      ])
  }

  @Test(
    "a recipe for first runs must not ask for what no client has then",
    arguments: [
      TestRow("days since the installation", "days_since_install > 6"),
      TestRow("days since an update", "days_since_update >= 1"),
      TestRow("events", "'opened'|eventSum('Days', 28, 0) > 4"),
      TestRow("an event that happened lately", "'opened'|eventLastSeen('Days') < 7"),
    ])
  func firstRun(_ row: TestRow<String>) throws {
    let sticky = "is_already_enrolled || (isFirstRun == 'true' && \(row.values))"
    let found = try problems(targeting: sticky)
    #expect(found.map(\.code) == ["impossible-at-first-run"])
    #expect(found.first?.message.contains("when `\(row.values)` is never true") == true)
    #expect(try problems(targeting: "is_first_run == false && \(row.values)") == [])
    let marked = try problems(["targeting": .string(row.values), "isFirstRun": true])
    #expect(marked.map(\.code) == ["impossible-at-first-run"])
  }

  @Test("a recipe for first runs may ask for what clients can have then")
  func possibleFirstRun() throws {
    for condition in ["days_since_install < 7", "enrollments_map['a'] == 'b'", "region == 'US'"] {
      let sticky = "is_already_enrolled || (is_first_run && \(condition))"
      #expect(try problems(targeting: sticky) == [])
    }
  }

  @Test(
    "targeting that only a first run matches must keep enrolled clients",
    arguments: [
      TestRow("without any sticky condition", ("is_first_run == true", false)),
      TestRow("as a text", ("isFirstRun == 'true' && region == 'US'", false)),
      TestRow("with an `&&` in place of an `||`", ("is_first_run && is_phone", false)),
      TestRow("with the sticky condition", ("is_already_enrolled || is_first_run == true", true)),
      TestRow(
        "with the recipe among the active ones",
        ("'icons' in active_experiments || is_first_run", true)),
      TestRow("with a branch", ("(enrollments_map['icons'] == 'a') || is_first_run", true)),
      TestRow("without a first run", ("days_since_install < 7", true)),
      TestRow(
        "with a limit around the sticky condition",
        (
          "app_version|versionCompare('116.*') <= 0 && (is_already_enrolled || isFirstRun == 'true')",
          true
        )),
    ])
  func stickiness(_ row: TestRow<(String, Bool)>) throws {
    let (targeting, isSticky) = row.values
    #expect(try problems(targeting: targeting).map(\.code) == (isSticky ? [] : ["not-sticky"]))
  }

  @Test("a recipe that is marked as sticky must read who is enrolled")
  func markedSticky() throws {
    #expect(
      try problems(["targeting": "region == 'US'", "isSticky": true]).map(\.code) == ["not-sticky"])
    #expect(
      try problems(["targeting": "is_already_enrolled || region == 'US'", "isSticky": true]) == [])
    #expect(try problems(["targeting": "region == 'US'", "isSticky": false]) == [])
    #expect(try problems(["isSticky": true]) == [])
  }

  @Test("buckets that go past the last one are reported")
  func bucketsBeyondTotal() throws {
    let found = try problems(buckets(start: 9500, count: 1000))
    #expect(found.map(\.code) == ["buckets-beyond-total"])
    #expect(
      found.map(\.message) == [
        "Buckets 9500 to 10499 go past the last of 10000; clients wrap around and select 9500 to 9999 and 0 to 499"
      ])
    #expect(try problems(buckets(start: 9000, count: 1000)) == [])
    #expect(try problems(buckets(start: 0, count: 10_000)) == [])
    #expect(try problems(buckets(start: 10_000, count: 0)) == [])
  }

  @Test("a problem has its position in the file")
  func position() throws {
    let marked = MarkedText(
      """
      {"slug": "s", "schemaVersion": "1", "userFacingName": "n", "userFacingDescription": "",
      "isEnrollmentPaused": false, "proposedEnrollment": 7, "branches": [],
      "bucketConfig": {"namespace": "n", "randomizationUnit": "nimbus_id", "start": 1,
      "count": ⟦10000⟧},
      "targeting": "⟦region == 'US' && region == 'DE'⟧ && is_phone"}
      """)
    let text = LocatedText.json(SourceText(name: "r.json", text: marked.text))
    let batch = RecipeBatch(try #require(text.written))
    let found = AudienceCheck(try #require(batch.writtenRecipes.first)).problems
    #expect(found.compactMap(\.location?.range) == [marked.ranges[1], marked.ranges[0]])
    #expect(found.map(\.path) == ["recipes/s#targeting", "recipes/s#bucketConfig.count"])
    #expect(found.first?.location?.file == "r.json")
  }
}

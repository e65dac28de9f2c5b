import Testing
import VirgaJSON
import VirgaSource
import VirgaTargeting
import VirgaTestSupport

@Suite("Targeting cases") struct TargetingCasesTests {
  @Test(
    "the smallest part that no client can match is found",
    arguments: [
      TestRow("a constant", ("⟦false⟧", nil)),
      TestRow("a constant after `&&`", ("region == 'US' && ⟦1 > 2⟧", nil)),
      TestRow(
        "two values of one attribute", ("⟦region == 'US' && region == 'DE'⟧", "region")),
      TestRow(
        "a value that another condition excludes",
        ("⟦region in ['US', 'CA'] && region != 'US' && region != 'CA'⟧", "region")),
      TestRow("an empty list", ("⟦region in []⟧", "region")),
      TestRow(
        "a Boolean and its opposite", ("⟦is_phone && is_phone == false⟧", "is_phone")),
      TestRow("numbers", ("⟦tou_points > 7 && tou_points < 3⟧", "tou_points")),
      TestRow("a bound that is excluded", ("⟦3 < tou_points && tou_points <= 3⟧", "tou_points")),
      TestRow(
        "versions",
        (
          "⟦app_version|versionCompare('121.!') >= 0 && app_version|versionCompare('120.*') <= 0⟧",
          "app_version"
        )),
      TestRow(
        "a version that is none of a range",
        ("⟦app_version == '120.0' && app_version|versionCompare('121.!') >= 0⟧", "app_version")),
      TestRow(
        "both spellings of the first run",
        ("⟦isFirstRun == 'true' && is_first_run == false⟧", "is_first_run")),
      TestRow(
        "a branch of another recipe",
        (
          "⟦enrollments_map['a'] == 'x' && enrollments_map[\"a\"] == 'y'⟧",
          "enrollments_map[\"a\"]"
        )),
      TestRow(
        "an opposite in parentheses",
        ("⟦(region == 'US' && is_phone) == true && region == 'DE'⟧", "region")),
      TestRow(
        "the part for clients that are not enrolled",
        ("is_already_enrolled || (⟦region == 'US' && region == 'DE'⟧)", "region")),
      TestRow(
        "a part for enrolled clients alone",
        ("⟦is_already_enrolled⟧ && region == 'US'", "is_already_enrolled")),
    ] as [TestRow<(String, Name?)>])
  func impossible(_ row: TestRow<(String, Name?)>) throws {
    let marked = MarkedText(row.values.0)
    let part = try #require(try Expression(marked.text).impossiblePart(for: .notEnrolled))
    #expect(part.range == marked.ranges[0])
    #expect(part.subject == row.values.1)
  }

  @Test(
    "what cannot be shown to be impossible is possible",
    arguments: [
      TestRow("a list that has the value", "region in ['US', 'DE'] && region == 'DE'"),
      TestRow("a list without one value", "region in ['US', 'DE'] && region != 'US'"),
      TestRow("two attributes", "region == 'US' && language == 'DE'"),
      TestRow("alternatives", "region == 'US' || region == 'DE'"),
      TestRow("numbers that touch", "tou_points >= 3 && tou_points <= 3"),
      TestRow(
        "versions of one number",
        "app_version|versionCompare('116.!') >= 0 && app_version|versionCompare('116.*') <= 0"),
      TestRow("an error that `||` ignores", "(region > 5) || region == 'US'"),
      TestRow("a condition that is false", "(region == 'US' && is_phone) == false && is_phone"),
      TestRow("no sticky condition", "is_already_enrolled || region == 'US'"),
      TestRow("events", "'opened'|eventSum('Days', 7) > 3"),
      TestRow("two attributes that are compared", "app_version == os_version"),
      TestRow("a substring", "'US' in locale && locale != 'en-US'"),
      TestRow(
        "more cases than are looked at",
        (0..<70).map { "(region == 'a\($0)' || is_phone)" }.joined(separator: " && ")),
    ])
  func possible(_ row: TestRow<String>) throws {
    #expect(try Expression(row.values).impossiblePart(for: .notEnrolled) == nil)
  }

  @Test("in a first run a client was installed today and has no events")
  func firstRun() throws {
    func isPossible(_ text: String) throws -> Bool {
      try Expression(text).impossiblePart(for: .inFirstRun) == nil
    }
    #expect(try isPossible("is_first_run && days_since_install < 7"))
    #expect(try isPossible("is_first_run && 'opened'|eventSum('Days', 7) == 0"))
    #expect(try !isPossible("is_first_run && days_since_install > 6"))
    #expect(try !isPossible("isFirstRun == 'true' && 'opened'|eventSum('Days', 7) > 0"))
    #expect(try !isPossible("'opened'|eventLastSeen('Days') < 7"))
  }

  @Test(
    "in a first run, what depends on preferences or buckets is possible",
    arguments: [
      "'theme'|preferenceIsUserSet", "('theme'|preferenceIsUserSet) == false",
      "['theme']|bucketSample(0, 10, 100)", "(['theme']|bucketSample(0, 10, 100)) == false",
    ])
  func firstRunWithoutSampler(_ text: String) throws {
    #expect(try Expression(text).impossiblePart(for: .inFirstRun) == nil)
  }

  @Test("targeting overlaps if one client can match both")
  func overlap() throws {
    func areSeparate(_ first: String, _ second: String) throws -> Bool {
      let cases = try [first, second].map { text in
        TargetingCases(of: try Expression(text), for: .notEnrolled)
      }
      return !cases[0].overlap(cases[1])
    }
    #expect(try areSeparate("language in ['en']", "language in ['de', 'fr']"))
    #expect(
      try areSeparate(
        "app_version|versionCompare('120.!') < 0", "app_version|versionCompare('120.!') >= 0"))
    #expect(
      try areSeparate(
        "is_already_enrolled || isFirstRun == 'true'",
        "is_already_enrolled || is_first_run == false"))
    #expect(try !areSeparate("language in ['en', 'de']", "language in ['de', 'fr']"))
    #expect(try !areSeparate("language == 'en'", "region == 'US'"))
  }

  @Test(
    "targeting can exclude clients that are in another recipe",
    arguments: [
      TestRow("active ones", ("('a' in active_experiments) == false", true)),
      TestRow("earlier ones too", ("('a' in enrollments) == false", true)),
      TestRow("any branch", ("enrollments_map['a'] == null", true)),
      TestRow("those in another recipe", ("('b' in active_experiments) == false", false)),
      TestRow("none, but requires them", ("'a' in active_experiments", false)),
    ])
  func exclusion(_ row: TestRow<(String, Bool)>) throws {
    let (text, isExcluded) = row.values
    let cases = TargetingCases(of: try Expression(text), for: .notEnrolled)
    #expect(cases.allow(.notEnrolled.inRecipe("a")) == !isExcluded)
    #expect(cases.allow(.notEnrolled))
  }
}

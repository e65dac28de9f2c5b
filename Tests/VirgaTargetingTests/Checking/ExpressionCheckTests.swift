import Testing
import VirgaJSON
import VirgaSource
import VirgaTargeting
import VirgaTestSupport

@Suite("Expression check")
struct ExpressionCheckTests {
  private func problems(
    _ text: String, knowing names: Set<Name> = [], isTargeting: Bool = true
  ) throws -> [Problem] {
    try Expression(text).problems(knowing: names, isTargeting: isTargeting)
  }

  @Test("a long chain is reported once, quoted by its beginning")
  func longChains() throws {
    let text = "a" + String(repeating: " || b && c", count: 60)
    let found = try problems(text, knowing: ["a", "b", "c"])
    #expect(found.map(\.code) == ["one-logical-level"])
    #expect(found.first?.message.contains("`(a || b) && …`") == true)
    let number = try problems("(\(text)) + 1", knowing: ["a", "b", "c"])
    #expect(number.reduce(0) { $0 + $1.message.count } < 500)
    // A part in parentheses is a separate chain.
    #expect(try problems("(a || b && c) && (a || b && c)", knowing: ["a", "b", "c"]).count == 2)
  }

  @Test("an attribute with a lookalike name is unknown")
  func lookalikes() throws {
    let (composed, combining) = ("caf\u{E9}", "cafe\u{301}")
    var attributes = ClientAttributes()
    attributes.custom[combining] = .integer(1)
    let given = attributes.givenNames
    #expect(
      try Expression("\(composed) == 1").problems(knowing: given).map(\.code) == [
        "unknown-attribute"
      ])
    #expect(try Expression("\(composed) == 1").problems(knowing: [Name(composed)]).isEmpty)
    #expect(given.contains(combining) && !given.contains(composed))
    let preferences = TargetingContext(attributes: [:], userSetPreferences: [Name(combining)])
    for (name, isSet) in [(composed, false), (combining, true)] {
      let expression = try Expression("'\(name)'|preferenceIsUserSet")
      #expect(try expression.evaluated(in: preferences) == .boolean(isSet))
    }
  }

  @Test(
    "a likely mistake is reported at its position",
    arguments: [
      TestRow("an attribute that is misspelled", ("⟦regoin⟧ == 'DE'", "unknown-attribute")),
      TestRow(
        "a transform of another language", ("⟦app_version|lower⟧ == '1'", "unknown-transform")),
      TestRow(
        "a transform that does not exist for a value",
        ("⟦'app'|eventAverage('Days', 28)⟧ > 1", "unknown-transform")),
      TestRow("a text compared with a number", ("⟦app_version > 120⟧", "always-fails")),
      TestRow("a Boolean in a sum", ("⟦is_first_run + 1⟧ > 1", "always-fails")),
      TestRow("a number in place of a list", ("⟦region in 5⟧", "always-fails")),
      TestRow(
        "a version that is a number", ("⟦app_version|versionCompare(120)⟧ > 0", "always-fails")),
      TestRow("an interval that is misspelled", ("⟦'a'|eventSum('Day', 1)⟧ > 0", "always-fails")),
      TestRow(
        "a count without a number of intervals", ("⟦'a'|eventSum('Days')⟧ > 0", "always-fails")),
      TestRow(
        "a number in place of a version",
        ("⟦days_since_install|versionCompare('1')⟧ > 0", "always-fails")),
      TestRow("a sample without its total", ("⟦locale|bucketSample(1, 2)⟧", "always-fails")),
      TestRow("a filter on a text", ("⟦region[.a == 1]⟧ == null", "always-fails")),
      TestRow("a key that is repeated", ("⟦{a: 1, a: 2}⟧ == {}", "always-fails")),
      TestRow("a key that is a Boolean", ("⟦enrollments_map[true]⟧ == 1", "always-fails")),
      TestRow("a Boolean compared with a text", ("⟦is_first_run == 'true'⟧", "never-holds")),
      TestRow("a text compared with a number for difference", ("⟦region != 1⟧", "never-holds")),
      TestRow("a list of another kind", ("⟦region in [1, 2]⟧", "never-holds")),
      TestRow(
        "a number compared with a number in place of a list",
        ("⟦days_since_install in 7⟧", "never-holds")),
      TestRow(
        "a whole number in a list of numbers",
        ("⟦days_since_install in [6, 7]⟧", "integer-is-not-real")),
      TestRow(
        "a list of slugs compared with numbers",
        ("⟦active_experiments == [1]⟧", "integer-is-not-real")),
      TestRow("a member of a text", ("⟦region.code⟧ == null", "always-null")),
      TestRow("an index of a text", ("⟦region[0]⟧ == null", "always-null")),
      TestRow(
        "two levels of logic without brackets",
        ("⟦is_phone || is_first_run && region == 'DE'⟧", "one-logical-level")),
      TestRow("a condition without brackets", ("⟦2 > is_phone ? 1 : 3⟧", "tight-conditional")),
      TestRow(
        "a version compared as a text", ("⟦app_version >= '120.0'⟧", "texts-compare-by-byte")),
      TestRow(
        "a version without a mark",
        ("app_version|versionCompare(⟦'120.0'⟧) >= 0", "version-without-mark")),
      TestRow("a text in place of a condition", ("⟦region⟧", "not-boolean")),
      TestRow("a text in place of one part", ("⟦is_phone && region⟧", "not-boolean")),
      TestRow("a number in place of a condition", ("⟦1⟧", "not-boolean")),
    ])
  func mistakes(_ row: TestRow<(String, String)>) throws {
    let (pattern, code) = row.values
    let marked = MarkedText(pattern)
    let found = try problems(marked.text)
    #expect(found.map(\.code.description) == [code])
    #expect(found.map(\.location?.range) == marked.ranges)
  }

  @Test(
    "a valid expression has no problem",
    arguments: [
      TestRow("a constant", "true"),
      TestRow(
        "a version and a list in brackets",
        "app_version|versionCompare('120.!') >= 0 && (region in ['US', 'CA'] || is_phone)"),
      TestRow(
        "an equality in brackets",
        "is_already_enrolled || (days_since_install == 7 && region == null)"),
      TestRow("a slug among the active experiments", "'messages-on' in active_experiments"),
      TestRow("a branch in the map of enrollments", "enrollments_map['a'] == 'b'"),
      TestRow("a count of days with an event", "'app'|eventCountNonZero('Days', 28, 0) >= 21"),
      TestRow("the last day with an event", "'app'|eventLastSeen('Days') > 0"),
      TestRow(
        "a version below another and a language",
        "(app_version|versionCompare('122.!') < 0) && language == 'en'"),
      TestRow("a condition in brackets", "(is_phone ? 1 : 2) == 1"),
      TestRow("a preference that the user set", "'p'|preferenceIsUserSet"),
      TestRow("a sample of clients", "nimbus_id|bucketSample(0, 10, 100)"),
      TestRow("a Boolean compared with false", "is_phone == false"),
      TestRow("a version up to all of its updates", "app_version|versionCompare('120.*') <= 0"),
      TestRow("a part of a text", "region in 'DE,US'"),
      TestRow("a member of recorded events", "events.days > 3"),
      TestRow("a chain from left to right", "is_phone && region == 'DE' || is_first_run"),
      TestRow("an index of a list", "[1, 2][0] == 1"),
    ])
  func validExpressions(_ row: TestRow<String>) throws {
    let text = row.values
    #expect(try problems(text) == [])
  }

  @Test("a supplied attribute is known and can have any value")
  func suppliedAttributes() throws {
    #expect(try problems("made_up && made_up.more", knowing: ["made_up"]) == [])
    #expect(try problems("made_up", knowing: []).map(\.code) == ["unknown-attribute"])
  }

  @Test(
    "only versions of an app have previews",
    arguments: [
      TestRow("a version with two parts", ("app_version|versionCompare('128.0') >= 0", true)),
      TestRow("a version with one part", ("app_version|versionCompare('128') < 0", true)),
      TestRow("a version of Android", ("android_sdk_version|versionCompare('33') >= 0", false)),
      TestRow("a version of iOS", ("os_version|versionCompare('17.4') < 0", false)),
      TestRow("a build number", ("app_build|versionCompare('2016') >= 0", false)),
      TestRow("a version of an own attribute", ("shelf_version|versionCompare('2') >= 0", false)),
      TestRow("a version with a mark", ("app_version|versionCompare('128.*') < 0", false)),
      TestRow("a version that is a constant", ("'3.0'|versionCompare('2.0') >= 0", false)),
    ])
  func previews(_ row: TestRow<(String, Bool)>) throws {
    let (text, isReported) = row.values
    let found = try problems(text, knowing: ["shelf_version"])
    #expect(found.map(\.code) == (isReported ? ["version-without-mark"] : []))
  }

  @Test("`versionCompare` is suggested only for what can be a version")
  func versionsAreSuggested() throws {
    #expect(try problems("app_version > 120").first?.hint == "use `versionCompare` for versions")
    #expect(
      try problems("days_since_install > '12.0'").first?.hint == "use `versionCompare` for versions"
    )
    #expect(try problems("region > 120").first?.hint == nil)
  }

  @Test(
    "each app has the attributes that it records",
    arguments: [
      ("user_accepted_tou == false && tou_points < 3", "fenix"), ("'a@b' in addon_ids", "fenix"),
      ("are_notifications_enabled && no_shortcuts_or_stories_opt_outs", "fenix"),
      (
        "install_referrer_response_utm_source == 'x' || install_referrer_response_utm_term == null",
        "fenix"
      ),
      ("user_disabled_ai == false && is_first_run", "fenix"),
      ("user_disabled_ai && is_phone", "firefox_ios"),
      ("tou_experience_points == 0 || has_accepted_terms_of_use", "firefox_ios"),
      ("is_phone && user_accepted_tou", "shelf"), ("is_phone && user_accepted_tou", nil),
    ] as [(String, String?)])
  func attributesOfApps(_ text: String, _ app: String?) throws {
    #expect(try Expression(text).problems(app: app) == [])
  }

  @Test("an attribute of another app is named as such, unless it is given")
  func attributesOfOtherApps() throws {
    func codes(_ text: String, _ app: String, knowing names: Set<Name> = []) throws -> [String] {
      try Expression(text).problems(knowing: names, app: app).map(\.message)
    }
    let ending = "; evaluation fails for clients that do not set it"
    #expect(
      try codes("tou_points == 1", "firefox_ios")
        == ["`tou_points` is an attribute of fenix, not of firefox_ios\(ending)"])
    #expect(
      try codes("is_phone", "fenix") == [
        "`is_phone` is an attribute of firefox_ios, not of fenix\(ending)"
      ])
    #expect(
      try codes("tou_points == 1", "focus_ios") == [
        "`tou_points` is an attribute of fenix, not of focus_ios\(ending)"
      ])
    #expect(
      try codes("user_disabled_ai", "focus_android")
        == [
          "`user_disabled_ai` is an attribute of fenix and firefox_ios, not of focus_android\(ending)"
        ])
    #expect(try codes("is_first_run && locale == 'de'", "focus_ios") == [])
    #expect(try codes("tou_points == 1 && is_phone", "a_fork") == [])
    #expect(try codes("is_phone", "fenix", knowing: ["is_phone"]) == [])
    #expect(try codes("shelf_size == 1", "fenix") == ["Unknown attribute `shelf_size`\(ending)"])
  }

  @Test("the kinds of recorded attributes are known")
  func kindsOfRecordedAttributes() throws {
    #expect(try problems("addon_ids == 'a'").map(\.code) == ["never-holds"])
    #expect(try problems("user_accepted_tou == 'true'").map(\.code) == ["never-holds"])
    #expect(
      try problems("install_referrer_response_utm_medium == 1").map(\.code) == ["never-holds"])
  }

  @Test("a similar name is suggested")
  func suggestions() throws {
    #expect(try problems("regoin == 'DE'").first?.hint == "did you mean `region`?")
    #expect(try problems("'a'|eventSumm('Days', 1) > 0").first?.hint == "did you mean `eventSum`?")
    #expect(
      try problems("'a'|eventAverage('Days', 1) > 0").first?.hint
        == "did you mean `eventAveragePerInterval`?")
  }

  @Test("an expression outside targeting can have any value")
  func anyValueOutsideTargeting() throws {
    #expect(try problems("region", isTargeting: false) == [])
  }

  @Test("an expression that contains a failing part is not reported again")
  func failingParts() throws {
    #expect(
      try problems("(region + 1) * 2 > 'a' && (region + 1)").map(\.code) == [
        "always-fails", "always-fails",
      ])
  }
}

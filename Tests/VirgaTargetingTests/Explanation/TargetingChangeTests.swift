import Testing
import VirgaJSON
import VirgaTargeting
import VirgaTestSupport

@Suite("What would make an expression true") struct TargetingChangeTests {
  private func fix(_ text: String, _ attributes: [Name: ExpressionValue]) throws -> String? {
    try Expression(text).explained(in: TargetingContext(attributes: attributes)).fix
  }

  @Test(
    "a comparison is put into words",
    arguments: [
      TestRow("a list of texts", ("region in ['US', 'CA']", "region is US or CA")),
      TestRow(
        "a list that is excluded",
        ("(region in ['DE', 'FR']) == false", "region is neither DE nor FR")),
      TestRow(
        "a list of one that is excluded", ("(region in ['DE']) == false", "region is not DE")),
      TestRow("an equality", ("region == 'US'", "region is US")),
      TestRow("an inequality", ("region != 'DE'", "region is not DE")),
      TestRow("a number above another", ("days > 20", "days is above 20")),
      TestRow("a number at most another", ("10 >= days", "days is at most 10")),
      TestRow("a version", ("version|versionCompare('131.!') >= 0", "version is at least 131")),
      TestRow("an element of a list", ("'x' in slugs", "slugs has x")),
      TestRow("a Boolean", ("is_phone", "is_phone is true")),
      TestRow("a Boolean compared with true", ("is_phone == true", "is_phone is true")),
      TestRow("an or", ("is_phone || region == 'US'", "either is_phone is true or region is US")),
      TestRow("an and", ("is_phone && region == 'US'", "is_phone is true and region is US")),
      TestRow("only the part that is false", ("region == 'DE' && days < 3", "days is below 3")),
      TestRow("an attribute that is unknown", ("made_up == 1", "made_up is 1")),
      TestRow(
        "a value that the list cannot have", ("region in [1]", "`region in [1]` has another value")),
      TestRow(
        "an unknown attribute in an empty list",
        ("made_up in []", "the context has `made_up`")),
      // A whole number of the context is never equal to a number in a list.
      TestRow(
        "a number in a list, which no whole number equals",
        ("days in [14, 15]", "`days in [14, 15]` has another value")),
    ])
  func words(_ row: TestRow<(String, String)>) throws {
    let (text, words) = row.values
    let attributes: [Name: ExpressionValue] = [
      "region": .string("DE"), "days": .integer(14), "version": .string("119.2"),
      "is_phone": .boolean(false),
      "slugs": .array([.string("y")]),
    ]
    #expect(try fix(text, attributes) == words)
  }

  @Test(
    "an expression that reads nothing of the client cannot be changed",
    arguments: [
      TestRow("false", ("false", "`false` is never true for any client")),
      TestRow("an equality of numbers", ("1 == 2", "`1 == 2` is never true for any client")),
      TestRow(
        "a part that is always true",
        ("(true || is_phone) == false", "`true` is never false for any client")),
      TestRow(
        "the constant part of an and",
        ("region == 'US' && 'a' in ['b']", "`'a' in ['b']` is never true for any client")),
      TestRow(
        "versions that are constants",
        (
          "'1'|versionCompare('2') > 0",
          "`'1'|versionCompare('2') > 0` is never true for any client"
        )),
      TestRow("an error", ("1 > 'a'", "`1 > 'a'` can never be evaluated for any client")),
    ])
  func constants(_ row: TestRow<(String, String)>) throws {
    let (text, obstacle) = row.values
    let attributes: [Name: ExpressionValue] = [
      "region": .string("DE"), "is_phone": .boolean(false),
    ]
    let explanation = try Expression(text).explained(in: TargetingContext(attributes: attributes))
    #expect(explanation.obstacle == obstacle)
    #expect(explanation.fix == nil)
  }

  @Test("events are not constant")
  func events() throws {
    #expect(try fix("'opened'|eventSum('Days', 28, 0) > 1", [:])?.hasSuffix("is above 1") == true)
  }

  @Test("a constant alternative is skipped")
  func constantAlternative() throws {
    #expect(try fix("false || region == 'US'", ["region": .string("DE")]) == "region is US")
  }

  @Test(
    "attributes to set are listed if they are unambiguous",
    arguments: [
      TestRow(
        "a list and a number",
        ("region in ['US', 'CA'] && days > 20", ["region \"US\"", "days 21"])),
      TestRow(
        "versions on both sides",
        (
          "sdk|versionCompare('26') >= 0 && version|versionCompare('122.!') < 0",
          ["sdk \"26\"", "version \"121.0\""]
        )),
      TestRow(
        "an attribute of text that looks like a Boolean",
        ("('true' in isFirstRun) == false", ["isFirstRun \"false\""])),
      TestRow(
        "only attributes of the app",
        (
          "is_already_enrolled || (isFirstRun == 'true' && is_phone)",
          ["isFirstRun \"true\"", "is_phone true"]
        )),
      TestRow("a number without a value", ("memory >= 4000", ["memory 4000"])),
      TestRow("an inequality has many values", ("region != 'DE'", [])),
      TestRow("a number in a list has no value", ("days in [14, 15]", [])),
      TestRow(
        "a mark of a version is not set", ("sdk|versionCompare('26.!') == 0", ["sdk \"26\""])),
      TestRow(
        "a version that cannot be larger",
        ("version|versionCompare('9223372036854775807.0') > 0", [])),
      TestRow(
        "a version that cannot be smaller",
        ("version|versionCompare('-9223372036854775808.0') < 0", [])),
    ])
  func settings(_ row: TestRow<(String, [String])>) throws {
    let (text, settings) = row.values
    let attributes: [Name: ExpressionValue] = [
      "region": .string("DE"), "days": .integer(14), "sdk": .null, "version": .string("131.2"),
      "is_already_enrolled": .boolean(false),
    ]
    let explanation = try Expression(text).explained(in: TargetingContext(attributes: attributes))
    #expect(explanation.settings.map { "\($0.name) \($0.value.json.compact)" } == settings)
  }

  @Test(
    "a branch that enrollments_map requires must be forced",
    arguments: [
      TestRow(
        "one branch",
        (
          "enrollments_map['a b'] == 'on'", "the client is enrolled in `on` of `a b`",
          ["force on of a b"]
        )),
      TestRow(
        "an attribute and one of two branches",
        (
          "region == 'US' && enrollments_map.other in ['x', 'y']",
          "region is US and the client is enrolled in `x` or `y` of `other`",
          ["set region", "force x of other"]
        )),
      TestRow(
        "a branch that is required twice is forced once",
        (
          "(enrollments_map['a'] != 'on') == false && enrollments_map['a'] == 'on'",
          "the client is enrolled in `on` of `a` and the client is enrolled in `on` of `a`",
          ["force on of a"]
        )),
      // Changing only attributes is simpler; a partial fix is not offered.
      TestRow(
        "attributes alone are simpler, and a partial fix is not offered",
        (
          "enrollments_map['a'] == 'on' || (is_already_enrolled && region == 'US') || region == 'CA'",
          "either the client is enrolled in `on` of `a` or region is CA",
          ["set region"]
        )),
      TestRow(
        "a branch that must not be",
        ("enrollments_map['a'] != 'off'", "enrollments_map['a'] is not off", [])),
    ])
  func forcing(_ row: TestRow<(String, String, [String])>) throws {
    let (text, words, fixes) = row.values
    let attributes: [Name: ExpressionValue] = [
      "region": .string("DE"), "is_already_enrolled": .boolean(false),
      "enrollments_map": .object(["a": .string("off")]),
    ]
    let explanation = try Expression(text).explained(in: TargetingContext(attributes: attributes))
    #expect(
      explanation.fix
        == words.replacing("enrollments_map['a'] is", with: "`enrollments_map['a']` is"))
    #expect(
      explanation.fixes.map { fix in
        switch fix {
        case .set(let setting): "set \(setting.name)"
        case .force(let branch, let recipe): "force \(branch) of \(recipe)"
        }
      } == fixes)
  }

  @Test(
    "an attribute that the SDK computes is an obstacle",
    arguments: [
      TestRow(
        "alone",
        ("is_already_enrolled", "the SDK computes `is_already_enrolled`, so it cannot be set")),
      TestRow(
        "before an attribute that can be set",
        (
          "is_already_enrolled == true && region == 'US'",
          "the SDK computes `is_already_enrolled`, so it cannot be set"
        )),
      TestRow(
        "a list of slugs",
        (
          "active_experiments == ['x']",
          "the SDK computes `active_experiments`, so it cannot be set"
        )),
      TestRow(
        "both alternatives",
        (
          "is_already_enrolled || enrollments == ['x']",
          "the SDK computes `is_already_enrolled`, so it cannot be set and the SDK computes `enrollments`, so it cannot be set"
        )),
    ])
  func obstacles(_ row: TestRow<(String, String)>) throws {
    let (text, obstacle) = row.values
    let explanation = try Expression(text).explained(
      in: TargetingContext(attributes: [
        "is_already_enrolled": .boolean(false), "active_experiments": .array([]),
        "enrollments": .array([]),
        "region": .string("DE"),
      ]))
    #expect(explanation.fix == nil)
    #expect(explanation.obstacle == obstacle)
    #expect(explanation.fixes == [])
  }

  @Test("the date is changed with the clock")
  func clock() throws {
    let attributes: [Name: ExpressionValue] = ["current_date": .integer(5)]
    #expect(
      try fix("current_date > 10", attributes) == "current_date is above 10 (`clock` sets the time)"
    )
    let explanation = try Expression("current_date > 10").explained(
      in: TargetingContext(attributes: attributes))
    #expect(explanation.obstacle == nil && explanation.fixes == [])
  }

  @Test("missing attributes are distinguished from errors")
  func missingAttributes() throws {
    func missing(_ text: String) throws -> [String] {
      try Expression(text).explained(
        in: TargetingContext(attributes: ["sdk": .null, "days": .integer(1)])
      ).missingAttributes
    }
    #expect(try missing("sdk|versionCompare('26') >= 0") == ["sdk"])
    #expect(try missing("days < 3 && memory > 4") == ["memory"])
    #expect(try missing("days|versionCompare('26') >= 0") == [])
    #expect(try missing("days < 3") == [])
  }

  @Test("a true expression needs nothing")
  func nothing() throws {
    #expect(try fix("region == 'DE'", ["region": .string("DE")]) == nil)
  }
}

import Testing
import VirgaJSON
import VirgaTargeting

@Suite("What would make an expression true") struct TargetingChangeTests {
  private func fix(_ text: String, _ attributes: [Name: ExpressionValue]) throws -> String? {
    try Expression(text).explained(in: TargetingContext(attributes: attributes)).fix
  }

  @Test(
    "a comparison is put into words",
    arguments: [
      ("region in ['US', 'CA']", "region is US or CA"),
      ("(region in ['DE', 'FR']) == false", "region is neither DE nor FR"),
      ("region == 'US'", "region is US"),
      ("region != 'DE'", "region is not DE"),
      ("days > 20", "days is above 20"),
      ("10 >= days", "days is at most 10"),
      ("version|versionCompare('131.!') >= 0", "version is at least 131"),
      ("'x' in slugs", "slugs has x"),
      ("is_phone", "is_phone is true"),
      ("is_phone == true", "is_phone is true"),
      ("is_phone || region == 'US'", "either is_phone is true or region is US"),
      ("is_phone && region == 'US'", "is_phone is true and region is US"),
      ("region == 'DE' && days < 3", "days is below 3"),
      ("made_up == 1", "made_up is 1"),
      ("region in [1]", "`region in [1]` has another value"),
      // A whole number of the context is never equal to a number in a list.
      ("days in [14, 15]", "`days in [14, 15]` has another value"),
    ])
  func words(_ text: String, _ words: String) throws {
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
      ("false", "`false` is never true for any client"),
      ("1 == 2", "`1 == 2` is never true for any client"),
      ("(true || is_phone) == false", "`true` is never false for any client"),
      ("region == 'US' && 'a' in ['b']", "`'a' in ['b']` is never true for any client"),
      ("'1'|versionCompare('2') > 0", "`'1'|versionCompare('2') > 0` is never true for any client"),
      ("1 > 'a'", "`1 > 'a'` can never be evaluated for any client"),
    ])
  func constants(_ text: String, _ obstacle: String) throws {
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
      ("region in ['US', 'CA'] && days > 20", ["region \"US\"", "days 21"]),
      (
        "sdk|versionCompare('26') >= 0 && version|versionCompare('122.!') < 0",
        ["sdk \"26\"", "version \"121.0\""]
      ),
      ("('true' in isFirstRun) == false", ["isFirstRun \"false\""]),
      (
        "is_already_enrolled || (isFirstRun == 'true' && is_phone)",
        ["isFirstRun \"true\"", "is_phone true"]
      ),
      ("memory >= 4000", ["memory 4000"]), ("region != 'DE'", []), ("days in [14, 15]", []),
      ("sdk|versionCompare('26.!') == 0", ["sdk \"26\""]),
      ("version|versionCompare('9223372036854775807.0') > 0", []),
      ("version|versionCompare('-9223372036854775808.0') < 0", []),
    ])
  func settings(_ text: String, _ settings: [String]) throws {
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
      (
        "enrollments_map['a b'] == 'on'", "the client is enrolled in `on` of `a b`",
        ["force on of a b"]
      ),
      (
        "region == 'US' && enrollments_map.other in ['x', 'y']",
        "region is US and the client is enrolled in `x` or `y` of `other`",
        ["set region", "force x of other"]
      ),
      (
        "(enrollments_map['a'] != 'on') == false && enrollments_map['a'] == 'on'",
        "the client is enrolled in `on` of `a` and the client is enrolled in `on` of `a`",
        ["force on of a"]
      ),
      // Changing only attributes is simpler; a partial fix is not offered.
      (
        "enrollments_map['a'] == 'on' || (is_already_enrolled && region == 'US') || region == 'CA'",
        "either the client is enrolled in `on` of `a` or region is CA",
        ["set region"]
      ),
      ("enrollments_map['a'] != 'off'", "enrollments_map['a'] is not off", []),
    ])
  func forcing(_ text: String, _ words: String, _ fixes: [String]) throws {
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
      ("is_already_enrolled", "the SDK computes `is_already_enrolled`, so it cannot be set"),
      (
        "is_already_enrolled == true && region == 'US'",
        "the SDK computes `is_already_enrolled`, so it cannot be set"
      ),
      ("active_experiments == ['x']", "the SDK computes `active_experiments`, so it cannot be set"),
      (
        "is_already_enrolled || enrollments == ['x']",
        "the SDK computes `is_already_enrolled`, so it cannot be set and the SDK computes `enrollments`, so it cannot be set"
      ),
    ])
  func obstacles(_ text: String, _ obstacle: String) throws {
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
  func lacking() throws {
    func lacking(_ text: String) throws -> [String] {
      try Expression(text).explained(
        in: TargetingContext(attributes: ["sdk": .null, "days": .integer(1)])
      ).lacking
    }
    #expect(try lacking("sdk|versionCompare('26') >= 0") == ["sdk"])
    #expect(try lacking("days < 3 && memory > 4") == ["memory"])
    #expect(try lacking("days|versionCompare('26') >= 0") == [])
    #expect(try lacking("days < 3") == [])
  }

  @Test("a true expression needs nothing")
  func nothing() throws {
    #expect(try fix("region == 'DE'", ["region": .string("DE")]) == nil)
  }
}

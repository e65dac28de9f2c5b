import Testing
import VirgaJSON
import VirgaTargeting
import VirgaTestSupport

@Suite("Explanations") struct ExplanationTests {
  private let context = TargetingContext(attributes: [
    "app_version": .string("119.2"), "region": .string("GB"), "language": .string("en"),
    "days": .integer(6),
    "is_first_run": .boolean(true), "is_phone": .boolean(false), "nothing": .null,
    "seats": .string("5"),
    "deep": .object(["list": .array([.integer(3)])]), "plan": .string("pro plan"),
  ])

  @Test(
    "list only the deciding parts",
    arguments: [
      (
        "app_version|versionCompare('120.0') >= 0",
        ["`app_version|versionCompare('120.0') >= 0` is false: app_version is 119.2"]
      ),
      ("is_first_run", ["`is_first_run` is true"]),
      ("is_first_run && region == 'US'", ["`region == 'US'` is false: region is GB"]),
      (
        "is_phone || region == 'US'",
        ["`is_phone` is false", "`region == 'US'` is false: region is GB"]
      ),
      (
        "is_first_run && language == 'en'",
        ["`is_first_run` is true", "`language == 'en'` is true: language is en"]
      ),
      (
        "(is_phone || is_first_run) && days < 7",
        ["`is_first_run` is true", "`days < 7` is true: days is 6"]
      ),
      ("seats == 5", ["`seats == 5` is false: seats is \"5\""]),
      ("plan == nothing", ["`plan == nothing` is false: plan is \"pro plan\", nothing is null"]),
      ("deep.list[0] == 3", ["`deep.list[0] == 3` is true: deep.list[0] is 3"]),
      ("(is_phone && is_first_run) == false", ["`is_phone` is false"]),
      ("is_phone ? true : (days > 5)", ["`is_phone` is false", "`days > 5` is true: days is 6"]),
      (
        "'app'|eventLastSeen('Days') > 7",
        ["`'app'|eventLastSeen('Days') > 7` is true: 'app'|eventLastSeen('Days') is never"]
      ),
      ("is_phone && is_phone", ["`is_phone` is false"]), ("true", ["`true` is true"]),
      (
        "regoin == 'GB'",
        ["`regoin` is undefined: the context has no such attribute; did you mean `region`?"]
      ),
      (
        "'1'|versionCompar('1') == 0",
        [
          "`'1'|versionCompar('1')` is an error: unknown transform `versionCompar`; did you mean `versionCompare`?"
        ]
      ),
      (
        "days < region",
        ["`days < region` is an error: `<` does not take the number 6 and the string \"GB\""]
      ),
    ])
  func decisions(_ text: String, _ sentences: [String]) throws {
    #expect(try Expression(text).explained(in: context).decisions.map(\.sentence) == sentences)
  }

  @Test("list every part, outermost first")
  func steps() throws {
    let steps = try Expression("is_phone && (days < 7)").explained(in: context).steps
    #expect(steps.map(\.text) == ["is_phone && (days < 7)", "is_phone", "days < 7", "days", "7"])
    #expect(steps.map(\.depth) == [0, 1, 1, 2, 2])
    #expect(
      steps.map(\.outcome) == [
        .value(.boolean(false)), .value(.boolean(false)), .value(.boolean(true)),
        .value(.integer(6)), .value(.real(7)),
      ])
    #expect(steps.map(\.isReached) == [true, true, false, false, false])
    #expect(steps.map(\.isDeciding) == [false, true, false, false, false])
    #expect(steps.map(\.isLiteral) == [false, false, false, false, true])
  }

  @Test("give the position of each part")
  func positions() throws {
    let marked = MarkedText("is_first_run &&\n ( ⟦region == 'US'⟧ )")
    let explanation = try Expression(marked.text).explained(in: context)
    #expect(explanation.decisions.map(\.range) == marked.ranges)
  }

  @Test(
    "call a part undefined that fails for a null attribute",
    arguments: [
      (
        "unset|versionCompare('101.!') >= 0",
        "`unset|versionCompare('101.!')` is undefined: unset is null"
      ),
      ("unset >= 3", "`unset >= 3` is undefined: unset is null"),
    ])
  func nullAttributes(_ text: String, _ sentence: String) throws {
    let context = TargetingContext(attributes: ["unset": .null])
    #expect(try Expression(text).explained(in: context).decisions.map(\.sentence) == [sentence])
  }

  @Test("say that targeting must be true or false")
  func notBoolean() throws {
    let explanation = try Expression("days + 1").explained(in: context, mustBeBoolean: true)
    #expect(explanation.outcome == .error(.notBoolean))
    #expect(
      explanation.decisions.map(\.sentence) == [
        "`days + 1` is 7: days is 6, but targeting must be true or false"
      ])
  }

  @Test(
    "name a quirk that affected the result",
    arguments: [
      ("made_up || is_first_run", "`made_up` is treated as false, but is an error: "),
      ("made_up ? 1 : 2", "`made_up` is treated as false, but is an error: "),
      (
        "is_first_run || is_phone && is_phone",
        "`&&` and `||` have the same precedence, from left to right; "
      ),
    ])
  func quirks(_ text: String, _ start: String) throws {
    let quirks = try Expression(text).explained(in: context).quirks
    #expect(quirks.count == 1 && quirks[0].hasPrefix(start))
  }

  @Test(
    "do not name a quirk without effect",
    arguments: [
      "is_first_run && is_phone || is_phone", "is_first_run || (is_phone && is_phone)",
      "is_first_run || made_up",
    ])
  func unusedQuirks(_ text: String) throws {
    #expect(try Expression(text).explained(in: context).quirks.isEmpty)
  }
}

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
      TestRow(
        "a version",
        (
          "app_version|versionCompare('120.0') >= 0",
          ["`app_version|versionCompare('120.0') >= 0` is false: app_version is 119.2"]
        )),
      TestRow("a Boolean", ("is_first_run", ["`is_first_run` is true"])),
      TestRow(
        "the false part of an and",
        ("is_first_run && region == 'US'", ["`region == 'US'` is false: region is GB"])),
      TestRow(
        "both parts of a false or",
        (
          "is_phone || region == 'US'",
          ["`is_phone` is false", "`region == 'US'` is false: region is GB"]
        )),
      TestRow(
        "both parts of a true and",
        (
          "is_first_run && language == 'en'",
          ["`is_first_run` is true", "`language == 'en'` is true: language is en"]
        )),
      TestRow(
        "the true part of an or in an and",
        (
          "(is_phone || is_first_run) && days < 7",
          ["`is_first_run` is true", "`days < 7` is true: days is 6"]
        )),
      TestRow(
        "a text that looks like the number",
        ("seats == 5", ["`seats == 5` is false: seats is \"5\""])),
      TestRow(
        "two attributes",
        ("plan == nothing", ["`plan == nothing` is false: plan is \"pro plan\", nothing is null"])),
      TestRow(
        "a part of an attribute",
        ("deep.list[0] == 3", ["`deep.list[0] == 3` is true: deep.list[0] is 3"])),
      TestRow(
        "a part that is negated", ("(is_phone && is_first_run) == false", ["`is_phone` is false"])),
      TestRow(
        "the condition and the branch that it chose",
        ("is_phone ? true : (days > 5)", ["`is_phone` is false", "`days > 5` is true: days is 6"])),
      TestRow(
        "an event that never happened",
        (
          "'app'|eventLastSeen('Days') > 7",
          ["`'app'|eventLastSeen('Days') > 7` is true: 'app'|eventLastSeen('Days') is never"]
        )),
      TestRow("a part that occurs twice, once", ("is_phone && is_phone", ["`is_phone` is false"])),
      TestRow("a constant", ("true", ["`true` is true"])),
      TestRow(
        "an attribute that is misspelled",
        (
          "regoin == 'GB'",
          ["`regoin` is undefined: the context has no such attribute; did you mean `region`?"]
        )),
      TestRow(
        "a transform that is misspelled",
        (
          "'1'|versionCompar('1') == 0",
          [
            "`'1'|versionCompar('1')` is an error: unknown transform `versionCompar`; did you mean `versionCompare`?"
          ]
        )),
      TestRow(
        "operands of different kinds",
        (
          "days < region",
          ["`days < region` is an error: `<` does not take the number 6 and the string \"GB\""]
        )),
    ])
  func decisions(_ row: TestRow<(String, [String])>) throws {
    let (text, sentences) = row.values
    #expect(try Expression(text).explained(in: context).decisions.map(\.sentence) == sentences)
  }

  @Test("name the part at which the evaluation reached its limit")
  func stepLimit() throws {
    // With the four parts before it, this list leaves no step for the `&&`, so that its operands
    // are not evaluated.
    let many = ExpressionValue.array(Array(repeating: .null, count: 999_996))
    let context = TargetingContext(attributes: ["many": many, "is_phone": .boolean(false)])
    let explanation = try Expression("1 in many || (is_phone && is_phone)").explained(in: context)
    #expect(
      explanation.decisions.map(\.sentence) == [
        "`is_phone && is_phone` is an error: it takes more than 1000000 steps"
      ])
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
      TestRow(
        "an error that counts as false in an or",
        ("made_up || is_first_run", "`made_up` is treated as false, but is an error: ")),
      TestRow(
        "an error that counts as false in a condition",
        ("made_up ? 1 : 2", "`made_up` is treated as false, but is an error: ")),
      TestRow(
        "the same precedence of && and ||",
        (
          "is_first_run || is_phone && is_phone",
          "`&&` and `||` have the same precedence, from left to right; "
        )),
    ])
  func quirks(_ row: TestRow<(String, String)>) throws {
    let (text, start) = row.values
    let quirks = try Expression(text).explained(in: context).quirks
    #expect(quirks.count == 1 && quirks[0].hasPrefix(start))
  }

  @Test(
    "do not name a quirk without effect",
    arguments: [
      TestRow("a precedence that gives the same result", "is_first_run && is_phone || is_phone"),
      TestRow("brackets that say the precedence", "is_first_run || (is_phone && is_phone)"),
      TestRow("an error that is not evaluated", "is_first_run || made_up"),
    ])
  func unusedQuirks(_ row: TestRow<String>) throws {
    let text = row.values
    #expect(try Expression(text).explained(in: context).quirks.isEmpty)
  }
}

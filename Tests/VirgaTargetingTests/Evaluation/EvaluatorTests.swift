import Testing
import VirgaJSON
import VirgaSource
import VirgaTargeting
import VirgaTestSupport

@Suite("Evaluation") struct EvaluatorTests {
  private let context = TargetingContext(attributes: [
    "days": .integer(7), "version": .string("119.2"), "nothing": .null,
    "people": .array([.object(["age": .integer(31)]), .object([:]), .string("x")]),
    "composed": .string("\u{E9}"), "decomposed": .string("e\u{301}"),
  ])

  @Test(
    "an expression has the expected value",
    arguments: [
      TestRow(
        "a whole number is in no list of numbers",
        ("days in [6, 7]", ExpressionValue.boolean(false))),
      TestRow("a whole number equals a number", ("days == 7", .boolean(true))),
      TestRow("a sum is in a list of numbers", ("days + 0 in [7]", .boolean(true))),
      TestRow(
        "a filter keeps elements that fulfill it",
        ("people[.age > 18]", .array([.object(["age": .integer(31)])]))),
      TestRow(
        "a missing member is null", ("people[.age == null]", .array([.object([:]), .string("x")]))),
      TestRow(
        "a filter with two conditions",
        ("people[.age && true]", .array([.object(["age": .integer(31)])]))),
      TestRow(
        "a letter composed and decomposed are two", ("composed == decomposed", .boolean(false))),
      TestRow("letters are ordered by bytes", ("composed < decomposed", .boolean(false))),
      TestRow("division by zero is null", ("1 / 0", .null)),
      TestRow("a quotient is rounded down", ("(0 - 7) // 2", .real(-4))),
      TestRow("a remainder has the sign of the dividend", ("(0 - 7) % 3", .real(-1))),
      TestRow("a power of a half", ("2 ^ 0.5 > 1.41", .boolean(true))),
      TestRow("null is false in a choice", ("nothing || 'x'", .string("x"))),
      TestRow("a member and an index", ("{a: 1, 'b': [2]}.b[0]", .real(2))),
      TestRow("an index is rounded down", ("people[0.9].age", .integer(31))),
      TestRow("an unknown name is false in a condition", ("undefined_name ? 1 : 2", .real(2))),
      TestRow("a member of null is null", ("nothing.a.b", .null)),
      TestRow("a key of a list is null", ("people['x']", .null)),
    ] as [TestRow<(String, ExpressionValue)>])
  func values(_ row: TestRow<(String, ExpressionValue)>) throws {
    let (text, value) = row.values
    #expect(try Expression(text).evaluated(in: context) == value)
  }

  @Test("an integer beyond Int64 stays an integer and is hashed with its digits")
  func largeIntegers() throws {
    let json = try JSONValue.parse(
      "[9223372036854775807, 9223372036854775808, 18446744073709551615, 18446744073709551616]")
    let value = ExpressionValue(json)
    #expect(
      value
        == .array([
          .integer(.max), .largeInteger(1 << 63), .largeInteger(.max), .real(18446744073709551616),
        ]))
    #expect(
      value.description
        == "[9223372036854775807,9223372036854775808,18446744073709551615,1.8446744073709552e19]")
    #expect(ExpressionValue(.array([json, 1])).json == .array([value.json, 1]))
    let context = TargetingContext(attributes: ["x": .largeInteger(1 << 63)])
    #expect(try Expression("x == 9223372036854775808").evaluated(in: context) == .boolean(true))
    #expect(try Expression("x > 1").evaluated(in: context) == .boolean(true))
  }

  @Test(
    "an error reads the same as in the SDK",
    arguments: [
      TestRow("an unknown name", ("missing", "EvaluationError: Identifier 'missing' is undefined")),
      TestRow("an unknown transform", ("1|lower", "EvaluationError: Unknown transform: lower")),
      TestRow(
        "operands of different kinds",
        (
          "1 < 'a'",
          #"EvaluationError: Invalid binary operation, left: 1.0, right: "a", operation: <"#
        )),
      TestRow(
        "a key that is repeated", ("{a: 1, a: missing}", "EvaluationError: Duplicate object key: a")
      ),
      TestRow(
        "an index that is a Boolean", ("people[true]", "EvaluationError: Invalid index type")),
      TestRow("a filter on a number", ("days[.a == 1]", "EvaluationError: Invalid filter")),
    ])
  func errors(_ row: TestRow<(String, String)>) throws {
    let (text, message) = row.values
    #expect(try Expression(text).outcome(in: context).error?.description == message)
  }

  @Test("targeting must be true or false", arguments: ["1", "'true'", "null", "[]", "days"])
  func booleans(_ text: String) throws {
    let expression = try Expression(text)
    #expect(throws: EvaluationError.notBoolean) { try expression.matches(context) }
  }

  @Test("too much work is an error")
  func workLimit() throws {
    let many = ExpressionValue.array(
      Array(repeating: .object(["a": .array(Array(repeating: .null, count: 2000))]), count: 2000))
    let context = TargetingContext(attributes: [
      "many": many, "one": .array(Array(repeating: .null, count: 2000)),
    ])
    let expression = try Expression("many[.a in one] || true")
    #expect(expression.outcome(in: context) == .error(.stepLimitExceeded))
  }

  @Test(
    "what is made and compared is counted in bytes",
    arguments: [
      TestRow("a text that is made by adding", "s + s + s + s + s"),
      TestRow("a list of texts", "[s, s, s, s, s, s] == 1"),
      TestRow("an object of lists, and a search", "{a: [s, s, s, s], b: 's' in [s, s, s]} || true"),
      TestRow(
        "comparisons and searches",
        "s == s && s != 't' && s < 'z' && s >= s && s + 'x' == s && 'x' in s && s in s && s == s"),
      TestRow("a filter", "words[.w == s] || true"),
      TestRow(
        "versions",
        "s|versionCompare(s) == 0 || s|versionCompare(s) == 0 || s|versionCompare(s) == 0"),
      TestRow("the condition of a choice", "(s + s + s + s ? 1 : 2) == 1"),
    ])
  func byteLimit(_ row: TestRow<String>) throws {
    let text = row.values
    let long = ExpressionValue.string(String(repeating: "1", count: 3 << 20))
    let words = ExpressionValue.array(Array(repeating: .object(["w": .string("x")]), count: 8))
    let context = TargetingContext(attributes: ["s": long, "words": words])
    let expression = try Expression(text)
    #expect(expression.outcome(in: context) == .error(.byteLimitExceeded))
    let small = TargetingContext(attributes: ["s": .string("12"), "words": words])
    #expect(expression.outcome(in: small).error?.limitMessage == nil)
  }

  @Test("the part that reaches a limit is the position of the problem")
  func limitPosition() throws {
    let context = TargetingContext(attributes: [
      "s": .string(String(repeating: "x", count: 5 << 20))
    ])
    let expression = try Expression("1 == 2 || (s + s + s == 'x')", name: "targeting")
    let problems = expression.explained(in: context).limitProblems(
      in: SourceText(name: "targeting", text: ""))
    #expect(
      problems.map { $0.rendered() }
        == [
          "targeting:1:12: error: the expression makes or compares more than 16 MiB of values [too-much-work]"
        ])
  }

  @Test("a part is found in a text in linear time")
  func searching() throws {
    let whole = String(repeating: "a", count: 1 << 20)
    let part = String(repeating: "a", count: 1 << 19)
    let context = TargetingContext(attributes: [
      "whole": .string(whole + "b" + whole), "present": .string(part + "b" + part),
      "absent": .string(part + "c"),
    ])
    #expect(try Expression("present in whole").evaluated(in: context) == .boolean(true))
    #expect(try Expression("absent in whole").evaluated(in: context) == .boolean(false))
  }

  @Test(
    "a search finds overlapping beginnings",
    arguments: [
      TestRow("a beginning that repeats itself", ("aabaab", "aabaaabaab", true)),
      TestRow("a beginning that overlaps itself", ("abab", "abaabab", true)),
      TestRow("a part that is not there", ("abc", "ababab", false)),
      TestRow("an empty part", ("", "x", true)),
      TestRow("an empty text", ("x", "", false)),
      TestRow("a composed letter in a decomposed text", ("é", "cafe\u{301}", false)),
    ])
  func overlaps(_ row: TestRow<(String, String, Bool)>) throws {
    let (part, whole, isFound) = row.values
    let context = TargetingContext(attributes: ["part": .string(part), "whole": .string(whole)])
    #expect(try Expression("part in whole").evaluated(in: context) == .boolean(isFound))
  }

  @Test("a long list is abbreviated")
  func longList() throws {
    let names = (0..<1_500).map { "a\($0)" }
    let attributes = Dictionary(naming: names.map { ($0, ExpressionValue.null) }) { $1 }
    let expression = try Expression("[" + names.joined(separator: ",") + "] == 1")
    let explanation = expression.explained(in: TargetingContext(attributes: attributes))
    #expect(explanation.decisions.first?.sentence.hasSuffix("a11 is null, and so on") == true)
  }

  @Test("a chain at the depth limit is evaluated")
  func depthLimit() throws {
    let text = Array(repeating: "0", count: 390).joined(separator: " + ")
    #expect(try Expression(text).evaluated(in: context) == .real(0))
    #expect(try Expression(text).explained(in: context).outcome == .value(.real(0)))
  }
}

import Testing
import VirgaJSON
import VirgaSource
import VirgaTargeting
import VirgaTestSupport

@Suite("Expression syntax") struct ParserTests {
  @Test(
    "an error is reported at its position",
    arguments: [
      TestRow("a negation", ("⟦!⟧flag", "unexpected-character")),
      TestRow("a single equals sign", ("a ⟦=⟧ b", "unexpected-character")),
      TestRow("a single ampersand", ("a ⟦&⟧ b", "unexpected-character")),
      TestRow("a negative number", ("⟦-1⟧", "unexpected-token")),
      TestRow("an operand that is missing at the end", ("1 +‸", "unexpected-end")),
      TestRow("a bracket that is not closed", ("(1‸", "expected-token")),
      TestRow("a bracket that was not opened", ("1⟦)⟧", "unexpected-token")),
      TestRow("an element without a comma", ("[1 ⟦2⟧]", "expected-token")),
      TestRow("a comma without an element", ("[⟦,⟧]", "unexpected-token")),
      TestRow("a key without a colon", ("{a ⟦1⟧}", "expected-token")),
      TestRow(
        "a quote that is not closed, after a letter outside of ASCII",
        ("'é' == ⟦'open⟧", "unterminated-text")),
      TestRow("an unknown escape", ("'a⟦\\⟧n'", "unknown-escape")),
      TestRow("a keyword as a member", ("foo.⟦in⟧", "unexpected-token")),
      TestRow("a sign on the second line", ("a\n  ⟦@⟧b", "unexpected-character")),
      TestRow("a condition without a second branch", ("f ? 1‸", "expected-token")),
      TestRow("an empty expression", ("‸", "unexpected-end")),
      TestRow("a filter without an operator", ("x[.a ⟦1⟧]", "unexpected-token")),
      TestRow("a transform in quotes", ("x|⟦'t'⟧", "unexpected-token")),
      TestRow("a second name", ("x ⟦y⟧", "unexpected-token")),
    ])
  func errors(_ row: TestRow<(String, String)>) throws {
    let (marked, code) = row.values
    let text = MarkedText(marked)
    let problems = #expect(throws: Problems.self) { try Expression(text.text) }
    let problem = try #require(problems?.all.first)
    #expect("\(problem.code)" == code)
    #expect(problem.location?.range == text.ranges[0])
  }

  @Test("the hint for a negation says what to write")
  func negation() {
    let problems = #expect(throws: Problems.self) { try Expression("!is_first_run") }
    #expect(problems?.all.first?.hint == "negation is not supported: write `== false`")
  }

  @Test("deep nesting is an error", arguments: ["(", "[", "{a:", "x[", "x|t(", "x[.a=="])
  func deepNesting(_ opening: String) {
    let problems = #expect(throws: Problems.self) {
      try Expression(String(repeating: opening, count: 2_500))
    }
    #expect(problems?.all.first?.severity == .error)
  }

  @Test("a long chain is an error", arguments: ["a ||", "1 +", "x ? 1 :", "1 =="])
  func longChain(_ link: String) {
    let problems = #expect(throws: Problems.self) {
      try Expression(String(repeating: link, count: 2_000) + " 1")
    }
    #expect(problems?.all.first?.code == "nested-too-deep")
  }

  @Test("a hundred nested brackets are allowed, one more is not")
  func brackets() throws {
    func nested(_ count: Int) -> String {
      String(repeating: "(", count: count) + "1" + String(repeating: ")", count: count)
    }
    #expect(try Expression(nested(100)).evaluated(in: TargetingContext()) == .real(1))
    let problems = #expect(throws: Problems.self) { try Expression(nested(101)) }
    #expect(problems?.all.map(\.message) == ["Nest at most 100 brackets"])
  }

  @Test("a text beyond the limit is an error")
  func lengthLimit() {
    let problems = #expect(throws: Problems.self) {
      try Expression(String(repeating: " ", count: 16_385))
    }
    #expect(problems?.all.first?.code == "expression-too-long")
  }

  @Test(
    "operators have the expected precedence",
    arguments: [
      TestRow("and as or, from left to right", ("a || b && c", "(a || b) && c")),
      TestRow("a product before a sum", ("1 + 2 * 3", "1 + (2 * 3)")),
      TestRow("powers from left to right", ("2 ^ 3 ^ 2", "(2 ^ 3) ^ 2")),
      TestRow("an order before an equality", ("1 < 2 == true", "(1 < 2) == true")),
      TestRow("conditions from left to right", ("t ? 1 : f ? 2 : 3", "(t ? 1 : f) ? 2 : 3")),
      TestRow("a sum before a condition", ("1 + t ? 2 : 3", "1 + (t ? 2 : 3)")),
      TestRow(
        "a transform before a sum",
        ("'1' + '2'|versionCompare('1')", "'1' + ('2'|versionCompare('1'))")),
      TestRow("a remainder before a product", ("2 * 3 % 2", "2 * (3 % 2)")),
      TestRow("differences from left to right", ("10 - 4 - 3", "(10 - 4) - 3")),
      TestRow("a search before an equality", ("1 in [1] == true", "(1 in [1]) == true")),
    ])
  func precedence(_ row: TestRow<(String, String)>) throws {
    let (plain, parenthesised) = row.values
    let context = TargetingContext(attributes: [
      "a": .boolean(true), "b": .boolean(false), "c": .boolean(false), "t": .boolean(true),
      "f": .boolean(false),
    ])
    #expect(
      try Expression(plain).outcome(in: context) == Expression(parenthesised).outcome(in: context))
  }

  @Test("non-ASCII characters are allowed everywhere")
  func nonASCII() throws {
    let context = TargetingContext(attributes: ["größe": .string("süß 😀")])
    #expect(try Expression("größe == 'süß 😀' && '😀' in größe").matches(context))
  }

  @Test(
    "non-ASCII spaces separate words too",
    arguments: ["\u{A0}", "\u{2003}", "\u{3000}", "\u{2028}"])
  func otherBlanks(blank: String) {
    #expect(throws: Never.self) { try Expression("1\(blank)+\(blank)2") }
  }
}

import Testing
import VirgaJSON
import VirgaSource
import VirgaTargeting
import VirgaTestSupport

@Suite("Expression syntax") struct ParserTests {
  @Test(
    "an error is reported at its position",
    arguments: [
      ("⟦!⟧flag", "unexpected-character"), ("a ⟦=⟧ b", "unexpected-character"),
      ("a ⟦&⟧ b", "unexpected-character"),
      ("⟦-1⟧", "unexpected-token"), ("1 +‸", "unexpected-end"), ("(1‸", "expected-token"),
      ("1⟦)⟧", "unexpected-token"),
      ("[1 ⟦2⟧]", "expected-token"), ("[⟦,⟧]", "unexpected-token"), ("{a ⟦1⟧}", "expected-token"),
      ("'é' == ⟦'open⟧", "unterminated-text"), ("'a⟦\\⟧n'", "unknown-escape"),
      ("foo.⟦in⟧", "unexpected-token"),
      ("a\n  ⟦@⟧b", "unexpected-character"), ("f ? 1‸", "expected-token"), ("‸", "unexpected-end"),
      ("x[.a ⟦1⟧]", "unexpected-token"), ("x|⟦'t'⟧", "unexpected-token"),
      ("x ⟦y⟧", "unexpected-token"),
    ])
  func errors(_ marked: String, _ code: String) throws {
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
      ("a || b && c", "(a || b) && c"), ("1 + 2 * 3", "1 + (2 * 3)"), ("2 ^ 3 ^ 2", "(2 ^ 3) ^ 2"),
      ("1 < 2 == true", "(1 < 2) == true"), ("t ? 1 : f ? 2 : 3", "(t ? 1 : f) ? 2 : 3"),
      ("1 + t ? 2 : 3", "1 + (t ? 2 : 3)"),
      ("'1' + '2'|versionCompare('1')", "'1' + ('2'|versionCompare('1'))"),
      ("2 * 3 % 2", "2 * (3 % 2)"), ("10 - 4 - 3", "(10 - 4) - 3"),
      ("1 in [1] == true", "(1 in [1]) == true"),
    ])
  func precedence(_ plain: String, _ parenthesised: String) throws {
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

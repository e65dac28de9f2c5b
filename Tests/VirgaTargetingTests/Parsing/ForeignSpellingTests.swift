import Testing
import VirgaSource
import VirgaTargeting
import VirgaTestSupport

@Suite("Spellings of other languages in expressions") struct ForeignSpellingTests {
  @Test(
    "the error marks what is wrong and says what to write",
    arguments: [
      ("days ⟦=>⟧ 7", ">="), ("days ⟦=<⟧ 7", "<="), ("days ⟦<>⟧ 7", "!="), ("days ⟦===⟧ 7", "=="),
      ("days ⟦!==⟧ 7", "!="), ("days ⟦≥⟧ 7", ">="), ("days ⟦≤⟧ 7", "<="), ("days ⟦≠⟧ 7", "!="), ("days ⟦=⟧ 7", "=="),
      ("a ⟦and⟧ b", "&&"), ("(a ⟦OR⟧ b)", "||"), ("[a ⟦and⟧ b]", "&&"), ("x|t(a ⟦or⟧ b)", "||"), ("a ⟦&⟧ b", "&&"),
      ("a ⟦∧⟧ b", "&&"), ("2 ⟦×⟧ 3", "*"), ("a ⟦∈⟧ [1]", "in"),
      ("region == ⟦‘DE’⟧", "'DE'"), ("region == ⟦“DE”⟧", "'DE'"), ("region in [⟦«DE»⟧, 'AT']", "'DE'"),
      ("region == ⟦‘DE'⟧", "'DE'"), ("region == ⟦“it's”⟧", "\"it's\""), ("region == 'DE⟦’⟧", "'"),
      ("region == ⟦“⟧DE", "\""), ("['a'⟦，⟧ 'b']", ","), ("{a⟦：⟧ 1}", ":"), ("⟦（⟧a)", "("), ("a ⟦＝＝⟧ b", "=="),
      ("a ⟦＆＆⟧ b", "&&"), ("days ⟦−⟧ 1", "-"), ("days > ⟦–⟧1", "0 -"), ("(⟦−⟧1)", "0 -"), ("days == ⟦１２⟧", "12"),
    ])
  func replacements(_ marked: String, _ replacement: String) throws {
    let marked = MarkedText(marked)
    let problem = try problem(of: marked.text)
    #expect(problem.location?.range == marked.ranges[0])
    #expect(problem.replacement == replacement)
    #expect(problem.hint?.hasPrefix("write `\(replacement)`") == true, "\(problem.sentence)")
  }

  @Test(
    "a negation is explained at its word", arguments: ["⟦not⟧ a", "a && ⟦NOT⟧ (b)", "region ⟦not⟧ in ['a']", "⟦¬⟧a"])
  func negations(_ marked: String) throws {
    let marked = MarkedText(marked)
    let problem = try problem(of: marked.text)
    #expect(problem.location?.range == marked.ranges[0])
    #expect(problem.hint == "negation is not supported: write `== false`")
  }

  @Test("the message names a character that is not ASCII")
  func message() throws {
    #expect(
      try problem(of: "days ≥ 7").sentence == "`≥` (U+2265) is not allowed in an expression; write `>=`")
    #expect(
      try problem(of: "a == ‘b’").sentence == "`‘` (U+2018) does not open a string; write `'b'`")
  }

  @Test("the words stay names where a name is expected", arguments: ["and == 1", "a.or", "{not: 1}.not == not"])
  func names(_ text: String) { #expect(throws: Never.self) { try Expression(text) } }

  @Test("typographic characters stay part of strings")
  func strings() throws {
    #expect(try Expression("'‘a’ – “b”' == \"‘a’ – “b”\"").matches(TargetingContext()))
  }

  @Test(
    "a keyword of another language is not suggested as an attribute", arguments: [("True", "true"), ("None", "null")])
  func keywords(_ word: String, _ keyword: String) throws {
    #expect(try Expression("\(word) == 1").problems().first?.hint == "write `\(keyword)`")
  }

  private func problem(of text: String) throws -> Problem {
    let problems = #expect(throws: Problems.self) { try Expression(text) }
    return try #require(problems?.all.first)
  }
}

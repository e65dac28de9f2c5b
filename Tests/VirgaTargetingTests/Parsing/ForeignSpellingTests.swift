import Testing
import VirgaJSON
import VirgaSource
import VirgaTargeting
import VirgaTestSupport

@Suite("Spellings of other languages in expressions") struct ForeignSpellingTests {
  @Test(
    "the error marks what is wrong and says what to write",
    arguments: [
      TestRow("=> for at least", ("days ⟦=>⟧ 7", ">=")),
      TestRow("=< for at most", ("days ⟦=<⟧ 7", "<=")),
      TestRow("<> for different", ("days ⟦<>⟧ 7", "!=")),
      TestRow("three equals signs", ("days ⟦===⟧ 7", "==")),
      TestRow("!== for different", ("days ⟦!==⟧ 7", "!=")),
      TestRow("≥", ("days ⟦≥⟧ 7", ">=")),
      TestRow("≤", ("days ⟦≤⟧ 7", "<=")),
      TestRow("≠", ("days ⟦≠⟧ 7", "!=")),
      TestRow("one equals sign", ("days ⟦=⟧ 7", "==")),
      TestRow("the word and", ("a ⟦and⟧ b", "&&")),
      TestRow("the word OR in a bracket", ("(a ⟦OR⟧ b)", "||")),
      TestRow("the word and in a list", ("[a ⟦and⟧ b]", "&&")),
      TestRow("the word or in an argument", ("x|t(a ⟦or⟧ b)", "||")),
      TestRow("one ampersand", ("a ⟦&⟧ b", "&&")),
      TestRow("a logical sign", ("a ⟦∧⟧ b", "&&")),
      TestRow("a multiplication sign", ("2 ⟦×⟧ 3", "*")),
      TestRow("an element sign", ("a ⟦∈⟧ [1]", " in ")),
      TestRow("single typographic quotes", ("region == ⟦‘DE’⟧", "'DE'")),
      TestRow("double typographic quotes", ("region == ⟦“DE”⟧", "'DE'")),
      TestRow("guillemets in a list", ("region in [⟦«DE»⟧, 'AT']", "'DE'")),
      TestRow("a quote that is typographic at one end", ("region == ⟦‘DE'⟧", "'DE'")),
      TestRow("an apostrophe within typographic quotes", ("region == ⟦“it's”⟧", "\"it's\"")),
      TestRow("a quote that closes only", ("region == 'DE⟦’⟧", "'")),
      TestRow("a quote that opens only", ("region == ⟦“⟧DE", "\"")),
      TestRow("a full-width comma", ("['a'⟦，⟧ 'b']", ",")),
      TestRow("a full-width colon", ("{a⟦：⟧ 1}", ":")),
      TestRow("a full-width bracket", ("⟦（⟧a)", "(")),
      TestRow("two full-width equals signs", ("a ⟦＝＝⟧ b", "==")),
      TestRow("two full-width ampersands", ("a ⟦＆＆⟧ b", "&&")),
      TestRow("a minus sign", ("days ⟦−⟧ 1", "-")),
      TestRow("a dash before a number", ("days > ⟦–1⟧", "0 - 1")),
      TestRow("a minus sign in brackets", ("(⟦−1⟧)", "0 - 1")),
      TestRow("full-width digits", ("days == ⟦１２⟧", "12")),
    ])
  func replacements(_ row: TestRow<(String, String)>) throws {
    let (pattern, replacement) = row.values
    let marked = MarkedText(pattern)
    let problem = try problem(of: marked.text)
    #expect(problem.location?.range == marked.ranges[0])
    #expect(problem.replacement == replacement)
    let written = String(replacement.filter { $0 != " " || replacement.contains("0") })
    #expect(problem.hint?.hasPrefix("write `\(written)`") == true, "\(problem.sentence)")
  }

  @Test(
    "an expression is valid once each fix is written",
    arguments: [
      ("a == −3", "a == 0 - 3"), ("a == –3", "a == 0 - 3"), ("a == —3", "a == 0 - 3"),
      ("a == －３", "a == 0 -3"),
      ("a == -3", "a == 0 - 3"), ("-1 < a", "0 - 1 < a"), ("2 * −3", "2 * (0 - 3)"),
      ("a − −3", "a - (0 - 3)"),
      ("a - -3", "a - (0 - 3)"), ("a ? −1 : -2.5", "a ? (0 - 1) : (0 - 2.5)"),
      ("−7 // 2", "(0 - 7) // 2"),
      ("a in [−1, 2]", "a in [0 - 1, 2]"), ("a == −(1)", "a == 0 -(1)"), ("−a == 3", "0 - a == 3"),
      ("a ＝＝ ‘x’", "a == 'x'"), ("a =＝ 1", "a == 1"), ("a ＝= 1", "a == 1"), ("a <＝ 1", "a <= 1"),
      ("a ＜＝ 1", "a <= 1"), ("a ＝＞ 1", "a >= 1"), ("a ＜＞ 1", "a != 1"), ("a !＝ 1", "a != 1"),
      ("a ！＝ 1", "a != 1"), ("a ＝ 1", "a == 1"), ("a ＝＝＝ 1", "a == 1"), ("a &＆ a", "a && a"),
      ("a |｜ a", "a || a"), ("a ｜｜ a", "a || a"), ("a＋１．５ ＞ 1", "a+1.5 > 1"), ("（a）", "(a)"),
      ("a∈[1]", "a in [1]"), ("'x' == ‘it’s’", "'x' == 'it’s'"),
      ("'x' == ‘say \"it's\"’", "'x' == 'say \"it\\'s\"'"),
      ("{a： 1}．a", "{a: 1}.a"),
    ])
  func fixes(_ text: String, _ fixed: String) throws {
    var text = text
    for _ in 0..<10 {
      guard let problem = self.firstProblem(of: text) else { break }
      text = try applying(problem, to: text)
    }
    #expect(text == fixed)
    #expect(
      try Expression(text).outcome(in: TargetingContext(attributes: ["a": .integer(1)])).error
        == nil)
  }

  private func applying(_ problem: Problem, to text: String) throws -> String {
    let range = try #require(problem.location?.range, "\(problem.sentence)")
    let replacement = try #require(problem.replacement, "\(problem.sentence)")
    let scalars = Array(text.unicodeScalars)
    let parts = [scalars[..<(range.start.column - 1)], scalars[(range.end.column - 1)...]]
      .map { String(String.UnicodeScalarView($0)) }
    return parts[0] + replacement + parts[1]
  }

  @Test(
    "what no replacement makes valid gets none",
    arguments: ["2 * −(1)", "2 * -(1)", "2 * −a|t", "a； b", "！a", "a ＃ b", "a ＝！ b"])
  func noReplacement(_ text: String) throws { #expect(try problem(of: text).replacement == nil) }

  @Test("a text of nothing but minus signs is read in linear time and bounded depth")
  func minusSigns() throws {
    #expect(try problem(of: String(repeating: "−", count: 5_000)).replacement == "0 -")
  }

  @Test(
    "a negation is explained at its word",
    arguments: ["⟦not⟧ a", "a && ⟦NOT⟧ (b)", "region ⟦not⟧ in ['a']", "⟦¬⟧a"])
  func negations(_ marked: String) throws {
    let marked = MarkedText(marked)
    let problem = try problem(of: marked.text)
    #expect(problem.location?.range == marked.ranges[0])
    #expect(problem.hint == "negation is not supported: write `== false`")
  }

  @Test("the message names a character that is not ASCII")
  func message() throws {
    #expect(
      try problem(of: "days ≥ 7").sentence
        == "`≥` (U+2265) is not allowed in an expression; write `>=`")
    #expect(
      try problem(of: "a == ‘b’").sentence == "`‘` (U+2018) does not open a string; write `'b'`")
  }

  @Test(
    "the words stay names where a name is expected",
    arguments: ["and == 1", "a.or", "{not: 1}.not == not"])
  func names(_ text: String) { #expect(throws: Never.self) { try Expression(text) } }

  @Test("typographic characters stay part of strings")
  func strings() throws {
    #expect(try Expression("'‘a’ – “b”' == \"‘a’ – “b”\"").matches(TargetingContext()))
  }

  @Test(
    "a keyword of another language is not suggested as an attribute",
    arguments: [("True", "true"), ("None", "null")])
  func keywords(_ word: String, _ keyword: String) throws {
    #expect(try Expression("\(word) == 1").problems().first?.hint == "write `\(keyword)`")
  }

  private func firstProblem(of text: String) -> Problem? {
    do throws(Problems) {
      _ = try Expression(text)
      return nil
    } catch {
      return error.all.first
    }
  }

  private func problem(of text: String) throws -> Problem {
    let problems = #expect(throws: Problems.self) { try Expression(text) }
    return try #require(problems?.all.first)
  }
}

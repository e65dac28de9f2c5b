import Testing
import VirgaSource

@Suite("Characters that look like ASCII ones") struct LookalikeTests {
  @Test(
    "each stands for its ASCII character",
    arguments: [
      ("“", "\""), ("„", "\""), ("«", "\""), ("‘", "'"), ("’", "'"), ("›", "'"), ("：", ":"),
      ("，", ","),
      ("、", ","), ("；", ";"), ("−", "-"), ("–", "-"), ("｛", "{"), ("】", "]"), ("７", "7"),
      ("Ａ", "A"), ("＝", "="),
    ] as [(Unicode.Scalar, Unicode.Scalar)])
  func ascii(_ scalar: Unicode.Scalar, _ ascii: Unicode.Scalar) {
    #expect(Lookalike(scalar)?.ascii == ascii)
  }

  @Test(
    "letters, other signs and ASCII do not",
    arguments: ["é", "茶", "…", "\"", "-", "€", "　"] as [Unicode.Scalar])
  func others(_ scalar: Unicode.Scalar) { #expect(Lookalike(scalar) == nil) }

  @Test("the message names the character")
  func message() throws {
    #expect(try #require(Lookalike("−")).message == "`−` (U+2212) is not `-`")
  }

  @Test("are replaced anywhere in a text")
  func rewriting() {
    #expect("［１，−２］".replacingLookalikes == "[1,-2]")
  }

  @Test("are removed around a text only if they are quotes")
  func quotes() {
    #expect("“on”".betweenTypographicQuotes == "on")
    #expect("«on\"".betweenTypographicQuotes == "on")
    #expect("\"on\"".betweenTypographicQuotes == nil)
    #expect("on”".betweenTypographicQuotes == nil && "”".betweenTypographicQuotes == nil)
  }

  @Test("only a question joins the next clause without a semicolon") func clauses() {
    #expect(["a", "did you mean b?", "c", "d"].joinedAsClauses == "a; did you mean b? c; d")
  }

  @Test("no clauses are an empty text") func noClauses() {
    #expect([String]().joinedAsClauses == "")
  }
}

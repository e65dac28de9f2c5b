import Testing
import VirgaJSON
import VirgaSource
import VirgaTestSupport

@Suite("Fixes of JSON mistakes") struct JSONParserReplacementTests {
  @Test(
    "a mistake has the text that fixes it in its place",
    arguments: [
      TestRow("a key in single quotes", ("{⟦'row'⟧: 1}", #""row""#)),
      TestRow("double quotes within single ones", (#"[⟦'say "hi"'⟧]"#, #""say \"hi\"""#)),
      TestRow("an escaped single quote", (#"[⟦'it\'s'⟧]"#, #""it's""#)),
      TestRow("a quote after an escaped backslash", (#"[⟦'a\\"'⟧]"#, #""a\\\"""#)),
      TestRow("an apostrophe after an escaped backslash", (#"[⟦'a\\'b'⟧]"#, #""a\\'b""#)),
      TestRow("an escaped apostrophe in typographic quotes", (#"[⟦“it\'s”⟧]"#, #""it's""#)),
      TestRow("a key without quotes", ("{⟦row⟧: 1}", #""row""#)),
      TestRow("a key with only its closing quote", (#"{⟦row"⟧: 1}"#, #""row""#)),
      TestRow("a string that is not closed", (#"{"row": ⟦"red⟧}"#, #""red""#)),
      TestRow("a word", ("[⟦red⟧]", #""red""#)),
      TestRow("a literal in upper case", ("[⟦True⟧]", "true")),
      TestRow("the null of another language", ("[⟦None⟧]", "null")),
      TestRow("a plus sign", ("[⟦+1⟧]", "1")),
      TestRow("a number without its first digit", ("[⟦.5⟧]", "0.5")),
      TestRow("a leading zero", ("[⟦01⟧]", "1")),
      TestRow("a point at the end", ("[⟦-1.⟧]", "-1")),
      TestRow("a missing comma", ("[1⟦⟧ 2]", ",")),
      TestRow("a semicolon", ("[1⟦;⟧ 2]", ",")),
      TestRow("a missing colon", (#"{"a"⟦⟧ 1}"#, ":")),
      TestRow("an equals sign", (#"{"a"⟦=⟧ 1}"#, ":")),
      TestRow("a comma at the end", ("[1⟦,⟧]", "")),
      TestRow("a second comma", ("[1,⟦,⟧ 2]", "")),
      TestRow("a bracket of the other kind", ("[1⟦}⟧", "]")),
      TestRow("a bracket too many", ("[[1⟦}⟧]]", "")),
      TestRow("a comment", ("[1 ⟦/* one */⟧]", "")),
      TestRow("a doubled quote", (#"["a"⟦"⟧]"#, "")),
      TestRow("a quote within a string", (#"["say ⟦"⟧hi now"]"#, #"\""#)),
    ])
  func fixes(_ row: TestRow<(String, String)>) {
    let (pattern, fix) = row.values
    let marked = MarkedText(pattern)
    let problems = LocatedText.json(marked.text).problems
    #expect(problems.map(\.location?.range) == marked.ranges)
    #expect(problems.map(\.replacement) == [fix])
    let before = pattern.prefix { $0 != "⟦" }
    let after = pattern.drop { $0 != "⟧" }.dropFirst()
    #expect(LocatedText.json("\(before)\(fix)\(after)").problems.isEmpty)
  }

  @Test(
    "a mistake that no text fixes in its place has none",
    arguments: ["[1", "{\"a\"}", "{\"a\": }", "[0x1F]", "[\"a\\"])
  func noFix(_ text: String) {
    let problems = LocatedText.json(text).problems
    #expect(!problems.isEmpty && problems.allSatisfy { $0.replacement == nil })
  }
}

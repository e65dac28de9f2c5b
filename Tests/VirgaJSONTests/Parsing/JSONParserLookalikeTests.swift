import Testing
import VirgaJSON
import VirgaSource
import VirgaTestSupport

@Suite("Characters in JSON that look like its own") struct JSONParserLookalikeTests {
  /// A text with marked mistakes, what to write in place of each, and the recovered value.
  struct Case: CustomTestStringConvertible, Sendable {
    let marked: String
    let replacements: [String]
    let value: String

    init(_ marked: String, _ replacements: String..., value: String) {
      (self.marked, self.replacements, self.value) = (marked, replacements, value)
    }

    var testDescription: String { marked }
  }

  static let cases = [
    Case("{⟦“row”⟧: 1}", "\"row\"", value: #"{"row":1}"#),
    Case("{⟦‘row’⟧: ⟦„wide“⟧}", "\"row\"", "\"wide\"", value: #"{"row":"wide"}"#),
    Case("{⟦«row»⟧: ⟦‹wide›⟧, \"a\": 1}", "\"row\"", "\"wide\"", value: #"{"row":"wide","a":1}"#),
    Case("{⟦“row\"⟧: 1}", "\"row\"", value: #"{"row":1}"#),
    Case("{⟦\"row”⟧: 1, \"a\": 2}", "\"row\"", value: #"{"row":1,"a":2}"#),
    Case("{\"row\": ⟦\"wide”⟧}", "\"wide\"", value: #"{"row":"wide"}"#),
    Case("{⟦row”⟧: 1}", "\"row\"", value: #"{"row":1}"#),
    Case("{⟦'row’⟧: 1}", "\"row\"", value: #"{"row":1}"#),
    Case("[⟦“It’s here”⟧, ⟦“a, b”⟧]", "\"It’s here\"", "\"a, b\"", value: #"["It’s here","a, b"]"#),
    Case("[⟦“say \"hi\" now”⟧]", #""say \"hi\" now""#, value: #"["say \"hi\" now"]"#),
    Case("{\"row\"⟦：⟧ 1⟦，⟧\"a\"⟦：⟧2}", ":", ",", ":", value: #"{"row":1,"a":2}"#),
    Case(
      "{⟦“row”⟧⟦：⟧true⟦，⟧⟦“a”⟧⟦：⟧null}", "\"row\"", ":", ",", "\"a\"", ":",
      value: #"{"row":true,"a":null}"#),
    Case("[1⟦；⟧ 2⟦、⟧3]", ",", ",", value: "[1,2,3]"),
    Case("⟦［⟧1, ⟦｛⟧\"a\": 1⟦｝⟧⟦］⟧", "[", "{", "}", "]", value: #"[1,{"a":1}]"#),
    Case("⟦【⟧1⟦】⟧", "[", "]", value: "[1]"),
    Case("[⟦−5⟧, ⟦–0.5⟧, 1]", "-5", "-0.5", value: "[1]"),
    Case("[⟦１２⟧, ⟦1．5⟧, ⟦ｔｒｕｅ⟧]", "12", "1.5", "true", value: "[]"),
  ]

  @Test("each is reported once, at its position, with what to write", arguments: cases)
  func recovery(_ each: Case) {
    let marked = MarkedText(each.marked)
    let document = LocatedText.json(marked.text)
    #expect(
      document.problems.map(\.code.description) == each.replacements.map { _ in "json-lookalike" })
    #expect(document.problems.compactMap(\.location?.range) == marked.ranges)
    #expect(document.problems.map(\.replacement) == each.replacements)
    #expect(document.json?.compact == each.value)
  }

  @Test("writing the replacements gives valid JSON", arguments: cases)
  func replacing(_ each: Case) {
    let pieces = each.marked.split(separator: "⟦", omittingEmptySubsequences: false)
    let rest = pieces.dropFirst().map {
      $0.split(separator: "⟧", omittingEmptySubsequences: false).last ?? ""
    }
    let fixed = String(pieces[0]) + zip(each.replacements, rest).map { $0 + $1 }.joined()
    #expect(LocatedText.json(fixed).problems.isEmpty, "\(fixed)")
  }

  @Test("the message names the character and what to write")
  func message() {
    func message(_ text: String) -> String? {
      LocatedText.json(text, name: "x").problems.first?.rendered()
    }
    #expect(
      message("[“a”]") == #"x:1:2: error: `“` (U+201C) is not `"`; write `"a"` [json-lookalike]"#)
    #expect(
      message("[‘a’]") == #"x:1:2: error: `‘` (U+2018) is not `"`; write `"a"` [json-lookalike]"#)
    #expect(
      message("[‹a]") == #"x:1:2: error: `‹` (U+2039) is not `"`; write `"` [json-lookalike]"#)
    #expect(message("[1；2]") == "x:1:3: error: `；` (U+FF1B) is not `,`; write `,` [json-lookalike]")
    #expect(message("[1，2]") == "x:1:3: error: `，` (U+FF0C) is not `,`; write `,` [json-lookalike]")
  }

  @Test(
    "they are allowed in strings",
    arguments: ["[\"“a”：−1，\"]", "{\"‘a’\": \"«b»\"}", "[\"He said “hi”\", \"－\"]"])
  func strings(_ text: String) { #expect(LocatedText.json(text).problems.isEmpty) }

  @Test(
    "mixed quotes end, whichever opens and closes", .timeLimit(.minutes(20)),
    arguments: ["'", "\"", "‘", "’", "“", "”", "„", "‹", "«", "＂", "＇"])
  func mixedQuotes(_ opening: String) {
    for closing in ["'", "\"", "‘", "’", "“", "”", "„", "›", "»", "＂", "＇", ""] {
      let text = "\(opening)a\(closing)"
      for whole in [text, "[\(text)]", "{\(text): \(text)}", "{\"b\": \(text), \"c\": 1}"] {
        let document = LocatedText.json(whole)
        #expect(document.problems.isEmpty == (text == "\"a\""), "\(whole)")
      }
    }
  }

  @Test("an unclosed string with a typographic quotation lacks its own quote")
  func quotation() {
    let problems = LocatedText.json("[\"He said “hi”\n]").problems
    #expect(problems.map(\.code) == ["json-unclosed-string"])
  }

  @Test("a quote that is never closed is reported alone")
  func unclosed() {
    let document = LocatedText.json("{“row: 1,\n\"a\": ‘b\n}")
    #expect(document.problems.map(\.code) == ["json-lookalike", "json-lookalike"])
    #expect(document.json?.compact == #"{"row":1,"a":"b"}"#)
  }
}

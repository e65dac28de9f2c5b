import Testing
import VirgaCanvas
import VirgaJSON
import VirgaSource
import VirgaTestSupport

@testable import VirgaConsole

@Suite("Tokens of a line") struct JSONTokenTests {
  @Test("are keys, values, separators and invalid text") func tokens() {
    let line = #"  "a\"b" : [true, false, -1.5e3, "x", nul]"#
    let tokens = JSONToken.tokens(of: line).map { token in
      "\(token.role) \(String(Substring(line.utf8.dropFirst(token.range.lowerBound).prefix(token.range.count))))"
    }
    #expect(
      tokens == [
        #"key "a\"b""#, "punctuation :", "punctuation [", "boolean true", "punctuation ,",
        "text false", "punctuation ,", "number -1.5e3",
        "punctuation ,", #"string "x""#, "punctuation ,", "text nul", "punctuation ]",
      ])
    #expect(
      JSONToken.tokens(of: #"{ "a\"#).map(\.range) == [0..<1, 2..<5],
      "an open string reaches to the end")
  }
}

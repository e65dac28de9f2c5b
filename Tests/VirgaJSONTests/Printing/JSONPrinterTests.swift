import Testing
import VirgaJSON

@Suite("Printed JSON") struct JSONPrinterTests {
  @Test(
    "strings are escaped only where necessary",
    arguments: [
      ("plain /path", #""plain /path""#), ("\" \\", #""\" \\""#),
      ("\u{8}\t\n\u{C}\r", #""\b\t\n\f\r""#),
      ("\u{0}\u{1F}\u{7F}", #""\u0000\u001f\u007f""#),
      ("\u{80}\u{9B}\u{A0}", "\"\\u0080\\u009b\u{A0}\""),
      ("\u{2027}\u{2028}\u{2029}\u{202A}", "\"\u{2027}\\u2028\\u2029\u{202A}\""),
      ("é漢😀", "\"é漢😀\""), ("", "\"\""),
      ("\u{FFFD}\u{FFFF}\u{10FFFF}", "\"\u{FFFD}\u{FFFF}\u{10FFFF}\""),
    ])
  func escapes(_ text: String, _ expected: String) throws {
    #expect(JSONValue.string(text).compact == expected)
    #expect(try JSONValue.parse(expected) == .string(text))
  }

  @Test("pretty text indents every level")
  func prettyText() {
    let value: JSONValue = ["a": [1, ["b": .null]], "c": [], "d": [:], "e/f": "x"]
    #expect(
      value.pretty() == """
        {
          "a": [
            1,
            {
              "b": null
            }
          ],
          "c": [],
          "d": {},
          "e/f": "x"
        }
        """)
    #expect(JSONValue.array([1]).pretty(indent: 4) == "[\n    1\n]")
    #expect(JSONValue.array([1]).pretty(indent: -4) == "[\n1\n]")
    #expect(value.compact == #"{"a":[1,{"b":null}],"c":[],"d":{},"e/f":"x"}"#)
    #expect("\(value)" == value.compact)
  }

  @Test(
    "compact text survives a round trip",
    arguments: [
      #"{"b":1,"a":[true,false,null,-0,1.50,1e3,1E-2,"x\ty\u2028/\"\\"],"c":{}}"#, "[]", "{}", "3",
      #""""#,
      "[9223372036854775807,-9223372036854775808,9223372036854775808,123456789012345678901234567890]",
    ])
  func compactText(_ text: String) throws {
    let value = try JSONValue.parse(text)
    #expect(value.compact == text)
    #expect(try JSONValue.parse(value.pretty()).isIdentical(to: value))
  }
}

import Testing
import VirgaJSON
import VirgaSource
import VirgaTestSupport

@Suite("JSON grammar") struct JSONParserTests {
  @Test("valid JSON is accepted", arguments: accepted)
  func validJSON(_ text: String, _ compact: String) throws {
    #expect(try JSONValue.parse(text).compact == compact)
    #expect(try JSONValue.parse(Array(text.utf8)).compact == compact)
    let document = LocatedText.json(text)
    #expect(document.problems.isEmpty)
    #expect(document.json?.compact == compact)
  }

  static let accepted: [(String, String)] = [
    ("null", "null"), ("true", "true"), ("false", "false"), (" \t\r\n1 \t\r\n", "1"),
    (#""""#, #""""#), ("[]", "[]"),
    ("{}", "{}"), ("[ ]", "[]"), ("{ }", "{}"), ("[1]\n", "[1]"), ("[[],[[]],{}]", "[[],[[]],{}]"),
    ("-1", "-1"),
    ("0", "0"), ("-0", "-0"), ("-0.0", "-0.0"), ("0.1", "0.1"), ("1e5", "1e5"), ("1E5", "1E5"),
    ("1e+5", "1e+5"),
    ("1E-5", "1E-5"), ("0e0", "0e0"), ("0E+1", "0E+1"), ("1.5e-00", "1.5e-00"), ("-1e-2", "-1e-2"),
    ("0.00000000000000000000000000000000001", "0.00000000000000000000000000000000001"),
    ("1e-9999", "1e-9999"),
    ("1.7976931348623157e308", "1.7976931348623157e308"),
    ("9223372036854775808", "9223372036854775808"),
    ("-9223372036854775809", "-9223372036854775809"),
    ("[1,2 , 3\t,\n4]", "[1,2,3,4]"), (#"{"a":1,"b":2}"#, #"{"a":1,"b":2}"#),
    (#"{ "a" : 1 }"#, #"{"a":1}"#),
    (#"{"":0}"#, #"{"":0}"#), (#"{"a":{"a":{"a":{}}}}"#, #"{"a":{"a":{"a":{}}}}"#),
    (#""\"\\\/\b\f\n\r\t""#, #""\"\\/\b\f\n\r\t""#), (#""\u0041\u00e9\u00E9""#, #""Aéé""#),
    (#""\ud83d\ude00""#, "\"😀\""), (#""\uD834\uDD1E""#, "\"𝄞\""), (#""\u0000""#, #""\u0000""#),
    (#""\u005C\u0022""#, #""\\\"""#), ("\"\u{7F}\"", #""\u007f""#), ("\"\u{2028}\"", #""\u2028""#),
    ("\"é漢😀\"", "\"é漢😀\""), ("\"\u{10FFFF}\u{FFFE}\"", "\"\u{10FFFF}\u{FFFE}\""),
    (#""/""#, #""/""#),
    (#""// no /* comment #""#, #""// no /* comment #""#), (#""[{,:'}]""#, #""[{,:'}]""#),
    (#""a\\""#, #""a\\""#),
    (#"["e\u0301", "\u00e9"]"#, "[\"e\u{301}\",\"\u{E9}\"]"),
    (#"{"\u00e9":1,"e\u0301":2}"#, "{\"é\":1,\"e\u{301}\":2}"),
    (#"{"a":"b","é漢":null}"#, #"{"a":"b","é漢":null}"#), ("[null, true,false]", "[null,true,false]"),
  ]

  @Test("invalid JSON is rejected", arguments: rejected)
  func invalidJSON(_ text: String) {
    #expect(throws: Problems.self) { try JSONValue.parse(text) }
    #expect(LocatedText.json(text).problems.contains { $0.severity == .error })
  }

  static let rejected: [String] = [
    "", " ", "\n", "nul", "nulll", "True", "TRUE", "undefined", "NaN", "Infinity", "-Infinity", "-",
    "+1", "++1", "--1",
    "01", "-01", "00", "1.", ".1", "-.1", "1.e5", "1e", "1e+", "1E-", "1e1.5", "0x1", "1_0", "1a",
    "1 000", "1,2", "١",
    "2.e3", "0.1.2", "1ee2", "-a", "- 1", "1e 5", "１", "[", "]", "{", "}", "[1", "1]", "[1}", "{]",
    "[,1]", "[1,]",
    "[1,,2]", "[,]", "[1 2]", "[1:2]", "[\"a\":1]", "[1;2]", "[(1)]", "[1]]", "[1],", "[1] 2",
    "[1][2]", "[][]",
    "{1:2}", "{a:1}", "{'a':1}", "{\"a\"}", "{\"a\":}", "{:1}", "{\"a\" 1}", "{\"a\",1}",
    "{\"a\":1,}", "{,\"a\":1}",
    "{\"a\":1 \"b\":2}", "{\"a\"::1}", "{\"a\":1:2}", "{\"a\":1;\"b\":2}", "{\"a\"=1}", "{null:1}",
    "{[]:1}", "{{}}",
    "{\"a\":1}}", "{\"a\":1", "{\"a\":", "{\"a", "{\"a\":\"b", "\"", "\"a", "a\"", "'a'", "\"\\\"",
    "\"\\x\"",
    "\"\\'\"",
    "\"\\u\"", "\"\\u1\"", "\"\\u123\"", "\"\\u123g\"", "\"\\U0041\"", "\"\\u+041\"", "\"\\u 041\"",
    "\"\\\"\"\"",
    "\"\\ud800\"", "\"\\udc00\"", "\"\\ud800\\ud800\"", "\"\\udc00\\ud800\"", "\"\\ud800x\"",
    "\"\\ud800\\n\"",
    "\"\\ud800\\u\"", "\"\t\"", "\"\n\"", "\"\r\"", "\"\u{0}\"", "\"\u{1F}\"", "\"a\u{0}b\"",
    "\u{0}", "1\u{0}",
    "[1]\u{0}", "\u{C}[1]", "[\u{B}1]", "\u{A0}1", "1\u{FEFF}", "\u{2028}1", "\u{2060}1", "// c\n1",
    "1 // c", "/**/1",
    "1/**/", "# c\n1", "[1/*,2*/]", "<a>", "#", "*", "\\u0031", "[\\n]", "\\", "é", "😀",
    "{\"a\":1,\"a\":2}",
    "{\"a\":1,\"\\u0061\":1}", "{\"a\":[1,2],\"b\":{\"x\":1,\"x\":1}}", "truefalse", "true false",
    "[true",
    "\"a\" \"b\"",
  ]

  @Test(
    "ill-formed UTF-8 is rejected",
    arguments: [
      TestRow("a byte that begins nothing", [0x22, 0xFF, 0x22]),
      TestRow("a continuation alone", [0x22, 0x80, 0x22]),
      TestRow("a beginning alone", [0x22, 0xC3, 0x22]),
      TestRow("an overlong form of two bytes", [0x22, 0xC0, 0xAF, 0x22]),
      TestRow("an overlong form of three bytes", [0x22, 0xE0, 0x80, 0xAF, 0x22]),
      TestRow("the first surrogate", [0x22, 0xED, 0xA0, 0x80, 0x22]),
      TestRow("the last surrogate", [0x22, 0xED, 0xBF, 0xBF, 0x22]),
      TestRow("an overlong form of four bytes", [0x22, 0xF0, 0x80, 0x80, 0xAF, 0x22]),
      TestRow("a scalar after U+10FFFF", [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22]),
      TestRow("a beginning after F4", [0x22, 0xF5, 0x80, 0x80, 0x80, 0x22]),
      TestRow("two bytes of three in a string", [0x22, 0xE2, 0x82, 0x22]),
      TestRow("three bytes of four in a string", [0x22, 0xF0, 0x9F, 0x98, 0x22]),
      TestRow("the byte FE", [0x22, 0xFE, 0x22]),
      TestRow("two bytes of three at the end", [0x22, 0xE2, 0x82]),
      TestRow("one byte alone", [0xFF]),
      TestRow("a byte after a number", [0x31, 0xFF]),
      TestRow("a beginning before a bracket", [0x5B, 0xC3, 0x5D]),
      TestRow("UTF-16, little-endian", [0xFF, 0xFE, 0x31, 0x00]),
      TestRow("UTF-16, big-endian", [0xFE, 0xFF, 0x00, 0x31]),
      TestRow("half of a byte order mark", [0xEF, 0xBB]),
      TestRow("a byte order mark alone", [0xEF, 0xBB, 0xBF]),
    ] as [TestRow<[UInt8]>])
  func invalidUTF8(_ row: TestRow<[UInt8]>) {
    let bytes = row.values
    #expect(throws: Problems.self) { try JSONValue.parse(bytes) }
  }

  @Test("a byte order mark is only a warning")
  func byteOrderMark() throws {
    #expect(try JSONValue.parse("\u{FEFF}[1]") == [1])
    let problem = try #require(LocatedText.json("\u{FEFF}[1]").problems.first)
    #expect(problem.severity == .warning)
    #expect(problem.code == "json-byte-order-mark")
  }

  @Test("all errors are thrown together, with the file name")
  func allErrors() throws {
    let problems = try #require(throws: Problems.self) {
      try JSONValue.parse("[1 2,]", name: "a.json")
    }
    #expect(problems.all.map { $0.location?.description } == ["a.json:1:3", "a.json:1:5"])
  }
}

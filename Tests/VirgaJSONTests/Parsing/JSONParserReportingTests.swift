import Testing
import VirgaJSON
import VirgaSource
import VirgaTestSupport

/// Every code with its complete message.
@Suite("JSON error messages") struct JSONParserReportingTests {
  @Test(
    "each message says what to do",
    arguments: [
      TestRow(
        "a missing comma in an array",
        ("[1 2]", "1:3: error: expected `,` or `]` after the value [json-missing-comma]")),
      TestRow(
        "a missing comma in an object",
        (#"{"a":1 "b":2}"#, "1:7: error: expected `,` or `}` after the value [json-missing-comma]")),
      TestRow(
        "a semicolon for a comma",
        ("[1;2]", "1:3: error: write `,` between items, not `;` [json-missing-comma]")),
      TestRow(
        "a comma at the end",
        ("[1,]", "1:3: error: no value follows this comma; remove it [json-trailing-comma]")),
      TestRow(
        "a comma at the start",
        (
          "[,1]",
          "1:2: error: expected a value before this comma; remove the comma [json-extra-comma]"
        )),
      TestRow(
        "a missing colon",
        (#"{"a" 1}"#, "1:5: error: expected `:` after the key [json-missing-colon]")),
      TestRow(
        "a key without colon and value",
        (#"{"a"}"#, "1:5: error: expected `:` and a value after the key [json-missing-colon]")),
      TestRow(
        "an equals sign for a colon",
        (#"{"a" = 1}"#, "1:6: error: write `:` between a key and its value [json-missing-colon]")),
      TestRow(
        "a missing value",
        (#"{"a":}"#, "1:6: error: expected a value after the `:` [json-missing-value]")),
      TestRow(
        "a second colon",
        (
          #"{"a":1:2}"#,
          "1:7: error: this `:` follows a value; remove the `:` [json-unexpected-colon]"
        )),
      TestRow(
        "a colon in an array",
        (
          "[1:2]",
          "1:3: error: keys are only allowed inside objects, between `{` and `}`; remove the `:` [json-unexpected-colon]"
        )),
      TestRow(
        "a key in an array",
        (
          #"["a":1]"#,
          "1:2: error: a key must be inside an object; add `{` before it [json-missing-brace]"
        )),
      TestRow(
        "a value without a key",
        ("{:1}", "1:2: error: expected a key in double quotes before the value [json-missing-key]")),
      TestRow(
        "a key without quotes",
        ("{a:1}", "1:2: error: put the key in double quotes: `\"a\"` [json-unquoted-key]")),
      TestRow(
        "single quotes",
        (
          "['a']",
          "1:2: error: strings need double quotes; replace the single quotes [json-single-quotes]"
        )),
      TestRow(
        "a string that is not closed",
        ("[\"a\n]", "1:2: error: the string is not closed; add `\"` [json-unclosed-string]")),
      TestRow(
        "a string that was not opened",
        (
          "[a\"]",
          "1:2: error: the string has no opening quote; add `\"` before it [json-unopened-string]"
        )),
      TestRow(
        "a quote within a string",
        (
          #"["a"b"]"#,
          #"1:4: error: a quote within a string is written `\"` [json-unescaped-quote]"#
        )),
      TestRow(
        "a quote too many",
        (#"["a""]"#, "1:5: error: extra quote; remove it [json-unescaped-quote]")),
      TestRow(
        "an unknown escape",
        (
          #"["\x"]"#,
          #"1:3: error: `\x` is not an escape; write `\\` for a backslash [json-bad-escape]"#
        )),
      TestRow(
        "a Unicode escape that is too short",
        (
          #"["\u1"]"#,
          #"1:3: error: `\u1` is not an escape; `\u` needs four hex digits [json-bad-escape]"#
        )),
      TestRow(
        "the first half of a pair",
        (
          #"["\ud800"]"#,
          #"1:3: error: `\ud800` is half of a pair; the second half must follow [json-lone-surrogate]"#
        )),
      TestRow(
        "the second half of a pair",
        (
          #"["\udc00"]"#,
          #"1:3: error: `\udc00` is half of a pair; the first half must come before it [json-lone-surrogate]"#
        )),
      TestRow(
        "a tab in a string",
        ("[\"\t\"]", #"1:3: error: a tab in a string is written `\t` [json-control-character]"#)),
      TestRow(
        "a line end in a string",
        (
          "\"a\nb\"",
          #"1:3: error: a line end in a string is written `\n` [json-control-character]"#
        )),
      TestRow(
        "a control character in a string",
        (
          "[\"\u{1B}\"]",
          #"1:3: error: the control character U+001B in a string is written `\u001b` [json-control-character]"#
        )),
      TestRow(
        "a misspelled word",
        (
          "[tru]",
          "1:2: error: `tru` is not a JSON value; put text in double quotes; did you mean `true`? [json-bare-word]"
        )),
      TestRow(
        "a word of Python",
        ("[None]", "1:2: error: `None` is not a JSON value; write `null` [json-bare-word]")),
      TestRow(
        "a leading zero",
        ("[01]", "1:2: error: `01` is not a JSON number; remove the leading zero [json-bad-number]")
      ),
      TestRow(
        "a plus sign",
        ("[+1]", "1:2: error: `+1` is not a JSON number; remove the `+` [json-bad-number]")),
      TestRow(
        "no digit before the point",
        (
          "[.5]",
          "1:2: error: `.5` is not a JSON number; write a digit before the `.` [json-bad-number]"
        )),
      TestRow(
        "no digit after the point",
        (
          "[5.]",
          "1:2: error: `5.` is not a JSON number; write a digit after the `.` [json-bad-number]"
        )),
      TestRow(
        "no digits of the exponent",
        (
          "[5e]",
          "1:2: error: `5e` is not a JSON number; write digits after the `e` [json-bad-number]"
        )),
      TestRow(
        "no digits of the exponent after a fraction",
        (
          "[1.5e+]",
          "1:2: error: `1.5e+` is not a JSON number; write digits after the `e` [json-bad-number]"
        )),
      TestRow(
        "letters after the exponent",
        (
          "[1e5x]",
          "1:2: error: `1e5x` is not a JSON number; write digits, or text in double quotes [json-bad-number]"
        )),
      TestRow(
        "no digits after the sign",
        (
          "[-]",
          "1:2: error: `-` is not a JSON number; write digits after the `-` [json-bad-number]"
        )),
      TestRow(
        "a hexadecimal number",
        ("[0x1]", "1:2: error: `0x1` is not a JSON number; write it in decimal [json-bad-number]")),
      TestRow(
        "a digit separator",
        ("[1_0]", "1:2: error: `1_0` is not a JSON number; remove the `_` [json-bad-number]")),
      TestRow(
        "a letter in a number",
        (
          "[1a]",
          "1:2: error: `1a` is not a JSON number; write digits, or text in double quotes [json-bad-number]"
        )),
      TestRow(
        "an array that is not closed",
        ("[1", "1:1: error: the array is not closed; add `]` [json-unclosed]")),
      TestRow(
        "three brackets that are not closed",
        (#"[{"a":[1"#, "1:7: error: 3 brackets are not closed; add `]}]` [json-unclosed]")),
      TestRow(
        "a bracket of the other kind",
        ("[1}", "1:3: error: expected `]`, not `}` [json-wrong-bracket]")),
      TestRow(
        "a bracket too many",
        ("[1}]", "1:3: error: unexpected closing bracket; remove it [json-extra-bracket]")),
      TestRow(
        "a key that is repeated",
        (
          "{\"a\":1,\n \"a\":2}",
          "2:2: error: duplicate key `a`; remove it or the one at 1:2 [json-duplicate-key]"
        )),
      TestRow(
        "text after the document",
        (
          "[1] x",
          "1:5: error: unexpected text after the document; remove it [json-text-after-value]"
        )),
      TestRow(
        "a comment", ("1 // c", "1:3: error: JSON has no comments; remove it [json-comment]")),
      TestRow(
        "a blank that JSON does not know",
        (
          "[\u{A0}1]",
          "1:2: error: U+00A0 is not allowed between values; remove it or use a plain space [json-unexpected-character]"
        )),
      TestRow(
        "a comma alone",
        (", 1", "1:1: error: expected a value; remove this [json-unexpected-character]")),
      TestRow(
        "an empty document",
        ("", "1:1: error: the document is empty; expected a value [json-empty]")),
      TestRow(
        "a byte order mark",
        (
          "\u{FEFF}1",
          "1:1: warning: the text starts with a byte-order mark; save it without [json-byte-order-mark]"
        )),
    ])
  func messages(_ row: TestRow<(String, String)>) {
    let (text, message) = row.values
    let problems = LocatedText.json(text, name: "x").problems
    #expect(problems.map { $0.rendered() } == ["x:" + message])
  }

  @Test("an invalid byte and UTF-16 are named")
  func invalidBytes() {
    let source = SourceText(name: "x", bytes: [0x5B, 0x22, 0xFF, 0xFE, 0x22, 0x5D])
    #expect(
      LocatedText.json(source).problems.map { $0.rendered() }
        == ["x:1:3: error: the byte 0xFF is not UTF-8; save the text as UTF-8 [json-invalid-utf8]"])
    let wide = SourceText(name: "x", bytes: [0xFF, 0xFE, 0x31, 0x00])
    #expect(
      LocatedText.json(wide).problems.map { $0.rendered() }
        == ["x:1:1: error: the text is UTF-16; save it as UTF-8 [json-invalid-utf8]"])
  }
}

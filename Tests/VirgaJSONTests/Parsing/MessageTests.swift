import Testing
import VirgaJSON
import VirgaSource

/// Every code with its complete message.
@Suite("JSON error messages") struct MessageTests {
  @Test(
    "each message says what to do",
    arguments: [
      ("[1 2]", "1:3: error: expected `,` or `]` after the value [json-missing-comma]"),
      (#"{"a":1 "b":2}"#, "1:7: error: expected `,` or `}` after the value [json-missing-comma]"),
      ("[1;2]", "1:3: error: write `,` between items, not `;` [json-missing-comma]"),
      ("[1,]", "1:3: error: no value follows this comma; remove it [json-trailing-comma]"),
      (
        "[,1]",
        "1:2: error: expected a value before this comma; remove the comma [json-extra-comma]"
      ),
      (#"{"a" 1}"#, "1:5: error: expected `:` after the key [json-missing-colon]"),
      (#"{"a"}"#, "1:5: error: expected `:` and a value after the key [json-missing-colon]"),
      (#"{"a" = 1}"#, "1:6: error: write `:` between a key and its value [json-missing-colon]"),
      (#"{"a":}"#, "1:6: error: expected a value after the `:` [json-missing-value]"),
      (
        #"{"a":1:2}"#,
        "1:7: error: this `:` follows a value; remove the `:` [json-unexpected-colon]"
      ),
      (
        "[1:2]",
        "1:3: error: keys are only allowed inside objects, between `{` and `}`; remove the `:` [json-unexpected-colon]"
      ),
      (
        #"["a":1]"#,
        "1:2: error: a key must be inside an object; add `{` before it [json-missing-brace]"
      ),
      ("{:1}", "1:2: error: expected a key in double quotes before the value [json-missing-key]"),
      ("{a:1}", "1:2: error: put the key in double quotes: `\"a\"` [json-unquoted-key]"),
      (
        "['a']",
        "1:2: error: strings need double quotes; replace the single quotes [json-single-quotes]"
      ),
      ("[\"a\n]", "1:2: error: the string is not closed; add `\"` [json-unclosed-string]"),
      (
        "[a\"]",
        "1:2: error: the string has no opening quote; add `\"` before it [json-unopened-string]"
      ),
      (#"["a"b"]"#, #"1:4: error: a quote within a string is written `\"` [json-unescaped-quote]"#),
      (#"["a""]"#, "1:5: error: extra quote; remove it [json-unescaped-quote]"),
      (
        #"["\x"]"#,
        #"1:3: error: `\x` is not an escape; write `\\` for a backslash [json-bad-escape]"#
      ),
      (
        #"["\u1"]"#,
        #"1:3: error: `\u1` is not an escape; `\u` needs four hex digits [json-bad-escape]"#
      ),
      (
        #"["\ud800"]"#,
        #"1:3: error: `\ud800` is half of a pair; the second half must follow [json-lone-surrogate]"#
      ),
      (
        #"["\udc00"]"#,
        #"1:3: error: `\udc00` is half of a pair; the first half must come before it [json-lone-surrogate]"#
      ),
      ("[\"\t\"]", #"1:3: error: a tab in a string is written `\t` [json-control-character]"#),
      ("\"a\nb\"", #"1:3: error: a line end in a string is written `\n` [json-control-character]"#),
      (
        "[\"\u{1B}\"]",
        #"1:3: error: the control character U+001B in a string is written `\u001b` [json-control-character]"#
      ),
      (
        "[tru]",
        "1:2: error: `tru` is not a JSON value; put text in double quotes; did you mean `true`? [json-bare-word]"
      ),
      ("[None]", "1:2: error: `None` is not a JSON value; write `null` [json-bare-word]"),
      ("[01]", "1:2: error: `01` is not a JSON number; remove the leading zero [json-bad-number]"),
      ("[+1]", "1:2: error: `+1` is not a JSON number; remove the `+` [json-bad-number]"),
      (
        "[.5]",
        "1:2: error: `.5` is not a JSON number; write a digit before the `.` [json-bad-number]"
      ),
      (
        "[5.]",
        "1:2: error: `5.` is not a JSON number; write a digit after the `.` [json-bad-number]"
      ),
      (
        "[5e]",
        "1:2: error: `5e` is not a JSON number; write digits after the `e` [json-bad-number]"
      ),
      ("[-]", "1:2: error: `-` is not a JSON number; write digits after the `-` [json-bad-number]"),
      ("[0x1]", "1:2: error: `0x1` is not a JSON number; write it in decimal [json-bad-number]"),
      ("[1_0]", "1:2: error: `1_0` is not a JSON number; remove the `_` [json-bad-number]"),
      (
        "[1a]",
        "1:2: error: `1a` is not a JSON number; write digits, or text in double quotes [json-bad-number]"
      ),
      ("[1", "1:1: error: the array is not closed; add `]` [json-unclosed]"),
      (#"[{"a":[1"#, "1:7: error: 3 brackets are not closed; add `]}]` [json-unclosed]"),
      ("[1}", "1:3: error: expected `]`, not `}` [json-wrong-bracket]"),
      ("[1}]", "1:3: error: unexpected closing bracket; remove it [json-extra-bracket]"),
      (
        "{\"a\":1,\n \"a\":2}",
        "2:2: error: duplicate key `a`; remove it or the one at 1:2 [json-duplicate-key]"
      ),
      (
        "[1] x", "1:5: error: unexpected text after the document; remove it [json-text-after-value]"
      ),
      ("1 // c", "1:3: error: JSON has no comments; remove it [json-comment]"),
      (
        "[\u{A0}1]",
        "1:2: error: U+00A0 is not allowed between values; remove it or use a plain space [json-unexpected-character]"
      ),
      (", 1", "1:1: error: expected a value; remove this [json-unexpected-character]"),
      ("", "1:1: error: the document is empty; expected a value [json-empty]"),
      (
        "\u{FEFF}1",
        "1:1: warning: the text starts with a byte-order mark; save it without [json-byte-order-mark]"
      ),
    ])
  func messages(_ text: String, _ message: String) {
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

import Testing
import VirgaJSON
import VirgaSource
import VirgaTestSupport

/// A text with marked mistakes, their codes in order, and the recovered value.
struct Recovery: CustomTestStringConvertible, Sendable {
  let marked: String
  let codes: [String]
  let value: String?

  init(_ marked: String, _ codes: String..., value: String?) {
    self.marked = marked
    self.codes = codes
    self.value = value
  }

  var testDescription: String { marked.debugDescription }
}

@Suite("Recovery from JSON errors") struct JSONParserRecoveryTests {
  @Test(
    "each error is reported once at its position",
    arguments: separators + values + strings + keys + containers + oddities + combinations)
  func errors(_ recovery: Recovery) {
    let marked = MarkedText(recovery.marked)
    let document = LocatedText.json(marked.text)
    #expect(document.problems.map(\.code.description) == recovery.codes)
    #expect(document.problems.compactMap(\.location?.range) == marked.ranges)
    #expect(document.json?.compact == recovery.value)
  }

  /// A typo causes few problems, never a cascade.
  @Test("a deleted byte causes few problems")
  func deletedByte() {
    let bytes = Array(
      """
      {
        "enabled": true,
        "name": "It's \\"x\\", ok",
        "limits": {"a": 1, "b": [1.5, -2e3, null]},
        "items": [
          {"icon": "star", "label": "one, two"},
          {"icon": "http://a.b/c", "label": ""}
        ],
        "last": "z"
      }
      """.utf8)
    let counts = bytes.indices.map { index in
      let rest = Array(bytes[..<index] + bytes[(index + 1)...])
      return LocatedText.json(SourceText(name: "x", bytes: rest)).problems.count
    }
    #expect(counts.max() == 3)
    #expect(counts.count { $0 > 1 } == 6)
  }

  static let separators = [
    Recovery(#"[1‸ 2]"#, "json-missing-comma", value: "[1,2]"),
    Recovery(#"[[1]‸ [2]]"#, "json-missing-comma", value: "[[1],[2]]"),
    Recovery(#"["a"‸"b"]"#, "json-missing-comma", value: #"["a","b"]"#),
    Recovery("{\"a\": 1‸\n\"b\": 2}", "json-missing-comma", value: #"{"a":1,"b":2}"#),
    Recovery("{\"a\": {}‸\n\"b\": 2}", "json-missing-comma", value: #"{"a":{},"b":2}"#),
    Recovery(#"{"a": 1⟦;⟧ "b": 2}"#, "json-missing-comma", value: #"{"a":1,"b":2}"#),
    Recovery(#"[1⟦,⟧]"#, "json-trailing-comma", value: "[1]"),
    Recovery("{\"a\": 1⟦,⟧\n}", "json-trailing-comma", value: #"{"a":1}"#),
    Recovery(#"[1,⟦,⟧2]"#, "json-extra-comma", value: "[1,2]"),
    Recovery(#"[⟦,⟧1]"#, "json-extra-comma", value: "[1]"),
    Recovery(#"[⟦,⟧]"#, "json-extra-comma", value: "[]"),
    Recovery(#"{⟦,⟧"a": 1}"#, "json-extra-comma", value: #"{"a":1}"#),
    Recovery(#"{"a": 1,⟦,⟧}"#, "json-extra-comma", value: #"{"a":1}"#),
    Recovery(#"{"a"‸ 1}"#, "json-missing-colon", value: #"{"a":1}"#),
    Recovery(#"{"a" ⟦=⟧ 1}"#, "json-missing-colon", value: #"{"a":1}"#),
    Recovery(#"{"a" ⟦=>⟧ 1}"#, "json-missing-colon", value: #"{"a":1}"#),
    Recovery(#"{"a"‸}"#, "json-missing-colon", value: "{}"),
    Recovery(#"{"a"‸, "b": 2}"#, "json-missing-colon", value: #"{"b":2}"#),
    Recovery("{\"a\"‸\n\"b\": 2}", "json-missing-colon", value: #"{"b":2}"#),
    Recovery(#"{"a":⟦:⟧ 1}"#, "json-unexpected-colon", value: #"{"a":1}"#),
    Recovery(#"[1⟦:⟧ 2]"#, "json-unexpected-colon", value: "[1,2]"),
    Recovery(#"[⟦:⟧]"#, "json-unexpected-colon", value: "[]"),
    Recovery(#"{"a": 1⟦:⟧ 2}"#, "json-unexpected-colon", value: #"{"a":1}"#),
  ]

  static let values = [
    Recovery(#"{"a":‸ }"#, "json-missing-value", value: "{}"),
    Recovery(#"{"a":‸, "b": 2}"#, "json-missing-value", value: #"{"b":2}"#),
    Recovery("{\n  \"a\":‸\n  \"b\": 2\n}", "json-missing-value", value: #"{"b":2}"#),
    Recovery(#"{"a":‸ "b": 2}"#, "json-missing-value", value: #"{"b":2}"#),
    Recovery(#"[⟦tru⟧]"#, "json-bare-word", value: "[]"),
    Recovery(#"[⟦True⟧, ⟦nulls⟧]"#, "json-bare-word", "json-bare-word", value: "[]"),
    Recovery(#"{"a": ⟦hello big world⟧, "b": 2}"#, "json-bare-word", value: #"{"b":2}"#),
    Recovery(#"{"a": ⟦http://a.b/c⟧, "b": 2}"#, "json-bare-word", value: #"{"b":2}"#),
    Recovery(
      #"[⟦NaN⟧, ⟦Infinity⟧, ⟦undefined⟧]"#, "json-bare-word", "json-bare-word", "json-bare-word",
      value: "[]"),
    Recovery(#"[⟦01⟧, 2]"#, "json-bad-number", value: "[2]"),
    Recovery(
      #"[⟦+1⟧, ⟦.5⟧, ⟦1.⟧]"#, "json-bad-number", "json-bad-number", "json-bad-number", value: "[]"),
    Recovery(
      #"[⟦1e⟧, ⟦1e+⟧, ⟦-⟧]"#, "json-bad-number", "json-bad-number", "json-bad-number", value: "[]"),
    Recovery(
      #"[⟦0x1F⟧, ⟦1_000⟧, ⟦-Infinity⟧]"#, "json-bad-number", "json-bad-number", "json-bad-number",
      value: "[]"),
    Recovery(#"[⟦1.2.3⟧]"#, "json-bad-number", value: "[]"),
    Recovery(#"⟦tru⟧"#, "json-bare-word", value: nil),
    Recovery("‸", "json-empty", value: nil),
    Recovery(" \n ‸", "json-empty", value: nil),
  ]

  static let strings = [
    Recovery(#"⟦"abc⟧"#, "json-unclosed-string", value: #""abc""#),
    Recovery("{\"a\": ⟦\"abc⟧,\n\"b\": 2}", "json-unclosed-string", value: #"{"a":"abc","b":2}"#),
    Recovery("{\"a\": ⟦\"abc⟧\n}", "json-unclosed-string", value: #"{"a":"abc"}"#),
    Recovery(#"{"a": ⟦"abc⟧}"#, "json-unclosed-string", value: #"{"a":"abc"}"#),
    Recovery(#"[{"a": ["x", ⟦"abc⟧]}]"#, "json-unclosed-string", value: #"[{"a":["x","abc"]}]"#),
    Recovery("{\"a\": ⟦\"see [1]⟧\n}", "json-unclosed-string", value: #"{"a":"see [1]"}"#),
    Recovery(#"{"a": ⟦"hello⟧, "b": 2}"#, "json-unclosed-string", value: #"{"a":"hello","b":2}"#),
    Recovery(#"["a", ⟦"b⟧, "c"]"#, "json-unclosed-string", value: #"["a","b","c"]"#),
    Recovery("{\"a\": ⟦\"⟧\n}", "json-unclosed-string", value: #"{"a":""}"#),
    Recovery("[⟦\"abc\\⟧\n]", "json-unclosed-string", value: #"["abc\\"]"#),
    Recovery(#"["say ⟦"⟧hi" now"]"#, "json-unescaped-quote", value: #"["say \"hi\" now"]"#),
    Recovery(#"["It's ⟦"⟧x\", ok"]"#, "json-unescaped-quote", value: #"["It's \"x\", ok"]"#),
    Recovery(
      #"{"a"⟦"⟧: "b"⟦"⟧}"#, "json-unescaped-quote", "json-unescaped-quote", value: #"{"a":"b"}"#),
    Recovery(#"[⟦star"⟧, 1]"#, "json-unopened-string", value: #"["star",1]"#),
    Recovery(
      #"{"a": ⟦one, \"two\""⟧, "b": 1}"#, "json-unopened-string",
      value: #"{"a":"one, \"two\"","b":1}"#),
    Recovery(#"[⟦'a'⟧, 1]"#, "json-single-quotes", value: #"["a",1]"#),
    Recovery(#"{"a": ⟦'it's'⟧, "b": 1}"#, "json-single-quotes", value: #"{"a":"it's","b":1}"#),
    Recovery("[⟦'a⟧\n]", "json-unclosed-string", value: #"["a"]"#),
    Recovery("[\"a⟦\t⟧b\t\"]", "json-control-character", value: #"["a\tb\t"]"#),
    Recovery("[\"a⟦\u{0}⟧b\"]", "json-control-character", value: #"["a\u0000b"]"#),
    Recovery(
      "{\"a\": \"one⟦\n⟧two\nthree\", \"b\": 1}", "json-control-character",
      value: #"{"a":"one\ntwo\nthree","b":1}"#),
    Recovery(
      #"["a⟦\x⟧41", "⟦\u12⟧"]"#, "json-bad-escape", "json-bad-escape", value: #"["ax41","u12"]"#),
    Recovery(#"["⟦\é⟧"]"#, "json-bad-escape", value: #"["é"]"#),
    Recovery(
      #"["⟦\ud800⟧", "⟦\udc00⟧x"]"#, "json-lone-surrogate", "json-lone-surrogate",
      value: #"["�","�x"]"#),
    Recovery(#"["⟦\ud800⟧\u0041"]"#, "json-lone-surrogate", value: #"["�A"]"#),
  ]

  static let keys = [
    Recovery(#"{⟦a⟧: 1}"#, "json-unquoted-key", value: #"{"a":1}"#),
    Recovery(
      #"{⟦a b⟧ : 1, ⟦3⟧: 2}"#, "json-unquoted-key", "json-unquoted-key", value: #"{"a b":1,"3":2}"#),
    Recovery(#"{"b": 1, ⟦a⟧}"#, "json-unquoted-key", value: #"{"b":1}"#),
    Recovery(#"{⟦a"⟧: 1, "b": 2}"#, "json-unopened-string", value: #"{"a":1,"b":2}"#),
    Recovery(#"{⟦'a'⟧: 1}"#, "json-single-quotes", value: #"{"a":1}"#),
    Recovery(#"{⟦"a⟧: 1, "b": 2}"#, "json-unclosed-string", value: #"{"a":1,"b":2}"#),
    Recovery("{⟦\"a⟧: 1,\n\"b\": 2}", "json-unclosed-string", value: #"{"a":1,"b":2}"#),
    Recovery(#"{"a": 1, ⟦"b⟧: 2}"#, "json-unclosed-string", value: #"{"a":1,"b":2}"#),
    Recovery(#"{"a": 1, ⟦"x⟧}"#, "json-unclosed-string", value: #"{"a":1}"#),
    Recovery(#"{‸: 1, "b": 2}"#, "json-missing-key", value: #"{"b":2}"#),
    Recovery(#"{‸{"a": 1}, "b": 2}"#, "json-missing-key", value: #"{"b":2}"#),
    Recovery(#"{"a": 1, ⟦"a"⟧: 2}"#, "json-duplicate-key", value: #"{"a":2}"#),
    Recovery(#"{"a": 1, "b": 0, ⟦"\u0061"⟧: 2}"#, "json-duplicate-key", value: #"{"a":2,"b":0}"#),
    Recovery(
      #"{"a": {"b": 1, ⟦"b"⟧: 2}, "b": 3}"#, "json-duplicate-key", value: #"{"a":{"b":2},"b":3}"#),
    Recovery(#"{"": 1, ⟦""⟧: 2}"#, "json-duplicate-key", value: #"{"":2}"#),
  ]

  static let containers = [
    Recovery("⟦[⟧1, 2", "json-unclosed", value: "[1,2]"),
    Recovery("[⟦{⟧\"a\": 1\n", "json-unclosed", value: #"[{"a":1}]"#),
    Recovery(#"{"a": ⟦[⟧1, 2}"#, "json-unclosed", value: #"{"a":[1,2]}"#),
    Recovery(#"[{"a": [⟦{⟧"b": 1]}]"#, "json-unclosed", value: #"[{"a":[{"b":1}]}]"#),
    Recovery(#"{"a": [1, 2⟦}⟧, "b": 3}"#, "json-wrong-bracket", value: #"{"a":[1,2],"b":3}"#),
    Recovery(#"[1, 2⟦}⟧"#, "json-wrong-bracket", value: "[1,2]"),
    Recovery(#"[1] ⟦]⟧"#, "json-text-after-value", value: "[1]"),
    Recovery("{\"a\": 1}\n⟦{\"b\": 2}⟧\n", "json-text-after-value", value: #"{"a":1}"#),
    Recovery(#"⟦"a"⟧: 1, "b": 2"#, "json-missing-brace", value: #"{"a":1,"b":2}"#),
    Recovery(
      "[⟦\"a\"⟧: 1, \"b\": 2},\n{\"a\": 3}]", "json-missing-brace",
      value: #"[{"a":1,"b":2},{"a":3}]"#),
    Recovery(#"[⟦"a"⟧: 1]"#, "json-missing-brace", value: #"[{"a":1}]"#),
    Recovery(#"[⟦{⟧"a": 1, {"a": 2}]"#, "json-unclosed", value: #"[{"a":1},{"a":2}]"#),
    Recovery("{\"a\": 1⟦}⟧,\n\"b\": 2}\n", "json-extra-bracket", value: #"{"a":1,"b":2}"#),
    Recovery(#"[1⟦]⟧, 2]"#, "json-extra-bracket", value: "[1,2]"),
    Recovery(#"[1]⟦, [2]⟧"#, "json-text-after-value", value: "[1]"),
    Recovery(#"{"a": 1⟦]⟧}"#, "json-extra-bracket", value: #"{"a":1}"#),
    Recovery(#"⟦}⟧"#, "json-unexpected-character", value: nil),
  ]

  static let oddities = [
    Recovery(
      "{⟦// one⟧\n\"a\": ⟦/* two */⟧ 1 ⟦# three⟧\n}", "json-comment", "json-comment",
      "json-comment", value: #"{"a":1}"#
    ),
    Recovery(
      "⟦/* a */⟧ [1⟦/*b*/⟧] ⟦// c⟧\n", "json-comment", "json-comment", "json-comment", value: "[1]"),
    Recovery("⟦[⟧1 ⟦/* open⟧", "json-unclosed", "json-comment", value: "[1]"),
    Recovery("[⟦no word⟧ ⟦// c⟧\n]", "json-bare-word", "json-comment", value: "[]"),
    Recovery("[1,⟦\u{A0}⟧2]", "json-unexpected-character", value: "[1,2]"),
    Recovery("[1⟦\u{0}⟧]", "json-unexpected-character", value: "[1]"),
    Recovery("⟦\u{FEFF}⟧[1]", "json-byte-order-mark", value: "[1]"),
  ]

  static let combinations = [
    Recovery(
      "⟦{⟧\n  \"a\": 1‸\n  \"b\":‸ ,\n  ⟦c⟧: ⟦'x'⟧,\n  \"d\": ⟦tru⟧,\n  \"e\": [1⟦,⟧],\n",
      "json-unclosed",
      "json-missing-comma", "json-missing-value", "json-unquoted-key", "json-single-quotes",
      "json-bare-word",
      "json-trailing-comma", value: #"{"a":1,"c":"x","e":[1]}"#),
    Recovery(#"⟦{⟧"a":‸"#, "json-unclosed", "json-missing-value", value: "{}"),
    Recovery(#"⟦{⟧"a"‸"#, "json-unclosed", "json-missing-colon", value: "{}"),
    Recovery(#"⟦{⟧⟦"a⟧"#, "json-unclosed", "json-unclosed-string", value: "{}"),
  ]

  @Test("a missing key is not a duplicate of an empty key")
  func missingKey() {
    let document = LocatedText.json(#"{: 1, "": 2}"#)
    #expect(document.problems.count == 1)
    #expect(!document.problems.contains { $0.code == "json-duplicate-key" })
    #expect(document.json == ["": 2])
  }
}

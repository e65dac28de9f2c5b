import Testing
import VirgaJSON
import VirgaSource
import VirgaTestSupport
import VirgaYAML

@Suite("YAML printer") struct YAMLPrinterTests {
  @Test(
    "a text is quoted only where necessary",
    arguments: [
      ("plain text", "plain text"), ("", "''"), ("true", "'true'"), ("noon", "noon"),
      ("1.0.0", "1.0.0"),
      ("12", "'12'"),
      ("010", "'010'"), ("1e3", "'1e3'"), ("a: b", "'a: b'"), ("a:b", "a:b"), ("# a", "'# a'"),
      ("a #b", "'a #b'"),
      ("it's", "it's"), ("'a'", "'''a'''"), (" a", "' a'"), ("a\tb", "\"a\\tb\""), ("~", "'~'"),
      ("-", "'-'"),
      ("-a", "-a"), ("@a", "'@a'"), ("é", "é"), ("🦊", "🦊"), ("🦊\n🦊", "|-\n  🦊\n  🦊"),
      ("\u{85}", "\"\\N\""),
      ("1e08572", "'1e08572'"), ("\u{E000}", "\u{E000}"), ("\u{E83F}🦊", "\u{E83F}🦊"),
      ("\u{10FFFF}", "\u{10FFFF}"),
    ])
  func quoting(_ text: String, _ wanted: String) {
    #expect(YAMLPrinter.print(["a": .string(text)]) == "a: \(wanted)\n")
  }

  @Test(
    "a text and a key that YAML 1.1 reads as a Boolean or a special value are quoted",
    arguments: ["y", "N", "yes", "Yes", "no", "NO", "on", "oN", "off", "Off", "=", "<<"])
  func ambiguousInOlderYAML(_ text: String) {
    #expect(YAMLPrinter.print([text: [.string(text)]]) == "'\(text)':\n- '\(text)'\n")
  }

  @Test(
    "a text with several lines becomes a block",
    arguments: [
      ("a\nb", "a: |-\n  a\n  b\n"), ("a\n", "a: |\n  a\n"), ("a\n\n", "a: |+\n  a\n\n"),
      (" a\nb", "a: |2-\n   a\n  b\n"), ("a \nb", "a: \"a \\nb\"\n"),
    ])
  func blocks(_ text: String, _ wanted: String) {
    let printed = YAMLPrinter.print(["a": .string(text)])
    #expect(printed == wanted)
    #expect(read(printed) == ["a": .string(text)])
  }

  @Test("a list is not indented below its key")
  func lists() {
    let value: JSONValue = ["a": [1, ["b": 2, "c": []], [[3.5]]], "d": [:], "e": .null]
    #expect(YAMLPrinter.print(value) == "a:\n- 1\n- b: 2\n  c: []\n- - - 3.5\nd: {}\ne: null\n")
  }

  @Test("any text survives a round trip")
  func roundTrip() {
    var random = SeededRandom(seed: 7)
    let signs = Array(
      "ab01 \n\t:#-?'\"|>[]{},&*!%@`~._+exN\u{7F}\u{85}\u{2028}\u{FEFF}\u{E000}\u{E440}\u{E83F}\u{E840}é🦊\r\\"
        .unicodeScalars)
    for _ in 0..<3000 {
      let count = Int.random(in: 0...8, using: &random)
      let text = String(
        String.UnicodeScalarView(
          (0..<count).compactMap { _ in signs.randomElement(using: &random) }))
      let value: JSONValue = [
        "list": [.string(text), [text: .string(text)]], "deep": [text: [.string(text)]],
      ]
      let printed = YAMLPrinter.print(value)
      #expect(read(printed) == value, "\(printed.debugDescription)")
    }
  }

  @Test("a long key survives a round trip")
  func longKeys() {
    let value: JSONValue = [
      "a": [String(repeating: "k", count: 300): ["x": 1], String(repeating: "l", count: 200): 2]
    ]
    #expect(read(YAMLPrinter.print(value)) == value)
  }

  private func read(_ text: String) -> JSONValue? {
    LocatedValue.read(SourceText(name: "a.yaml", text: text)).value?.json
  }
}

import Testing
import VirgaJSON
import VirgaSource
import VirgaTestSupport
import VirgaYAML

@Suite("YAML printer") struct YAMLPrinterTests {
  @Test(
    "a text is quoted only where necessary",
    arguments: [
      TestRow("words", ("plain text", "plain text")),
      TestRow("an empty text", ("", "''")),
      TestRow("a Boolean", ("true", "'true'")),
      TestRow("a word that begins like a Boolean of YAML 1.1", ("noon", "noon")),
      TestRow("a version", ("1.0.0", "1.0.0")),
      TestRow("an integer", ("12", "'12'")),
      TestRow("an integer with a leading zero", ("010", "'010'")),
      TestRow("a number with an exponent", ("1e3", "'1e3'")),
      TestRow("a colon before a blank", ("a: b", "'a: b'")),
      TestRow("a colon inside a word", ("a:b", "a:b")),
      TestRow("a comment sign at the start", ("# a", "'# a'")),
      TestRow("a comment sign after a blank", ("a #b", "'a #b'")),
      TestRow("a quote inside", ("it's", "it's")),
      TestRow("quotes around it", ("'a'", "'''a'''")),
      TestRow("a blank at the start", (" a", "' a'")),
      TestRow("a tab", ("a\tb", "\"a\\tb\"")),
      TestRow("the sign for null", ("~", "'~'")),
      TestRow("the sign of a list", ("-", "'-'")),
      TestRow("a hyphen before a letter", ("-a", "-a")),
      TestRow("a reserved sign", ("@a", "'@a'")),
      TestRow("a letter outside of ASCII", ("é", "é")),
      TestRow("an emoji", ("🦊", "🦊")),
      TestRow("emoji on two lines", ("🦊\n🦊", "|-\n  🦊\n  🦊")),
      TestRow("the line separator NEL", ("\u{85}", "\"\\N\"")),
      TestRow("an exponent with a zero", ("1e08572", "'1e08572'")),
      TestRow("a private character", ("\u{E000}", "\u{E000}")),
      TestRow("a private character before an emoji", ("\u{E83F}🦊", "\u{E83F}🦊")),
      TestRow("the last scalar", ("\u{10FFFF}", "\u{10FFFF}")),
    ])
  func quoting(_ row: TestRow<(String, String)>) {
    let (text, wanted) = row.values
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
      TestRow("without a line end at the end", ("a\nb", "a: |-\n  a\n  b\n")),
      TestRow("with one line end at the end", ("a\n", "a: |\n  a\n")),
      TestRow("with two line ends at the end", ("a\n\n", "a: |+\n  a\n\n")),
      TestRow("with a blank at the start", (" a\nb", "a: |2-\n   a\n  b\n")),
      TestRow("with a blank before a line end, which needs quotes", ("a \nb", "a: \"a \\nb\"\n")),
    ])
  func blocks(_ row: TestRow<(String, String)>) {
    let (text, wanted) = row.values
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

  @Test("a text that only some readers take for a number or a date is quoted for every reader")
  func anyYAMLReader() {
    for text in ["1_000", "12:30", "2001-12-14", "2001-12-14 21:59:43Z", "1,000", "0o17", "+1.5"] {
      let printed = YAMLPrinter.print([text: .string(text)], for: .anyYAMLReader)
      #expect(printed == "'\(text)': '\(text)'\n")
    }
    #expect(YAMLPrinter.print(["a": "noon at 12:30"], for: .anyYAMLReader) == "a: noon at 12:30\n")
    #expect(YAMLPrinter.print(["a": 1e20], for: .anyYAMLReader) == "a: 1.0e+20\n")
    #expect(YAMLPrinter.print(["a": 2.5e-9], for: .anyYAMLReader) == "a: 2.5e-09\n")
  }

  @Test("a text that could lose blanks or line ends where it is pasted is escaped for every reader")
  func pastedBlocks() {
    let printed = { (text: String) in
      YAMLPrinter.print(["a": .string(text)], for: .anyYAMLReader)
    }
    #expect(printed("a\nb") == "a: |-\n  a\n  b\n")
    #expect(printed("a\n\n") == "a: \"a\\n\\n\"\n")
    #expect(printed(" a\nb") == "a: \" a\\nb\"\n")
    #expect(printed("a\u{2028}b") == "a: \"a\\Lb\"\n")
  }

  @Test("hostile texts survive a round trip for every reader")
  func hostileTexts() {
    for text in HostileText.all {
      let value: JSONValue = ["list": [.string(text), [text: .string(text)]]]
      let printed = YAMLPrinter.print(value, for: .anyYAMLReader)
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

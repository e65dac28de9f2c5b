import Testing
import VirgaResources
import VirgaSource
import VirgaTestSupport

@Suite("Strings files") struct StringsFileTests {
  static let wellFormed: [TestRow<(String, [String: String])>] = [
    TestRow("an empty file", ("", [:])),
    TestRow("a key and a text", (#""a" = "b";"#, ["a": "b"])),
    TestRow(
      "a key without quotes, a text in single quotes",
      (#"a.b-c_$/: = 'it"s';"#, ["a.b-c_$/:": #"it"s"#])),
    TestRow("comments anywhere", ("/* one */ \"a\" /* two */ = // three\n\"b\" ;", ["a": "b"])),
    TestRow("a key alone is its text", (#""key";"#, ["key": "key"])),
    TestRow(
      "escapes",
      (#""q" = "say \"hi\" \\ \n\t\101\U00e9\u00e9\UD83D\UDE80";"#, ["q": "say \"hi\" \\ \n\tAéé🚀"])
    ),
    TestRow("half of a pair is replaced", (#""lone" = "\UD83D!";"#, ["lone": "\u{FFFD}!"])),
    TestRow(
      "line ends in a key and a text", ("\"many\nlines\" = \"a\nb\";", ["many\nlines": "a\nb"])),
    TestRow("letters outside of ASCII", (#""größe" = "📐";"#, ["größe": "📐"])),
  ]

  @Test("every entry is read", arguments: wellFormed)
  func entries(_ row: TestRow<(String, [String: String])>) {
    let (text, expected) = row.values
    let table = TextTable(strings: Array(text.utf8), name: "T.strings")
    #expect(table.texts.mapValues(\.text) == expected)
    #expect(table.problems == [])
  }

  static let broken: [TestRow<(String, Problem.Code, [String: String])>] = [
    TestRow(
      "a missing semicolon",
      (#""a" = "b"⟦⟧ "c" = "d";"#, "missing-semicolon", ["a": "b", "c": "d"])),
    TestRow("a missing quote", (#""c" = "d"; "a" = ⟦"⟧b;"#, "missing-quote", ["c": "d"])),
    TestRow(
      "a comment that is not closed",
      ("\"a\" = \"b\"; ⟦/*⟧ never", "missing-comment-end", ["a": "b"])),
    TestRow("a missing key", ("⟦=⟧ \"x\";\n\"c\" = \"d\";", "unexpected-text", ["c": "d"])),
    TestRow(
      "a text without quotes", ("\"a\" = ⟦é⟧;\n\"c\" = \"d\";", "unexpected-text", ["c": "d"])),
    TestRow(
      "a second text with the key", (#""a" = "b"; ⟦"a"⟧ = "c";"#, "repeated-text", ["a": "c"])),
  ]

  @Test("an error is reported at its position without ending the file", arguments: broken)
  func errors(_ row: TestRow<(String, Problem.Code, [String: String])>) throws {
    let (pattern, code, texts) = row.values
    let marked = MarkedText(pattern)
    let table = TextTable(strings: Array(marked.text.utf8), name: "T.strings")
    let problem = try #require(table.problems.first)
    #expect(table.problems.count == 1, "\(table.problems)")
    #expect(problem.code == code)
    #expect(problem.location == SourceLocation(file: "T.strings", range: marked.ranges[0]))
    #expect(table.texts.mapValues(\.text) == texts)
  }

  @Test("a text has its position")
  func positions() {
    let marked = MarkedText("// ä\n\"k\" = ⟦\"text\"⟧;")
    let table = TextTable(strings: Array(marked.text.utf8), name: "T.strings")
    #expect(table.texts["k"]?.location.range == marked.ranges[0])
  }

  @Test("UTF-16 is read in both byte orders", arguments: [true, false])
  func utf16(isBigEndian: Bool) {
    let units = "\u{FEFF}\"ключ\" = \"🚀\";".utf16
    let bytes = units.flatMap {
      isBigEndian ? [UInt8($0 >> 8), UInt8($0 & 0xFF)] : [UInt8($0 & 0xFF), UInt8($0 >> 8)]
    }
    #expect(TextTable(strings: bytes, name: "T").texts.mapValues(\.text) == ["ключ": "🚀"])
  }

  @Test("a UTF-8 byte order mark is ignored")
  func byteOrderMark() {
    #expect(
      TextTable(strings: [0xEF, 0xBB, 0xBF] + Array("a=b;".utf8), name: "T").texts["a"]?.text == "b"
    )
  }

  static let unreadable: [TestRow<([UInt8], Problem.Code)>] = [
    TestRow("a byte that is not UTF-8", ([0x22, 0xFF, 0x22], "unreadable-text")),
    TestRow("half a unit of UTF-16", ([0xFF, 0xFE, 0x22], "unreadable-text")),
    TestRow("half of a pair in UTF-16", ([0xFE, 0xFF, 0xD8, 0x00], "unreadable-text")),
    TestRow("a compiled file", (Array("bplist00".utf8), "compiled-strings")),
  ]

  @Test("an unreadable file is reported", arguments: unreadable)
  func unreadableFile(_ row: TestRow<([UInt8], Problem.Code)>) {
    let (bytes, code) = row.values
    let table = TextTable(strings: bytes, name: "T")
    #expect(table.problems.map(\.code) == [code])
    #expect(table.texts.isEmpty)
  }

  @Test("random bytes cause a limited number of problems")
  func noise() {
    var random = SeededRandom(seed: 7)
    let letters = Array("\"'=;\\/*ab \n<>&![]-?\u{e9}".utf8)
    for _ in 0..<2_000 {
      let noise = (0..<60).map { _ in letters[Int(random.next() % UInt64(letters.count))] }
      #expect(TextTable(strings: noise, name: "T").problems.count <= 100)
      #expect(TextTable(android: noise, name: "T").problems.count <= 100)
    }
  }
}

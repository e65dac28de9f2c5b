import Testing
import VirgaResources
import VirgaSource
import VirgaTestSupport

@Suite("Strings files") struct StringsFileTests {
  static let wellFormed: [(String, [String: String])] = [
    ("", [:]),
    (#""a" = "b";"#, ["a": "b"]),
    (#"a.b-c_$/: = 'it"s';"#, ["a.b-c_$/:": #"it"s"#]),
    ("/* one */ \"a\" /* two */ = // three\n\"b\" ;", ["a": "b"]),
    (#""key";"#, ["key": "key"]),
    (#""q" = "say \"hi\" \\ \n\t\101\U00e9\u00e9\UD83D\UDE80";"#, ["q": "say \"hi\" \\ \n\tAéé🚀"]),
    (#""lone" = "\UD83D!";"#, ["lone": "\u{FFFD}!"]),
    ("\"many\nlines\" = \"a\nb\";", ["many\nlines": "a\nb"]),
    (#""größe" = "📐";"#, ["größe": "📐"]),
  ]

  @Test("every entry is read", arguments: wellFormed)
  func entries(_ text: String, _ expected: [String: String]) {
    let table = TextTable(strings: Array(text.utf8), name: "T.strings")
    #expect(table.texts.mapValues(\.text) == expected)
    #expect(table.problems == [])
  }

  static let broken: [(String, Problem.Code, [String: String])] = [
    (#""a" = "b"⟦⟧ "c" = "d";"#, "missing-semicolon", ["a": "b", "c": "d"]),
    (#""c" = "d"; "a" = ⟦"⟧b;"#, "missing-quote", ["c": "d"]),
    ("\"a\" = \"b\"; ⟦/*⟧ never", "missing-comment-end", ["a": "b"]),
    ("⟦=⟧ \"x\";\n\"c\" = \"d\";", "unexpected-text", ["c": "d"]),
    ("\"a\" = ⟦é⟧;\n\"c\" = \"d\";", "unexpected-text", ["c": "d"]),
    (#""a" = "b"; ⟦"a"⟧ = "c";"#, "repeated-text", ["a": "c"]),
  ]

  @Test("an error is reported at its position, and reading continues", arguments: broken)
  func errors(_ marked: String, _ code: Problem.Code, _ texts: [String: String]) throws {
    let marked = MarkedText(marked)
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

  static let unreadable: [([UInt8], Problem.Code)] = [
    ([0x22, 0xFF, 0x22], "unreadable-text"),
    ([0xFF, 0xFE, 0x22], "unreadable-text"),
    ([0xFE, 0xFF, 0xD8, 0x00], "unreadable-text"),
    (Array("bplist00".utf8), "compiled-strings"),
  ]

  @Test("an unreadable file is reported", arguments: unreadable)
  func unreadableFile(_ bytes: [UInt8], _ code: Problem.Code) {
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

import Testing
import VirgaJSON
import VirgaSource
import VirgaTestSupport
import VirgaYAML

@Suite("YAML reader") struct YAMLReaderTests {
  private func read(_ text: String) -> (document: LocatedDocument?, problems: [Problem]) {
    YAMLReader.read(SourceText(name: "a.yaml", text: text))
  }

  @Test("an empty file is null")
  func emptyFile() throws {
    #expect(try #require(read("").document).root.kind == .null)
    #expect(try #require(read("# only a comment\n").document).root.kind == .null)
  }

  @Test("a node has its range")
  func nodeRanges() throws {
    let marked = MarkedText(
      "⟦a: ⟦{b: ⟦[1, \"é\", ⟦x⟧]⟧}⟧\nc:\n  ⟦d: |\n    text\n  e: ⟦two\n    lines⟧⟧⟧\n")
    let root = try #require(read(marked.text).document).root
    let list = try #require(root["a"]?["b"])
    let found: [LocatedValue?] = [
      root, root["a"], list, Array(list.elements).last, root["c"], root["c"]?["e"],
    ]
    #expect(found.map { $0?.location?.range } == marked.ranges)
  }

  @Test("columns count scalars")
  func columns() throws {
    let marked = MarkedText("\"é👩‍🚀\": ⟦x⟧")
    #expect(
      try #require(read(marked.text).document).root["é👩‍🚀"]?.location?.range == marked.ranges[0])
  }

  @Test("a Windows line ending counts as one")
  func windowsLines() throws {
    let root = try #require(read("a: 1\r\nb: 2\r\n").document).root
    #expect(root["b"]?.location?.range.start == SourcePosition(line: 2, column: 4))
  }

  @Test("other Unicode line separators do not end a line")
  func unicodeLines() throws {
    let root = try #require(read("a: \"x\u{2028}y\u{85}z\"\r\nb: two\n").document).root
    #expect(root["b"]?.location?.range.start == SourcePosition(line: 2, column: 4))
  }

  @Test("an alias repeats its anchor's value at its own position")
  func aliases() throws {
    let root = try #require(read("a: &x {k: 1}\nb: *x\n").document).root
    #expect(root.json.compact == #"{"a":{"k":1},"b":{"k":1}}"#)
    #expect(root["b"]?.location?.range.start == SourcePosition(line: 2, column: 4))
  }

  @Test("the merge key stays a key")
  func mergeKey() throws {
    #expect(
      try #require(read("a: &x {k: 1}\nb: {<<: *x}").document).root["b"]?.json.compact
        == #"{"<<":{"k":1}}"#)
  }

  @Test(
    "invalid YAML is a problem with a position",
    arguments: [
      TestRow("a second document", ("a: 1\n---\nb: 2\n", "multiple-documents", 2, 1)),
      TestRow("an alias without an anchor", ("a: *b\n", "unknown-anchor", 1, 4)),
      TestRow("an alias inside its own anchor", ("a: &b [*b]\n", "recursive-alias", 1, 8)),
      TestRow("a bracket that is not closed", ("a: [1\nb: 2\n", "malformed-yaml", 2, 2)),
      TestRow(
        "an @ at the start of a text", ("a: @owner/repo/file.yaml\n", "malformed-yaml", 1, 4)),
      TestRow("a tab before a list", ("a:\n\t- b\n", "malformed-yaml", 2, 1)),
      TestRow("a null character", ("a: \u{0}b\n", "malformed-yaml", 1, 4)),
      TestRow(
        "a control character after a letter outside of ASCII",
        ("é: \u{1}b\n", "malformed-yaml", 1, 4)),
    ])
  func invalidYAML(_ row: TestRow<(String, String, Int, Int)>) throws {
    let (text, code, line, column) = row.values
    let (document, problems) = read(text)
    #expect(document == nil)
    let problem = try #require(problems.first)
    #expect(problem.code.description == code)
    #expect(problem.location?.range.start == SourcePosition(line: line, column: column))
  }

  @Test("invalid UTF-8 has its position")
  func invalidUTF8() throws {
    let (document, problems) = YAMLReader.read(
      SourceText(name: "a.yaml", bytes: Array("é: 1\nb: ".utf8) + [0xFF]))
    #expect(document == nil)
    #expect(problems.first?.location?.range.start == SourcePosition(line: 2, column: 4))
  }

  @Test(
    "UTF-16 is refused",
    arguments: ["", "\n", "x", "\u{0}\u{D8}", "a: 1\nb: é\n"],
    [[0xFF, 0xFE], [0xFE, 0xFF]] as [[UInt8]])
  func utf16(_ rest: String, _ mark: [UInt8]) {
    let source = SourceText(name: "a.yaml", bytes: mark + rest.utf8)
    let (document, problems) = YAMLReader.read(source)
    #expect(document == nil)
    #expect(
      problems.map { $0.rendered { _ in source } }
        == ["a.yaml:1:1: error: the text is UTF-16; save it as UTF-8 [malformed-yaml]"])
  }

  @Test("the hint for an unquoted @ says to quote it")
  func unquotedAt() {
    #expect(read("include:\n  - @a/b/c.yaml\n").problems.first?.hint == "put the text in quotes")
  }

  @Test("repeated keys are found in small and large objects")
  func repeatedKeys() throws {
    let small = try #require(read("a: 1\nb: 2\na: 3\n").document)
    #expect(small.repeatedKeys.count == 1)
    #expect(small.root.json.compact == #"{"a":3,"b":2}"#)
    let large = (0..<200).map { "k\($0): 1\n" }.joined() + "k7: 2\n"
    #expect(try #require(read(large).document).repeatedKeys.count == 1)
  }

  @Test("a key that is a collection is reported and left out")
  func collectionKeys() throws {
    let (document, problems) = read("? [a, b]\n: 1\nc: {? {d: 1} : [2], e: &x [3], f: *x}\n")
    let root = try #require(document).root
    #expect(root.json.compact == #"{"c":{"e":[3],"f":[3]}}"#)
    #expect(problems.map(\.code) == ["wrong-kind", "wrong-kind"])
    #expect(
      problems.compactMap(\.location?.range.start) == [
        .init(line: 1, column: 3), .init(line: 3, column: 7),
      ])
  }

  @Test(
    "no path leads to a key that is a collection",
    arguments: [("? []\n: 1\n", ""), ("? [a, b]\n: 1\n", "ab"), ("? {}\n: 1\nx: 2\n", "")])
  func pathToCollectionKey(_ yaml: String, _ key: String) throws {
    let document = try #require(read(yaml).document)
    #expect(document.range(at: JSONPath([.key(key)])) == nil)
  }

  @Test(
    "an unknown tag is an error at its position",
    arguments: [
      TestRow("of a text", ("a: !custom text", "`!custom`", 4)),
      TestRow("of an object", ("a: [!custom {b: 1}]", "`!custom`", 5)),
      TestRow("of a list", ("a: !x [1]", "`!x`", 4)),
      TestRow("of a key", ("!odd a: 1", "`!odd`", 1)),
      TestRow("of binary data", ("a: !!binary aGk=", "`!!binary`", 4)),
      TestRow("of a kind that the value does not have", ("a: !!map text", "`!!map`", 4)),
    ])
  func unknownTags(_ row: TestRow<(String, String, Int)>) {
    let (text, tag, column) = row.values
    let problems = LocatedText(SourceText(name: "a.yaml", text: text)).problems
    #expect(problems.map(\.message) == ["the tag \(tag) has no meaning here; remove it"])
    #expect(problems.map(\.code) == ["unknown-tag"])
    #expect(problems.first?.location?.range.start.column == column)
  }

  @Test("tags of the core schema are allowed")
  func knownTags() {
    let text = LocatedText(
      SourceText(
        name: "a.yaml", text: "a: !!str 1\nb: !!int 2\nc: !!map {d: !!seq [! 3, !!bool true]}\n"))
    #expect(text.problems == [])
    #expect(text.json == ["a": "1", "b": 2, "c": ["d": ["3", true]]])
  }

  @Test("an integer beyond Double is an error, even outside a manifest")
  func hugeIntegers() {
    let digits = String(repeating: "9", count: 400)
    let text = LocatedText(
      SourceText(name: "a.yaml", text: "a: \(digits)\nb: \(digits.prefix(300))\n"))
    #expect(text.problems.map(\.code) == ["number-too-large"])
    #expect(text.problems.first?.location?.description == "a.yaml:1:4")
  }

  private func problems(_ text: String) -> [String] {
    LocatedText(SourceText(name: "a.yaml", text: text)).problems.map { problem in
      "\(problem.location?.range.start.description ?? "") \(problem.code): \(problem.sentence)"
    }
  }

  @Test("a repeated key is an error that names both places, however it is written")
  func repeatedKeyProblems() {
    #expect(
      problems("size: 1\ncolor: 2\n'size': 3\n")
        == ["3:1 duplicate-key: duplicate key `size`; remove it or the one at 1:1"])
    #expect(
      problems("a: [{x: 1, y: {z: 1, \"z\": 2}}]\n")
        == ["1:22 duplicate-key: duplicate key `z`; remove it or the one at 1:16"])
    #expect(
      problems("{&k one: 1, *k : 2}\n")
        == ["1:13 duplicate-key: duplicate key `one`; remove it or the one at 1:2"])
    #expect(problems("a: {x: 1}\nb: {x: 1}\n") == [])
  }

  @Test(
    "a number that JSON does not have is an error",
    arguments: [
      TestRow("infinity", (".inf", "number-not-finite")),
      TestRow("negative infinity", ("-.INF", "number-not-finite")),
      TestRow("not a number", (".NaN", "number-not-finite")),
      TestRow("infinity with a tag", ("!!float .inf", "number-not-finite")),
      TestRow("an exponent that is too large", ("1e999", "number-too-large")),
      TestRow("a negative number that is too large", ("-2.5e+400", "number-too-large")),
      TestRow(
        "a binary number of 65 digits",
        ("0b1" + String(repeating: "0", count: 64), "number-too-large")),
      TestRow(
        "an octal number of 30 digits",
        ("0o" + String(repeating: "7", count: 30), "number-too-large")),
    ])
  func numbersOutOfRange(_ row: TestRow<(String, String)>) {
    let (number, code) = row.values
    let found = LocatedText(SourceText(name: "a.yaml", text: "a: [1, \(number)]\n")).problems
    #expect(found.map(\.code.description) == [code])
    #expect(found.first?.location?.description == "a.yaml:1:8")
    #expect(problems("a: ['\(number.drop { $0 == "!" })', 1e308, 0x7F, 1e-999]\n") == [])
  }

  @Test("a number in quotes whose tag makes it a number is checked like others")
  func taggedNumber() {
    #expect(
      problems("a: !!float '.inf'\n")
        == ["1:4 number-not-finite: `.inf` is not a number in JSON; write a finite number or null"])
  }

  @Test("problems are in the order of the text, whoever finds them")
  func order() {
    let found = problems("a: 1e999\nb: !!int x\na: .nan\nc: !x 1\n")
    #expect(found.map { String($0.prefix { $0 != " " }) } == ["1:4", "2:4", "3:1", "3:4", "4:4"])
  }

  @Test(
    "a tag that does not match its value is an error",
    arguments: [
      TestRow(
        "a Boolean of YAML 1.1",
        (
          "!!bool no",
          "the tag `!!bool` needs true or false, not `no`; change the value or remove the tag"
        )),
      TestRow(
        "an integer of an empty text",
        (
          "!!int ''",
          "the tag `!!int` needs an integer, not an empty text; change the value or remove the tag"
        )),
      TestRow(
        "a number without a value",
        (
          "!!float",
          "the tag `!!float` needs a number, but no value follows; change the value or remove the tag"
        )),
      TestRow(
        "an integer with decimals",
        (
          "!!int 2.5",
          "the tag `!!int` needs an integer, not `2.5`; change the value or remove the tag"
        )),
      TestRow(
        "a number of a word",
        (
          "!!float x",
          "the tag `!!float` needs a number, not `x`; change the value or remove the tag"
        )),
      TestRow(
        "a number of a null",
        (
          "!!float ~",
          "the tag `!!float` needs a number, not `~`; change the value or remove the tag"
        )),
      TestRow(
        "a null of a number",
        ("!!null 0", "the tag `!!null` needs null, not `0`; change the value or remove the tag")),
      TestRow(
        "a null of a number that JSON does not have",
        (
          "!!null .nan",
          "the tag `!!null` needs null, not `.nan`; change the value or remove the tag"
        )),
      TestRow(
        "a Boolean of a number",
        (
          "!!bool 1",
          "the tag `!!bool` needs true or false, not `1`; change the value or remove the tag"
        )),
    ])
  func mismatchedTags(_ row: TestRow<(String, String)>) {
    let (value, message) = row.values
    #expect(problems("a: \(value)\n") == ["1:4 tag-mismatch: \(message)"])
  }

  @Test("a tag that matches decides the kind")
  func matchingTags() throws {
    let root = try #require(
      read("[!!float 1, !!int '7', !!bool TRUE, !!null '', !!str null, !!float 1e3, !!int 0x10]\n")
        .document)
    #expect(root.root.json.compact == #"[1.0,7,true,null,"null",1000.0,16]"#)
  }

  @Test("aliases count the bytes that they expand to")
  func aliasBytes() {
    let long = String(repeating: "x", count: 100_000)
    func text(_ aliases: Int) -> String {
      "s: &s \(long)\nl: [" + Array(repeating: "*s", count: aliases).joined(separator: ", ") + "]\n"
    }
    #expect(problems(text(10)) == [])
    #expect(
      problems(text(11)) == [
        "2:45 alias-budget: aliases expand to more than 1 MiB in this file; use fewer of them"
      ])
  }

  @Test("aliases count every value and every key inside their anchors")
  func aliasValues() {
    let values = Array(repeating: "1", count: 1_000).joined(separator: ", ")
    func text(_ aliases: Int) -> String {
      "l: &l {k: [\(values)]}\nm: ["
        + Array(repeating: "*l", count: aliases).joined(separator: ", ") + "]\n"
    }
    #expect(problems(text(16)) == [])
    #expect(read(text(17)).problems.map(\.code) == ["alias-budget"])
  }
}

import Testing
import VirgaJSON
import VirgaSource
import VirgaTestSupport

/// A text with a cursor, and the expected completion context.
struct CursorCase: CustomTestStringConvertible, Sendable {
  let marked: String
  let expects: JSONCursorContext.Expectation
  let path: String
  let prefix: String
  let keys: [String]

  init(
    _ marked: String, _ expects: JSONCursorContext.Expectation, _ path: String,
    _ prefix: String = "",
    keys: [String] = []
  ) {
    self.marked = marked
    self.expects = expects
    self.path = path
    self.prefix = prefix
    self.keys = keys
  }

  var testDescription: String { marked.debugDescription }
}

@Suite("Cursor context") struct JSONCursorContextTests {
  @Test("an unquoted value right after the cursor is replaced")
  func unquotedValue() throws {
    for (text, word) in [
      (#"{"a": ‸tru}"#, "tru"), ("[1, ‸12x]", "12x"), (#"{"a": ‸false}"#, "false"),
    ] {
      let marked = MarkedText(text)
      let document = LocatedText.json(marked.text)
      let offset = document.source.offset(of: try #require(marked.ranges.first).start)
      let context = document.cursorContext(at: offset)
      #expect(context.expects == .value && context.typedPrefix.isEmpty)
      #expect(String(decoding: document.source.bytes[context.typedRange], as: UTF8.self) == word)
    }
  }

  @Test("a key without double quotes right after the cursor is replaced")
  func unquotedKey() throws {
    for (text, key) in [("{ ‸'row': 1}", "'row'"), ("{\"a\": 1, ‸row: 1}", "row")] {
      let marked = MarkedText(text)
      let document = LocatedText.json(marked.text)
      let offset = document.source.offset(of: try #require(marked.ranges.first).start)
      let context = document.cursorContext(at: offset)
      #expect(context.expects == .key && context.typedPrefix.isEmpty)
      #expect(String(decoding: document.source.bytes[context.typedRange], as: UTF8.self) == key)
    }
  }

  @Test("the context tells what can be typed at the cursor", arguments: complete + halfTyped)
  func expectation(_ cursor: CursorCase) throws {
    let marked = MarkedText(cursor.marked)
    let document = LocatedText.json(marked.text)
    let context = document.cursorContext(
      at: document.source.offset(of: try #require(marked.ranges.first).start))
    #expect(context.expects == cursor.expects)
    #expect(context.path.description == cursor.path)
    #expect(context.typedPrefix == cursor.prefix)
    #expect(context.siblingKeys == cursor.keys)
  }

  static let complete = [
    CursorCase(#"‸{"a": 1}"#, .nothing, ""),
    CursorCase(#"{"a": 1}‸"#, .nothing, ""),
    CursorCase(#"{‸"a": 1}"#, .key, "", keys: ["a"]),
    CursorCase(#"{"a‸bc": 1, "d": 2}"#, .key, "abc", "a", keys: ["d"]),
    CursorCase(#"{"a"‸: 1}"#, .colon, "a"),
    CursorCase(#"{"a":‸ 1}"#, .value, "a"),
    CursorCase(#"{"a": 12‸3}"#, .value, "a", "12"),
    CursorCase(#"{"a": 123‸}"#, .value, "a", "123"),
    CursorCase(#"{"a": "x‸y"}"#, .value, "a", "x"),
    CursorCase(#"{"a": "xy"‸}"#, .separator, "", keys: ["a"]),
    CursorCase(#"{"a": 1 ‸, "b": 2}"#, .separator, "", keys: ["a", "b"]),
    CursorCase(#"{"a": 1, ‸"b": 2}"#, .key, "", keys: ["a", "b"]),
    CursorCase(#"{"a": [1, {"b": tr‸ue}]}"#, .value, "a[1].b", "tr"),
    CursorCase(#"{"a": [1, ‸2]}"#, .value, "a[1]"),
    CursorCase(#"{"a": [‸]}"#, .value, "a[0]"),
    CursorCase(#"[1 ‸]"#, .separator, ""),
    CursorCase(#"{"a": {}‸}"#, .separator, "", keys: ["a"]),
  ]

  static let halfTyped = [
    CursorCase("‸", .value, ""),
    CursorCase("tr‸", .value, "", "tr"),
    CursorCase("{‸", .key, ""),
    CursorCase(#"{"a‸"#, .key, "a", "a"),
    CursorCase("{\"b\": 1, \"a‸\n}", .key, "a", "a", keys: ["b"]),
    CursorCase(#"{a‸}"#, .key, "a", "a"),
    CursorCase(#"{"a"‸"#, .colon, "a"),
    CursorCase(#"{"a":‸"#, .value, "a"),
    CursorCase("{\"a\": ‸\n\"b\": 2}", .value, "a", keys: ["b"]),
    CursorCase(#"{"a": ‸}"#, .value, "a"),
    CursorCase(#"{"a": tr‸}"#, .value, "a", "tr"),
    CursorCase(#"{"a": "x‸"#, .value, "a", "x"),
    CursorCase("{\"a\": 1,\n‸", .key, "", keys: ["a"]),
    CursorCase("{\"a\": 1\n‸", .separator, "", keys: ["a"]),
    CursorCase(#"{"a": [1, 2, ‸}"#, .value, "a[2]"),
    CursorCase(#"{"a": {"b": {"c": ‸"#, .value, "a.b.c"),
    CursorCase(#"{"a": 1, /* n‸ */ "b": 2}"#, .nothing, "", keys: ["a", "b"]),
    CursorCase(#"{"a": 1 /* , */ ‸}"#, .separator, "", keys: ["a"]),
    CursorCase("{\"a\": 1, // x\n‸}", .key, "", keys: ["a"]),
    CursorCase(#"{"a": 1, "a.b": {‸}}"#, .key, "['a.b']"),
  ]

  @Test("the range covers the text to replace")
  func replacedRange() {
    let document = LocatedText.json(#"{"ab": tru}"#)
    #expect(document.cursorContext(at: 2).typedRange == 1..<5)
    #expect(document.cursorContext(at: 9).typedRange == 7..<10)
    #expect(document.cursorContext(at: 6).typedRange == 6..<6)
  }

  @Test("the container is the innermost around the cursor")
  func innermostContainer() {
    let document = LocatedText.json(#"{"a": [1, {}]}"#)
    #expect(document.cursorContext(at: 7).containerPath.description == "a")
    #expect(document.cursorContext(at: 11).containerPath.description == "a[1]")
    #expect([7, 11].allSatisfy { !document.cursorContext(at: $0).isOutermost })
    #expect([-5, 5000].allSatisfy { document.cursorContext(at: $0).isOutermost })
  }

  @Test(
    "after a value, the context can tell what would follow a comma",
    arguments: [
      TestRow("the next value of an array", (#"{"a": [1, oops, 2 ‸]}"#, .value, "a[2]", [])),
      TestRow("the next key of an object", (#"{"a": {} ‸}"#, .key, "", ["a"])),
      TestRow("the key after a comma that is there", (#"{"a": 1, ‸}"#, .key, "", ["a"])),
      TestRow("a colon after a key", (#"{"a" ‸}"#, .colon, "a", [])),
      TestRow("nothing after the document", (#"{"a": 1} ‸"#, .nothing, "", [])),
    ] as [TestRow<(String, JSONCursorContext.Expectation, String, [String])>])
  func assumedComma(
    _ row: TestRow<(String, JSONCursorContext.Expectation, String, [String])>
  ) throws {
    let (pattern, expects, path, keys) = row.values
    let marked = MarkedText(pattern)
    let text = LocatedText.json(marked.text)
    let offset = text.source.offset(of: try #require(marked.ranges.first).start)
    let context = text.cursorContext(at: offset, assumesComma: true)
    #expect(context.expects == expects)
    #expect(context.path.description == path)
    #expect(context.siblingKeys == keys)
    #expect(context.typedRange == offset..<offset)
  }
}

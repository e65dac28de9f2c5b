import Testing
import VirgaCanvas
import VirgaJSON
import VirgaSource
import VirgaTestSupport

@testable import VirgaConsole

/// The text of the config editor without its feature.
@Suite("Config editor text") struct EditorTextTests {
  private func changed(_ start: String, _ change: (inout ConfigEditor) -> Void) throws -> String {
    var driver = try EditorDriver(start)
    change(&driver.editor)
    return driver.marked
  }

  @Test(
    "the path at a closing bracket is that of its value, and after the comma that of the parent",
    arguments: [
      ("{\n  \"a\": {\n    \"b\": 1\n  |},\n  \"c\": 2\n}", "a"),
      ("{\n  \"a\": {\n    \"b\": 1\n|  },\n  \"c\": 2\n}", "a"),
      ("{\n  \"a\": {\n    \"b\": 1\n  }|,\n  \"c\": 2\n}", "a"),
      ("{\n  \"a\": {\n    \"b\": 1\n  },|\n  \"c\": 2\n}", ""),
      ("{\n  \"a\": {\n    \"b\": 1\n  }\n|}", ""), ("{\n  \"a\": [\n    1,\n    2\n  |]\n}", "a"),
      ("{\n  \"a\": [\n    [\n      1\n    |]]\n}", "a[0]"),
      ("{\n  \"a\": {\n    \"b\": 1|}\n}", "a.b"),
      ("{\n  |\"a\": \"b\"\n}", "a"), ("{\n  \"a\": \"b|\"\n}", "a"),
      ("{\n  \"a\": \"b\"|\n}", "a"),
      ("{\n  \"a\": |", "a"), ("[1, |", "[1]"),
    ])
  func path(marked: String, path: String) throws {
    #expect(try EditorDriver(marked).editor.path?.description == path)
  }

  @Test("going to a path puts the cursor on its value, and formatting keeps it there")
  func goesToPaths() {
    var editor = ConfigEditor("{\"a\": [\n1, \"a,]\",\n{\"é\": [[], [true]]}], \"m\\\"{\": null}\n")
    let paths: [[JSONPath.Component]] = [
      [.key("a"), .index(0)], [.key("a"), .index(1)], [.key("a"), .index(2), .key("é"), .index(0)],
      [.key("a"), .index(2), .key("é"), .index(1), .index(0)], [.key("m\"{")],
    ]
    for path in paths {
      editor.go(to: JSONPath(path))
      #expect(editor.path == JSONPath(path))
    }
    editor.format()
    #expect(editor.path == JSONPath([.key("m\"{")]) && editor.message == .formatted)
  }

  @Test("a line is split into keys, values, separators and invalid text") func tokens() {
    let line = #"  "a\"b" : [true, -1.5e3, "x", nul]"#
    let tokens = JSONToken.tokens(of: line).map { token in
      "\(token.role) \(String(Substring(line.utf8.dropFirst(token.range.lowerBound).prefix(token.range.count))))"
    }
    #expect(
      tokens == [
        #"key "a\"b""#, "punctuation :", "punctuation [", "boolean true", "punctuation ,",
        "number -1.5e3",
        "punctuation ,", #"string "x""#, "punctuation ,", "text nul", "punctuation ]",
      ])
    #expect(
      JSONToken.tokens(of: #"{ "a\"#).map(\.range) == [0..<1, 2..<5],
      "an open string reaches to the end")
  }

  @Test(
    "wide characters take two cells, combining marks belong to their letter and tabs are an arrow")
  func cells() {
    let cells = LineCells("a日e\u{301}\tb")
    #expect(cells.text == "a日e\u{301}→ b" && cells.odd == [7])
    #expect([0, 1, 4, 7, 8].map(cells.column) == [0, 1, 3, 4, 6])
    #expect([0, 1, 2, 3, 4, 5, 6, 99].map(cells.offset) == [0, 1, 1, 4, 7, 7, 8, 9])
    #expect(LineCells("abc").column(of: 2) == 2 && LineCells("abc").offset(at: 99) == 3)
  }

  @Test("a text is unchanged again after undo or deleting, but not if it only has the same length")
  func isChanged() {
    var editor = ConfigEditor("{}")
    editor.type("x")
    #expect(editor.isChanged)
    editor.undo()
    #expect(!editor.isChanged)
    editor.redo()
    editor.perform(.delete(.left), page: 1)
    #expect(!editor.isChanged)
    editor.replaceAll(with: "[]")
    #expect(editor.isChanged)
    editor.rebase(onto: "[]", edit: nil)
    #expect(!editor.isChanged)
    editor.undo()
    #expect(editor.isChanged)
  }
}

@Suite("Text buffer") struct TextBufferTests {
  @Test("every line ending becomes a line feed, and an empty text has one line") func lineEnds() {
    #expect(TextBuffer("a\r\nb\rc\nd").lines == ["a", "b", "c", "d"])
    #expect(TextBuffer(TextBuffer.normalised("c\n\r")).lines == ["c", "", ""])
    #expect(TextBuffer().lines == [""])
  }

  @Test("random edits have the same effect as on a string", arguments: [1, 2, 3] as [UInt64])
  func randomEdits(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var buffer = TextBuffer("{\n  \"a\": 1\n}")
    var model = Array(buffer.text.unicodeScalars)
    let pieces = [
      "", "x", "{", "\n", "é", "日本", "👩‍👧", "e\u{301}", "\n\n  \"k\": [1, 2]", "\t", "a\nb\nc",
    ]
    func text(_ scalars: some Sequence<Unicode.Scalar>) -> String {
      String(String.UnicodeScalarView(scalars))
    }
    for _ in 0..<1_000 {
      let start = Int.random(in: 0...model.count, using: &random)
      let end = min(model.count, start + Int.random(in: 0...6, using: &random))
      let piece = pieces.randomElement(using: &random)!
      let (before, removed) = (text(model[..<start]), text(model[start..<end]))
      let position = TextPosition.start.advanced(over: before)
      let range = position..<position.advanced(over: removed)
      #expect(buffer.text(in: range).unicodeScalars.elementsEqual(removed.unicodeScalars))
      let behind = buffer.replace(range, with: piece)
      model.replaceSubrange(start..<end, with: piece.unicodeScalars)
      #expect(behind == TextPosition.start.advanced(over: before + piece))
      #expect(
        buffer.text.unicodeScalars.elementsEqual(model)
          && buffer.byteCount == text(model).utf8.count)
    }
  }

  @Test("source positions and cursor places convert to each other") func positions() {
    let buffer = TextBuffer("ab\n日é👩‍👧x\n")
    for line in 1...3 {
      for column in 1...8 {
        let place = buffer.textPosition(of: SourcePosition(line: line, column: column))
        let back = buffer.sourcePosition(of: place)
        #expect(
          back.line == line && back.column <= column && buffer.textPosition(of: back) == place)
      }
    }
    #expect(
      buffer.textPosition(of: SourcePosition(line: 2, column: 2))
        == TextPosition(line: 1, offset: 3))
    #expect(buffer.textPosition(of: SourcePosition(line: 9, column: 9)) == buffer.end)
  }

  @Test("the cursor moves by whole characters, and by words with hyphens") func motions() {
    let buffer = TextBuffer("a👩‍👧e\u{301}日\nb")
    var places = [TextPosition.start]
    while places[places.count - 1] < buffer.end {
      places.append(buffer.position(after: places[places.count - 1]))
    }
    #expect(places.dropLast(2).map(\.offset) == [0, 1, 12, 15, 18])
    for (before, place) in zip(places, places.dropFirst()) {
      #expect(buffer.position(before: place) == before)
    }
    #expect(buffer.nearest(TextPosition(line: 0, offset: 5)).offset == 1, "inside a character")
    #expect(buffer.nearest(TextPosition(line: 7, offset: 9)) == buffer.end)
    let words = TextBuffer("  \"top-sites\": true")
    #expect(words.wordEnd(after: .start).offset == 12)
    #expect(words.wordStart(before: words.wordEnd(after: .start)).offset == 3)
  }
}

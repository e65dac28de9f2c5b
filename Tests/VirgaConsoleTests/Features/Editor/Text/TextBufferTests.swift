import Testing
import VirgaCanvas
import VirgaJSON
import VirgaSource
import VirgaTestSupport

@testable import VirgaConsole

@Suite("Text buffer") struct TextBufferTests {
  @Test("every line ending becomes a line feed") func lineEnds() {
    #expect(TextBuffer("a\r\nb\rc\nd").lines == ["a", "b", "c", "d"])
    #expect(TextBuffer(TextBuffer.withLineFeeds("c\n\r")).lines == ["c", "", ""])
  }

  @Test("an empty text has one line") func emptyText() {
    #expect(TextBuffer().lines == [""])
  }

  @Test("texts differ if letters and their accents are combined in other lines") func bytes() {
    #expect(TextBuffer("é\ne\u{301}") != TextBuffer("e\u{301}\né"))
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

  @Test("the cursor moves by whole characters") func motions() {
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
  }

  @Test("the cursor moves by words with hyphens") func wordMotions() {
    let words = TextBuffer("  \"top-sites\": true")
    #expect(words.wordEnd(after: .start).offset == 12)
    #expect(words.wordStart(before: words.wordEnd(after: .start)).offset == 3)
  }
}

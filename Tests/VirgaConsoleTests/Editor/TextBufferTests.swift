import Testing
import VirgaSource
import VirgaTestSupport

@testable import VirgaConsole

@Suite("Text buffer") struct TextBufferTests {
  @Test("every line ending becomes a line feed") func lineEnds() {
    let buffer = TextBuffer("a\r\nb\rc\nd")
    #expect(buffer.lines == ["a", "b", "c", "d"])
    #expect(TextBuffer(TextBuffer.normalised("a\r\nb\rc\n\r")).lines == ["a", "b", "c", "", ""])
  }

  @Test("an empty text has one line") func empty() {
    #expect(TextBuffer().lines == [""])
    #expect(TextBuffer("\n").lines == ["", ""])
  }

  @Test("random edits have the same effect as on a string", arguments: [1, 2, 3] as [UInt64])
  func randomEdits(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var buffer = TextBuffer("{\n  \"a\": 1\n}")
    var model = buffer.text
    let pieces = ["", "x", "{", "\n", "é", "日本", "👩‍👧", "e\u{301}", "\n\n  \"k\": [1, 2]", "\t", "a\nb\nc"]
    for step in 0..<3_000 {
      let scalars = Array(model.unicodeScalars)
      let start = Int.random(in: 0...scalars.count, using: &random)
      let end = min(scalars.count, start + Int.random(in: 0...6, using: &random))
      let piece = pieces.randomElement(using: &random)!
      let places = Self.place(of: start, in: scalars)..<Self.place(of: end, in: scalars)
      #expect(buffer.text(in: places) == Self.text(scalars[start..<end]))
      let behind = buffer.replace(places, with: piece)
      model = Self.text(scalars[..<start]) + piece + Self.text(scalars[end...])
      guard buffer.text.unicodeScalars.elementsEqual(model.unicodeScalars), buffer.byteCount == model.utf8.count else {
        Issue.record("step \(step): \(buffer.text.debugDescription) is not \(model.debugDescription)")
        return
      }
      let after = Array((Self.text(scalars[..<start]) + piece).unicodeScalars)
      #expect(behind == Self.place(of: after.count, in: after))
    }
  }

  @Test("source positions and cursor places convert to each other") func positions() {
    let buffer = TextBuffer("ab\n日é👩‍👧x\n")
    for line in 0..<3 {
      for column in 1...8 {
        let place = buffer.textPosition(of: SourcePosition(line: line + 1, column: column))
        let back = buffer.sourcePosition(of: place)
        #expect(back.line == line + 1 && back.column <= column)
        #expect(buffer.textPosition(of: back) == place)
      }
    }
    #expect(buffer.textPosition(of: SourcePosition(line: 2, column: 2)) == TextPosition(line: 1, offset: 3))
    #expect(buffer.textPosition(of: SourcePosition(line: 9, column: 9)) == buffer.end)
  }

  @Test("the cursor moves by whole characters") func characters() {
    let buffer = TextBuffer("a👩‍👧e\u{301}日\nb")
    var offsets: [Int] = []
    var place = TextPosition.start
    while place < buffer.end {
      offsets.append(place.line == 0 ? place.offset : -1)
      let next = buffer.position(after: place)
      #expect(buffer.position(before: next) == place)
      place = next
    }
    #expect(offsets == [0, 1, 12, 15, 18, -1])
  }

  @Test("a place inside a character snaps to its start") func nearest() {
    let buffer = TextBuffer("a👩‍👧b")
    #expect(buffer.nearest(TextPosition(line: 0, offset: 5)).offset == 1)
    #expect(buffer.nearest(TextPosition(line: 0, offset: 99)) == buffer.end)
    #expect(buffer.nearest(TextPosition(line: 7, offset: 0)).line == 0)
  }

  @Test("hyphens are part of words, as in manifest names") func words() {
    let buffer = TextBuffer("  \"top-sites\": true")
    let end = buffer.wordEnd(after: .start)
    #expect(buffer.text(in: .start..<end) == "  \"top-sites")
    #expect(buffer.wordStart(before: end).offset == 3)
  }

  private static func place(of offset: Int, in scalars: [Unicode.Scalar]) -> TextPosition {
    var place = TextPosition.start
    for scalar in scalars[..<offset] {
      if scalar == "\n" {
        place = TextPosition(line: place.line + 1, offset: 0)
      } else {
        place.offset += UTF8.width(scalar)
      }
    }
    return place
  }

  private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    String(String.UnicodeScalarView(scalars))
  }
}

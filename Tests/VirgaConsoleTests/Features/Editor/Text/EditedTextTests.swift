import Testing
import VirgaCanvas
import VirgaJSON
import VirgaSource

@testable import VirgaConsole

@Suite("What follows from the edited text") struct EditedTextTests {
  private var console = ConsoleDriver.onHomescreen(size: Size(columns: 200, rows: 60)).after("i")

  /// What is parsed of the edited text, before or after a key, for the key and its frame.
  private mutating func texts(parsedFor key: KeyPress) -> [String] {
    let before = console.editor?.buffer.text
    let parsed = Locked<[String]>([])
    JSONReads.$observer.withValue({ bytes in
      parsed.withLock { $0.append(String(decoding: bytes, as: UTF8.self)) }
    }) {
      console.press(key)
      _ = console.lines
    }
    let after = console.editor?.buffer.text
    return parsed.withLock { $0 }.filter { $0 == before || $0 == after }
  }

  @Test("a key that changes the text parses it once, for all that is shown of it")
  mutating func changes() throws {
    console.type("\"sections-enabled\": {\"po")
    let keys: [KeyPress] = [
      "c", "Backspace", "c", "k", "e", "t", "Right", "Right", ":", " ", "t", "Enter", "x", "Ctrl-U",
    ]
    for key in keys {
      let before = console.editor?.buffer
      let parsed = texts(parsedFor: key)
      let after = try #require(console.editor?.buffer)
      #expect(parsed == (after == before ? [] : [after.text]), "\(key)")
    }
  }

  @Test("moving, completing on request and hints read the tree that is there")
  mutating func reading() {
    console.type("\"pinned-limit\": 3")
    for key in ["Left", "Up", "Home", "End", "F8", "Ctrl-Space"] as [KeyPress] {
      #expect(texts(parsedFor: key) == [], "\(key)")
    }
  }

  @Test("brackets around a position are those of the tree, also without their partner")
  func brackets() {
    let text = EditedText(TextBuffer("{\n  \"a\": [1, \"}\", {\n"))
    let inner = text.brackets(around: TextPosition(line: 2, offset: 0))
    let brace = TextPosition(line: 1, offset: 16)
    #expect(inner == BracketPair(open: brace, close: nil, isOutermost: false))
    let outer = text.brackets(around: TextPosition(line: 1, offset: 3))
    #expect(outer == BracketPair(open: .start, close: nil, isOutermost: true))
    #expect(text.brackets(around: .start) == nil)
    let small = EditedText(TextBuffer("[\n{}\n]"))
    let closed = small.brackets(around: TextPosition(line: 1, offset: 2))
    let end = TextPosition(line: 2, offset: 0)
    #expect(closed == BracketPair(open: .start, close: end, isOutermost: true))
  }
}

import Testing
import VirgaJSON
import VirgaSource
import VirgaTestSupport

/// Random documents from a seed, intact and damaged.
@Suite("Random JSON documents") struct JSONParserRandomTests {
  @Test("survive a round trip through their text", arguments: 0..<40 as Range<UInt64>)
  func roundTrip(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    for _ in 0..<25 {
      let value = random.value(depth: 5)
      for text in [value.compact, value.pretty()] {
        let parsed = try JSONValue.parse(text)
        #expect(parsed.isIdentical(to: value))
        #expect(parsed == value)
        #expect(parsed.hashValue == value.hashValue)
      }
      let document = LocatedText.json(value.pretty(indent: 1))
      #expect(document.problems.isEmpty)
      #expect(document.json?.isIdentical(to: value) == true)
    }
  }

  @Test("are read as far as possible when damaged", arguments: 0..<40 as Range<UInt64>)
  func damaged(_ seed: UInt64) {
    var random = SeededRandom(seed: seed &+ 1000)
    for _ in 0..<60 {
      var bytes = Array(
        (random.flip() ? random.value(depth: 4).compact : random.value(depth: 4).pretty()).utf8)
      for _ in 0...random.below(4) { random.damage(&bytes) }
      check(bytes, offset: random.below(bytes.count + 1))
    }
  }

  private func check(_ bytes: [UInt8], offset: Int) {
    let source = SourceText(name: "x", bytes: bytes)
    let document = LocatedText.json(source)
    let isSound = !document.problems.contains { $0.severity == .error }
    let strict = try? JSONValue.parse(bytes)
    #expect((strict != nil) == isSound, "\(bytes)")
    if let strict { #expect(document.json?.isIdentical(to: strict) == true, "\(bytes)") }
    #expect(document.problems.count <= 101)
    if let root = document.written, let range = root.location?.range {
      checkRanges(of: root, within: range)
    }
    let context = document.cursorContext(at: offset)
    #expect(
      context.typedRange.lowerBound <= offset && offset <= context.typedRange.upperBound,
      "\(bytes) at \(offset)")
    if let value = document.json {
      #expect((try? JSONValue.parse(value.compact))?.isIdentical(to: value) == true, "\(bytes)")
    }
  }

  private func checkRanges(of value: LocatedValue, within outer: SourceRange) {
    guard let range = value.location?.range else { return }
    #expect(outer.start <= range.start && range.end <= outer.end)
    var end = range.start
    for child in Array(value.elements) + value.members.flatMap({ [$0.keyNode, $0.value] }) {
      #expect(end <= child.location?.range.start ?? end)
      end = child.location?.range.end ?? end
      checkRanges(of: child, within: range)
    }
  }
}

extension SeededRandom {
  mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(max(limit, 1))) }

  mutating func flip() -> Bool { next() & 1 == 0 }

  mutating func value(depth: Int) -> JSONValue {
    switch below(depth > 0 ? 9 : 6) {
    case 0: .null
    case 1: .boolean(flip())
    case 2: .integer(Int64(bitPattern: next()) >> Int64(below(64)))
    case 3: JSONValue(Double(Int64(bitPattern: next())) / 1000 + 0.5)
    case 4, 5: .string(text())
    case 6: .array((0..<below(5)).map { _ in value(depth: depth - 1) })
    default: .object(JSONObject((0..<below(20)).map { _ in (text(), value(depth: depth - 2)) }))
    }
  }

  mutating func text() -> String {
    let scalars: [Unicode.Scalar] = [
      "a", "b", "z", "0", " ", "/", "\\", "\"", "'", "{", "]", ",", ":", "\n", "\t", "\0", "\u{7F}",
      "\u{9B}", "é",
      "\u{301}", "漢", "😀", "\u{2028}", "\u{FEFF}", "\u{FFFD}",
    ]
    var text = String.UnicodeScalarView()
    for _ in 0..<below(8) { text.append(scalars[below(scalars.count)]) }
    return String(text)
  }

  mutating func damage(_ bytes: inout [UInt8]) {
    let pieces: [[UInt8]] =
      [
        "\"", ",", ":", "{", "}", "[", "]", "'", "\\", "/", "/*", "//", "#", "\n", " ", "0", "-",
        ".", "e", "tru",
        "\\u", ";",
        "\\ud800", "\u{A0}",
      ].map { Array($0.utf8) } + [[0], [0xFF], [0xC3], [0xE2, 0x82]]
    let start = below(bytes.count + 1)
    let length = min(below(4) == 0 ? below(20) : below(2), bytes.count - start)
    let piece = below(3) == 0 ? [] : pieces[below(pieces.count)]
    bytes.replaceSubrange(start..<start + length, with: piece)
  }
}

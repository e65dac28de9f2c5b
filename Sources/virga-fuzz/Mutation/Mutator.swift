/// Generates texts from a surface's seeds: cut, joined, repeated, with words and stray bytes inserted.
struct Mutator {
  /// The maximum length of a text, in bytes.
  static let longest = 60_000
  private static let mostKept = 300

  private let seeds: [[UInt8]]
  private let words: [[UInt8]]
  /// Earlier texts, to be damaged further.
  private var kept: [[UInt8]] = []
  private var random: SeededRandom

  init(_ surface: Surface, seed: UInt64) {
    seeds = surface.seeds.map { Array($0.utf8) }
    words = surface.words.map { Array($0.utf8) } + Self.strayBytes
    random = SeededRandom(seed: seed)
  }

  /// The next text.
  mutating func next() -> [UInt8] {
    let isSeed = kept.isEmpty || random.below(3) > 0
    var text = isSeed ? seeds[random.below(seeds.count)] : kept[random.below(kept.count)]
    for _ in 0...random.below(5) { damage(&text) }
    if text.count > Self.longest { text.removeLast(text.count - Self.longest) }
    if random.below(20) == 0 { keep(text) }
    return text
  }

  private mutating func keep(_ text: [UInt8]) {
    if kept.count < Self.mostKept { kept.append(text) } else { kept[random.below(kept.count)] = text }
  }

  private mutating func damage(_ text: inout [UInt8]) {
    let part = part(of: text)
    switch random.below(9) {
    case 0: text.removeSubrange(part)
    case 1: text.insert(contentsOf: text[part], at: random.below(text.count + 1))
    case 2: text.replaceSubrange(part, with: words[random.below(words.count)])
    case 3, 4: text.insert(contentsOf: words[random.below(words.count)], at: random.below(text.count + 1))
    case 5: splice(&text, at: part)
    case 6: if !text.isEmpty { text[random.below(text.count)] = UInt8(truncatingIfNeeded: random.next()) }
    case 7: repeatPart(part, of: &text)
    default: text.removeLast(random.below(text.count / 2 + 1))
    }
  }

  /// A random range of the text, usually short.
  private mutating func part(of text: [UInt8]) -> Range<Int> {
    let start = random.below(text.count + 1)
    let most = random.below(4) == 0 ? text.count : 12
    return start..<min(text.count, start + random.below(most))
  }

  private mutating func splice(_ text: inout [UInt8], at part: Range<Int>) {
    let other = seeds[random.below(seeds.count)]
    text.replaceSubrange(part, with: other[self.part(of: other)])
  }

  /// Repeats a range or a word, to create depth, width and long tokens.
  ///
  /// Occasionally the number of repetitions is very high.
  private mutating func repeatPart(_ part: Range<Int>, of text: inout [UInt8]) {
    let piece = random.below(2) == 0 ? Array(text[part]) : words[random.below(words.count)]
    let times = random.below(12) == 0 ? 3000 : random.below(40)
    let room = max(0, Self.longest - text.count) / max(piece.count, 1)
    let repeated = Array(repeatElement(piece, count: min(times, room)).joined())
    text.insert(contentsOf: repeated, at: part.lowerBound)
  }

  private static let strayBytes: [[UInt8]] =
    [
      "\0", "\t", "\r", "\r\n", "\n", " ", "\u{FEFF}", "\u{2028}", "e\u{301}", "👩‍👧", "\u{202E}", "-1", "1e999", "0x",
      "18446744073709551616", "-9223372036854775808", "\u{7F}",
    ].map { Array($0.utf8) } + [[0xFF], [0xC3], [0xE2, 0x82], [0xED, 0xA0, 0x80]]
}

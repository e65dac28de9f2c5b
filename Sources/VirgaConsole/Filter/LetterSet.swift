/// Which letters and which pairs of letters stand in a name, a bit each.
///
/// Pairs share bits, and so do letters that names seldom have: a name that lacks a bit of a word lacks the word, and one
/// that has them all may have it. Looking at the bits of fifty thousand names takes no time that anybody notices,
/// looking at their letters does.
struct LetterSet: Equatable, Sendable {
  private var letters: UInt64 = 0
  private var pairs: UInt64 = 0

  /// The letters of a name, letter case aside.
  init(_ name: some Sequence<UInt8>) {
    var last: UInt8?
    for byte in name {
      let byte = Filter.folded(byte)
      letters |= 1 << Self.bit(of: byte)
      if let last { pairs |= 1 << UInt64((last &* 31 &+ byte) & 63) }
      last = byte
    }
  }

  /// Whether a letter, small where that is possible, has a bit of its own.
  static func tellsApart(_ byte: UInt8) -> Bool { bit(of: byte) < shared }

  /// The first of the bits that several letters share.
  private static let shared: UInt64 = 40

  private static func bit(of byte: UInt8) -> UInt64 {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt64(byte - UInt8(ascii: "a"))
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(byte - UInt8(ascii: "0")) + 26
    case UInt8(ascii: "-"): 36
    case UInt8(ascii: "_"): 37
    case UInt8(ascii: "."): 38
    case UInt8(ascii: " "): 39
    default: shared + UInt64(byte) % (64 - shared)
    }
  }

  /// What stands in one or the other.
  func union(_ other: LetterSet) -> LetterSet {
    var all = self
    all.letters |= other.letters
    all.pairs |= other.pairs
    return all
  }

  /// Whether a name with these may hold, as a whole, words with others.
  func mayHold(_ words: LetterSet) -> Bool { mayScatter(words) && pairs & words.pairs == words.pairs }

  /// Whether a name with these may hold the letters of words with others somewhere.
  func mayScatter(_ words: LetterSet) -> Bool { letters & words.letters == words.letters }
}

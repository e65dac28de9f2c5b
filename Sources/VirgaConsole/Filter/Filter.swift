/// A fuzzy filter over short names: every word that was typed has to be found, as a whole or letter by letter.
///
/// Whole finds rank before scattered ones, early ones before late ones. A word with a capital letter is matched
/// exactly; any other word ignores letter case.
package struct Filter: Equatable, Sendable {
  /// How well a name fits and which of its bytes made it fit.
  package struct Match: Equatable, Sendable {
    /// Higher fits better.
    package var score: Int
    /// Offsets into the name's UTF-8, rising.
    package var offsets: [Int]
  }

  private struct Word: Equatable, Sendable {
    var bytes: [UInt8]
    var isExact: Bool
  }

  private let words: [Word]

  /// The filter for what was typed; blanks part words.
  package init(_ typed: String) {
    words = typed.split(separator: " ").map { word in
      let isExact = word.utf8.contains { Self.folded($0) != $0 }
      return Word(bytes: isExact ? Array(word.utf8) : word.utf8.map(Self.folded), isExact: isExact)
    }
  }

  /// Whether everything passes.
  package var isEmpty: Bool { words.isEmpty }

  /// How well `name` fits; nil where it does not.
  package func match(_ name: String) -> Match? {
    var total = Match(score: 0, offsets: [])
    for word in words {
      guard let match = Self.match(word, in: name) else { return nil }
      total.score += match.score
      total.offsets += match.offsets
    }
    total.offsets.sort()
    return total
  }

  /// Whether every word stands in `name` as a whole.
  package func containsWhole(_ name: String) -> Bool {
    var name = name
    return name.withUTF8 { bytes in
      words.allSatisfy { Self.wholeFind($0, in: bytes) != nil }
    }
  }

  private static func match(_ word: Word, in name: String) -> Match? {
    var name = name
    return name.withUTF8 { bytes in
      if let start = wholeFind(word, in: bytes) {
        let bonus = start == 0 ? 200 : isBoundary(bytes[start - 1]) ? 100 : 0
        return Match(
          score: 1000 + bonus - min(start, 50) - min(bytes.count - word.bytes.count, 49),
          offsets: Array(start..<(start + word.bytes.count)))
      }
      return scatteredFind(word, in: bytes)
    }
  }

  private static func wholeFind(_ word: Word, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    guard bytes.count >= word.bytes.count else { return nil }
    var inner: Int?
    for start in 0...(bytes.count - word.bytes.count) {
      guard agrees(word, with: bytes, at: start) else { continue }
      if start == 0 || isBoundary(bytes[start - 1]) { return start }
      inner = inner ?? start
    }
    return inner
  }

  private static func agrees(_ word: Word, with bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> Bool {
    for index in word.bytes.indices {
      let byte = bytes[start + index]
      if word.bytes[index] != (word.isExact ? byte : folded(byte)) { return false }
    }
    return true
  }

  private static func scatteredFind(_ word: Word, in bytes: UnsafeBufferPointer<UInt8>) -> Match? {
    guard word.bytes.count > 1 else { return nil }
    var next = 0
    var end = 0
    for index in bytes.indices where next < word.bytes.count {
      if word.bytes[next] == (word.isExact ? bytes[index] : folded(bytes[index])) {
        next += 1
        end = index
      }
    }
    guard next == word.bytes.count else { return nil }
    var offsets: [Int] = []
    var index = end
    while next > 0 {
      if word.bytes[next - 1] == (word.isExact ? bytes[index] : folded(bytes[index])) {
        offsets.append(index)
        next -= 1
      }
      index -= 1
    }
    offsets.reverse()
    let spread = end - offsets[0] + 1 - word.bytes.count
    return Match(score: 500 - min(spread * 4, 400) - min(offsets[0], 50), offsets: offsets)
  }

  private static func folded(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte + 32 : byte
  }

  private static func isBoundary(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: " ")
  }
}

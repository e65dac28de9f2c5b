import VirgaJSON

/// A fuzzy filter for short names: every word must match, possibly letter by letter.
///
/// Whole matches rank before fuzzy ones, and early before late ones. A word with a capital letter is
/// case-sensitive; other words ignore case.
package struct Filter: Equatable, Sendable {
  /// The quality of a match, and the matching bytes.
  package struct Match: Equatable, Sendable {
    /// A higher score is a better match.
    var score: Int
    /// Offsets into the name's UTF-8, ascending.
    var offsets: [Int]
  }

  struct Word: Equatable, Sendable {
    fileprivate let bytes: [UInt8]
    /// Whether case matters, because the word has a capital.
    fileprivate let isExact: Bool

    init(_ text: some StringProtocol) {
      bytes = Array(text.utf8)
      isExact = bytes.contains { Filter.folded($0) != $0 }
    }

    /// The bytes of each occurrence, from left to right.
    func matches(in text: String) -> [Range<Int>] {
      var text = text
      return text.withUTF8 { all in
        var found: [Range<Int>] = []
        while let start = Filter.index(of: self, in: all, from: found.last?.upperBound ?? 0) {
          found.append(start..<start + bytes.count)
        }
        return found
      }
    }

    func occurs(in text: String) -> Bool {
      var text = text
      return text.withUTF8 { Filter.index(of: self, in: $0, from: 0) != nil }
    }

    /// Whether the word is the whole name, for names in lower case.
    func isAll(of name: String) -> Bool { bytes.elementsEqual(name.utf8) }

    /// Whether the letter at `index` is `byte`, ignoring case unless the word is case-sensitive.
    fileprivate func agrees(_ index: Int, with byte: UInt8) -> Bool {
      bytes[index] == (isExact ? byte : Filter.folded(byte))
    }
  }

  private let words: [Word]

  /// Creates a filter from typed words, separated by blanks.
  package init(_ typed: String) {
    words = typed.split(separator: " ").map { Word($0) }
  }

  /// Whether it matches everything.
  package var isEmpty: Bool { words.isEmpty }

  /// The quality of a match of `name`, and the matching bytes; nil if it does not match.
  package func match(_ name: String) -> Match? {
    var name = name
    return name.withUTF8 { bytes in
      var total = Match(score: 0, offsets: [])
      for word in words {
        guard let find = Self.find(word, in: bytes) else { return nil }
        total.score += Self.score(find, of: word, in: bytes)
        total.offsets += Self.offsets(find, of: word, in: bytes)
      }
      total.offsets.sort()
      return total
    }
  }

  /// - Parameter isWhole: Whether every word must match as a whole.
  func score(_ name: String, isWhole: Bool = false) -> Int? {
    var name = name
    return name.withUTF8 { bytes in
      var total = 0
      for word in words {
        let find = isWhole ? Self.wholeFind(word, in: bytes).map(Find.whole) : Self.find(word, in: bytes)
        guard let find else { return nil }
        total += Self.score(find, of: word, in: bytes)
      }
      return total
    }
  }

  func allWords(_ isTrue: (Word) -> Bool) -> Bool { words.allSatisfy(isTrue) }

  func containsWhole(_ name: String) -> Bool {
    var name = name
    return name.withUTF8 { bytes in words.allSatisfy { Self.index(of: $0, in: bytes, from: 0) != nil } }
  }

  /// The first names that contain every word; without any, the first fuzzy matches.
  ///
  /// A name that was typed in full comes first if there are too many matches.
  static func first(_ most: Int, of names: [String], matching typed: String) -> [String] {
    let filter = Filter(typed)
    let whole = names.lazy.filter(filter.containsWhole).prefix(most)
    let found = Array(whole.isEmpty ? names.lazy.filter { filter.score($0) != nil }.prefix(most) : whole)
    guard found.count == most, names.containsName(typed) else { return found }
    return [typed] + found.filter { !$0.isSameName(as: typed) }.prefix(most - 1)
  }

  private enum Find {
    case whole(start: Int)
    case fuzzy(first: Int, last: Int)
  }

  private static func find(_ word: Word, in bytes: UnsafeBufferPointer<UInt8>) -> Find? {
    if let start = wholeFind(word, in: bytes) { return .whole(start: start) }
    return scatteredFind(word, in: bytes)
  }

  private static func score(_ find: Find, of word: Word, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    switch find {
    case .whole(let start):
      let bonus = start == 0 ? 200 : isBoundary(bytes[start - 1]) ? 100 : 0
      return 1000 + bonus - min(start, 50) - min(bytes.count - word.bytes.count, 49)
    case .fuzzy(let first, let last):
      let spread = last - first + 1 - word.bytes.count
      return 500 - min(spread * 4, 400) - min(first, 50)
    }
  }

  private static func offsets(_ find: Find, of word: Word, in bytes: UnsafeBufferPointer<UInt8>) -> [Int] {
    switch find {
    case .whole(let start): return Array(start..<(start + word.bytes.count))
    case .fuzzy(_, let last):
      var offsets: [Int] = []
      var next = word.bytes.count
      var index = last
      while next > 0 {
        if word.agrees(next - 1, with: bytes[index]) {
          offsets.append(index)
          next -= 1
        }
        index -= 1
      }
      return offsets.reversed()
    }
  }

  /// The first match at the start of a name's part, or else the first match.
  private static func wholeFind(_ word: Word, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    let first = index(of: word, in: bytes, from: 0)
    var next = first
    while let start = next {
      if start == 0 || isBoundary(bytes[start - 1]) { return start }
      next = index(of: word, in: bytes, from: start + 1)
    }
    return first
  }

  fileprivate static func index(of word: Word, in bytes: UnsafeBufferPointer<UInt8>, from begin: Int) -> Int? {
    guard let first = word.bytes.first, begin <= bytes.count - word.bytes.count else { return nil }
    for start in begin...(bytes.count - word.bytes.count) {
      let isFirst = bytes[start] == first || !word.isExact && folded(bytes[start]) == first
      if isFirst, agrees(word, with: bytes, at: start) { return start }
    }
    return nil
  }

  private static func agrees(_ word: Word, with bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> Bool {
    for index in word.bytes.indices where !word.agrees(index, with: bytes[start + index]) { return false }
    return true
  }

  /// The range that contains the letters in order: earliest end, latest start.
  private static func scatteredFind(_ word: Word, in bytes: UnsafeBufferPointer<UInt8>) -> Find? {
    guard word.bytes.count > 1 else { return nil }
    var next = 0
    var last = 0
    for index in bytes.indices where next < word.bytes.count {
      guard word.agrees(next, with: bytes[index]) else { continue }
      next += 1
      last = index
    }
    guard next == word.bytes.count else { return nil }
    var first = last + 1
    while next > 0 {
      first -= 1
      if word.agrees(next - 1, with: bytes[first]) { next -= 1 }
    }
    return .fuzzy(first: first, last: last)
  }

  private static func folded(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte + 32 : byte
  }

  private static func isBoundary(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: " ")
  }
}

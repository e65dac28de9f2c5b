import VirgaJSON

/// A fuzzy filter for short names: every word must match, possibly letter by letter.
///
/// Whole matches rank before fuzzy ones, and early before late ones. A word with a capital letter
/// is case-sensitive; other words ignore case.
package struct Filter: Equatable, Sendable {
  /// The quality of a match, and the matching bytes.
  package struct Match: Equatable, Sendable {
    /// A higher score is a better match.
    var score = 0
    /// Offsets into the name's UTF-8, ascending.
    var offsets: [Int] = []
  }

  private let words: [Word]

  /// Creates a filter from typed words, separated by blanks.
  package init(_ typed: String) {
    words = typed.split(separator: " ").map { Word($0) }
  }

  /// Whether it matches everything.
  package var isEmpty: Bool { words.isEmpty }

  /// The quality of a match of `name`, and the matching bytes; nil if it does not match.
  ///
  /// With `isWhole`, every word must match as a whole.
  package func match(_ name: String, isWhole: Bool = false) -> Match? {
    var name = name
    return name.withUTF8 { bytes in
      var total = Match()
      for word in words {
        guard
          let match = word.wholeMatch(in: bytes) ?? (isWhole ? nil : word.scatteredMatch(in: bytes))
        else {
          return nil
        }
        total.score += match.score
        total.offsets += match.offsets
      }
      total.offsets.sort()
      return total
    }
  }

  func allWords(_ isTrue: (Word) -> Bool) -> Bool { words.allSatisfy(isTrue) }

  func containsWhole(_ name: String) -> Bool { words.allSatisfy { $0.occurs(in: name) } }

  /// The first names that contain every word; without any, the first fuzzy matches.
  ///
  /// A name that was typed in full comes first if there are too many matches.
  static func first(_ most: Int, of names: [String], matching typed: String) -> [String] {
    let filter = Filter(typed)
    let whole = names.lazy.filter(filter.containsWhole).prefix(most)
    let found = Array(
      whole.isEmpty ? names.lazy.filter { filter.match($0) != nil }.prefix(most) : whole)
    guard found.count == most, names.containsName(typed) else { return found }
    return [typed] + found.filter { !$0.isSameName(as: typed) }.prefix(most - 1)
  }
}

extension Filter {
  struct Word: Equatable, Sendable {
    private let bytes: [UInt8]
    /// Whether case matters, because the word has a capital.
    private let isExact: Bool

    init(_ text: some StringProtocol) {
      bytes = Array(text.utf8)
      isExact = bytes.contains { Self.folded($0) != $0 }
    }

    /// The bytes of each occurrence, from left to right.
    func matches(in text: String) -> [Range<Int>] {
      var text = text
      return text.withUTF8 { all in
        var found: [Range<Int>] = []
        while let start = index(in: all, from: found.last?.upperBound ?? 0) {
          found.append(start..<start + bytes.count)
        }
        return found
      }
    }

    func occurs(in text: String) -> Bool {
      var text = text
      return text.withUTF8 { index(in: $0) != nil }
    }

    /// Whether the word is the whole name, for names in lower case.
    func isAll(of name: String) -> Bool { bytes.elementsEqual(name.utf8) }

    /// The first match at the start of a name's part, or else the first match.
    ///
    /// `tab` in `tab-tray` scores 1195, in `new-tab` 1092, and in `stable` 996: penalties stay below
    /// the difference between two kinds of matches, so that a worse kind never wins.
    fileprivate func wholeMatch(in name: UnsafeBufferPointer<UInt8>) -> Match? {
      guard let first = index(in: name) else { return nil }
      func isStart(_ index: Int) -> Bool { index == 0 || Self.boundaries.contains(name[index - 1]) }
      let start =
        sequence(first: first) { index(in: name, from: $0 + 1) }.first(where: isStart) ?? first
      let late = min(start, Score.mostForLateness)
      let long = min(name.count - bytes.count, Score.mostForLength)
      let bonus: Int
      if start == 0 {
        bonus = Score.atStartOfName
      } else {
        bonus = isStart(start) ? Score.atStartOfPart : 0
      }
      return Match(
        score: Score.whole + bonus - late - long,
        offsets: Array(start..<start + bytes.count))
    }

    /// The letters in order, not necessarily adjacent: earliest end, latest start.
    ///
    /// `tt` in `tab-tray` matches the `t` of `tab` and that of `tray`; `tx` does not match.
    fileprivate func scatteredMatch(in name: UnsafeBufferPointer<UInt8>) -> Match? {
      guard bytes.count > 1 else { return nil }
      var next = 0
      let last = name.indices.first { index in
        if agrees(next, with: name[index]) { next += 1 }
        return next == bytes.count
      }
      guard let last else { return nil }
      var offsets: [Int] = []
      for index in (0...last).reversed() where next > 0 && agrees(next - 1, with: name[index]) {
        offsets.append(index)
        next -= 1
      }
      let first = offsets.last ?? 0
      let spread = last - first + 1 - bytes.count
      let gaps = min(spread * Score.forEachGap, Score.mostForGaps)
      let late = min(first, Score.mostForLateness)
      return Match(score: Score.scattered - gaps - late, offsets: offsets.reversed())
    }

    /// The offset of the first occurrence from `begin` on; nil if there is none.
    private func index(in name: UnsafeBufferPointer<UInt8>, from begin: Int = 0) -> Int? {
      guard !bytes.isEmpty else { return nil }
      var (start, length) = (begin, 0)
      while start + bytes.count <= name.count {
        if length == bytes.count { return start }
        if agrees(length, with: name[start + length]) {
          length += 1
        } else {
          (start, length) = (start + 1, 0)
        }
      }
      return nil
    }

    /// Whether the letter at `index` is `byte`, ignoring case unless the word is case-sensitive.
    private func agrees(_ index: Int, with byte: UInt8) -> Bool {
      bytes[index] == (isExact ? byte : Self.folded(byte))
    }

    private static let boundaries = Array("-_. ".utf8)

    private static func folded(_ byte: UInt8) -> UInt8 {
      (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte + 32 : byte
    }
  }
}

/// Points of matches; penalties never reach the next better kind of match.
private enum Score {
  static let whole = 1000
  static let atStartOfName = 200
  static let atStartOfPart = 100
  static let scattered = 500
  static let mostForLateness = 50
  static let mostForLength = 49
  static let forEachGap = 4
  static let mostForGaps = 400
}

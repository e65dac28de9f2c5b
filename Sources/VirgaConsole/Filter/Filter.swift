import VirgaJSON

/// A fuzzy filter for short names: every word must match, possibly letter by letter.
///
/// Adjacent matches rank before scattered ones, and early before late ones. A word with a capital
/// letter is case-sensitive; other words ignore case.
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

  /// The quality of a match of `name`, summed up over all words, and the matching bytes; nil if a
  /// word does not match.
  ///
  /// With `adjacentOnly`, the letters of every word must be adjacent; else they may be scattered in
  /// the name, as those of `tt` in `tab-tray`.
  package func match(_ name: String, adjacentOnly: Bool = false) -> Match? {
    // `withUTF8` needs a variable, whose storage it may make contiguous.
    var name = name
    return name.withUTF8 { bytes in
      var total = Match()
      for word in words {
        var match = word.adjacentMatch(in: bytes)
        if match == nil, !adjacentOnly { match = word.scatteredMatch(in: bytes) }
        guard let match else { return nil }
        total.score += match.score
        total.offsets += match.offsets
      }
      total.offsets.sort()
      return total
    }
  }

  /// Whether a condition is true for every word.
  func allWords(_ isTrue: (Word) -> Bool) -> Bool { words.allSatisfy(isTrue) }

  /// Whether every word occurs in a name, with adjacent letters.
  func allWordsOccur(in name: String) -> Bool { words.allSatisfy { $0.occurs(in: name) } }

  /// The first names that contain every word, at most `most`; without any, the first fuzzy matches.
  ///
  /// A name that was typed in full is put at the start if `most` names are found, because it may
  /// not be among them.
  static func first(_ most: Int, of names: [String], matching typed: String) -> [String] {
    let filter = Filter(typed)
    var found = Array(names.lazy.filter(filter.allWordsOccur).prefix(most))
    if found.isEmpty { found = Array(names.lazy.filter { filter.match($0) != nil }.prefix(most)) }
    let mayLackTypedName = found.count == most
    guard mayLackTypedName, names.containsName(typed) else { return found }
    return [typed] + found.filter { !$0.isSameName(as: typed) }.prefix(most - 1)
  }
}

extension Filter {
  /// One of the words that were typed.
  struct Word: Equatable, Sendable {
    private let bytes: [UInt8]
    /// Whether case matters, because the word has a capital.
    private let isCaseSensitive: Bool

    init(_ text: some StringProtocol) {
      bytes = Array(text.utf8)
      isCaseSensitive = bytes.contains { Self.folded($0) != $0 }
    }

    /// Whether the word occurs anywhere in a text.
    func occurs(in text: String) -> Bool {
      // `withUTF8` needs a variable.
      var text = text
      return text.withUTF8 { index(in: $0) != nil }
    }

    /// Whether the word is the whole name, compared with its case.
    func isAll(of name: String) -> Bool { bytes.elementsEqual(name.utf8) }

    /// The first match with adjacent letters at the start of a name's part, or else the first one
    /// anywhere; nil if the word does not occur.
    ///
    /// `tab` in `tab-tray` scores 1195, in `new-tab` 1092, and in `stable` 996: penalties stay
    /// below the difference between two kinds of matches, so that a worse kind never wins.
    fileprivate func adjacentMatch(in name: UnsafeBufferPointer<UInt8>) -> Match? {
      guard let first = index(in: name) else { return nil }
      // Each match leads to the next one, which starts at least a byte later.
      let matches = sequence(first: first) { index(in: name, from: $0 + 1) }
      let start = matches.first { Self.isStartOfPart($0, of: name) } ?? first
      let latePenalty = min(start, Score.mostForLateness)
      let lengthPenalty = min(name.count - bytes.count, Score.mostForLength)
      return Match(
        score: Score.adjacent + Self.bonus(forStartAt: start, of: name) - latePenalty
          - lengthPenalty,
        offsets: Array(start..<start + bytes.count))
    }

    /// The additional points for a match at the start of a name or of a part of it; 0 for one
    /// inside a part.
    private static func bonus(
      forStartAt start: Int, of name: UnsafeBufferPointer<UInt8>
    ) -> Int {
      if start == 0 { return Score.atStartOfName }
      return isStartOfPart(start, of: name) ? Score.atStartOfPart : 0
    }

    /// Whether a part of a name, or the name itself, starts at an offset.
    private static func isStartOfPart(
      _ index: Int, of name: UnsafeBufferPointer<UInt8>
    ) -> Bool {
      index == 0 || boundaries.contains(name[index - 1])
    }

    /// The letters in order, not necessarily adjacent: of all matches, one that ends earliest, and
    /// of these the one with the smallest gaps; nil without a match.
    ///
    /// `tt` in `tab-tray` matches the `t` of `tab` and that of `tray`; `tx` does not match. A
    /// single letter has no gaps, so ``adjacentMatch(in:)`` has found it already.
    fileprivate func scatteredMatch(in name: UnsafeBufferPointer<UInt8>) -> Match? {
      guard bytes.count > 1 else { return nil }
      guard let last = endOfEarliestMatch(in: name) else { return nil }
      let offsets = latestOffsets(in: name, upTo: last)
      let first = offsets[0]
      let bytesFromFirstToLast = last - first + 1
      let bytesInGaps = bytesFromFirstToLast - bytes.count
      let gapPenalty = min(bytesInGaps * Score.forEachByteInGap, Score.mostForGaps)
      let latePenalty = min(first, Score.mostForLateness)
      return Match(score: Score.scattered - gapPenalty - latePenalty, offsets: offsets)
    }

    /// The offsets of the letters if each is taken as late as possible, up to an offset.
    private func latestOffsets(in name: UnsafeBufferPointer<UInt8>, upTo last: Int) -> [Int] {
      var fromEnd: [Int] = []
      var missing = bytes.count
      for index in (0...last).reversed()
      where missing > 0 && hasLetter(name[index], at: missing - 1) {
        fromEnd.append(index)
        missing -= 1
      }
      return fromEnd.reversed()
    }

    /// The offset of the last letter if each letter is taken as early as possible; nil if a letter
    /// is missing.
    private func endOfEarliestMatch(in name: UnsafeBufferPointer<UInt8>) -> Int? {
      var foundLetters = 0
      for index in name.indices {
        if hasLetter(name[index], at: foundLetters) { foundLetters += 1 }
        if foundLetters == bytes.count { return index }
      }
      return nil
    }

    /// The offset in a name of the word's first occurrence from `begin` on, with adjacent letters;
    /// nil if the word does not occur there.
    private func index(in name: UnsafeBufferPointer<UInt8>, from begin: Int = 0) -> Int? {
      guard !bytes.isEmpty else { return nil }
      var start = begin
      // The number of letters of the word that agree with the name from `start` on.
      var agreeing = 0
      while start + bytes.count <= name.count {
        if agreeing == bytes.count { return start }
        if hasLetter(name[start + agreeing], at: agreeing) {
          agreeing += 1
        } else {
          start += 1
          agreeing = 0
        }
      }
      return nil
    }

    /// Whether the word has the letter `byte` at `index`, ignoring case unless the word is
    /// case-sensitive.
    private func hasLetter(_ byte: UInt8, at index: Int) -> Bool {
      // A word that ignores case has no capitals itself.
      bytes[index] == (isCaseSensitive ? byte : Self.folded(byte))
    }

    /// The bytes after which a part of a name starts.
    private static let boundaries = Array("-_. ".utf8)

    /// An ASCII capital in lower case; any other byte as it is.
    private static func folded(_ byte: UInt8) -> UInt8 {
      let isCapital = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
      // From `A` (65) to `a` (97).
      let caseDistance: UInt8 = 32
      return isCapital ? byte + caseDistance : byte
    }
  }
}

/// Points of matches; penalties never reach the next better kind of match.
private enum Score {
  /// A match with adjacent letters.
  static let adjacent = 1000
  /// More points for one at the start of the name, or of a part of it.
  static let atStartOfName = 200
  static let atStartOfPart = 100
  /// A match with gaps.
  static let scattered = 500
  /// The most points that are subtracted, one for each byte before the match.
  static let mostForLateness = 50
  /// The most points that are subtracted, one for each byte of the name that does not match.
  static let mostForLength = 49
  /// The points that are subtracted for each byte in a gap, and the most for all of them.
  static let forEachByteInGap = 4
  static let mostForGaps = 400
}

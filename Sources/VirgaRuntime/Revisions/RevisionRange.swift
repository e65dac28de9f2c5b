/// The revisions that `--rev` names: an old one and a new one.
package struct RevisionRange: Equatable, Sendable {
  package let old: String
  /// Nil for the files on disk.
  package let new: String?
  /// Whether the last common commit of both is compared instead of ``old``.
  package let startsAtMergeBase: Bool

  /// Reads `BASE`, `BASE` and `HEAD`, `BASE..HEAD` or `BASE...HEAD`; nil for anything else.
  ///
  /// A range is written as for `git diff`: without a side, that is `HEAD`.
  package init?(_ words: [String]) {
    let firstRange = words.compactMap(Self.range).first
    switch (words.count, firstRange) {
    case (1, let range?): self = range
    case (1, nil): self.init(old: words[0], new: nil)
    case (2, nil): self.init(old: words[0], new: words[1])
    // No word, too many, or two of which one is a range itself.
    default: return nil
    }
  }

  package init(old: String, new: String?, startsAtMergeBase: Bool = false) {
    self.old = old
    self.new = new
    self.startsAtMergeBase = startsAtMergeBase
  }

  /// The range that a word with two or three dots means; nil for a single revision, which may
  /// contain dots in a text to search for, as in `HEAD^{/fix a..b}`.
  private static func range(_ word: String) -> RevisionRange? {
    let searchesText = word.contains("{/") || word.hasPrefix(":/")
    guard !searchesText else { return nil }
    // Three dots first, because they contain two.
    for (dots, startsAtMergeBase) in [("...", true), ("..", false)] {
      let sides = word.split(separator: dots, maxSplits: 1, omittingEmptySubsequences: false)
      guard sides.count == 2 else { continue }
      let names = sides.map { $0.isEmpty ? "HEAD" : String($0) }
      return RevisionRange(old: names[0], new: names[1], startsAtMergeBase: startsAtMergeBase)
    }
    return nil
  }
}

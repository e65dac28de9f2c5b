import VirgaSession
import VirgaSource

/// The contents of a session that are worth mentioning when leaving it.
package struct SessionSummary: Sendable {
  let overrides: [EntryKey]
  /// The features and the configs of branches with unapplied text.
  package let drafts: [String]
  let clientChanges: [EntryChange]
  package let exposures: Int

  package var isEmpty: Bool { counts.allSatisfy { $0.count == 0 } }
  /// Whether it is a single thing.
  package var isOne: Bool { counts.reduce(0) { sum, counted in sum + counted.count } == 1 }
  /// Whether a single thing affects the app: drafts and exposures do not.
  package var isOneActive: Bool { overrides.count + clientChanges.count == 1 }

  private typealias Counted = (count: Int, noun: String, nouns: String)

  private var countedOverrides: Counted { (overrides.count, "override", "overrides") }

  private var countedChanges: Counted {
    (clientChanges.count, "change of the client", "changes of the client")
  }

  /// How many the session has of each kind of contents, with the singular and plural noun, in the
  /// order of ``words``.
  private var counts: [Counted] {
    [
      countedOverrides, (drafts.count, "draft", "drafts"), countedChanges,
      (exposures, "exposure", "exposures"),
    ]
  }

  /// Everything, counted: `1 override, 1 draft and 2 exposures`.
  package var words: String { Self.listed(counts) }

  /// The contents that affect the app: `2 overrides and 1 change of the client`; empty for none.
  package var activeWords: String { Self.listed([countedOverrides, countedChanges]) }

  /// Counts things by their nouns, leaving out zero counts: `1 override, 1 draft and 2 exposures`.
  package static func listed(_ counts: [(count: Int, noun: String, nouns: String)]) -> String {
    let words = counts.filter { $0.count > 0 }.map { $0.count.pluralizing($0.noun, $0.nouns) }
    let last = words.last ?? ""
    let others = words.dropLast().joined(separator: ", ")
    return others.isEmpty ? last : "\(others) and \(last)"
  }
}

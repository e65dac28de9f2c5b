import VirgaSource

/// The contents of a session that are worth mentioning when leaving it.
package struct SessionContents: Equatable, Sendable {
  package var overrides = 0
  /// The number of unapplied texts.
  package var drafts = 0
  var clientChanges = 0
  package var exposures = 0

  package var isEmpty: Bool { self == SessionContents() }
  /// Whether it is a single thing.
  package var isOne: Bool { overrides + drafts + clientChanges + exposures == 1 }
  /// Whether a single thing affects the app.
  package var isOneActive: Bool { overrides + clientChanges == 1 }

  private var counts: [(count: Int, noun: String, nouns: String)] {
    [
      (overrides, "override", "overrides"), (drafts, "draft", "drafts"),
      (clientChanges, "change of the client", "changes of the client"), (exposures, "exposure", "exposures"),
    ]
  }

  /// Everything, counted: `1 override, 1 draft and 2 exposures`.
  package var words: String { Self.listed(counts) }

  /// The contents that affect the app: `2 overrides and 1 change of the client`; empty for none.
  package var active: String { Self.listed([counts[0], counts[2]]) }

  /// Counts things by their nouns, leaving out zero counts.
  package static func listed(_ counts: [(count: Int, noun: String, nouns: String)]) -> String {
    let words = counts.filter { $0.count > 0 }.map { $0.count.pluralizing($0.noun, $0.nouns) }
    let (first, last) = (words.dropLast().joined(separator: ", "), words.last ?? "")
    return first.isEmpty ? last : "\(first) and \(last)"
  }
}

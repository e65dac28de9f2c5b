import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaWorkbench

/// An order to find all flags and what each answers; where they are many that is done beside what else is done.
package struct FlagOrder: Equatable, Sendable {
  /// What the flags follow from.
  struct Source: Equatable, Sendable {
    var manifest: Int
    var files: Int
  }

  /// Which order it is; what an earlier one found is not heard.
  let number: Int
  let source: Source
  let files: FlagFiles
  let manifest: Manifest
  let session: Session
  let channel: String?
  let testOverrides: FlagTestOverrides
  /// What an earlier order found: of the same flags only the answers are found again.
  let earlier: FlagTable?

  /// The most features and flags in files that are answered at once: that takes a few milliseconds.
  private static let few = 50

  /// Whether finding the flags of these takes no longer than what a key does may take.
  static func isShort(_ manifest: Manifest, _ files: FlagFiles) -> Bool {
    manifest.features.count <= few && files.count <= few
  }

  /// Whether it finds what these ask for.
  func isFor(
    _ source: Source, _ session: Session, channel: String?, _ testOverrides: FlagTestOverrides
  ) -> Bool {
    self.source == source && self.channel.isSameName(as: channel) && self.testOverrides == testOverrides
      && !SessionFlags.isStale(self.session, in: session)
  }

  /// Finds and answers them; with ten thousand features that takes about a second.
  package func run() -> FlagTable {
    guard var table = earlier, table.source == source else { return FlagTable(self) }
    table.answer(self)
    return table
  }

  /// The same order for the same flags.
  package static func == (left: FlagOrder, right: FlagOrder) -> Bool {
    left.number == right.number && left.source == right.source && left.channel.isSameName(as: right.channel)
      && left.testOverrides == right.testOverrides
  }
}

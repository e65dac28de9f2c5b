import VirgaCanvas
import VirgaManifest
import VirgaWorkbench

@testable import VirgaConsole

/// A manifest and a newer version of it, for the tests of the Channels screen.
enum ChannelSamples {
  static let old = """
    channels: [beta, release]
    features:
      kept:
        description: Stays.
        variables:
          size: { description: How large., type: Int, default: 1 }
          title: { description: What it says., type: String, default: "a, b" }
        defaults: [{ channel: beta, value: { size: 2 } }]
      removed:
        description: Goes.
        variables: { on: { description: Whether., type: Boolean, default: true } }
    """
  static let new = """
    channels: [beta, release]
    features:
      added:
        description: Comes.
        variables: { on: { description: Whether., type: Boolean, default: true } }
      kept:
        description: Stays.
        variables:
          size: { description: How large., type: String, default: "1" }
          title: { description: What it says., type: String, default: a }
    """

  /// The rows of the older manifest, features with differences first.
  static let rows = ["kept", "kept size", "kept title", "removed", "removed on"]

  /// A console with the older manifest, on the Channels screen.
  static func console(
    _ yaml: String = old, _ size: Size = ConsoleDriver.defaultSize, channel: String = "beta"
  ) throws -> ConsoleDriver {
    try ConsoleDriver(size, yaml: yaml, channel: channel).after(":channels")
  }
}

extension ConsoleDriver {
  /// The demo on the Channels screen.
  static func onChannels(_ size: Size = defaultSize) -> ConsoleDriver {
    ConsoleDriver(size).after(":channels")
  }

  /// Adds another manifest, called `new.fml.yaml`, to the comparison.
  mutating func compare(with yaml: String = ChannelSamples.new) throws {
    send(.beside(ComparedManifest(path: "new.fml.yaml", manifest: try Self.manifest(yaml))))
  }

  /// Adds an earlier version of the manifest, that of a revision, to the comparison.
  mutating func compareEarlier(with yaml: String, _ revision: String = "main") throws {
    var earlier = ComparedManifest(path: "git:\(revision)", manifest: try Self.manifest(yaml))
    earlier.version = revision
    earlier.isEarlier = true
    send(.beside(earlier))
  }

  var matrix: ChannelsScreen { channels }

  /// The path of the row under the cursor of the matrix.
  var cellPath: String? { matrix.selectedRow?.path }

  /// The cells of the matrix, row by row.
  var cells: [[String]] { matrix.list.shownItems.map { $0.row.cells.map(\.text) } }

  /// The titles of the columns of the matrix.
  var columns: [String] { matrix.columns.map(\.title) }

  /// The lines of the matrix: features, and their values by name.
  var channelNames: [String] {
    matrix.list.rows.indices.map { row in
      matrix.list.item(inRow: row).map { "\($0.row.feature) \($0.name)" } ?? matrix.list.heading(
        inRow: row) ?? ""
    }
  }
}

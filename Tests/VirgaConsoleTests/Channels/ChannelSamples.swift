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

  /// A console with the older manifest, on the Channels screen.
  static func console() throws -> ConsoleDriver {
    var console = try ConsoleDriver(yaml: old, channel: "beta")
    console.run("channels")
    return console
  }
}

extension ConsoleDriver {
  /// Adds another manifest, called `new.fml.yaml`, to the comparison.
  mutating func compare(with yaml: String = ChannelSamples.new) throws {
    send(.beside(ComparedManifest(path: "new.fml.yaml", manifest: try Self.manifest(yaml))))
  }

  /// The cells of the matrix, row by row.
  var cells: [[String]] { state.channels.lines.compactMap(\.row).map { $0.cells.map(\.text) } }

  /// The titles of the columns of the matrix.
  var columns: [String] { state.channels.columns.map(\.title) }

  /// The lines of the matrix: features, and their values by name.
  var channelNames: [String] {
    state.channels.lines.map { $0.row.map { "\($0.feature) \($0.name)" } ?? $0.feature }
  }
}

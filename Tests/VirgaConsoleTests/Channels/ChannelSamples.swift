import VirgaManifest

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

  /// A console with the older manifest.
  static func console() throws -> ConsoleDriver { try ConsoleDriver(yaml: old, channel: "beta") }
}

extension ConsoleDriver {
  /// The lines of the matrix: features, and their values by name.
  var channelNames: [String] {
    state.channels.lines.map { $0.row.map { "\($0.feature) \($0.name)" } ?? $0.feature }
  }
}

import VirgaJSON
import VirgaManifest

/// The leaves of a feature in several channels, row by row.
enum ChannelComparison {
  /// One leaf in every channel.
  struct Row: Equatable {
    var feature: String
    var path: String
    /// The value in each channel, in the order asked for; nil where the path leads nowhere.
    var values: [(channel: String, value: JSONValue?)]

    static func == (left: Row, right: Row) -> Bool {
      left.feature == right.feature && left.path == right.path
        && left.values.elementsEqual(right.values) { $0.channel == $1.channel && $0.value == $1.value }
    }
  }

  /// The rows of `feature`: those that differ, or all of them.
  static func rows(of feature: Feature, in manifest: Manifest, channels: [String], all: Bool) -> [Row] {
    let leaves = channels.map { manifest.merged(feature, channel: $0).leaves() }
    let values = leaves.map { Dictionary($0.map { ($0.path, $0.value) }, uniquingKeysWith: { _, last in last }) }
    var seen: Set<String> = []
    let paths = leaves.joined().map(\.path).filter { seen.insert($0).inserted }
    return paths.compactMap { path in
      let found = values.map { $0[path] }
      guard all || !found.allSatisfy({ $0 == found.first }) else { return nil }
      return Row(feature: feature.id, path: path, values: Array(zip(channels, found)).map { ($0.0, $0.1) })
    }
  }
}

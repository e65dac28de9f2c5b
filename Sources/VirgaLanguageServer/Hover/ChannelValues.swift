import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSource

/// What an app reads at a path of a feature in each channel, with the layer and line that decide.
struct ChannelValues {
  private struct Row: Hashable {
    let value: String
    let source: String
  }

  /// The channels of each different row.
  private var rows: [(row: Row, channels: [String])] = []

  /// Reads the value at some steps in each channel; channels without a value have no row.
  init(_ manifest: Manifest, _ feature: FeatureDefinition, _ steps: [JSONPath.Component]) {
    for channel in manifest.checkedChannels {
      let reading = manifest.reading(of: feature, channel: channel)
      guard let found = reading.readValue(at: steps) else { continue }
      // For an element of a list, the source is that of the list.
      let row = Row(value: found.json.compact, source: Self.source(of: found.wholeValue))
      add(row, channel ?? "all")
    }
  }

  /// The rows as a table of Markdown; empty without any.
  var table: String {
    guard !rows.isEmpty else { return "" }
    let lines = rows.map { row, channels in
      let value = MarkdownCode.cell(row.value)
      return "| \(channels.joined(separator: ", ")) | \(value) | \(row.source) |"
    }
    let head = ["| channel | an app reads | from |", "| --- | --- | --- |"]
    return (head + lines).joined(separator: "\n")
  }

  /// Adds the channel to an equal row, or a new row.
  private mutating func add(_ row: Row, _ channel: String) {
    if let index = rows.firstIndex(where: { $0.row == row }) {
      rows[index].channels.append(channel)
    } else {
      rows.append((row, [channel]))
    }
  }

  /// The layer that decides, and its file and line: `manifest default beta, app.fml.yaml:12`.
  static func source(of value: MergedValue) -> String {
    let place = value.location.map { ", \($0.file):\($0.range.start.line)" } ?? ""
    return value.layer.title + place
  }
}

/// What an app reads at a path.
struct ReadValue {
  let json: JSONValue
  /// The value that one layer gives as a whole: the value itself, or the list that it is in.
  let wholeValue: MergedValue
}

extension MergedFeature {
  /// What an app reads at some steps, also inside of lists; nil if nothing is there.
  func readValue(at steps: [JSONPath.Component]) -> ReadValue? {
    let list = steps.firstIndex { if case .index = $0 { true } else { false } } ?? steps.endIndex
    guard let wholeValue = value(at: steps) else { return nil }
    let json = wholeValue.json[JSONPath(Array(steps[list...]))]
    return json.map { ReadValue(json: $0, wholeValue: wholeValue) }
  }

  /// The default at a path with the layer and the line that give it, as in
  /// `Default: 3 (variable default, app.fml.yaml:12)`; empty if it has none.
  func defaultNote(at path: JSONPath) -> String {
    guard let found = readValue(at: path.components) else { return "" }
    let maxLength = 120
    let value = found.json.compact.shortened(to: maxLength)
    return "Default: \(value) (\(ChannelValues.source(of: found.wholeValue)))"
  }

  /// The value at some steps; nil if the feature has none.
  ///
  /// For an element of a list it is the whole list, because layers replace it as a whole.
  func value(at steps: [JSONPath.Component]) -> MergedValue? {
    guard case .key(let name)? = steps.first, var value = self[name] else { return nil }
    for step in steps.dropFirst() {
      guard case .key(let key) = step else { return value }
      guard let member = value[key] else { return nil }
      value = member
    }
    return value
  }
}

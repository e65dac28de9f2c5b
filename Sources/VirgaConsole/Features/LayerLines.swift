import VirgaCanvas
import VirgaExperiments
import VirgaFiles
import VirgaSource

/// The layers of a value from the lowest to the winner, each with what it gave and where that was written.
enum LayerLines {
  /// - Parameters:
  ///   - winner: the place of the one that counts; the last where it is left out.
  ///   - channel: the channel that is looked at, which a narrow panel names of those that a layer holds for.
  ///   - edited: what is said of the place of an edit, which stands in no file.
  ///   - folder: where the manifest lies, from which its files are named.
  static func lines(
    _ entries: [LayerEntry], winner: Int? = nil, in channel: String?, edited: String? = nil, from folder: String,
    columns: Int
  ) -> [StyledLine] {
    let places = entries.map { entry in
      entry.location.map { "\(FilePath.written($0.file, from: folder)):\($0.range.start.line)" }
        ?? (entry.layer == .edit ? edited : nil)
    }.map { DisplayText($0 ?? "") }
    let values = entries.map { DisplayText(ValueText.short($0.value)) }
    let valueWidth = min(max(values.map(\.columns).max() ?? 0, 4), max(columns / 3, columns - 42))
    let placeWidth = places.map(\.columns).max() ?? 0
    var names = names(of: entries) { $0.title }
    var nameWidth = names.map(\.columns).max() ?? 0
    if 6 + nameWidth + valueWidth + placeWidth > columns {
      // A place beside its layer is worth more than all channels of a block, and than values below each other.
      names = self.names(of: entries) { short($0, in: channel) }
      nameWidth = entries.indices.filter { !places[$0].isEmpty }.map { names[$0].columns }.max() ?? nameWidth
      nameWidth = min(nameWidth, max(columns / 2, columns - valueWidth - 4))
    }
    var lines: [StyledLine] = []
    for (index, entry) in entries.enumerated() {
      let isWinner = index == winner ?? entries.count - 1
      var line = StyledLine(of: (isWinner ? Marks.cursor : " ", .accent), (" ", .text))
      let room = places[index].isEmpty ? max(nameWidth, columns - valueWidth - 4) : nameWidth
      let name = names[index].truncated(to: room)
      line.add(name.padded(to: max(nameWidth, name.columns) + 2), isWinner ? .text.bold() : .dim)
      let style = isWinner ? ValueText.style(entry.value) : .dim
      let isLong = values[index].columns > valueWidth
      line.add((isLong ? .empty : values[index]).padded(to: valueWidth + 2), style)
      if line.columns + places[index].columns <= columns {
        line.add(places[index], .dim)
        lines.append(line)
      } else {
        lines.append(line)
        lines += places[index].wrapped(to: columns - 4).map { StyledLine(.blanks(4) + $0, .dim) }
      }
      if isLong {
        lines += values[index].wrapped(to: columns - 4).map { StyledLine(of: (.blanks(4), .text), ($0, style)) }
      }
    }
    return lines
  }

  /// A layer's name, of a block for several channels with that alone which is looked at.
  private static func short(_ layer: Layer, in channel: String?) -> String {
    switch layer {
    case .manifestDefault, .importDefault: ValueText.layer(layer, in: channel, columns: 24)
    default: layer.title
    }
  }

  /// The names of layers; of several defaults of variables only the highest is the variable's own, those below are of
  /// fields in its type.
  private static func names(of entries: [LayerEntry], _ name: (Layer) -> String) -> [DisplayText] {
    let own = entries.lastIndex { $0.layer == .variableDefault }
    return entries.enumerated().map { place, entry in
      DisplayText(entry.layer == .variableDefault && place != own ? "field default" : name(entry.layer))
    }
  }
}

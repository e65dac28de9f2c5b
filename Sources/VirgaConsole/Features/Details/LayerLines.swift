import VirgaCanvas
import VirgaExperiments
import VirgaFiles
import VirgaSource

/// The layers of a value from lowest to winning, with values and source locations.
enum LayerLines {
  /// - Parameters:
  ///   - channel: The current channel; a narrow panel names only that one of a layer's channels.
  ///   - origins: The folder of the manifest, to which file names are relative, and the location
  ///     text of an edit.
  ///   - rows: How many lines are in sight; the deciding layer comes first if it would be below
  ///     them.
  static func lines(
    _ entries: [LayerEntry], in channel: String?, from origins: (folder: String, edited: String?),
    columns: Int, rows: Int = .max
  ) -> [StyledLine] {
    func located(_ file: (String) -> String) -> [DisplayText] {
      entries.map { entry in
        let place = entry.location.map { "\(file($0.file)):\($0.range.start.line)" }
        return DisplayText(place ?? (entry.layer == .edit ? origins.edited : nil) ?? "")
      }
    }
    let whole = located { FilePath.written($0, from: origins.folder) }
    var locations = whole
    let values = entries.map { DisplayText(ValueText.short($0.value)) }
    let valueWidth = min(max(values.map(\.columns).max() ?? 0, 4), max(columns / 3, columns - 42))
    var names = entries.map { DisplayText($0.layer.title) }
    var nameWidth = names.map(\.columns).max() ?? 0
    var isTooWide: Bool {
      6 + nameWidth + valueWidth + (locations.map(\.columns).max() ?? 0) > columns
    }
    // Showing a location on the line of its layer is better than listing all channels of a block,
    // its folder or aligning the values.
    if isTooWide {
      names = entries.map { DisplayText(short($0.layer, in: channel)) }
      nameWidth =
        entries.indices.filter { !locations[$0].isEmpty }.map { names[$0].columns }.max()
        ?? nameWidth
      nameWidth = min(nameWidth, max(columns / 2, columns - valueWidth - 4))
    }
    let files = Set(entries.compactMap(\.location?.file))
    if isTooWide, Set(files.map(FilePath.name)).count == files.count {
      locations = located(FilePath.name)
    }
    let groups = entries.indices.map { index -> [StyledLine] in
      let (value, location, isWinner) = (
        values[index], locations[index], entries[index].state == .effective
      )
      let (isLong, style) = (
        value.columns > valueWidth, isWinner ? ValueText.style(entries[index].value) : .dim
      )
      let name = names[index].truncated(
        to: location.isEmpty ? max(nameWidth, columns - valueWidth - 4) : nameWidth)
      let (mark, reason) = mark(of: entries[index], among: entries)
      let line = StyledLine(
        of: mark, (" ", .text),
        (name.padded(to: max(nameWidth, name.columns) + 2), isWinner ? .text.bold() : .dim),
        ((isLong ? .empty : value).padded(to: valueWidth + 2), style))
      let isBeside = line.columns + location.columns <= columns
      let below = isBeside ? .empty : whole[index].columns <= columns - 4 ? whole[index] : location
      return [isBeside ? line + StyledLine(location, .dim) : line]
        + (below.isEmpty ? [] : below.wrapped(to: columns - 4)).map {
          StyledLine(.blanks(4) + $0, .dim)
        }
        + (isLong ? value.wrapped(to: columns - 4) : []).map {
          StyledLine(of: (.blanks(4), .text), ($0, style))
        }
        + (reason.isEmpty ? [] : reason.wrapped(to: columns - 4)).map {
          StyledLine(of: (.blanks(4), .text), ($0, .warning))
        }
    }
    let winner = entries.lastIndex { $0.state == .effective }
    guard let winner, groups[...winner].joined().count > rows else { return Array(groups.joined()) }
    return groups[winner] + groups.indices.filter { $0 != winner }.flatMap { groups[$0] }
  }

  /// The mark before a layer, and for one that apps ignore the reason.
  private static func mark(
    of entry: LayerEntry, among entries: [LayerEntry]
  ) -> (mark: (DisplayText, Style), reason: DisplayText) {
    switch entry.state {
    case .effective: ((PanelSymbols.cursor, .accent), .empty)
    case .overridden, .removed: ((" ", .accent), .empty)
    case .ignored(let reason):
      ((PanelSymbols.problem, .error), DisplayText(entries.sentence(ignoring: reason)))
    }
  }

  /// Of a block's channels, names only the current one.
  private static func short(_ layer: Layer, in channel: String?) -> String {
    switch layer {
    case .manifestDefault, .importDefault: ValueText.layer(layer, in: channel, columns: 16)
    default: layer.title
    }
  }
}

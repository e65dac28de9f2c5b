import VirgaCanvas
import VirgaExperiments
import VirgaFiles
import VirgaSource

/// The layers of a value from lowest to winning, with values and source locations.
struct LayerLines {
  /// A layer with its texts.
  private struct Row {
    let entry: LayerEntry
    let value: DisplayText
    var name: DisplayText
    /// Where it is written, with the path of its file; empty if nothing says where.
    let wholeLocation: DisplayText
    /// The same, or only with the name of the file.
    var location: DisplayText
  }

  private var rows: [Row]
  private let valueWidth: Int
  private var nameWidth: Int
  private let columns: Int

  /// Where layers come from.
  struct Origins {
    /// The folder of the manifest, to which file names are relative.
    let folder: String
    /// The location of an edit, as text; nil if it is not known.
    var edited: String?
  }

  /// - Parameters:
  ///   - channel: The current channel; a narrow panel names only that one of a layer's channels.
  ///   - rows: How many lines are in sight; the deciding layer comes first if it would be below
  ///     them.
  static func lines(
    _ entries: [LayerEntry], in channel: String?, from origins: Origins, columns: Int,
    rows: Int = .max
  ) -> [StyledLine] {
    var layers = LayerLines(entries, from: origins, columns: columns)
    layers.shorten(in: channel)
    let groups = layers.rows.map(layers.lines)
    let winner = entries.lastIndex { $0.state == .effective }
    guard let winner, groups[...winner].joined().count > rows else { return Array(groups.joined()) }
    return groups[winner] + groups.indices.filter { $0 != winner }.flatMap { groups[$0] }
  }

  private init(_ entries: [LayerEntry], from origins: Origins, columns: Int) {
    self.columns = columns
    rows = entries.map { entry in
      let location = Self.location(of: entry, edited: origins.edited) {
        FilePath.written($0, from: origins.folder)
      }
      return Row(
        entry: entry, value: DisplayText(ValueText.short(entry.value)),
        name: DisplayText(entry.layer.title), wholeLocation: location, location: location)
    }
    let widestValue = rows.map(\.value.columns).max() ?? 0
    let roomForValues = max(columns / 3, columns - Self.columnsOfNameAndLocation)
    valueWidth = min(max(widestValue, Self.minimumValue), roomForValues)
    nameWidth = rows.map(\.name.columns).max() ?? 0
  }

  private static let minimumValue = 4
  /// The columns that values leave to the name and location of their layer.
  private static let columnsOfNameAndLocation = 42
  /// The mark of a layer, and the blanks between its columns.
  private static let columnsOfMarkAndGaps = 6
  /// The blanks between a name, a value and a location.
  private static let gap = 2
  private static let indent = 4

  /// Where a layer is written, as in `app.fml.yaml:12`, or for an edit `edited`; empty if not
  /// known.
  ///
  /// - Parameter file: The name to show for the path of a file.
  private static func location(
    of entry: LayerEntry, edited: String?, file: (String) -> String
  ) -> DisplayText {
    if let place = entry.location {
      return DisplayText("\(file(place.file)):\(place.range.start.line)")
    }
    return entry.layer == .edit ? DisplayText(edited ?? "") : .empty
  }

  private var isTooWide: Bool {
    let widestLocation = rows.map(\.location.columns).max() ?? 0
    return Self.columnsOfMarkAndGaps + nameWidth + valueWidth + widestLocation > columns
  }

  /// Shortens names, then locations, until a layer fits on one line with its location: that is
  /// worth more than all channels of a block, the folder of a file, or values in one column.
  private mutating func shorten(in channel: String?) {
    guard isTooWide else { return }
    for index in rows.indices {
      rows[index].name = DisplayText(Self.short(rows[index].entry.layer, in: channel))
    }
    let besideLocations = rows.filter { !$0.location.isEmpty }
    nameWidth = besideLocations.map(\.name.columns).max() ?? nameWidth
    nameWidth = min(nameWidth, max(columns / 2, columns - valueWidth - Self.indent))
    let files = Set(rows.compactMap(\.entry.location?.file))
    let areNamesDistinct = Set(files.map(FilePath.name)).count == files.count
    guard isTooWide, areNamesDistinct else { return }
    for index in rows.indices where rows[index].entry.location != nil {
      rows[index].location = Self.location(
        of: rows[index].entry, edited: nil, file: FilePath.name)
    }
  }

  /// The line of a layer with mark, name, value and location, then indented what does not fit on
  /// it: its location, its value, and why apps ignore it.
  private func lines(of row: Row) -> [StyledLine] {
    let isWinner = row.entry.state == .effective
    let nameStyle: Style = isWinner ? .text.bold() : .dim
    let valueStyle = isWinner ? ValueText.style(row.entry.value) : .dim
    // Without a location behind it, a name can have the rest of the line.
    let restOfLine = max(nameWidth, columns - valueWidth - Self.indent)
    let name = row.name.truncated(to: row.location.isEmpty ? restOfLine : nameWidth)
    let isValueBelow = row.value.columns > valueWidth
    let value: DisplayText = isValueBelow ? .empty : row.value
    var line = StyledLine(
      of: Self.mark(of: row.entry), (" ", .text),
      (name.padded(to: max(nameWidth, name.columns) + Self.gap), nameStyle),
      (value.padded(to: valueWidth + Self.gap), valueStyle))
    var below: [StyledLine] = []
    if line.columns + row.location.columns <= columns {
      line = line + StyledLine(row.location, .dim)
    } else {
      let isWhole = row.wholeLocation.columns <= columns - Self.indent
      below += indented(isWhole ? row.wholeLocation : row.location, .dim)
    }
    if isValueBelow { below += indented(row.value, valueStyle) }
    if case .ignored(let reason) = row.entry.state {
      below += indented(DisplayText(rows.map(\.entry).sentence(ignoring: reason)), .warning)
    }
    return [line] + below
  }

  /// A text wrapped to indented lines; no line for an empty text.
  private func indented(_ text: DisplayText, _ style: Style) -> [StyledLine] {
    guard !text.isEmpty else { return [] }
    return text.wrapped(to: columns - Self.indent).map { line in
      StyledLine(of: (.blanks(Self.indent), .text), (line, style))
    }
  }

  /// The mark before a layer.
  private static func mark(of entry: LayerEntry) -> (text: DisplayText, style: Style) {
    switch entry.state {
    case .effective: (PanelSymbols.cursor, .accent)
    case .overridden, .removed: (" ", .accent)
    case .ignored: (PanelSymbols.problem, .error)
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

import VirgaCanvas
import VirgaExperiments
import VirgaFiles
import VirgaSource

/// The layers of a value from lowest to winning, with values and source locations.
struct LayerLines {
  private let entries: [LayerEntry]
  private let values: [DisplayText]
  private let valueWidth: Int
  private var names: [DisplayText]
  private var nameWidth: Int
  /// Where each layer is written, with the path of its file; empty if nothing says where.
  private let wholeLocations: [DisplayText]
  private var locations: [DisplayText]
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
    let groups = entries.indices.map(layers.lines)
    let winner = entries.lastIndex { $0.state == .effective }
    guard let winner, groups[...winner].joined().count > rows else { return Array(groups.joined()) }
    return groups[winner] + groups.indices.filter { $0 != winner }.flatMap { groups[$0] }
  }

  private init(_ entries: [LayerEntry], from origins: Origins, columns: Int) {
    self.entries = entries
    self.columns = columns
    values = entries.map { DisplayText(ValueText.short($0.value)) }
    let widestValue = values.map(\.columns).max() ?? 0
    let roomForValues = max(columns / 3, columns - Self.columnsOfNameAndLocation)
    valueWidth = min(max(widestValue, Self.minimumValue), roomForValues)
    names = entries.map { DisplayText($0.layer.title) }
    nameWidth = names.map(\.columns).max() ?? 0
    wholeLocations = entries.map { entry in
      Self.location(of: entry, edited: origins.edited) {
        FilePath.written($0, from: origins.folder)
      }
    }
    locations = wholeLocations
  }

  private static let minimumValue = 4
  /// The columns that values leave to the name and location of their layer.
  private static let columnsOfNameAndLocation = 42
  /// The mark of a layer, and the blanks between its columns.
  private static let columnsOfMarkAndGaps = 6
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
    let widestLocation = locations.map(\.columns).max() ?? 0
    return Self.columnsOfMarkAndGaps + nameWidth + valueWidth + widestLocation > columns
  }

  /// Shortens names, then locations, until a layer fits on one line with its location: that is
  /// worth more than all channels of a block, the folder of a file, or values in one column.
  private mutating func shorten(in channel: String?) {
    guard isTooWide else { return }
    names = entries.map { DisplayText(Self.short($0.layer, in: channel)) }
    let besideLocations = entries.indices.filter { !locations[$0].isEmpty }
    nameWidth = besideLocations.map { names[$0].columns }.max() ?? nameWidth
    nameWidth = min(nameWidth, max(columns / 2, columns - valueWidth - Self.indent))
    let files = Set(entries.compactMap(\.location?.file))
    let areNamesDistinct = Set(files.map(FilePath.name)).count == files.count
    guard isTooWide, areNamesDistinct else { return }
    locations = zip(entries, locations).map { entry, location in
      entry.location == nil ? location : Self.location(of: entry, edited: nil, file: FilePath.name)
    }
  }

  /// The line of a layer with mark, name, value and location, then indented what does not fit on
  /// it: its location, its value, and why apps ignore it.
  private func lines(ofEntry index: Int) -> [StyledLine] {
    let (entry, value, location) = (entries[index], values[index], locations[index])
    let isWinner = entry.state == .effective
    let nameStyle: Style = isWinner ? .text.bold() : .dim
    let valueStyle = isWinner ? ValueText.style(entry.value) : .dim
    // Without a location behind it, a name can have the rest of the line.
    let restOfLine = max(nameWidth, columns - valueWidth - Self.indent)
    let name = names[index].truncated(to: location.isEmpty ? restOfLine : nameWidth)
    let isValueBelow = value.columns > valueWidth
    let (mark, reason) = Self.mark(of: entry, among: entries)
    var line = StyledLine(
      of: mark, (" ", .text),
      (name.padded(to: max(nameWidth, name.columns) + 2), nameStyle),
      ((isValueBelow ? .empty : value).padded(to: valueWidth + 2), valueStyle))
    var below: [StyledLine] = []
    if line.columns + location.columns <= columns {
      line = line + StyledLine(location, .dim)
    } else {
      let whole = wholeLocations[index]
      below += indented(whole.columns <= columns - Self.indent ? whole : location, .dim)
    }
    if isValueBelow { below += indented(value, valueStyle) }
    return [line] + below + indented(reason, .warning)
  }

  /// A text wrapped to indented lines; no line for an empty text.
  private func indented(_ text: DisplayText, _ style: Style) -> [StyledLine] {
    guard !text.isEmpty else { return [] }
    return text.wrapped(to: columns - Self.indent).map { line in
      StyledLine(of: (.blanks(Self.indent), .text), (line, style))
    }
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

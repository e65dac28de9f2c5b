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
    /// Where an edit comes from, as in `this session, 13:47 UTC`; nil if it is not known.
    var editOrigin: String?
  }

  /// The lines of the layers of a value, lowest layer first.
  ///
  /// - Parameters:
  ///   - origins: The folder that file names are relative to, and where an edit comes from.
  ///   - channel: The current channel. In a narrow panel, a layer of several channels has only this
  ///     one and the number of the others, as in `manifest nightly +2`.
  ///   - visibleLines: How many lines are in sight; the effective layer comes first if it would be
  ///     below them.
  static func lines(
    _ entries: [LayerEntry], in channel: String?, from origins: Origins, columns: Int,
    visibleLines: Int = .max
  ) -> [StyledLine] {
    var layers = LayerLines(entries, from: origins, columns: columns)
    layers.shortenLocationsAndNames(in: channel)
    let linesOfLayers = layers.rows.map(layers.lines)
    // At most one layer of a value is effective.
    guard let effective = entries.lastIndex(where: { $0.state == .effective }),
      linesOfLayers[...effective].joined().count > visibleLines
    else {
      return Array(linesOfLayers.joined())
    }
    let others = linesOfLayers.indices.filter { $0 != effective }
    return linesOfLayers[effective] + others.flatMap { linesOfLayers[$0] }
  }

  /// Creates the texts of the layers and the widths of their columns, before names and locations
  /// are shortened.
  ///
  /// - Parameter origins: The folder that file names are relative to, and the text shown as the
  ///   location of an edit, which is in no file.
  private init(_ entries: [LayerEntry], from origins: Origins, columns: Int) {
    self.columns = columns
    rows = entries.map { entry in
      let location = Self.location(of: entry, editOrigin: origins.editOrigin) { path in
        FilePath.relative(path, to: origins.folder)
      }
      // In a narrow panel, `name` and `location` are shortened later, but not `wholeLocation`.
      return Row(
        entry: entry, value: DisplayText(ValueText.short(entry.value)),
        name: DisplayText(entry.layer.title), wholeLocation: location, location: location)
    }
    valueWidth = Self.valueWidth(ofWidest: rows.map(\.value.columns).max() ?? 0, in: columns)
    nameWidth = rows.map(\.name.columns).max() ?? 0
  }

  /// The width of the column of values: that of the widest value, but the other texts keep 42
  /// columns, or two thirds of a narrow panel.
  private static func valueWidth(ofWidest widestValue: Int, in columns: Int) -> Int {
    let wanted = max(widestValue, minimumValueWidth)
    let most = max(columns / 3, columns - columnsOfNameAndLocation)
    return min(wanted, most)
  }

  /// The least width of the column of values.
  private static let minimumValueWidth = 4
  /// The columns that values leave to the name and location of their layer.
  private static let columnsOfNameAndLocation = 42
  /// The mark of a layer, and the blanks between its columns.
  private static let columnsOfMarkAndGaps = 6
  /// The blanks between a name, a value and a location.
  private static let gap = 2
  private static let indent = 4

  /// Where a layer is written, as in `app.fml.yaml:12`; empty if not known.
  ///
  /// - Parameters:
  ///   - entry: The layer.
  ///   - editOrigin: What stands for the location of an edit, which is in no file, as in
  ///     `this session, 13:47 UTC`; nil if it is not known.
  ///   - fileName: The name to show for the path of a file.
  private static func location(
    of entry: LayerEntry, editOrigin: String?, fileName: (String) -> String
  ) -> DisplayText {
    if let place = entry.location {
      return DisplayText("\(fileName(place.file)):\(place.range.start.line)")
    }
    return entry.layer == .edit ? DisplayText(editOrigin ?? "") : .empty
  }

  /// Whether a layer does not fit on one line with its location.
  private var isTooWide: Bool {
    let widestLocation = rows.map(\.location.columns).max() ?? 0
    return Self.columnsOfMarkAndGaps + nameWidth + valueWidth + widestLocation > columns
  }

  /// Shortens locations, then names, so that each layer fits on one line with its location.
  ///
  /// A short location has no folder. The short name of a layer of several channels has the current
  /// one (`channel`) and the number of the others, as in `manifest nightly +2`.
  private mutating func shortenLocationsAndNames(in channel: String?) {
    if isTooWide { shortenLocations() }
    if isTooWide { shortenNames(in: channel) }
  }

  /// Leaves folders out of the locations, unless files in different folders have the same name.
  private mutating func shortenLocations() {
    let files = Set(rows.compactMap(\.entry.location?.file))
    let areFileNamesDistinct = Set(files.map(FilePath.name)).count == files.count
    guard areFileNamesDistinct else { return }
    for index in rows.indices where rows[index].entry.location != nil {
      // A row with a location is not that of an edit, so `editOrigin` is not needed.
      rows[index].location = Self.location(
        of: rows[index].entry, editOrigin: nil, fileName: FilePath.name)
    }
  }

  /// Shortens the names, and narrows their column to the widest name that has a location after it.
  ///
  /// - Parameter channel: The current channel. The short name of a layer of several channels has
  ///   this one and the number of the others, as in `manifest nightly +2`.
  private mutating func shortenNames(in channel: String?) {
    for index in rows.indices {
      rows[index].name = DisplayText(Self.shortName(of: rows[index].entry.layer, in: channel))
    }
    // Any other name may be longer than the column.
    let namesBeforeLocations = rows.filter { !$0.location.isEmpty }.map(\.name)
    let widestName = namesBeforeLocations.map(\.columns).max() ?? nameWidth
    // Names get what values leave, but at least half of the columns, even if locations then go on
    // lines of their own.
    let roomForNames = max(roomForNameWithoutLocation, columns / 2)
    nameWidth = min(widestName, roomForNames)
  }

  /// The line of a layer with mark, name, value and location; then, in indented lines, what does
  /// not fit on it: its location, its value, and why apps ignore it.
  private func lines(of row: Row) -> [StyledLine] {
    let isValueBelow = row.value.columns > valueWidth
    let start = startOfLine(of: row, value: isValueBelow ? .empty : row.value)
    let fitsLocation = start.columns + row.location.columns <= columns
    let line = fitsLocation ? start + StyledLine(row.location, .dim) : start
    let locationBelow = fitsLocation ? [] : linesOfLocation(of: row)
    let valueBelow =
      isValueBelow ? indented(row.value, Self.valueStyle(of: row.entry)) : []
    return [line] + locationBelow + valueBelow + linesOfReasonToIgnore(row.entry)
  }

  /// The location of a layer on a line of its own, which may have room for the path of the file.
  private func linesOfLocation(of row: Row) -> [StyledLine] {
    let fitsWhole = row.wholeLocation.columns <= columns - Self.indent
    return indented(fitsWhole ? row.wholeLocation : row.location, .dim)
  }

  /// The lines that say why apps ignore a layer; empty if they do not.
  private func linesOfReasonToIgnore(_ entry: LayerEntry) -> [StyledLine] {
    guard case .ignored(let reason) = entry.state else { return [] }
    // All layers are passed, because the sentence also names the default that apps use instead.
    let sentence = rows.map(\.entry).sentence(ignoring: reason)
    return indented(DisplayText(sentence), .text)
  }

  /// The mark, name and value of a layer, each padded to the width of its column.
  private func startOfLine(of row: Row, value: DisplayText) -> StyledLine {
    let nameStyle: Style = row.entry.state == .effective ? .text.bold() : .dim
    // Without a location at the end of the line, a name can be longer than its column, and moves
    // the value to the right.
    let mostColumns = row.location.isEmpty ? max(nameWidth, roomForNameWithoutLocation) : nameWidth
    let name = row.name.truncated(to: mostColumns)
    return StyledLine(
      of: Self.mark(of: row.entry), (" ", .text),
      (name.padded(to: max(nameWidth, name.columns) + Self.gap), nameStyle),
      (value.padded(to: valueWidth + Self.gap), Self.valueStyle(of: row.entry)))
  }

  /// The columns that a name can have in a line without a location.
  private var roomForNameWithoutLocation: Int {
    // No gap follows the value.
    let markAndGap = Self.columnsOfMarkAndGaps - Self.gap
    return columns - valueWidth - markAndGap
  }

  /// The style of a layer's value, which is dim unless the layer is effective.
  private static func valueStyle(of entry: LayerEntry) -> Style {
    entry.state == .effective ? ValueText.style(entry.value) : .dim
  }

  /// A text wrapped to indented lines; no line for an empty text.
  private func indented(_ text: DisplayText, _ style: Style) -> [StyledLine] {
    guard !text.isEmpty else { return [] }
    return text.wrapped(to: columns - Self.indent).map { line in
      StyledLine(of: (.blanks(Self.indent), .text), (line, style))
    }
  }

  /// The mark before a layer: the cursor for the effective one, `!` for one that apps ignore.
  private static func mark(of entry: LayerEntry) -> (text: DisplayText, style: Style) {
    switch entry.state {
    case .effective: (PanelSymbols.cursor, .accent)
    case .overridden, .removed: (" ", .accent)
    case .ignored: (PanelSymbols.problem, .error)
    }
  }

  /// The name of a layer; that of a block of defaults, in the manifest or in a file that imports
  /// the feature, names only the current one of its channels and counts the others:
  /// `manifest nightly +2`.
  private static func shortName(of layer: Layer, in channel: String?) -> String {
    switch layer {
    case .manifestDefault(let channels), .importDefault(let channels):
      // Of several channels, this names one: the current one or else the first.
      let name = ValueText.layer(layer, in: channel, columns: .max)
      let otherCount = channels.count - 1
      return otherCount > 0 ? "\(name) +\(otherCount)" : name
    default: return layer.title
    }
  }
}

import VirgaCanvas
import VirgaFiles
import VirgaJSON
import VirgaManifest
import VirgaSource

/// The details of the cell under the cursor: layers, differences to the next column, and if there
/// is room, the layers of the other columns.
struct CellPanel: TextView {
  let panel = Panel.layers

  /// What the text is about: the feature, the row and the column under the cursor; if this changes,
  /// the text is no longer scrolled.
  func subject(of model: Model) -> String {
    let matrix = model.channels
    let row = matrix.selectedRow?.name ?? ""
    return "\(matrix.selectedFeature ?? "") \(row) \(matrix.column)"
  }

  /// The layers and the value of the cell, or why it has none; on a heading, the feature.
  func text(of model: Model, columns: Int) -> [StyledLine] {
    let matrix = model.channels
    guard let feature = matrix.selectedFeature, let column = matrix.selectedColumn else {
      return []
    }
    guard let cell = matrix.selectedCell else {
      return Self.featureLines(feature, in: matrix, columns: columns)
    }
    switch cell {
    case .leaf(let leaf):
      return leafLines(leaf, of: column, in: model, columns: columns)
    case .type:
      // The row compares the types of a variable or field instead of its values.
      return Self.typeLines(matrix.selectedRow?.cells ?? [], in: matrix, columns: columns)
    case .missing:
      return [StyledLine(DisplayText("\(column.title) has the feature, but not this value"), .dim)]
    case .noFeature:
      return [StyledLine(DisplayText("\(column.title) has no feature \(feature)"), .dim)]
    }
  }

  /// The layers (`history`) and the value of a cell, and what follows them if there is room.
  private func leafLines(
    _ leaf: MergedLeaf, of column: ComparisonColumn, in model: Model, columns: Int
  ) -> [StyledLine] {
    // A title that is too long for the border takes rows above the text.
    let titleRows = titleAboveText(of: model, columns: columns).count
    let rowsBelowTitle = model.layout.inside(panel).rows - titleRows
    // Files in the folder of the column's manifest are named without that folder. The effective
    // layer comes first if it would otherwise be out of sight.
    let layers = LayerLines.lines(
      leaf.history, in: column.channel,
      from: LayerLines.Origins(folder: Self.folder(of: column, in: model)), columns: columns,
      visibleLines: rowsBelowTitle)
    let lines = layers + Self.valueLines(leaf.value, columns: columns)
    let rowsLeft = rowsBelowTitle - lines.count
    return lines + Self.linesBelowValue(in: model, columns: columns, rows: rowsLeft)
  }

  /// The folder to which file names of a column are relative.
  private static func folder(of column: ComparisonColumn, in model: Model) -> String {
    // A further manifest has a folder of its own.
    model.channels.furtherManifest(of: column).map { FilePath.folder(of: $0.path) }
      ?? model.options.manifestFolder
  }

  /// The sections below the value of the cell under the cursor, with a blank line before each; one
  /// that does not fit in the rows is left out, even if a shorter one follows.
  private static func linesBelowValue(
    in model: Model, columns: Int, rows: Int
  ) -> [StyledLine] {
    var lines: [StyledLine] = []
    for section in sectionsBelowValue(in: model, columns: columns) {
      let withSection = lines + [StyledLine(.empty)] + section
      if withSection.count <= rows { lines = withSection }
    }
    return lines
  }

  /// The layers of the same value in each other column that has it, then what the feature is about;
  /// each section begins with its title.
  private static func sectionsBelowValue(in model: Model, columns: Int) -> [[StyledLine]] {
    let matrix = model.channels
    // Nil for the column under the cursor, and for those without the value.
    var sections = matrix.columns.indices.compactMap { index in
      layerLines(ofOther: index, in: model, columns: columns)
    }
    let about = featureLines(matrix.selectedFeature ?? "", in: matrix, columns: columns)
    if !about.isEmpty { sections.append([StyledLine("About the feature", .title)] + about) }
    return sections
  }

  /// The title of a column and the layers (`history`) of the selected value in it; nil for the
  /// column under the cursor, and for one without the value.
  private static func layerLines(
    ofOther index: Int, in model: Model, columns: Int
  ) -> [StyledLine]? {
    let matrix = model.channels
    guard index != matrix.column, let leaf = matrix.selectedRow?.cells[index].leaf else {
      return nil
    }
    let column = matrix.columns[index]
    let folder = folder(of: column, in: model)
    let layers = LayerLines.lines(
      leaf.history, in: column.channel, from: LayerLines.Origins(folder: folder), columns: columns)
    return [StyledLine(DisplayText("in \(column.title)"), .title)] + layers
  }

  /// The value as indented JSON; no lines if the layers above show it whole, as they do if it is
  /// short and not abbreviated.
  private static func valueLines(_ value: JSONValue, columns: Int) -> [StyledLine] {
    let isAbbreviated = ValueText.short(value) != value.compact
    // A layer leaves at least a third of its line to the value.
    let minRoomInLayer = columns / 3
    // Compact JSON never takes more columns than it has bytes.
    let isLong = value.compact.utf8.count > minRoomInLayer
    guard isAbbreviated || isLong else { return [] }
    let lines = DisplayText.lines(value.pretty()).flatMap { $0.wrapped(to: columns) }
    return [StyledLine(.empty)] + lines.map { StyledLine($0, ValueText.style(value)) }
  }

  /// For each type in a row about types, the columns that have it and the type: `in nightly, beta`,
  /// then `Boolean`.
  private static func typeLines(
    _ cells: [ComparedCell], in matrix: ChannelsScreen, columns: Int
  ) -> [StyledLine] {
    // As JSON, a type is a string with its name; a column without it has none.
    let types = cells.compactMap { $0.json?.stringValue }.withoutRepeats
    return types.flatMap { type -> [StyledLine] in
      let titles = zip(matrix.columns, cells).compactMap { column, cell in
        cell.isSame(as: .type(type)) ? column.title : nil
      }
      let place = StyledLine(DisplayText("in " + titles.joined(separator: ", ")), .dim)
      let typeName = StyledLine(DisplayText(type), .typeName)
      return place.wrapped(to: columns) + typeName.wrapped(to: columns)
    }
  }

  /// Which manifests lack a feature, and its description in the first column that has the feature.
  private static func featureLines(
    _ id: String, in matrix: ChannelsScreen, columns: Int
  ) -> [StyledLine] {
    let missing = matrix.absence(of: id).words
    let missingLines = missing.isEmpty ? [] : [StyledLine(DisplayText(missing), .changed)]
    let descriptions = matrix.columns.lazy.compactMap { $0.manifest.feature(id)?.description }
    return missingLines + Prose.lines(of: descriptions.first ?? "", .text, columns: columns)
  }

  /// The selected cell, as in `menu in Beta`; on a heading the feature; without either, the panel's
  /// own title.
  func title(of model: Model) -> DisplayText {
    let matrix = model.channels
    guard let row = matrix.selectedRow, let column = matrix.selectedColumn else {
      return DisplayText(matrix.selectedFeature ?? panel.title)
    }
    return DisplayText("\(row.name) in \(column.title)")
  }

  /// On a heading, how many values of the feature differ; elsewhere, on how many the column under
  /// the cursor and the next one agree: `developer and beta agree on 170 of 198 values`.
  func subtitle(of model: Model) -> DisplayText {
    let matrix = model.channels
    if let feature = matrix.list.selectedHeading {
      let values = matrix.items(of: feature)
      let count = values.count(where: \.differs)
      let verb = count == 1 ? "differs" : "differ"
      return DisplayText("\(count) of \(values.count.pluralizing("value")) \(verb)")
    }
    return Self.agreement(ofColumnUnderCursorIn: matrix)
  }

  /// On how many values the column under the cursor and the next one agree; empty for one column.
  private static func agreement(ofColumnUnderCursorIn matrix: ChannelsScreen) -> DisplayText {
    // The last column is compared with the one before it.
    let leftColumn = min(matrix.column, matrix.columns.count - 2)
    guard leftColumn >= 0 else { return .empty }
    let one = matrix.columns[leftColumn].title
    let other = matrix.columns[leftColumn + 1].title
    let counts = matrix.counts
    return DisplayText(
      "\(one) and \(other) agree on \(counts.agreeing[leftColumn]) of \(counts.values) values")
  }
}

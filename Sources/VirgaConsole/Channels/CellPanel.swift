import VirgaCanvas
import VirgaFiles
import VirgaJSON
import VirgaManifest
import VirgaSource

/// The details of the cell under the cursor: layers, and differences to the next column.
enum CellPanel {
  static let view = TextView(
    panel: .layers, title: title, subtitle: subtitle,
    subject: {
      "\($0.channels.selectedFeature ?? "") \($0.channels.selectedRow?.name ?? "") \($0.channels.column)"
    },
    text: lines)

  @Sendable private static func lines(of model: Model, columns: Int) -> [StyledLine] {
    let matrix = model.channels
    guard let feature = matrix.selectedFeature, let column = matrix.selectedColumn else {
      return []
    }
    guard let cell = matrix.selectedCell else {
      return featureLines(feature, in: matrix, columns: columns)
    }
    switch cell {
    case .leaf(let leaf):
      // The column's file names are relative to its folder.
      let folder =
        matrix.selectedOther.map { FilePath.folder(of: $0.path) } ?? model.options.manifestFolder
      let rows =
        model.layout.inside(.layers).rows - view.wholeTitle(of: model, columns: columns).count
      return LayerLines.lines(
        leaf.history, in: column.channel, from: .init(folder: folder), columns: columns, rows: rows)
        + valueLines(leaf.value, columns: columns)
    case .type: return typeLines(matrix.selectedRow?.cells ?? [], in: matrix, columns: columns)
    case .missing:
      return [StyledLine(DisplayText("\(column.title) has the feature, but not this value"), .dim)]
    case .noFeature:
      return [StyledLine(DisplayText("\(column.title) has no feature \(feature)"), .dim)]
    }
  }

  /// Empty if the layers already show it whole.
  private static func valueLines(_ value: JSONValue, columns: Int) -> [StyledLine] {
    guard ValueText.short(value) != value.compact || value.compact.utf8.count > columns / 3 else {
      return []
    }
    let lines = DisplayText.lines(value.pretty()).flatMap { $0.wrapped(to: columns) }
    return [StyledLine(.empty)] + lines.map { StyledLine($0, ValueText.style(value)) }
  }

  private static func typeLines(
    _ cells: [ComparedCell], in matrix: ChannelsScreen, columns: Int
  ) -> [StyledLine] {
    cells.compactMap { $0.json?.stringValue }.withoutRepeats.flatMap { type in
      let titles = zip(matrix.columns, cells).filter { $0.1.isSame(as: .type(type)) }.map(\.0.title)
      return StyledLine(DisplayText("in " + titles.joined(separator: ", ")), .dim).wrapped(
        to: columns)
        + StyledLine(DisplayText(type), .typeName).wrapped(to: columns)
    }
  }

  private static func featureLines(
    _ id: String, in matrix: ChannelsScreen, columns: Int
  ) -> [StyledLine] {
    let missing = matrix.absence(of: id).words
    let description =
      matrix.columns.lazy.compactMap { $0.manifest.feature(id)?.description }.first ?? ""
    return (missing.isEmpty ? [] : [StyledLine(DisplayText(missing), .changed)])
      + Prose.lines(of: description, .text, columns: columns)
  }

  @Sendable private static func title(of model: Model) -> DisplayText {
    let matrix = model.channels
    guard let row = matrix.selectedRow, let column = matrix.selectedColumn else {
      return DisplayText(matrix.selectedFeature ?? "Layers")
    }
    return DisplayText("\(row.name) in \(column.title)")
  }

  @Sendable private static func subtitle(of model: Model) -> DisplayText {
    let matrix = model.channels
    if matrix.selectedRow == nil, let id = matrix.selectedFeature {
      let values = matrix.features.first { $0[0].row.feature.isSameName(as: id) } ?? []
      let count = values.count(where: \.differs)
      return DisplayText(
        "\(count) of \(values.count.pluralizing("value")) \(count == 1 ? "differs" : "differ")")
    }
    let column = min(matrix.column, matrix.columns.count - 2)
    guard column >= 0 else { return .empty }
    let (one, other, counts) = (
      matrix.columns[column].title, matrix.columns[column + 1].title, matrix.counts
    )
    return DisplayText(
      "\(one) and \(other) agree on \(counts.agreeing[column]) of \(counts.values) values")
  }
}

import VirgaCanvas
import VirgaExperiments
import VirgaFiles
import VirgaJSON
import VirgaManifest

/// The details of the cell under the cursor: layers, and differences to the next column.
enum CellPanel {
  static let view = TextView(
    panel: .layers, scroll: \State.channels.layers, title: title, subtitle: subtitle,
    subject: { state in
      let matrix = state.channels
      return "\(matrix.selectedLine?.feature ?? "") \(matrix.selectedLine?.row?.name ?? "") \(matrix.column)"
    }, text: lines)

  @Sendable static func lines(of state: State, columns: Int) -> [StyledLine] {
    let matrix = state.channels
    guard let line = matrix.selectedLine, let column = matrix.selectedColumn else { return [] }
    guard let cell = matrix.selectedCell else { return featureLines(line.feature, in: matrix, columns: columns) }
    switch cell {
    case .leaf(let leaf):
      let name = line.row?.name ?? ""
      let heading = MatrixPanel.cutsName(in: state) ? DisplayText("\(line.feature) / \(name)") : nil
      let rows = state.layout.inside(.layers).rows - view.wholeTitle(of: state, columns: columns).count
      return LayerLines.lines(
        leaf.history, in: column.channel,
        from: (folder(of: column, in: state), nil), columns: columns, rows: rows)
        + (heading.map { StyledLine($0, .dim).wrapped(to: columns) } ?? []) + valueLines(leaf.value, columns: columns)
    case .type: return typeLines(line.row?.cells ?? [], in: matrix, columns: columns)
    case .missing: return [StyledLine(DisplayText("\(column.title) has the feature, but not this value"), .dim)]
    case .noFeature: return [StyledLine(DisplayText("\(column.title) has no feature \(line.feature)"), .dim)]
    }
  }

  /// The column's file names are relative to it.
  private static func folder(of column: ComparisonColumn, in state: State) -> String {
    let others = state.channels.others
    guard others.indices.contains(column.source - 1) else { return state.options.manifestFolder }
    return FilePath.folder(of: others[column.source - 1].path)
  }

  /// Empty if the layers already show it whole.
  private static func valueLines(_ value: JSONValue, columns: Int) -> [StyledLine] {
    guard ValueText.short(value) != value.compact || value.compact.utf8.count > columns / 3 else { return [] }
    let lines = value.pretty().split(separator: "\n").flatMap { DisplayText(String($0)).wrapped(to: columns) }
    return [StyledLine(.empty)] + lines.map { StyledLine($0, ValueText.style(value)) }
  }

  private static func typeLines(_ cells: [ComparedCell], in matrix: ChannelMatrix, columns: Int) -> [StyledLine] {
    var seen: [String] = []
    for case .type(let type) in cells where !seen.contains(type) { seen.append(type) }
    return seen.flatMap { type in
      let titles = zip(matrix.columns, cells).filter { $0.1.isSame(as: .type(type)) }.map(\.0.title)
      return StyledLine(DisplayText("in " + titles.joined(separator: ", ")), .dim).wrapped(to: columns)
        + StyledLine(DisplayText(type), .typeName).wrapped(to: columns)
    }
  }

  private static func featureLines(_ id: String, in matrix: ChannelMatrix, columns: Int) -> [StyledLine] {
    let missing = FeaturePresence(of: id, in: matrix).missing
    let absence = StyledLine(DisplayText("not in \(missing.joined(separator: ", "))"), .changed)
    let description = matrix.columns.lazy.compactMap { $0.manifest.feature(id)?.description }.first ?? ""
    return (missing.isEmpty ? [] : [absence]) + Prose.lines(of: description, .text, columns: columns)
  }

  @Sendable private static func title(of state: State) -> DisplayText {
    let matrix = state.channels
    guard let line = matrix.selectedLine else { return "Layers" }
    guard let row = line.row, let column = matrix.selectedColumn else { return DisplayText(line.feature) }
    return DisplayText("\(row.name) in \(column.title)")
  }

  @Sendable private static func subtitle(of state: State) -> DisplayText {
    let matrix = state.channels
    if matrix.selectedLine?.row == nil, let counts = matrix.countsHere {
      return DisplayText("\(counts.differing) of \(HeaderLine.counted(counts.rows, "value").plain) differ")
    }
    let column = min(matrix.column, matrix.columns.count - 2)
    guard matrix.counts.equal.indices.contains(column) else { return .empty }
    return DisplayText(
      "\(matrix.columns[column].title) and \(matrix.columns[column + 1].title) agree on \(matrix.counts.equal[column])"
        + " of \(matrix.counts.rows) values")
  }
}

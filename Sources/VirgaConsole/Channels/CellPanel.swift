import VirgaCanvas
import VirgaManifest

/// What there is to know about the cell under the cursor: its layers, and how alike its column and the next are.
enum CellPanel {
  static func draw(_ state: State, on canvas: inout Canvas) {
    TextPanel.draw(.layers, title: title(of: state), note: note(of: state), of: state, on: &canvas)
  }

  static func lines(of state: State, columns: Int) -> [StyledLine] {
    let matrix = state.channels
    guard let line = matrix.selectedLine, matrix.columns.indices.contains(matrix.column) else { return [] }
    let column = matrix.columns[matrix.column]
    guard let cell = matrix.selectedCell else { return featureLines(line.feature, in: matrix, columns: columns) }
    switch cell {
    case .leaf(let leaf):
      let winner = LayerEntry(layer: leaf.layer, value: leaf.value, location: leaf.location)
      return LayerLines.lines(
        leaf.beneath + [winner] + leaf.overruled, winner: leaf.beneath.count, columns: columns)
    case .type(let type): return DisplayText(type).wrapped(to: columns).map { StyledLine($0, .typeName) }
    case .missing: return [StyledLine(DisplayText("\(column.title) has the feature, but not this value"), .dim)]
    case .noFeature: return [StyledLine(DisplayText("\(column.title) has no feature \(line.feature)"), .dim)]
    }
  }

  private static func featureLines(_ id: String, in matrix: ChannelMatrix, columns: Int) -> [StyledLine] {
    let missing = matrix.columns.filter { $0.manifest.feature(id) == nil }.map(\.title)
    var lines: [StyledLine] = []
    if !missing.isEmpty { lines.append(StyledLine(DisplayText("not in \(missing.joined(separator: ", "))"), .changed)) }
    let description = matrix.columns.lazy.compactMap { $0.manifest.feature(id)?.description }.first ?? ""
    return lines + Prose.lines(of: description, columns: columns).map { StyledLine($0) }
  }

  private static func title(of state: State) -> DisplayText {
    let matrix = state.channels
    guard let line = matrix.selectedLine else { return "Layers" }
    guard let row = line.row, matrix.columns.indices.contains(matrix.column) else { return DisplayText(line.feature) }
    return DisplayText("\(row.name) in \(matrix.columns[matrix.column].title)")
  }

  private static func note(of state: State) -> DisplayText {
    let matrix = state.channels
    let place = min(matrix.column, matrix.columns.count - 2)
    guard matrix.counts.alike.indices.contains(place) else { return .empty }
    return DisplayText(
      "\(matrix.columns[place].title) and \(matrix.columns[place + 1].title) are alike in \(matrix.counts.alike[place])"
        + " of \(matrix.counts.rows) values")
  }
}

import VirgaCanvas
import VirgaJSON
import VirgaManifest

/// Screen 3: channels and further manifests, side by side.
enum ChannelScreen: ScreenParts {
  static let views: [any PanelView] = [MatrixPanel(), CellPanel.view]

  static func areas(in body: Rectangle, of state: State) -> [Panel: Rectangle] {
    if Layout.arrangement(of: state.size) == .alone, body.rows < 14 { return [state.focus: body] }
    // The cell's details get the rows below the matrix's filter, heads, rule, rows and border.
    let free = body.rows - state.channels.list.count - (state.channels.hasManifests ? 6 : 5)
    let (share, wanted) = (min(max(body.rows / 4, 6), 10), CellPanel.view.wantedRows(state, columns: body.columns))
    // Where not all rows fit, the details give back what they do not use.
    let rows = free < share ? min(share, max(6, wanted)) : max(share, min(wanted, free))
    return [.matrix: body.droppingBottom(rows), .layers: body.bottom(rows)]
  }

  static func reconcile(_ state: inout State) {
    state.channels.refresh(under: state.layers)
    state.channels.place(on: state.channel)
    state.layOut()
    reconcileLists(&state)
    state.channels.firstColumn = MatrixLayout.firstColumn(
      of: state.channels, showing: MatrixPanel.window(of: state), in: MatrixPanel.room(of: state))
  }

  /// The maximum number of values (features times channels) to compare before the matrix is shown.
  private static let eagerCellLimit = 1_000

  static func requests(_ state: inout State, isLeaving: Bool) -> [Effect] {
    let cells = state.workspace.features.count * max(state.workspace.channels.count, 1)
    guard state.screen == .channels || state.workspace.isChecked && cells <= eagerCellLimit else { return [] }
    let job = state.channels.startComparison(of: state.workspace, path: state.options.manifestPath)
    return job.map { [.compare($0)] } ?? []
  }

  static func feature(in state: State) -> String? { state.channels.selectedLine?.feature }
  static func features(in state: State) -> [String] { state.channels.subjectFeatures }

  static func grow(by columns: Int, _ state: inout State) {
    state.channels.growth = min(max(state.channels.growth + columns, -30), 60)
  }

  static func copy(_ part: CopyPart, in state: State) -> Copying {
    guard let line = state.channels.selectedLine else { return .nothing(.noValueSelected) }
    if part == .command {
      let channels = state.channels.columns.compactMap { $0.source == 0 ? $0.channel : nil }
      let others = state.channels.others.flatMap { other in
        other.channels.isEmpty ? [other.path] : other.channels.map { "\(other.path)@\($0)" }
      }
      return state.options.manifestCommand(
        "compare", ["--feature", line.feature] + others.flatMap { ["--and", $0] },
        channels: channels.joined(separator: ","), "the command that compares \(line.feature)")
    }
    if part == .json, state.channels.list.markCount > 1 {
      let (rows, columns) = (state.channels.subjects, state.channels.columns)
      return .text("\(rows.count) rows") { ComparisonFormat.json(rows, columns: columns).pretty() }
    }
    guard let row = line.row, let cell = state.channels.selectedCell else { return .nothing(.valuesAreBelow) }
    switch part {
    case .value: return .text("the value of \(row.name)") { cell.json?.copied ?? cell.text }
    case .key: return .text("the name \(row.name)") { row.name }
    case .path: return .text("the path \(row.path)") { row.path }
    case .json, .command:
      let columns = state.channels.columns
      return .text("the row \(row.name)") { ComparisonFormat.json([row], columns: columns).pretty() }
    }
  }
}

extension [String] {
  var withoutRepeats: [String] {
    guard count > 1 else { return self }
    var seen: Set<Name> = []
    return filter { seen.insert($0) }
  }
}

extension Panel {
  static let matrix = Panel("matrix", on: .channels, title: "Channels")
  static let layers = Panel("layers", on: .channels, title: "Layers")
}

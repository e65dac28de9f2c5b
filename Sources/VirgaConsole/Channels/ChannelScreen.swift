import VirgaCanvas
import VirgaJSON
import VirgaManifest

/// Screen 3: channels, and further manifests, side by side.
enum ChannelScreen: ScreenParts {
  static let panels: [Panel] = [.matrix, .layers]
  static var filter: StatePart<FilterField>? { StatePart({ $0.channels.filter }, { $0.channels.filter = $1 }) }

  static func areas(in body: Rectangle, of state: State) -> [Panel: Rectangle] {
    if Layout.arrangement(of: state.size) == .alone, body.rows < 14 { return [state.focus: body] }
    let rows = min(max(body.rows / 4, 6), 10)
    return [.matrix: body.droppingBottom(rows), .layers: body.bottom(rows)]
  }

  static func draw(_ panel: Panel, of state: State, on canvas: inout Canvas) {
    panel == .matrix ? MatrixPanel.draw(state, on: &canvas) : CellPanel.draw(state, on: &canvas)
  }

  static func settle(_ state: inout State) {
    state.channels.refresh(under: state.layers, generation: state.sessionGeneration)
    state.channels.place(on: state.channel)
    settleLists(&state)
    let height = rowsArea(of: .matrix, in: state).rows
    state.channels.settleRows(in: state.channels.scroll.window(count: state.channels.lineCount, height: height))
    state.channels.firstColumn = MatrixLayout.firstColumn(of: state.channels, in: MatrixPanel.room(of: state))
    settleLayers(&state)
  }

  /// Shows the layers of another cell from the first one on.
  private static func settleLayers(_ state: inout State) {
    let inside = state.layout.inside(.layers)
    guard inside.rows > 0, state.channels.areLayersNew(in: inside.size) else { return }
    state.channels.layersTop = 0
  }

  /// What is typed is looked for from the first value that fits; without a filter the cursor stays where it is.
  static func filterChanged(_ state: inout State) {
    if !state.channels.filter.field.isEmpty { state.channels.startOver() }
  }

  static func scroll(of panel: Panel) -> StatePart<Scroll>? {
    panel == .matrix ? StatePart({ $0.channels.scroll }, { $0.channels.scroll = $1 }) : nil
  }

  static func count(in panel: Panel, of state: State) -> Int {
    panel == .matrix ? state.channels.lineCount : lines(of: panel, in: state)?.count ?? 0
  }

  static let searched: [Panel] = [.layers]

  static func lines(of panel: Panel, in state: State) -> [StyledLine]? {
    guard panel == .layers else { return nil }
    return CellPanel.lines(of: state, columns: state.layout.inside(panel).columns - 2)
  }

  static func top(of panel: Panel) -> StatePart<Int>? {
    panel == .layers ? StatePart({ $0.channels.layersTop }, { $0.channels.layersTop = $1 }) : nil
  }

  static func rowsArea(of panel: Panel, in state: State) -> Rectangle {
    panel == .matrix ? MatrixPanel.rowsArea(of: state) : state.layout.inside(panel)
  }

  static func click(at point: Point, in panel: Panel, isSecond: Bool, of state: inout State) -> [Effect] {
    guard panel == .matrix else { return [] }
    let area = rowsArea(of: panel, in: state)
    if point.row == state.layout.inside(.matrix).row { return startFilter("", in: &state) }
    if let column = MatrixPanel.column(at: point.column, in: state) { state.channels.column = column }
    guard area.contains(point) else { return [] }
    return clickRow(at: point, in: panel, isSecond: isSecond, of: &state)
  }

  static func open(_ panel: Panel, of state: inout State) -> [Effect] {
    panel == .matrix ? state.run(Invocation("go-to-cell")) : []
  }

  static func isHeading(_ line: Int, in state: State) -> Bool { state.channels.found.places[line].row == nil }

  static func feature(in state: State) -> String? { state.channels.selectedLine?.feature }
  static func features(in state: State) -> [String] { state.channels.subjectFeatures }

  static func marks(in state: State) -> StatePart<NameSet>? {
    state.focus == .matrix ? StatePart({ $0.channels.marked }, { $0.channels.marked = $1 }) : nil
  }
  static func markable(in state: State) -> [String] { state.channels.markable }
  static func allMarkable(in state: State) -> [String] { state.channels.allMarkable }

  static func grow(by columns: Int, _ state: inout State) {
    state.channels.growth = min(max(state.channels.growth + columns, -30), 60)
  }
}

extension [String] {
  /// The same texts, each only the first time.
  var withoutRepeats: [String] {
    guard count > 1 else { return self }
    var seen: NameSet = []
    return filter { seen.insert($0) }
  }
}

extension Panel {
  /// The matrix of values and channels.
  package static let matrix = Panel("matrix", on: .channels, title: "Channels")
  /// The layers of the value under the cursor.
  package static let layers = Panel("layers", on: .channels, title: "Layers")
}

extension State {
  /// Shows another manifest beside the first.
  mutating func show(beside manifest: ComparedManifest) -> [Effect] {
    let wasThere = channels.add(manifest)
    status = .note(
      wasThere
        ? "\(manifest.path) was read again" : "\(manifest.path) stands beside it on screen \(Screen.channels.digit)")
    return []
  }

  /// The most values of features in channels that are compared before anybody asked to see them.
  private static let fewCells = 1_000

  /// The comparison to make now: as soon as the matrix is shown, and where that is little work already before.
  mutating func orderComparison() -> ComparisonOrder? {
    let cells = workspace.features.count * max(workspace.channels.count, 1)
    guard screen == .channels || workspace.isChecked && cells <= Self.fewCells else { return nil }
    return channels.order(workspace, path: options.manifestPath)
  }

  mutating func take(_ found: MatrixTable) -> [Effect] {
    channels.take(found)
    return []
  }
}

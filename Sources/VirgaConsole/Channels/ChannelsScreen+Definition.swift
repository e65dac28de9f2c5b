import VirgaCanvas
import VirgaJSON
import VirgaManifest
import VirgaWorkbench

/// Screen 3: channels and further manifests, side by side.
extension ChannelsScreen: ScreenDefinition {
  static let views: [any PanelView] = [MatrixPanel(), CellPanel.view]

  static func areas(in body: Rectangle, of model: Model) -> [Panel: Rectangle] {
    if model.layout.arrangement == .alone, body.rows < 14 { return [model.focus: body] }
    // The cell's details get the rows below the matrix's filter, heads, rule, rows and border.
    let free = body.rows - model.channels.list.count - (model.channels.hasManifests ? 6 : 5)
    let (share, wanted) = (
      min(max(body.rows / 4, 6), 10), CellPanel.view.wantedRows(model, columns: body.columns)
    )
    // If not all rows fit, the details give back what they do not use.
    let rows = free < share ? min(share, max(6, wanted)) : max(share, min(wanted, free))
    return [.matrix: body.droppingBottom(rows), .layers: body.bottom(rows)]
  }

  static func refresh(in model: inout Model) {
    model.channels.refresh(
      under: model.layers, channel: model.channel, movesCursor: model.screen == .channels)
  }

  /// The maximum number of values (features times channels) to compare before the matrix is shown.
  private static let eagerCellLimit = 1_000

  static func requests(_ model: inout Model, isLeaving: Bool) -> [Effect] {
    let cells = model.workspace.features.count * max(model.workspace.channels.count, 1)
    guard model.screen == .channels || model.workspace.isChecked && cells <= eagerCellLimit else {
      return []
    }
    let job = model.channels.startComparison(of: model.workspace, path: model.options.manifestPath)
    return job.map { [.compare($0)] } ?? []
  }

  static func feature(in model: Model) -> String? { model.channels.selectedFeature }

  static func selectedValue(in model: Model) -> (feature: String, path: String)? {
    guard let feature = model.channels.selectedFeature else { return nil }
    return model.channels.selectedRow.map { (feature, $0.path) }
  }

  static func features(in model: Model) -> [String] {
    let list = model.channels.list
    return list.markCount == 0
      ? [model.channels.selectedFeature].compactMap(\.self)
      : list.markedItems.map(\.row.feature).withoutRepeats
  }

  /// Whether the session changes anything in the matrix, or would if it was included.
  static func hasSession(_ model: Model) -> Bool {
    !model.channels.includesSession || !model.layers.overridden.isEmpty
      || !model.layers.enrolled.isEmpty
  }

  static func copy(_ part: CopyPart, in model: Model) -> CopyResult {
    let (matrix, columns) = (model.channels, model.channels.columns)
    guard let feature = matrix.selectedFeature else { return .nothing(.noValueSelected) }
    if part == .command {
      let others = matrix.others.flatMap { other in
        other.channels.isEmpty ? [other.path] : other.channels.map { "\(other.path)@\($0)" }
      }
      let channels = columns.compactMap { $0.source == 0 ? $0.channel : nil }.joined(separator: ",")
      return model.options.manifestCommand(
        "compare",
        ["--feature", feature] + others.flatMap { ["--and", $0] } + ["--channels", channels],
        "the command that compares \(feature)")
    }
    if part == .json, matrix.list.markCount > 1 {
      return .text("\(matrix.list.markCount) rows") {
        ComparisonFormat.json(matrix.subjects, columns: columns).pretty()
      }
    }
    guard let row = matrix.selectedRow, let cell = matrix.selectedCell else {
      return part == .id ? .text("the id \(feature)") { feature } : .nothing(.valuesAreBelow)
    }
    switch part {
    case .value: return .text("the value of \(row.name)") { cell.json?.copied ?? cell.text }
    case .id: return .text("the path \(row.path)") { row.path }
    case .json, .command:
      return .text("the row \(row.name)") {
        ComparisonFormat.json([row], columns: columns).pretty()
      }
    }
  }
}

extension Panel {
  static let matrix = Panel(name: "matrix", screen: .channels, title: "Channels")
  static let layers = Panel(name: "layers", screen: .channels, title: "Layers")
}

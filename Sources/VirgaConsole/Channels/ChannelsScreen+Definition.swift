import VirgaCanvas
import VirgaJSON
import VirgaManifest
import VirgaWorkbench

/// Screen 3: channels and further manifests, side by side.
extension ChannelsScreen: ScreenDefinition {
  static let views: [any PanelView] = [MatrixPanel(), CellPanel.view]

  /// The matrix above the details of the cell.
  static func areas(in body: Rectangle, of model: Model) -> [Panel: Rectangle] {
    let isAlone = model.layout.arrangement == .alone
    if isAlone, body.rows < minRowsOfTwoPanels { return [model.focus: body] }
    // The filter, the heads (two lines for several manifests), the rule and the border.
    let rowsBesideItems = model.channels.hasManifests ? 6 : 5
    let left = body.rows - model.channels.list.count - rowsBesideItems
    let wanted = CellPanel.view.wantedRows(model, columns: body.columns)
    // The details get a quarter of the rows, from 6 to 10. If the matrix leaves more, they get what
    // they need; if it cannot show all of its rows, they return what they do not need.
    let share = min(max(body.rows / 4, minDetailRows), 10)
    let rows =
      left < share ? min(share, max(minDetailRows, wanted)) : max(share, min(wanted, left))
    return [.matrix: body.droppingBottom(rows), .layers: body.bottom(rows)]
  }

  /// In a lower terminal, the matrix and the details take turns.
  private static let minRowsOfTwoPanels = 14
  private static let minDetailRows = 6

  static func refresh(in model: inout Model) {
    model.channels.refresh(
      under: model.layers, channel: model.channel, movesCursor: model.screen == .channels)
  }

  /// The maximum number of values (features times channels) to compare before the matrix is shown.
  private static let eagerCellLimit = 1_000

  /// Starts the comparison when the screen is shown; that of a small manifest as soon as the
  /// manifest has been checked.
  static func requests(_ model: inout Model, isLeaving: Bool) -> [Effect] {
    let cells = model.workspace.features.count * max(model.workspace.channels.count, 1)
    let isQuick = model.workspace.isChecked && cells <= eagerCellLimit
    guard model.screen == .channels || isQuick else { return [] }
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
    let matrix = model.channels
    let columns = matrix.columns
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

import VirgaCanvas
import VirgaJSON
import VirgaManifest
import VirgaWorkbench

/// The panels of screen 3, and what common keys do with values side by side.
extension ChannelsScreen: ConsoleScreen {
  static let path: ModelPath<ChannelsScreen> = \.channels
  static let views: [any PanelView] = [MatrixPanel(), CellPanel()]
  static let jumpsToBestMatch = true

  /// The matrix above the details of the cell.
  func areas(in body: Rectangle, of model: Model) -> [Panel: Rectangle] {
    let isAlone = model.layout.arrangement == .alone
    if isAlone, body.rows < Self.minRowsOfTwoPanels { return [model.focus: body] }
    // The filter, the heads (two lines for several manifests), the rule and the border.
    let rowsBesideItems = hasManifests ? 6 : 5
    let left = body.rows - list.count - rowsBesideItems
    let wanted = CellPanel().wantedRows(model, columns: body.columns)
    // The details get a quarter of the rows, from 6 to 10. If the matrix leaves more, they get what
    // they need; if it cannot show all of its rows, they return what they do not need.
    let share = min(max(body.rows / 4, Self.minDetailRows), 10)
    let rows =
      left < share ? min(share, max(Self.minDetailRows, wanted)) : max(share, min(wanted, left))
    return [.matrix: body.droppingBottom(rows), .layers: body.bottom(rows)]
  }

  /// In a lower terminal, the matrix and the details take turns.
  private static let minRowsOfTwoPanels = 14
  private static let minDetailRows = 6

  mutating func refresh(_ shared: Shared) -> Outcome {
    refresh(
      under: shared.layers, channel: shared.channel, movesCursor: shared.screen == .channels)
    return []
  }

  /// The maximum number of values (features times channels) to compare before the matrix is shown.
  private static let eagerCellLimit = 1_000

  /// Starts the comparison when the screen is shown; that of a small manifest as soon as the
  /// manifest has been checked.
  mutating func requests(_ shared: Shared, isLeaving: Bool) -> Outcome {
    let workspace = shared.workspace
    let cells = workspace.features.count * max(workspace.channels.count, 1)
    let isQuick = workspace.isChecked && cells <= Self.eagerCellLimit
    guard shared.screen == .channels || isQuick else { return [] }
    let job = startComparison(of: workspace, path: shared.options.manifestPath)
    return job.map { [.compare($0)] } ?? []
  }

  mutating func receive(_ event: Event, _ shared: Shared) -> Outcome? {
    switch event {
    case .beside(let manifest):
      let isReloaded = add(manifest)
      return .says(isReloaded ? .reloadedColumn(manifest.path) : .addedColumn(manifest.path))
    case .compared(let reply):
      accept(reply)
      return []
    default: return nil
    }
  }

  func feature(_ shared: Shared) -> String? { selectedFeature }

  func selectedValue(_ shared: Shared) -> ValuePlace? {
    guard let feature = selectedFeature else { return nil }
    return selectedRow.map { ValuePlace(feature: feature, path: $0.path) }
  }

  func features(_ shared: Shared) -> [String] {
    list.markCount == 0
      ? [selectedFeature].compactMap(\.self) : list.markedItems.map(\.row.feature).withoutRepeats
  }

  /// Whether the session changes anything in the matrix, or would if it was included.
  static func hasSession(_ model: Model) -> Bool {
    !model.channels.includesSession || !model.layers.overridden.isEmpty
      || !model.layers.enrolled.isEmpty
  }

  func copy(_ part: CopyPart, in model: Model) -> CopyResult {
    let matrix = self
    let columns = matrix.columns
    guard let feature = matrix.selectedFeature else { return .nothing(.noValueSelected) }
    if part == .command {
      let others = matrix.others.flatMap { other in
        other.channels.isEmpty ? [other.path] : other.channels.map { "\(other.path)@\($0)" }
      }
      let channels = columns.compactMap { $0.isOfFirstManifest ? $0.channel : nil }.joined(
        separator: ",")
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

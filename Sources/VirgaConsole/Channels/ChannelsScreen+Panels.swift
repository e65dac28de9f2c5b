import VirgaCanvas
import VirgaJSON
import VirgaManifest
import VirgaSource
import VirgaWorkbench

/// The panels of screen 3, and what common keys do with values side by side.
extension ChannelsScreen: ConsoleScreen {
  static let path: ModelPath<ChannelsScreen> = \.channels
  static let views: [any PanelView] = [MatrixPanel(), CellPanel()]
  static let jumpsToBestMatch = true

  /// The matrix above the details of the cell; a small terminal with few rows shows only the
  /// focused panel.
  func areas(in body: Rectangle, of model: Model) -> [Panel: Rectangle] {
    let isSmall = model.layout.arrangement == .onePanel
    // With enough rows, even a narrow terminal has room for both.
    if isSmall, body.rows < Self.minRowsOfTwoPanels { return [model.focus: body] }
    let (matrix, details) = body.split(top: matrixRows(in: body, of: model))
    return [.matrix: matrix, .layers: details]
  }

  /// The rows of the body for the matrix, border included; the details get the rows below them.
  ///
  /// The details get a quarter of the rows, within limits. If the matrix leaves more, its rows
  /// first get as many lines as their names and values need, and the details everything that is
  /// left. The text of the details does not count, and the rows are those of the reserved list:
  /// otherwise the border would move with the cursor or with a changed value.
  private func matrixRows(in body: Rectangle, of model: Model) -> Int {
    // The filter, the heads (two lines for several manifests), the rule and the border.
    let rowsBesideItems = comparesManifests ? 6 : 5
    let quarter = body.rows / 4
    let shareOfDetails = min(max(quarter, Self.minDetailRows), Self.maxShareOfDetails)
    let mostRows = body.rows - shareOfDetails
    let isMatrixCut = reservedList.count + rowsBesideItems > mostRows
    // Without a row, the details have nothing to show, and need no more than their share.
    let hasRows = reservedList.count > 0
    guard hasRows && !isMatrixCut else { return mostRows }
    let borderColumns = 2
    let room = Size(columns: body.columns - borderColumns, rows: mostRows - rowsBesideItems)
    let neededRows = MatrixLayout.reservedLines(of: model, in: room) + rowsBesideItems
    return min(mostRows, max(Self.minMatrixRows, neededRows))
  }

  /// The fewest rows of a matrix above details, border included: a lower one has no rule.
  private static let minMatrixRows = 8
  /// The fewest rows in which a small terminal shows the matrix and the details together.
  private static let minRowsOfTwoPanels = 14
  /// The fewest rows of the details, border included.
  private static let minDetailRows = 6
  /// The most rows that the details take from the matrix.
  private static let maxShareOfDetails = 10

  /// Computes values and rows again.
  ///
  /// While the screen is shown, also moves the cursor: to the target that `compare` or the start
  /// set, and then to the value that had the focus on screen 1.
  ///
  /// If that value is not listed, clears the filter or else lists every value; the message says
  /// which, or that no column has the value.
  mutating func refresh(_ shared: Shared) -> Outcome {
    let isOnScreen = shared.screen == .channels
    refresh(under: shared.layers, isOnScreen: isOnScreen)
    guard isOnScreen else { return [] }
    goToTarget(shared)
    return .done(saying: goToValueLeftOnScreen1(shared))
  }

  /// The maximum number of values (features times channels) to compare before the matrix is shown.
  private static let eagerCellLimit = 1_000

  /// Starts the comparison when the screen is shown; that of a small manifest as soon as the
  /// manifest has been checked, so that the screen does not start empty.
  ///
  /// `isLeaving` makes no difference: nothing needs to be saved when the console ends.
  mutating func requests(_ shared: Shared, isLeaving: Bool) -> Outcome {
    // While the screen is hidden, values may change: when it is shown, its panel and columns get
    // the room that the new values need.
    if shared.screen != .channels { reserveRoomAtNextRefresh() }
    let workspace = shared.workspace
    let cells = workspace.features.count * max(workspace.channels.count, 1)
    let isQuick = workspace.isChecked && cells <= Self.eagerCellLimit
    guard shared.screen == .channels || isQuick else { return [] }
    // Nil if there is nothing new to compare, or while a comparison is running.
    let job = startComparison(of: workspace, path: shared.options.manifestPath)
    return job.map { [.compare($0)] } ?? []
  }

  /// Adds a manifest that was read, or shows a finished comparison; nil for any other event.
  mutating func receive(_ event: Event, _ shared: Shared) -> Outcome? {
    switch event {
    // Another manifest, whose columns are shown beside the others.
    case .beside(let manifest):
      let isReloaded = add(manifest)
      return .says(isReloaded ? .reloadedColumn(manifest.path) : .addedColumn(manifest.path))
    case .compared(let reply):
      accept(reply)
      return []
    default: return nil
    }
  }

  /// Undoes the first of these that is set: the focus on the details, the filter, the marks of
  /// columns, the shown pair.
  mutating func clear(_ shared: Shared) -> Outcome {
    let isInList = shared.focus == .matrix
    let isFiltered = !list.filter.field.isEmpty
    // `clearList` undoes the focus or else the filter, as on every screen.
    if !isInList || isFiltered { return clearList(shared) }
    if markedColumns.isEmpty { endPair() } else { markedColumns = [] }
    return []
  }

  func feature(_ shared: Shared) -> String? { selectedFeature }

  /// The value under the cursor; nil on the heading of a feature.
  func selectedValue(_ shared: Shared) -> ValuePlace? {
    guard let feature = selectedFeature else { return nil }
    return selectedRow.map { ValuePlace(feature: feature, path: $0.path) }
  }

  /// The features of the marked rows, or else the one under the cursor.
  func features(_ shared: Shared) -> [String] {
    guard list.markCount > 0 else { return [selectedFeature].compactMap(\.self) }
    return list.markedItems.map(\.row.feature).withoutRepeats
  }

  /// Whether the session changes anything in the matrix, or would if it was included.
  static func hasSession(_ model: Model) -> Bool {
    !model.channels.includesSession || !model.layers.overridden.isEmpty
      || !model.layers.enrolled.isEmpty
  }

  /// The part of the cell, the row or the feature under the cursor that a person copies; as JSON,
  /// all marked rows.
  func copy(_ part: CopyPart, in model: Model) -> CopyResult {
    guard let feature = selectedFeature else { return .nothing(.noValueSelected) }
    if part == .command { return compareCommand(for: feature, in: model) }
    if part == .json, list.markCount > 0 {
      return copiedJSON(of: markedOrSelectedRows, what: list.markCount.pluralizing("row"))
    }
    // A heading has no row: only its feature can be copied.
    guard let row = selectedRow, let cell = selectedCell else {
      return part == .id ? .text("the id \(feature)") { feature } : .nothing(.valuesAreBelow)
    }
    switch part {
    case .value: return .text("the value of \(row.name)") { cell.json?.copiedText ?? cell.text }
    case .id: return .text("the path \(row.path)") { row.path }
    // The command was copied above.
    case .json, .command: return copiedJSON(of: [row], what: "the row \(row.name)")
    }
  }

  /// The rows with their values in the shown columns, as JSON; `what` names them in messages.
  private func copiedJSON(of rows: [ComparisonRow], what: String) -> CopyResult {
    // The text is made later; its closure captures the columns instead of the whole screen.
    let columns = columns
    return .text(what) { ComparisonFormat.json(rows, columns: columns).pretty() }
  }

  /// The command that compares a feature in the shown channels, and with the other manifests and
  /// the shown version of the first one.
  ///
  /// Refused for two versions: given `--rev` twice, the command compares only these, without the
  /// manifest on screen.
  private func compareCommand(for feature: String, in model: Model) -> CopyResult {
    let versions = shownVersions
    guard versions.count <= 1 else {
      return .nothing(.takesOneRevision(versions, hide: model.keyName(of: "drop-column")))
    }
    // The channels of the manifest on screen, not those of its other versions, which count as
    // further manifests.
    let shownChannels = columns.compactMap { $0.isOfFirstManifest ? $0.channel : nil }
    let versionOptions = versions.flatMap { version in ["--rev", version] }
    let manifestOptions = argumentsOfOtherManifests.flatMap { manifest in ["--and", manifest] }
    return model.options.copyManifestCommand(
      "compare",
      ["--feature", feature] + versionOptions + manifestOptions
        + ["--channels", shownChannels.joined(separator: ",")],
      what: "the command that compares \(feature)")
  }

  /// The earlier versions of the first manifest that have a shown column.
  private var shownVersions: [String] {
    // The columns of a version have its name as their `file`.
    furtherManifests.compactMap(\.version).filter { version in
      columns.contains { $0.file == version }
    }
  }

  /// The manifests other than the first and its versions, as the option `--and` takes them: `FILE`,
  /// or `FILE@CHANNEL` for each channel that is compared.
  private var argumentsOfOtherManifests: [String] {
    furtherManifests.filter { $0.version == nil }.flatMap { other in
      other.channels.isEmpty ? [other.path] : other.channels.map { "\(other.path)@\($0)" }
    }
  }
}

extension Panel {
  static let matrix = Panel(name: "matrix", screen: .channels, title: "Channels")
  static let layers = Panel(name: "layers", screen: .channels, title: "Layers")
}

import VirgaManifest
import VirgaWorkbench

/// Two columns that are shown alone.
struct ShownPair: Equatable, Sendable {
  let titles: [String]
  /// The rows that are listed again once all columns are shown.
  let rowsBefore: ChannelsScreen.Rows
}

/// Two columns, and how many values differ between them.
struct ColumnPair: Sendable {
  let titles: [String]
  let differing: Int

  /// Its name as an argument: `nightly release`.
  var name: String { Self.name(of: titles) }

  static func name(of titles: [String]) -> String { titles.joined(separator: " ") }
}

// Which columns are shown: hiding them, marking them, and comparing two of them alone.
extension ChannelsScreen {
  /// Whether the matrix shows the column with a title.
  func isShown(_ title: String) -> Bool {
    if let shownPair { return shownPair.titles.contains(title) }
    return !hidden.contains(title)
  }

  /// The titles of the columns that are not shown, dropped or outside of the shown pair.
  var titlesOutOfSight: [String] {
    guard shownPair != nil else { return hidden }
    let titles = compared?.columns.map(\.title) ?? []
    return titles.filter { !isShown($0) }
  }

  /// Hides some columns, and shows all others.
  mutating func hideOnly(_ titles: [String]) {
    endPair()
    hidden = titles
  }

  /// Marks the column under the cursor, or unmarks it.
  mutating func toggleColumnMark() {
    guard let title = selectedColumn?.title else { return }
    if markedColumns.contains(title) {
      markedColumns.removeAll { $0 == title }
    } else {
      markedColumns.append(title)
    }
  }

  /// Whether exactly two columns are marked, so that they can be compared alone.
  private var hasMarkedPair: Bool { markedColumns.count == 2 }

  /// Shows two columns alone, and the values that differ between them.
  mutating func showPair(_ titles: [String]) {
    shownPair = ShownPair(titles: titles, rowsBefore: shownPair?.rowsBefore ?? rows)
    markedColumns = []
    rows = .differing
  }

  /// Shows the other columns again, with the rows that were listed before; does nothing without a
  /// shown pair.
  mutating func endPair() {
    guard let pair = shownPair.take() else { return }
    rows = pair.rowsBefore
  }

  /// Shows only the two marked columns, or all columns again; lists the next rows if neither
  /// applies.
  mutating func showNextRows() {
    if shownPair != nil {
      endPair()
    } else if hasMarkedPair {
      showPair(columns.map(\.title).filter { markedColumns.contains($0) })
    } else {
      rows = rowsAfter
    }
  }

  /// What ``showNextRows()`` would show, such as `every value`.
  var titleOfNextRows: String {
    if shownPair != nil { return "all columns" }
    return hasMarkedPair ? "compare marked" : rowsAfter.rawValue
  }

  /// Shows only some channels of the first manifest.
  ///
  /// Two channels are shown alone, to be compared; with any other number, the columns of other
  /// manifests stay.
  mutating func showOnly(_ wanted: [String], of channels: [String]) {
    let columnsOfFirst = compared?.columns.filter { $0.isOfFirstManifest }
    // Before the first comparison, the title of each column is its channel.
    let offered: [(title: String, channel: String)] =
      columnsOfFirst?.map { ($0.title, $0.channel ?? "") } ?? channels.map { ($0, $0) }
    let shown = offered.filter { wanted.contains($0.channel) }
    if shown.count == 2 { return showPair(shown.map(\.title)) }
    let unwanted = offered.filter { !wanted.contains($0.channel) }
    let hiddenOfOthers = hidden.filter { title in !offered.contains { $0.title == title } }
    hideOnly(hiddenOfOthers + unwanted.map(\.title))
  }

  /// The indices of each pair among all compared columns that are not dropped.
  private var indicesOfPairs: [[Int]] {
    let columns = compared?.columns ?? []
    let offered = columns.indices.filter { !hidden.contains(columns[$0].title) }
    return offered.enumerated().flatMap { position, left in
      offered.dropFirst(position + 1).map { right in [left, right] }
    }
  }

  /// The titles of each pair of columns.
  var titlesOfPairs: [[String]] {
    let titles = compared?.columns.map(\.title) ?? []
    return indicesOfPairs.map { pair in pair.map { titles[$0] } }
  }

  /// Each pair of columns with the number of values that differ.
  func columnPairs(under layers: SessionLayers) -> [ColumnPair] {
    let allRows = compared?.rows(under: includesSession ? layers : nil) ?? []
    let rows = allRows.joined().filter(\.differs)
    return zip(indicesOfPairs, titlesOfPairs).map { pair, titles in
      let differing = rows.count { row in
        let rowOfPair = row.showing(pair)
        guard rowOfPair.differs else { return false }
        // Cells without a value also differ if one manifest lacks the feature, the other the path.
        return rowOfPair.cells.contains(where: \.isPresent)
      }
      return ColumnPair(titles: titles, differing: differing)
    }
  }
}

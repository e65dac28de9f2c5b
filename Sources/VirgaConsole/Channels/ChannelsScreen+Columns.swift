import VirgaManifest
import VirgaWorkbench

/// Two columns that are shown alone.
struct ShownPair: Equatable, Sendable {
  let titles: [String]
  /// Which rows are listed again once all columns are shown.
  let rowKindBefore: ChannelsScreen.RowKind
}

/// Two columns, and how many values differ between them.
struct ColumnPair: Sendable {
  let titles: [String]
  let differingCount: Int

  /// Its name as an argument: `nightly release`.
  var name: String { Self.name(of: titles) }

  /// The name of the pair of columns with these two titles as an argument of a command.
  static func name(of titles: [String]) -> String { titles.joined(separator: " ") }
}

// Which columns are shown: hiding them, marking them, and comparing two of them alone.
extension ChannelsScreen {
  /// Whether the matrix shows the column with a title.
  func isShown(_ title: String) -> Bool {
    if let pairShownAlone { return pairShownAlone.titles.contains(title) }
    return !droppedTitles.contains(title)
  }

  /// The titles of the columns that are not shown: those that `drop-column` or `compare` hid
  /// (`droppedTitles`), or while a pair is shown alone, all others.
  var hiddenTitles: [String] {
    guard pairShownAlone != nil else { return droppedTitles }
    let titles = compared?.columns.map(\.title) ?? []
    return titles.filter { !isShown($0) }
  }

  /// Hides some columns, and shows all others.
  mutating func hideOnly(_ titles: [String]) {
    endPair()
    droppedTitles = titles
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
    // If another pair is shown, its kind of rows is not the one that all columns had.
    let kindForAllColumns = pairShownAlone?.rowKindBefore ?? rowKind
    pairShownAlone = ShownPair(titles: titles, rowKindBefore: kindForAllColumns)
    // Marks are for choosing a pair, and one is chosen now.
    markedColumns = []
    rowKind = .differing
  }

  /// Shows the other columns again, with the rows that were listed before; does nothing without a
  /// shown pair.
  mutating func endPair() {
    guard let pair = pairShownAlone.take() else { return }
    rowKind = pair.rowKindBefore
  }

  /// Shows all columns again if only a pair is shown, or else only the two marked columns; without
  /// two marked ones, lists the next kind of rows: differences, changes or every value.
  mutating func showNextRows() {
    if pairShownAlone != nil {
      endPair()
    } else if hasMarkedPair {
      showPair(columns.map(\.title).filter { markedColumns.contains($0) })
    } else {
      rowKind = nextRowKind
    }
  }

  /// What ``showNextRows()`` would show, such as `every value`.
  var titleOfNextRows: String {
    if pairShownAlone != nil { return "all columns" }
    return hasMarkedPair ? "compare marked" : nextRowKind.rawValue
  }

  /// Shows only some channels of the first manifest.
  ///
  /// Two channels are shown alone, to be compared. With any other number of channels, the columns
  /// of other manifests stay as they are, shown or hidden.
  mutating func showOnlyChannels(_ wanted: [String], of channels: [String]) {
    let columnsOfFirst = compared?.columns.filter { $0.isOfFirstManifest }
    // Before the first comparison, the title of each column is its channel.
    let offered: [(title: String, channel: String)] =
      columnsOfFirst?.map { ($0.title, $0.channel ?? "") } ?? channels.map { ($0, $0) }
    let shown = offered.filter { wanted.contains($0.channel) }
    if shown.count == 2 { return showPair(shown.map(\.title)) }
    let unwanted = offered.filter { !wanted.contains($0.channel) }
    let hiddenOfOtherManifests = droppedTitles.filter { title in
      !offered.contains { $0.title == title }
    }
    hideOnly(hiddenOfOtherManifests + unwanted.map(\.title))
  }

  /// The indices of all compared columns that are not dropped.
  private var indicesOfOfferedColumns: [Int] {
    let columns = compared?.columns ?? []
    return columns.indices.filter { !droppedTitles.contains(columns[$0].title) }
  }

  /// The indices of each pair of the compared columns, without those that `drop-column` or
  /// `compare` hid (`droppedTitles`).
  private var indicesOfPairs: [(left: Int, right: Int)] {
    let offered = indicesOfOfferedColumns
    return offered.enumerated().flatMap { position, left in
      offered.dropFirst(position + 1).map { right in (left: left, right: right) }
    }
  }

  /// The number of pairs of columns: 6 of 4 columns.
  var pairCount: Int {
    let count = indicesOfOfferedColumns.count
    return count * (count - 1) / 2
  }

  /// The titles of each pair of columns, in the order of `indicesOfPairs`.
  var titlesOfPairs: [[String]] {
    let titles = compared?.columns.map(\.title) ?? []
    return indicesOfPairs.map { [titles[$0.left], titles[$0.right]] }
  }

  /// Each pair of columns with the number of values that differ, with the session's layers if the
  /// matrix includes them.
  func columnPairs(under layers: SessionLayers) -> [ColumnPair] {
    let allRows = compared?.rows(under: includesSession ? layers : nil) ?? []
    // A value that agrees in all columns differs in no pair.
    let differingRows = allRows.joined().filter(\.differs)
    // Numbers are compared faster than cells, and each cell is compared in many pairs.
    let numberedRows = differingRows.map { NumberedCells($0.cells) }
    return zip(indicesOfPairs, titlesOfPairs).map { pair, titles in
      ColumnPair(
        titles: titles,
        differingCount: numberedRows.count { $0.differ(pair.left, pair.right) })
    }
  }
}

/// The cells of a row as numbers, because 200 columns have 19,900 pairs to compare.
private struct NumberedCells {
  /// A number for each cell: the same one for the same content.
  private var contentNumbers: [Int] = []
  /// For each number, whether its content is a value or a type.
  private var isPresentByContent: [Bool] = []

  /// Numbers the contents of `cells` in their order: 0, 1, 0 for the values `a`, `b`, `a`.
  init(_ cells: [ComparedCell]) {
    var contents: [ComparedCell] = []
    for cell in cells {
      let known = contents.firstIndex { $0.isSame(as: cell) }
      contentNumbers.append(known ?? contents.count)
      if known == nil {
        contents.append(cell)
        isPresentByContent.append(cell.isPresent)
      }
    }
  }

  /// Whether the cells at two indices differ, and at least one has a value or a type.
  ///
  /// Cells with the same content have the same number. Two cells without a value or type never
  /// count as different, although their numbers can differ.
  func differ(_ left: Int, _ right: Int) -> Bool {
    let (leftNumber, rightNumber) = (contentNumbers[left], contentNumbers[right])
    let isOnePresent = isPresentByContent[leftNumber] || isPresentByContent[rightNumber]
    return leftNumber != rightNumber && isOnePresent
  }
}

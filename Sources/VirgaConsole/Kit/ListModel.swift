/// An item of a list; it keeps its identity when the list changes.
protocol ListItem: Identifiable, Sendable where ID: Sendable {
  var section: String? { get }
  var isMarkable: Bool { get }
  /// Whether "mark all" marks the item too.
  var isMarkedWithAll: Bool { get }
  /// Whether it has no row as long as there is no filter.
  var isInFold: Bool { get }
  /// The rank of a match (lower is better); nil if it does not match.
  ///
  /// - Parameter fuzzy: Whether letters that are not adjacent match too. Only asked if no item
  ///   matches otherwise.
  func rank(_ filter: Filter, fuzzy: Bool) -> Int?
}

extension ListItem {
  var section: String? { nil }
  var isMarkable: Bool { true }
  var isMarkedWithAll: Bool { isMarkable }
  var isInFold: Bool { false }
  func rank(_ filter: Filter, fuzzy: Bool) -> Int? { 0 }
}

enum ListRow: Equatable, Sendable {
  case heading(String, count: Int)
  /// The item at an index of ``ListModel/items``.
  case item(Int)
}

/// The items of a list with filter, marks, folded sections, and a cursor that stays on its item.
struct ListModel<Item: ListItem>: Sendable {
  private(set) var items: [Item] = []
  /// The rows, in sight or not: items that the filter matches, without folded ones, and headings.
  private(set) var rows: [ListRow] = []
  /// The indices of the items that the filter matches, best first.
  private(set) var matches: [Int] = []
  private(set) var marked: Set<Item.ID> = []
  var filter = FilterField()
  var scroll = Scroll()
  private var foldedSections: Set<String> = []
  /// The item or heading under the cursor before the filter hid all rows; nil if there are rows.
  private var anchorBeforeHiding: Anchor?
  /// The item or heading under the cursor when a person began to type a filter; nil while none is
  /// typed.
  private var anchorBeforeTyping: Anchor?

  /// An empty list; some sections are folded until a person unfolds them.
  init(folding sections: Set<String> = []) { foldedSections = sections }

  /// The item in a row; nil for a heading or a row outside of the list.
  func item(inRow row: Int) -> Item? {
    guard rows.indices.contains(row), case .item(let index) = rows[row] else { return nil }
    return items[index]
  }

  var selected: Item? { item(inRow: scroll.cursor) }

  /// The items that have a row, in sight or not.
  var shownItems: [Item] { rows.indices.compactMap(item) }

  /// The section of a heading; nil for an item or a row outside of the list.
  func heading(inRow row: Int) -> String? {
    guard rows.indices.contains(row), case .heading(let section, _) = rows[row] else { return nil }
    return section
  }

  var selectedHeading: String? { heading(inRow: scroll.cursor) }

  /// The items of a section that the filter matches, even if the section is folded.
  func items(in section: String) -> [Item] {
    matches.filter { items[$0].section == section }.map { items[$0] }
  }

  var markedItems: [Item] { marked.isEmpty ? [] : items.filter { marked.contains($0.id) } }

  /// The items that a command acts on: marked ones, or else the current one.
  var markedOrSelected: [Item] { marked.isEmpty ? selected.map { [$0] } ?? [] : markedItems }

  /// Whether the items of a section are hidden; a filter unfolds all sections.
  func isFolded(_ section: String) -> Bool {
    filter.text.isEmpty && foldedSections.contains(section)
  }

  /// Replaces the items; cursor and window stay on the same items.
  ///
  /// The cursor goes to the first item if it was on nothing before, or if the list had no rows and
  /// its cursor is on a heading now.
  mutating func show(_ items: [Item]) {
    let anchorBefore = cursorAnchor
    let firstVisible = item(inRow: scroll.top)?.id
    let wasEmpty = rows.isEmpty
    self.items = items
    findRows()
    if let firstVisible, let row = row(of: .item(firstVisible)) { scroll.top = row }
    restoreCursor(to: anchorBefore)
    // The anchor is the item or heading under the cursor. A list without rows has one too: what was
    // under the cursor before the filter hid it. If that is gone, the cursor is in the first row,
    // which can be a heading.
    let startsOnHeading = wasEmpty && selectedHeading != nil
    if anchorBefore == nil || startsOnHeading { scroll.cursor = firstItemRow }
  }

  /// Recomputes the rows after the filter changed; the cursor stays on its item if that still
  /// matches, and returns to where typing began if the typed filter is empty again.
  ///
  /// - Parameter selectsBest: Whether the cursor moves to the first item instead, the best match.
  mutating func refilter(selectsBest: Bool = false) {
    // Nil if the filter has a text, or if none is being typed.
    let startOfTyping = filter.field.isEmpty ? anchorBeforeTyping : nil
    let anchorToReturnTo = startOfTyping ?? cursorAnchor
    findRows()
    guard selectsBest, !rows.isEmpty else { return restoreCursor(to: anchorToReturnTo) }
    // The cursor does not return to the item that it was on before the filter hid all rows.
    anchorBeforeHiding = nil
    scroll = Scroll()
    scroll.cursor = firstItemRow
  }

  /// Begins to type a filter; without a text, the cursor is to return to where it is now.
  mutating func beginFilter(_ field: FilterField) {
    filter = field
    anchorBeforeTyping = field.isTyping ? cursorAnchor : nil
  }

  /// Ends typing a filter; its text stays, and so does the cursor.
  mutating func endFilter() {
    filter.isTyping = false
    anchorBeforeTyping = nil
  }

  /// The row of the first item below any headings; 0 if no item has a row.
  private var firstItemRow: Int {
    rows.firstIndex { if case .item = $0 { true } else { false } } ?? 0
  }

  /// Moves the cursor to an item and unfolds its section; returns false if the filter does not
  /// match it.
  @discardableResult mutating func select(_ id: Item.ID) -> Bool {
    let hasRow = row(of: .item(id)) != nil
    if !hasRow, let section = items.first(where: { $0.id == id })?.section, isFolded(section) {
      setFold(of: section, to: false)
    }
    // Without a row, because the filter hides the item, the cursor stays.
    let row = row(of: .item(id))
    scroll.cursor = row ?? scroll.cursor
    return row != nil
  }

  /// Moves the cursor to the heading of a section, if it has a row.
  @discardableResult
  mutating func selectHeading(_ section: String) -> Bool {
    guard let row = row(of: .heading(section)) else { return false }
    scroll.cursor = row
    return true
  }

  /// The item or heading that the cursor stays on while the rows change.
  private enum Anchor: Equatable, Sendable {
    case item(Item.ID)
    case heading(String)
  }

  /// What is under the cursor, or was before the filter hid all rows; nil if neither exists.
  private var cursorAnchor: Anchor? {
    selected.map { .item($0.id) } ?? selectedHeading.map { .heading($0) }
      ?? anchorBeforeHiding
  }

  /// Moves the cursor back to an item or heading; while the list is empty, remembers that item or
  /// heading.
  private mutating func restoreCursor(to anchor: Anchor?) {
    anchorBeforeHiding = rows.isEmpty ? anchor : nil
    switch anchor {
    case .item(let id)?: select(id)
    case .heading(let section)?: selectHeading(section)
    case nil: break
    }
    // Drawing keeps the cursor of a visible list in range, but commands also act on hidden lists.
    let lastRow = rows.count - 1
    scroll.cursor = max(0, min(scroll.cursor, lastRow))
  }

  /// Folds or unfolds a section, whether or not it has items.
  mutating func setFold(of section: String, to isFolded: Bool) {
    if isFolded { foldedSections.insert(section) } else { foldedSections.remove(section) }
    findRows()
  }

  /// Folds the section under the cursor and moves to its heading, or unfolds it; returns false
  /// outside of sections.
  mutating func setFoldUnderCursor(to isFolded: Bool) -> Bool {
    guard let section = selectedHeading ?? selected?.section else { return false }
    setFold(of: section, to: isFolded)
    if isFolded { selectHeading(section) }
    return true
  }

  /// The row of an item or heading; nil if it has none.
  ///
  /// It is the last one if several have the same id, as lines of a picker that run the same command
  /// do.
  private func row(of anchor: Anchor) -> Int? {
    rows.lastIndex { row in
      switch (row, anchor) {
      case (.item(let index), .item(let id)): items[index].id == id
      case (.heading(let section, _), .heading(let wanted)): section == wanted
      case (.item, _), (.heading, _): false
      }
    }
  }

  /// Computes the matches and the rows from items, filter and folds.
  ///
  /// A lower rank is a better match. If all ranks are 0, as without a filter and in lists that do
  /// not rank matches, the matches keep their order below headings; else the matches are sorted and
  /// have no headings, because sorting mixes the sections.
  private mutating func findRows() {
    var ranked = rankedMatches()
    let isSorted = ranked.contains { $0.rank != 0 }
    // Matches of the same rank keep their order.
    if isSorted { ranked.sort { ($0.rank, $0.index) < ($1.rank, $1.index) } }
    matches = ranked.map(\.index)
    rows = isSorted ? matches.map(ListRow.item) : rowsBelowHeadings(of: matches)
  }

  /// The matches in the order of the items, with their ranks; without a filter, all items that are
  /// not folded under another one, with the rank 0.
  ///
  /// Fuzzy matches, with scattered letters, count only if there are no others.
  private func rankedMatches() -> [(rank: Int, index: Int)] {
    // The proposed ending of the text does not count.
    let typedFilter = Filter(filter.field.typed)
    if typedFilter.isEmpty {
      return items.indices.filter { !items[$0].isInFold }.map { (rank: 0, index: $0) }
    }
    func matches(fuzzy: Bool) -> [(rank: Int, index: Int)] {
      items.indices.compactMap { index in
        items[index].rank(typedFilter, fuzzy: fuzzy).map { ($0, index) }
      }
    }
    let adjacentMatches = matches(fuzzy: false)
    return adjacentMatches.isEmpty ? matches(fuzzy: true) : adjacentMatches
  }

  /// The number of matches in each section, given the indices of all matching items.
  private func countsBySection(of matches: [Int]) -> [String: Int] {
    matches.reduce(into: [:]) { counts, index in
      // An item without a section is below no heading.
      if let section = items[index].section { counts[section, default: 0] += 1 }
    }
  }

  /// The matching items, given by their indices, with a counted heading before each section; folded
  /// sections have no items.
  private func rowsBelowHeadings(of matches: [Int]) -> [ListRow] {
    let counts = countsBySection(of: matches)
    var rows: [ListRow] = []
    var sectionBefore: String?
    for index in matches {
      let section = items[index].section
      if let section, section != sectionBefore {
        rows.append(.heading(section, count: counts[section, default: 0]))
      }
      let isInFold = section.map(isFolded) ?? false
      if !isInFold { rows.append(.item(index)) }
      sectionBefore = section
    }
    return rows
  }
}

extension ListModel: Equatable where Item: Equatable {}

/// What keys and mouse do to a list, whatever its items are.
protocol ListActions: Sendable {
  var filter: FilterField { get set }
  var scroll: Scroll { get set }
  /// The number of rows: headings and items outside folds.
  var count: Int { get }
  /// The number of marked items, listed or not.
  var markCount: Int { get }
  /// Whether a row is the heading of a section.
  func isHeading(_ row: Int) -> Bool
  /// Whether the item under the cursor, or any item under the selected heading, can be marked.
  var canMark: Bool { get }
  /// Marks the item under the cursor, or all items of its heading; unmarks them if they are marked.
  mutating func toggleMarks()
  /// Marks all items that the filter matches; unmarks all if they are marked.
  mutating func toggleAllMarks()
  /// Unmarks all items.
  mutating func clearMarks()
  /// Lists the items again that the filter matches; `selectsBest` moves the cursor to the best one.
  mutating func refilter(selectsBest: Bool)
}

extension ListModel: ListActions {
  var count: Int { rows.count }
  var markCount: Int { marked.count }
  /// Whether the item under the cursor, or any item under the selected heading, can be marked.
  var canMark: Bool {
    guard let section = selectedHeading else { return selected?.isMarkable == true }
    // Stops at the first, because every key asks, even on a heading of thousands of items.
    return matches.contains { items[$0].section == section && items[$0].isMarkable }
  }

  func isHeading(_ row: Int) -> Bool { heading(inRow: row) != nil }

  /// Marks the item under the cursor, or all items of its heading; unmarks them if all are marked.
  mutating func toggleMarks() {
    let ids = Set(markableUnderCursor.map(\.id))
    if marked.isSuperset(of: ids) { marked.subtract(ids) } else { marked.formUnion(ids) }
  }

  /// Marks all items that the filter matches; if these are marked already, unmarks every item, also
  /// those that the filter hides.
  ///
  /// Leaves out items whose parts are marked instead, such as containers.
  mutating func toggleAllMarks() {
    let indices = matches.filter { items[$0].isMarkedWithAll }
    let all = Set(indices.map { items[$0].id })
    if marked.isSuperset(of: all) { marked = [] } else { marked.formUnion(all) }
  }

  mutating func clearMarks() { marked = [] }

  /// The item under the cursor, or all items under the selected heading, if they can be marked.
  private var markableUnderCursor: [Item] {
    let underCursor = selectedHeading.map(items(in:)) ?? selected.map { [$0] } ?? []
    return underCursor.filter(\.isMarkable)
  }
}

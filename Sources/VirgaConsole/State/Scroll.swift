/// A cursor in a list of which only a window is seen.
///
/// `settle` keeps the cursor in the list, and the window around it until the window was slid away; every other function
/// may leave it outside.
struct Scroll: Equatable, Sendable {
  /// The row under the cursor, from 0.
  package var cursor = 0
  /// The first row that is seen.
  package var top = 0
  /// Whether the window was slid to where the cursor is not seen.
  private(set) var isAway = false

  /// A scroll at the first row.
  package init() {}

  /// Moves the cursor by `rows` within `count` rows.
  package mutating func move(by rows: Int, in count: Int) {
    cursor = min(max(cursor + rows, 0), max(count - 1, 0))
  }

  /// Moves the window by `rows`; the cursor stays where it is, or is taken along where it would go out of sight.
  mutating func slide(by rows: Int, in count: Int, height: Int, takingCursor: Bool = false) {
    top = min(max(top + rows, 0), max(count - height, 0))
    isAway = !takingCursor
    guard takingCursor else { return }
    let margin = Self.margin(height)
    if top > 0 { cursor = max(cursor, top + margin) }
    if top + height < count { cursor = min(cursor, top + height - 1 - margin) }
  }

  /// Moves the cursor and the window with rows that came before them, or went.
  mutating func shift(by rows: Int) {
    top = max(top + rows, 0)
    cursor = max(cursor + rows, 0)
  }

  /// Has the window be around the cursor again.
  mutating func comeBack() { isAway = false }

  /// Puts the cursor in the list and the window around the cursor, with a margin where there is room for one.
  ///
  /// A window that was slid away stays there.
  mutating func settle(count: Int, height: Int) {
    cursor = min(max(cursor, 0), max(count - 1, 0))
    guard height > 0 else {
      top = cursor
      return
    }
    let margin = Self.margin(height)
    let last = max(count - height, 0)
    top = min(max(top, 0), last)
    let around = min(max(min(max(top, cursor - height + 1 + margin), cursor - margin), 0), last)
    if isAway, around != top { return }
    isAway = false
    top = around
  }

  /// How many rows are kept in sight above and below the cursor.
  private static func margin(_ height: Int) -> Int { min(2, max(0, (height - 1) / 2)) }

  /// The rows that are seen.
  func window(count: Int, height: Int) -> Range<Int> {
    let first = min(max(top, 0), count)
    return first..<min(first + max(height, 0), count)
  }
}

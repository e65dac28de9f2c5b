/// A cursor in a list of which only a window is seen.
///
/// `settle` keeps the cursor in the list and the window around it; every other function may leave it outside.
package struct Scroll: Equatable, Sendable {
  /// The row under the cursor, from 0.
  package var cursor = 0
  /// The first row that is seen.
  package var top = 0

  /// A scroll at the first row.
  package init() {}

  /// Moves the cursor by `rows` within `count` rows.
  package mutating func move(by rows: Int, in count: Int) {
    cursor = min(max(cursor + rows, 0), max(count - 1, 0))
  }

  /// Moves the window by `rows`; the cursor follows only as far as it has to stay in sight.
  package mutating func slide(by rows: Int, in count: Int, height: Int) {
    top = min(max(top + rows, 0), max(count - height, 0))
    let margin = Self.margin(height)
    let first = top == 0 ? 0 : top + margin
    let last = top + height >= count ? count - 1 : top + height - 1 - margin
    cursor = min(max(cursor, first), max(last, first))
  }

  /// Puts the cursor in the list and the window around the cursor, with a margin where there is room for one.
  package mutating func settle(count: Int, height: Int) {
    cursor = min(max(cursor, 0), max(count - 1, 0))
    guard height > 0 else {
      top = cursor
      return
    }
    let margin = Self.margin(height)
    if cursor < top + margin { top = cursor - margin }
    if cursor > top + height - 1 - margin { top = cursor - height + 1 + margin }
    top = min(max(top, 0), max(count - height, 0))
  }

  /// How many rows are kept in sight above and below the cursor.
  private static func margin(_ height: Int) -> Int { min(2, max(0, (height - 1) / 2)) }

  /// The rows that are seen.
  package func window(count: Int, height: Int) -> Range<Int> {
    let first = min(max(top, 0), count)
    return first..<min(first + max(height, 0), count)
  }
}

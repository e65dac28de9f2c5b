/// The cursor and the visible window of a list.
///
/// `reconcile` keeps the cursor in the list, and the window around the cursor unless it was
/// scrolled away; other functions may leave both out of range.
struct Scroll: Equatable, Sendable {
  /// The row under the cursor, from 0.
  var cursor = 0
  var top = 0
  /// Whether the window was scrolled so that the cursor may be outside of it.
  var isAway = false

  /// Moves the cursor by `rows` within `count` rows.
  mutating func move(by rows: Int, in count: Int) {
    cursor = min(max(cursor + rows, 0), max(count - 1, 0))
  }

  /// Scrolls the window by `rows`; the cursor stays, or moves with it to remain visible.
  mutating func slide(by rows: Int, in count: Int, height: Int, takingCursor: Bool = false) {
    top = min(max(top + rows, 0), max(count - height, 0))
    isAway = !takingCursor
    guard takingCursor else { return }
    let margin = Self.margin(height)
    if top > 0 { cursor = max(cursor, top + margin) }
    if top + height < count { cursor = min(cursor, top + height - 1 - margin) }
  }

  /// Moves the cursor into the list and the window around it, with a margin.
  ///
  /// A window that was scrolled away stays there.
  mutating func reconcile(count: Int, height: Int) {
    cursor = min(max(cursor, 0), max(count - 1, 0))
    guard height > 0 else {
      top = cursor
      return
    }
    let margin = Self.margin(height)
    let last = max(count - height, 0)
    top = min(max(top, 0), last)
    // The cursor stays `margin` rows away from both ends of the window, except at the list's ends.
    let lowest = cursor - height + 1 + margin
    let highest = cursor - margin
    let topAtCursor = min(max(min(max(top, lowest), highest), 0), last)
    if isAway, topAtCursor != top { return }
    isAway = false
    top = topAtCursor
  }

  /// The rows between the cursor and the end of a window: 2, or 1 or 0 in low windows.
  private static func margin(_ height: Int) -> Int { min(2, max(0, (height - 1) / 2)) }

  /// The visible rows, from `top`.
  ///
  /// Rows may take several of the `height` lines. With 4 lines and rows of 2 lines, two rows are
  /// visible: the last ones are left out, or the first ones if the cursor is on the last.
  ///
  /// - Parameter lines: The number of lines that a row takes.
  func window(count: Int, height: Int, lines: (Int) -> Int = { _ in 1 }) -> Range<Int> {
    let first = min(max(top, 0), count)
    var rows = first..<min(first + max(height, 0), count)
    var used = rows.reduce(0) { $0 + lines($1) }
    while used > height, rows.count > 1 {
      let dropped = rows.upperBound - 1 == cursor ? rows.lowerBound : rows.upperBound - 1
      used -= lines(dropped)
      rows = dropped == rows.lowerBound ? rows.dropFirst() : rows.dropLast()
    }
    return rows
  }
}

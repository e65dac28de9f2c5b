/// The cursor and the visible window of a list.
///
/// `reconcile` keeps the cursor in the list, and the window around the cursor unless it was
/// scrolled away; other functions may leave both out of range.
struct Scroll: Equatable, Sendable {
  /// The row under the cursor, from 0.
  var cursor = 0
  /// The first row of the window, from 0.
  var top = 0
  /// Whether the window was scrolled so that the cursor may be outside of it.
  var isScrolledAway = false

  /// Moves the cursor by `rows`, but not beyond the first or last of `count` rows.
  mutating func move(by rows: Int, in count: Int) {
    cursor = Self.limited(cursor + rows, to: count - 1)
  }

  /// Scrolls the window by `rows`.
  ///
  /// The cursor moves with it to remain visible if `takingCursor` is true; otherwise it stays, and
  /// the window is scrolled away from it.
  mutating func slide(by rows: Int, in count: Int, height: Int, takingCursor: Bool = false) {
    top = Self.limited(top + rows, to: count - height)
    isScrolledAway = !takingCursor
    guard takingCursor else { return }
    let margin = Self.margin(height)
    let lastVisible = top + height - 1
    // At the ends of the list, the cursor may go up to the end of the window.
    let isAtStart = top == 0
    let isAtEnd = lastVisible >= count - 1
    if !isAtStart { cursor = max(cursor, top + margin) }
    if !isAtEnd { cursor = min(cursor, lastVisible - margin) }
  }

  /// Moves the cursor into the list, and the window so that the cursor is inside with a margin.
  ///
  /// A window that was scrolled away stays where it is until the cursor is inside of it again.
  mutating func reconcile(count: Int, height: Int) {
    cursor = Self.limited(cursor, to: count - 1)
    guard height > 0 else {
      // Nothing is visible. A window that gets rows again is then near the cursor.
      top = cursor
      return
    }
    top = Self.limited(top, to: count - height)
    let topAroundCursor = topAroundCursor(count: count, height: height)
    // If the cursor is outside of the window and its margins, the window is still scrolled away.
    if isScrolledAway, topAroundCursor != top { return }
    isScrolledAway = false
    top = topAroundCursor
  }

  /// The first row of the nearest window that has the cursor at least a margin away from both ends,
  /// except at the ends of the list.
  private func topAroundCursor(count: Int, height: Int) -> Int {
    let margin = Self.margin(height)
    let smallestTop = cursor - height + 1 + margin
    let greatestTop = cursor - margin
    return Self.limited(min(max(top, smallestTop), greatestTop), to: count - height)
  }

  /// A row from 0 to `last`, the nearest one to `row`; 0 if `last` is negative, as in an empty
  /// list.
  private static func limited(_ row: Int, to last: Int) -> Int { min(max(row, 0), max(last, 0)) }

  /// The rows that stay visible between the cursor and the end of a window, so that a person sees
  /// what comes next: 2, or 1 or 0 in low windows.
  private static func margin(_ height: Int) -> Int {
    let usual = 2
    let rowsBesideCursor = max(0, height - 1)
    return min(usual, rowsBesideCursor / 2)
  }

  /// The visible rows, from `top`.
  ///
  /// Rows may take several of the `height` lines. With 4 lines and rows of 2 lines, two rows are
  /// visible: the last ones are left out, or the first ones if the cursor is on the last.
  ///
  /// - Parameter linesOfRow: Gives the number of lines that a row takes.
  func window(
    count: Int, height: Int, linesOfRow: (Int) -> Int = { _ in 1 }
  ) -> Range<Int> {
    let first = min(max(top, 0), count)
    // As many rows as if each took one line, then fewer until their lines fit.
    let end = min(first + max(height, 0), count)
    var rows = first..<end
    var usedLines = rows.reduce(0) { sum, row in sum + linesOfRow(row) }
    while usedLines > height, rows.count > 1 {
      let last = rows.upperBound - 1
      let isCursorLast = last == cursor
      let dropped = isCursorLast ? rows.lowerBound : last
      usedLines -= linesOfRow(dropped)
      rows = isCursorLast ? rows.dropFirst() : rows.dropLast()
    }
    return rows
  }
}

/// Divides the cells of a row of the matrix between the names and the columns.
///
/// Names get what whole columns leave. If that is too little, columns are narrowed, the widest
/// first; if even narrow ones do not fit, only the first column and those up to the cursor's are
/// shown. With names of 30 cells, three columns of 8, 8 and 50 get 8, 8 and 42 of 97 cells.
struct MatrixWidths {
  let name: Int
  /// The columns in sight, by their indices.
  private(set) var columns: [(index: Int, width: Int)] = []

  /// What names get at least, unless they are shorter.
  private static let minimumName = 18
  /// Names are not shown narrower than that even if they are shorter, so that the first separator
  /// stays in its place while the list is filtered.
  private static let usualName = 20
  /// What a column gets at least: enough for a short value or the start of a longer one.
  private static let minimumColumn = 9
  /// The same in a row of less than ``narrowRoom`` cells.
  private static let minimumInNarrowRoom = 6
  private static let narrowRoom = 44
  /// Leftover cells widen columns up to this width.
  private static let widestWithLeftover = 40

  /// - Parameters:
  ///   - needed: The cells that each column needs to be whole.
  ///   - heads: The cells that its head needs.
  ///   - longestName: The cells that the longest name needs, with the signs before it.
  ///   - cursor: The index of the column under the cursor, which is always in sight.
  init(needed: [Int], heads: [Int], name longestName: Int, cursor: Int, in room: Int) {
    let minimums = zip(needed, heads).map { needed, head in
      let floor = room < Self.narrowRoom ? Self.minimumInNarrowRoom : Self.minimumColumn
      return min(needed, max(floor, min(head, room / 5)))
    }
    name = Self.name(longestName, beside: needed, or: minimums, in: room)
    let shown = Self.shown(minimums, cursor: cursor, in: room - name)
    let free = max(1, room - name - shown.count * MatrixLayout.gap)
    let widths = Self.narrowed(shown.map { needed[$0] }, to: shown.map { minimums[$0] }, in: free)
    let leftover = max(0, free - widths.reduce(0, +)) / max(1, shown.count)
    columns = zip(shown, widths).map { index, width in
      let stretched = min(Self.widestWithLeftover, width + leftover)
      return (index, min(max(width, stretched), free))
    }
  }

  /// The width of the names: what whole columns leave, or what narrow ones leave up to half of the
  /// room, but at least three tenths of it.
  private static func name(
    _ longestName: Int, beside needed: [Int], or minimums: [Int], in room: Int
  ) -> Int {
    let wanted = max(usualName, longestName)
    let left = max(room - total(needed), min(room / 2, room - total(minimums)))
    let minimum = max(minimumName, room * 3 / 10)
    return max(min(wanted, left), min(wanted, minimum))
  }

  /// The columns that fit with their minimum widths: columns are dropped from the right as far as
  /// the cursor's, then from the second one on.
  private static func shown(_ minimums: [Int], cursor: Int, in room: Int) -> [Int] {
    var shown = Array(minimums.indices)
    while shown.count > 1, total(shown.map { minimums[$0] }) > room {
      let isCursorLast = shown.last == cursor
      let second = shown.count > 2 ? 1 : 0
      shown.remove(at: isCursorLast ? second : shown.count - 1)
    }
    return shown
  }

  /// Shortens the widest columns to one common width until all fit, none below its minimum.
  private static func narrowed(_ needed: [Int], to minimums: [Int], in free: Int) -> [Int] {
    func widths(atMost limit: Int) -> [Int] {
      zip(needed, minimums).map { needed, minimum in max(minimum, min(needed, limit)) }
    }
    var limit = needed.max() ?? 0
    while limit > 0, widths(atMost: limit).reduce(0, +) > free { limit -= 1 }
    return widths(atMost: limit)
  }

  /// The cells of columns with their separators.
  private static func total(_ widths: [Int]) -> Int {
    widths.reduce(0) { $0 + $1 + MatrixLayout.gap }
  }
}

/// Turns what changed of a frame into bytes for the terminal.
///
/// The windows of ncurses would compare each frame a second time and work out every change of style anew, which is more
/// than half of what a key costs; so only what it knows of terminals is used.
package struct FrameWriter {
  private let words: FrameWords
  private let looks: [Look]
  private let colors: [FrameWords.Word]
  private var bytes: [UInt8] = []
  private var size = Size(columns: 0, rows: 0)
  /// Where the cursor is; nil where that is not certain.
  private var place: Point?
  private var look = Look()
  private var showsCursor: Bool?

  /// From how many blanks on it is shorter to erase them and to go on behind them than to write them.
  private static let shortestErasure = 16

  /// A writer in the words of a terminal, with the looks of a theme.
  package init(_ words: FrameWords, _ theme: Theme, depth: ColorDepth) {
    self.words = words
    var colors: [FrameWords.Word] = [[]]
    looks = StyleRole.allCases.map { role in
      let appearance = theme.appearance(of: Style(role), depth: depth)
      let color = words.coloring(appearance.foreground, on: appearance.background)
      let number = colors.firstIndex(of: color) ?? colors.endIndex
      if number == colors.endIndex { colors.append(color) }
      return Look(
        color: number, emphasis: appearance.emphasis, hasForeground: appearance.foreground != .standard,
        hasBackground: appearance.background != .standard)
    }
    self.colors = colors
  }

  /// What to send so that a terminal that shows `previous` shows `frame`; nothing where both look the same.
  ///
  /// Without a previous frame the whole screen is written.
  package mutating func change(from previous: Canvas?, to frame: Canvas) -> [UInt8] {
    bytes.removeAll(keepingCapacity: true)
    size = frame.size
    place = nil
    // Who had the terminal before may have left a style that the clearing would spread.
    if previous == nil { bytes += words.plain + words.clear }
    let runs = frame.changes(since: previous ?? Canvas(size: size)) { looked($0).showsOnBlank }
    for run in runs { write(run) }
    apply(Look())
    show(frame.cursor.flatMap { frame.bounds.contains($0) ? $0 : nil }, wasShownAt: previous?.cursor)
    return bytes
  }

  /// Notes that somebody else may have shown or hidden the cursor.
  package mutating func forgetCursor() { showsCursor = nil }

  private func looked(_ style: Style) -> Look {
    var look = looks[Int(style.role.rawValue)]
    look.emphasis.formUnion(style.emphasis)
    if look.color != 0 { look.emphasis.subtract(words.withoutColor) }
    return look
  }

  private mutating func write(_ run: Run) {
    move(to: run.point)
    let next = looked(run.style)
    switch run.content {
    case .scalars(let scalars):
      let blanks = next.showsOnBlank ? 0 : scalars.reversed().prefix { $0 == FrameWords.blank }.count
      let text = scalars.dropLast(blanks)
      if !text.isEmpty {
        apply(next)
        append(text)
      }
      if blanks > 0 { erase(scalars.suffix(blanks)) }
    case .cluster(let text):
      if words.wrapsAtOnce, run.point == Point(column: size.columns - 1, row: size.rows - 1) { return }
      apply(next)
      bytes += text.utf8
      place = nil
    }
  }

  /// Writes blanks on which no style is to be seen, the shortest way.
  private mutating func erase(_ blanks: ArraySlice<UInt32>) {
    if look.showsOnBlank { apply(Look()) }
    if let place, place.column + blanks.count == size.columns, !words.clearToEnd.isEmpty {
      bytes += words.clearToEnd
    } else if blanks.count >= Self.shortestErasure, let erasure = words.erasing(blanks.count) {
      bytes += erasure
    } else {
      append(blanks)
    }
  }

  private mutating func append(_ scalars: ArraySlice<UInt32>) {
    guard var place else { return }
    if place.column + scalars.count < size.columns, scalars.reduce(0, |) < 0x80 {
      for value in scalars { bytes.append(UInt8(truncatingIfNeeded: value)) }
      self.place = Point(column: place.column + scalars.count, row: place.row)
      return
    }
    for value in scalars {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let end = place.column + (value < 0x7F ? 1 : CellWidth(scalar).columns)
      // There the screen would scroll.
      if words.wrapsAtOnce, place.row == size.rows - 1, end == size.columns { break }
      if value < 0x80 { bytes.append(UInt8(value)) } else { bytes += UTF8.encode(scalar)! }
      place.column = end
    }
    self.place = place.column < size.columns ? place : nil
  }

  private mutating func move(to point: Point) {
    if point == place { return }
    words.move(from: place, to: point, in: &bytes)
    place = point
  }

  private mutating func apply(_ next: Look) {
    if next == look { return }
    if !look.goesOn(in: next) {
      bytes += words.plain
      look = Look()
    }
    words.add(next.emphasis.subtracting(look.emphasis), in: &bytes)
    if next.color != look.color { bytes += colors[next.color] }
    look = next
  }

  private mutating func show(_ cursor: Point?, wasShownAt earlier: Point?) {
    if let cursor, !bytes.isEmpty || cursor != earlier { move(to: cursor) }
    if (cursor != nil) == showsCursor { return }
    bytes += cursor == nil ? words.hideCursor : words.showCursor
    showsCursor = cursor != nil
  }
}

/// A style as the terminal has it; without anything else, that of plain text.
private struct Look: Equatable {
  var color = 0
  var emphasis: Emphasis = []
  var hasForeground = false
  var hasBackground = false

  /// Whether a blank looks other than one of plain text.
  var showsOnBlank: Bool { hasBackground || !emphasis.isDisjoint(with: [.reverse, .underline]) }

  /// Whether another look is this one with more to it, so that nothing has to be taken back.
  func goesOn(in next: Look) -> Bool {
    emphasis.isSubset(of: next.emphasis) && (!hasForeground || next.hasForeground)
      && (!hasBackground || next.hasBackground)
  }
}

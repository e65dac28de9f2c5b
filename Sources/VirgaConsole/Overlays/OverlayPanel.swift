import VirgaCanvas

/// Draws the list that lies over the screen.
enum OverlayPanel {
  /// The whole overlay, border included.
  ///
  /// What is typed leaves its first line where it is, and takes it no more rows than what passes needs.
  static func area(of state: State) -> Rectangle {
    guard let overlay = state.overlay else { return Rectangle(column: 0, row: 0, columns: 0, rows: 0) }
    let columns = columns(of: overlay, state)
    let beside = besides(state) + explanationRows(of: overlay, state)
    let whole = body(of: state).centred(
      Size(columns: columns, rows: min(body(of: state).rows, max(overlay.all.count, 1) + beside)))
    return whole.top(min(whole.rows, max(overlay.lines.count, 1) + beside))
  }

  /// The rows that a list has besides its lines: its border, what is typed, and where there is room a blank one.
  private static func besides(_ state: State) -> Int { isTight(state) ? 3 : 4 }

  private static func isTight(_ state: State) -> Bool { body(of: state).rows < 12 }

  /// The rows besides the lines of a list of commands, those of the screen included that it leaves alone.
  static let mostBesides = 2 + 4 + 1 + mostExplained

  private static let mostExplained = 2

  /// The columns that its border has besides the title: corners, blanks, and which of its lines are seen.
  private static let besidesTitle = 16

  /// Where its lines are.
  static func rowsArea(of state: State) -> Rectangle {
    guard let overlay = state.overlay else { return area(of: state) }
    return area(of: state).inset(by: 1).droppingTop(besides(state) - 2)
      .droppingBottom(explanationRows(of: overlay, state))
  }

  private static func body(of state: State) -> Rectangle {
    Rectangle(column: 0, row: 1, columns: state.size.columns, rows: max(0, state.size.rows - 2))
  }

  private static func columns(of overlay: Overlay, _ state: State) -> Int {
    let head = title(of: overlay, state).columns + besidesTitle
    let columns = min(state.size.columns - 2, max(44, head, Widest(overlay).columns + 4))
    // Slivers of panels beside a list only disturb: it takes them.
    return state.size.columns - columns <= 8 ? state.size.columns : columns
  }

  static func draw(_ state: State, on canvas: inout Canvas) {
    guard let overlay = state.overlay else { return }
    let area = area(of: state)
    let rows = rowsArea(of: state)
    let window = overlay.scroll.window(count: overlay.lines.count, height: rows.rows)
    canvas.fill(Rectangle(column: area.column - 1, row: area.row, columns: area.columns + 2, rows: area.rows))
    canvas.drawBorder(area, title: title(of: overlay, state), note: note(of: overlay, in: window), hasFocus: true)
    drawField(overlay, state, in: area.inset(by: 1).top(1), on: &canvas)
    guard !overlay.lines.isEmpty else {
      canvas.draw(
        words(ofNothingIn: overlay, state), at: rows.origin.moved(columns: 1), style: .dim, within: rows.columns - 2)
      return
    }
    let widths = widths(of: overlay, in: rows.columns - 2, seen: window)
    for (line, place) in window.enumerated() {
      draw(overlay.lines[place], widths, isTyped: overlay.kind == .palette, in: rows.line(line), on: &canvas)
      if place == overlay.scroll.cursor { canvas.select(rows.line(line)) }
    }
    drawExplanation(
      of: overlay, in: area.inset(by: 1).bottom(area.endRow - 1 - rows.endRow), isRuled: !isTight(state), on: &canvas)
  }

  private static func title(of overlay: Overlay, _ state: State) -> DisplayText {
    switch overlay.kind {
    case .help: DisplayText("Keys in \(overlay.covered.map(place) ?? state.focus.title)")
    case .palette: "Command"
    case .channels: "Channel"
    case .messages: "Messages, the last first"
    case .choice(let title): DisplayText(title)
    }
  }

  /// What a list of keys calls the list that it covers.
  private static func place(_ overlay: Overlay) -> String { overlay.kind == .palette ? "the command line" : "the list" }

  /// How many there are, how many of them pass, and which of those are seen.
  private static func note(of overlay: Overlay, in window: Range<Int>) -> DisplayText {
    let (all, shown) = (overlay.count, overlay.shownCount)
    var count = shown == all ? "\(all)" : "\(shown) of \(all)"
    if window.count < overlay.lines.count {
      let showsSigns = overlay.lines[window].contains(where: overlay.isSign)
      guard let seen = overlay.entries(in: window) else { return showsSigns ? "signs" : DisplayText("\(shown)") }
      let last = min(seen.upperBound, shown)
      count = (last > seen.lowerBound ? "\(seen.lowerBound)–" : "") + "\(last) of \(shown)"
      if showsSigns { return DisplayText("\(count) commands, then signs") }
    }
    // What was typed may be found in names of features and flags as well.
    let areCommands = overlay.kind == .help || overlay.kind == .palette && overlay.field.isEmpty
    return DisplayText(areCommands ? "\(count) commands" : count)
  }

  /// What is said where no line fits what was typed.
  private static func words(ofNothingIn overlay: Overlay, _ state: State) -> DisplayText {
    if overlay.field.isEmpty { return "nothing is listed" }
    switch overlay.kind {
    case .palette: return "no command is called so"
    case .help where overlay.covered == nil:
      let (close, command) = (state.keyName(of: "close-list"), state.keyName(of: "command"))
      return DisplayText("no key here does that; \(close), then \(command) has every command")
    case .help, .channels, .messages, .choice: return "nothing fits what was typed"
    }
  }

  private static func drawField(_ overlay: Overlay, _ state: State, in line: Rectangle, on canvas: inout Canvas) {
    let start = line.origin.moved(columns: 1)
    let room = line.columns - 4
    canvas.draw(overlay.kind == .palette ? ":" : "/", at: start, style: .accent.bold())
    if overlay.field.isEmpty {
      let text: DisplayText =
        overlay.kind == .help && overlay.covered == nil
        ? DisplayText("type to narrow; \(state.keyName(of: "command")) has every command") : "type to narrow"
      canvas.draw(text, at: start.moved(columns: 2), style: .dim, within: room)
    }
    let typed = start.moved(columns: 2)
    let before = DisplayText(overlay.field.beforeCaret).columns
    // What stands before the caret is seen, however long it is.
    let hidden = max(0, before - room)
    canvas.draw(
      DisplayText(overlay.field.text).dropping(hidden), at: typed, style: .match, within: room,
      ellipsis: hidden > 0 ? .empty : .ellipsis)
    if hidden > 0 { canvas.draw(.ellipsis, at: typed, style: .dim) }
    canvas.reverse(overlay.field.proposedCells(at: typed, within: room, hidden: hidden))
    canvas.cursor = typed.moved(columns: before - hidden)
  }

  private static func draw(
    _ line: Overlay.Line, _ widths: (keys: Int, title: Int), isTyped: Bool, in area: Rectangle,
    on canvas: inout Canvas
  ) {
    var place = area.origin.moved(columns: 1)
    let room = area.columns - 2
    guard !line.isHeading else {
      canvas.draw(line.title, at: place, style: .title.bold(), within: room)
      return
    }
    if widths.keys > 0 {
      canvas.draw(line.keys, at: place, style: line.applies ? .accent.bold() : .dim, within: widths.keys)
      place = place.moved(columns: widths.keys + 2)
    }
    // What may be typed ends in an argument, and two long ones, such as paths, are told apart by their ends.
    let title = isTyped ? line.title.truncatedInside(to: widths.title) : line.title
    canvas.draw(title, at: place, style: line.applies ? .text : .dim, within: widths.title)
    place = place.moved(columns: widths.title + 2)
    canvas.draw(line.detail, at: place, style: .dim, within: area.column + 1 + room - place.column)
  }
}

// The columns of a list, and what explains the line under its cursor.
extension OverlayPanel {
  /// The columns that the widest texts of a list need.
  private struct Widest {
    var keys = 0
    var title = 0
    var detail = 0
    var sentence = 0

    init(_ overlay: Overlay) {
      for line in overlay.all where !line.isHeading {
        keys = max(keys, line.keys.columns)
        title = max(title, line.title.columns)
        detail = max(detail, line.detail.columns)
        sentence = max(sentence, line.sentence.columns)
      }
    }

    /// With a blank on both sides and two between.
    var columns: Int { (keys > 0 ? keys + 2 : 0) + title + (detail > 0 ? detail + 2 : 0) + 2 }
  }

  /// As wide as the texts are where all have room; else the third column gives way.
  ///
  /// The few long keys of the palette, all for editing a text, take no room from the others while they are out of sight.
  private static func widths(of overlay: Overlay, in columns: Int, seen: Range<Int>) -> (keys: Int, title: Int) {
    var widest = Widest(overlay)
    if overlay.kind == .palette { widest.keys = overlay.lines[seen].map(\.keys.columns).max() ?? 0 }
    let keys = widest.columns <= columns + 2 ? widest.keys : min(widest.keys, columns / 4)
    let left = columns - (keys > 0 ? keys + 2 : 0)
    return (keys, min(widest.title, max(columns / 2, left - widest.detail - 2, overlay.kind == .messages ? left : 0)))
  }

  /// What the line under the cursor is for, where its own columns may not say it.
  private static func explanation(of overlay: Overlay) -> DisplayText {
    guard let line = overlay.selected else { return .empty }
    if !line.sentence.isEmpty { return line.sentence }
    if line.detail.isEmpty { return line.title }
    return line.title + (line.detail.plain.hasPrefix("= ") ? " " : ": ") + line.detail
  }

  /// How many rows explain the line under the cursor, with the rule above them; none where every line is whole.
  ///
  /// There are as many as the longest needs, so that nothing moves with the cursor, but for one that needs more than usual.
  private static func explanationRows(of overlay: Overlay, _ state: State) -> Int {
    let columns = columns(of: overlay, state) - 4
    let widest = Widest(overlay)
    guard overlay.kind != .messages, widest.sentence > 0 || widest.columns > columns + 2 else { return 0 }
    let longest = max(widest.sentence, widest.sentence > 0 ? 0 : widest.title + widest.detail + 2)
    let rule = isTight(state) ? 0 : 1
    let room = body(of: state).rows - besides(state) - rule
    let usual = min((longest + columns - 1) / max(columns - 8, 1), mostExplained, room / 3)
    let needed = explanation(of: overlay).wrapped(to: columns).count
    return rule + max(0, needed <= usual ? usual : min(needed, room - 1))
  }

  private static func drawExplanation(of overlay: Overlay, in area: Rectangle, isRuled: Bool, on canvas: inout Canvas) {
    if isRuled, area.rows > 0 {
      canvas.draw(DisplayText(String(repeating: "─", count: area.columns)), at: area.origin, style: .border)
    }
    let text = area.droppingTop(isRuled ? 1 : 0)
    for (row, line) in explanation(of: overlay).wrapped(to: text.columns - 2).prefix(text.rows).enumerated() {
      canvas.draw(line, at: text.origin.moved(columns: 1, rows: row), style: isRuled ? .text : .dim)
    }
  }
}

extension TextField {
  /// The cells of what is only proposed, in a field that is drawn at a place.
  ///
  /// - Parameter hidden: How many columns of the text stand before that place and are not seen.
  func proposedCells(at place: Point, within columns: Int, hidden: Int = 0) -> Rectangle {
    let start = min(max(0, DisplayText(typed).columns - hidden), columns)
    let end = min(max(start, DisplayText(text).columns - hidden), columns)
    return Rectangle(column: place.column + start, row: place.row, columns: proposed > 0 ? end - start : 0, rows: 1)
  }
}

import VirgaCanvas

/// Draws the list that lies over the screen.
enum OverlayPanel {
  /// The whole overlay, border included.
  static func area(of state: State) -> Rectangle {
    guard let overlay = state.overlay else { return Rectangle(column: 0, row: 0, columns: 0, rows: 0) }
    let screen = state.size
    let body = Rectangle(column: 0, row: 1, columns: screen.columns, rows: max(0, screen.rows - 2))
    let columns: Int
    switch overlay.kind {
    case .channels, .choice, .messages: columns = min(screen.columns - 2, max(44, widest(overlay) + 8))
    case .help, .palette: columns = min(screen.columns - 2, 116)
    }
    let rows = min(body.rows, overlay.all.count + 4)
    // Slivers of panels beside a list only disturb: it takes them.
    let isNearlyWhole = screen.columns - columns <= 8
    return body.centred(Size(columns: isNearlyWhole ? screen.columns : columns, rows: rows))
  }

  /// Where its lines are.
  static func rowsArea(of state: State) -> Rectangle { area(of: state).inset(by: 1).droppingTop(2) }

  static func draw(_ state: State, on canvas: inout Canvas) {
    guard let overlay = state.overlay else { return }
    let area = area(of: state)
    canvas.fill(Rectangle(column: area.column - 1, row: area.row, columns: area.columns + 2, rows: area.rows))
    canvas.drawBorder(area, title: title(of: overlay, state), note: note(of: overlay), hasFocus: true)
    drawField(overlay, in: area.inset(by: 1).top(1), on: &canvas)
    let rows = rowsArea(of: state)
    guard !overlay.lines.isEmpty else {
      let typed = overlay.field.text
      let text: DisplayText = overlay.kind == .palette ? "no command is called so" : "nothing fits what was typed"
      canvas.draw(
        typed.isEmpty ? "nothing is listed" : text, at: rows.origin.moved(columns: 1), style: .dim,
        within: rows.columns - 2)
      return
    }
    let widths = widths(of: overlay, in: rows.columns - 2)
    for (line, place) in overlay.scroll.window(count: overlay.lines.count, height: rows.rows).enumerated() {
      draw(overlay.lines[place], widths, in: rows.line(line), on: &canvas)
      if place == overlay.scroll.cursor { canvas.select(rows.line(line)) }
    }
  }

  private static func title(of overlay: Overlay, _ state: State) -> DisplayText {
    switch overlay.kind {
    case .help: DisplayText("Keys in \(state.focus.title)")
    case .palette: "Command"
    case .channels: "Channel"
    case .messages: "Messages, the last first"
    case .choice(let title): DisplayText(title)
    }
  }

  private static func note(of overlay: Overlay) -> DisplayText {
    let (all, shown) = (overlay.count, overlay.shownCount)
    let count = shown == all ? "\(all)" : "\(shown) of \(all)"
    // What was typed may be found in names of features and flags as well.
    let areCommands = overlay.kind == .help || overlay.kind == .palette && overlay.field.isEmpty
    return DisplayText(areCommands ? "\(count) commands" : count)
  }

  private static func drawField(_ overlay: Overlay, in line: Rectangle, on canvas: inout Canvas) {
    let start = line.origin.moved(columns: 1)
    let room = line.columns - 4
    canvas.draw(overlay.kind == .palette ? ":" : "/", at: start, style: .accent.bold())
    if overlay.field.isEmpty {
      let text: DisplayText = overlay.kind == .help ? "type to narrow: name, key or description" : "type to narrow"
      canvas.draw(text, at: start.moved(columns: 2), style: .dim, within: room)
    }
    canvas.draw(DisplayText(overlay.field.text), at: start.moved(columns: 2), style: .match, within: room)
    canvas.reverse(overlay.field.proposedCells(at: start.moved(columns: 2), within: room))
    canvas.cursor = start.moved(columns: 2 + min(DisplayText(overlay.field.beforeCaret).columns, room))
  }

  private static func widths(of overlay: Overlay, in columns: Int) -> (keys: Int, title: Int) {
    let keys = min(overlay.all.map(\.keys.columns).max() ?? 0, columns / 4)
    let isWide = overlay.kind == .messages
    let title = min(
      overlay.all.lazy.filter { !$0.isHeading }.map(\.title.columns).max() ?? 0, isWide ? columns : columns / 2)
    return (keys, title)
  }

  private static func draw(
    _ line: Overlay.Line, _ widths: (keys: Int, title: Int), in area: Rectangle, on canvas: inout Canvas
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
    canvas.draw(line.title, at: place, style: line.applies ? .text : .dim, within: widths.title)
    place = place.moved(columns: widths.title + 2)
    canvas.draw(line.detail, at: place, style: .dim, within: area.column + 1 + room - place.column)
  }

  private static func widest(_ overlay: Overlay) -> Int {
    overlay.all.map { $0.keys.columns + $0.title.columns + $0.detail.columns + 6 }.max() ?? 0
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

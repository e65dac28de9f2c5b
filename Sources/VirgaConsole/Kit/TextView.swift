import VirgaCanvas

/// The scroll position of a panel that shows a text.
struct TextScroll: Equatable, Sendable {
  var top = 0
  /// The subject when last drawn; another one scrolls back to the top.
  fileprivate var subject = ""
}

/// A panel that shows a text, such as the details of a value.
protocol TextView: PanelView {
  /// The heading of the text, in the border if it fits.
  func title(of model: Model) -> DisplayText
  /// A note at the right of the upper border; empty for none.
  func subtitle(of model: Model) -> DisplayText
  /// The name of the item that the text is about; the text of another item starts at its top.
  func subject(of model: Model) -> String
  /// The text in lines of at most `columns` cells.
  func text(of model: Model, columns: Int) -> [StyledLine]
}

extension TextView {
  func subtitle(of model: Model) -> DisplayText { .empty }

  /// Draws the visible lines in a border with the title, the subtitle and the scroll position.
  func draw(_ model: Model, on canvas: inout Canvas) {
    guard let area = model.layout.panels[panel] else { return }
    let inside = area.inset(by: 1)
    let lines = lines(of: model)
    let hasFocus = model.focus == panel
    let lastTop = max(0, lines.count - inside.rows)
    let top = min(scroll(in: model).top, lastTop)
    let position = Prose.scrollPosition(from: top, rows: inside.rows, of: lines.count)
    let borderTextArea = BorderText.area(in: area, hasFocus: hasFocus, isASCII: canvas.isASCII)
    let title = titleInBorder(of: model, beside: position, in: borderTextArea)
    let notes = BorderText.notes(subtitle(of: model), position, beside: title, in: borderTextArea)
    canvas.drawBorder(area, title: title, subtitle: notes, hasFocus: hasFocus)
    canvas.draw(lines.dropFirst(top), in: inside)
    // The terminal's cursor is at the start of the text, which is after one blank. An open list has
    // the cursor instead.
    if hasFocus, model.overlay == nil { canvas.cursor = inside.origin.moved(columns: 1) }
  }

  /// The title for the border: that of the text, as `title(of:)` gives it; or the panel's own one
  /// if the title of the text is shown above its lines, or does not fit beside the scroll position.
  private func titleInBorder(
    of model: Model, beside position: DisplayText, in area: Rectangle
  ) -> DisplayText {
    let title = title(of: model)
    let isTitleInText = !titleAboveText(of: model, columns: columnsOfText(in: model)).isEmpty
    // The position is empty if all lines are visible.
    let lacksRoom = !position.isEmpty && !BorderText.hasRoom(for: title, and: position, in: area)
    return isTitleInText || lacksRoom ? DisplayText(panel.title) : title
  }

  /// The title as lines above the text if it may not fit in the border; no lines if it fits.
  func titleAboveText(of model: Model, columns: Int) -> [StyledLine] {
    // The width of a scroll position such as `15 of 53 lines` with its border. A title that leaves
    // this room in the width of the text stays in the border.
    let positionColumns = 20
    let title = title(of: model)
    // A title that is not wider than a scroll position never takes rows of the text.
    let isShort = title.columns <= max(positionColumns, columns - positionColumns)
    return isShort ? [] : title.wrapped(to: columns).map { StyledLine($0, .title) }
  }

  /// The rows that the whole text needs at a width, border included.
  func wantedRows(_ model: Model, columns: Int) -> Int {
    let borderRows = 2
    let borderAndBlanks = 4  // On each side a column of the border, and a blank.
    let textColumns = columns - borderAndBlanks
    let titleRows = titleAboveText(of: model, columns: textColumns).count
    return titleRows + text(of: model, columns: textColumns).count + borderRows
  }

  /// The title, if it is part of the text, and the text.
  func lines(of model: Model) -> [StyledLine] {
    let columns = columnsOfText(in: model)
    return titleAboveText(of: model, columns: columns) + text(of: model, columns: columns)
  }

  /// The width of the text: that of the panel without its border and a blank on each side.
  private func columnsOfText(in model: Model) -> Int {
    let blanks = 2
    return model.layout.inside(panel).columns - blanks
  }

  private func scroll(in model: Model) -> TextScroll {
    model.navigation.textScrolls[panel] ?? TextScroll()
  }

  func top(in model: Model) -> Int? { scroll(in: model).top }
  func show(from top: Int, in model: inout Model) {
    model.navigation.textScrolls[panel, default: TextScroll()].top = top
  }

  /// Scrolls back if the text ends above the end of its window; the text of another subject, such
  /// as another recipe, starts at the top.
  func clampScroll(in model: inout Model) {
    let scroll = scroll(in: model)
    let subject = subject(of: model)
    var top = scroll.subject == subject ? scroll.top : 0
    let isVisible = model.layout.panels[panel] != nil
    // A text at its top needs no check, which would lay it out.
    if top != 0, isVisible {
      let lastTop = max(count(in: model) - rowsArea(in: model).rows, 0)
      // It is negative after scrolling back beyond the start.
      top = min(max(top, 0), lastTop)
    }
    let new = TextScroll(top: top, subject: subject)
    if scroll != new { model.navigation.textScrolls[panel] = new }
  }
}

/// The texts in the borders of a panel.
enum BorderText {
  /// What precedes the title of a panel: `> ` if it has the focus and its border has no heavy lines
  /// to show that, else nothing.
  static func focusSign(hasFocus: Bool, isASCII: Bool) -> DisplayText {
    hasFocus && isASCII ? "> " : .empty
  }

  /// The area of a panel without the columns that the sign of the focus takes from the texts in the
  /// upper border.
  static func area(in panel: Rectangle, hasFocus: Bool, isASCII: Bool) -> Rectangle {
    panel.droppingLeft(focusSign(hasFocus: hasFocus, isASCII: isASCII).columns)
  }

  /// The subtitle and the scroll position in a border; only the position if both do not fit.
  static func notes(
    _ subtitle: DisplayText, _ position: DisplayText, beside title: DisplayText, in area: Rectangle
  ) -> DisplayText {
    let both = [subtitle, position].filter { !$0.isEmpty }.joined(separator: " · ")
    let showsBoth = position.isEmpty || hasRoom(for: title, and: both, in: area)
    return showsBoth ? both : position
  }

  /// Whether a border of an area has room for a title and notes, each between blanks.
  static func hasRoom(
    for title: DisplayText, and notes: DisplayText, in area: Rectangle
  ) -> Bool {
    // A corner with a piece of the line at each end, and a piece between the two texts.
    let (ends, pieceBetween) = (4, 1)
    let blanksAroundTexts = 4
    let besideTexts = ends + pieceBetween + blanksAroundTexts
    return title.columns + notes.columns + besideTexts <= area.columns
  }
}

import VirgaCanvas

/// The scroll position of a panel that shows a text.
struct TextScroll: Equatable, Sendable {
  var top = 0
  /// The subject when last drawn; another one scrolls back to the top.
  fileprivate var subject = ""
}

/// A panel that shows a text, such as the details of a value.
protocol TextView: PanelView {
  func title(of model: Model) -> DisplayText
  func subtitle(of model: Model) -> DisplayText
  /// The name of the item that the text is about; the text of another item starts at its top.
  func subject(of model: Model) -> String
  /// The text in lines of at most `columns` cells.
  func text(of model: Model, columns: Int) -> [StyledLine]
}

extension TextView {
  func subtitle(of model: Model) -> DisplayText { .empty }

  func draw(_ model: Model, on canvas: inout Canvas) {
    guard let area = model.layout.panels[panel] else { return }
    let inside = area.inset(by: 1)
    let lines = lines(of: model)
    let hasFocus = model.focus == panel
    let top = min(scroll(in: model).top, max(0, lines.count - inside.rows))
    let reach = Prose.reach(from: top, rows: inside.rows, of: lines.count)
    var title = title(of: model)
    let isTitleInText = !wholeTitle(of: model, columns: inside.columns - 2).isEmpty
    let hasRoom = BorderText.hasRoom(for: title, and: reach, in: area)
    if isTitleInText || !reach.isEmpty && !hasRoom {
      title = DisplayText(panel.title)
    }
    let notes = BorderText.notes(subtitle(of: model), reach, beside: title, in: area)
    canvas.drawBorder(area, title: title, subtitle: notes, hasFocus: hasFocus)
    canvas.draw(lines.dropFirst(top), in: inside)
    if hasFocus, model.overlay == nil { canvas.cursor = inside.origin.moved(columns: 1) }
  }

  /// The title as lines above the text, if it may not fit in the border.
  func wholeTitle(of model: Model, columns: Int) -> [StyledLine] {
    // The width of a scroll position such as `15 of 53 lines` with its border.
    let maxSubtitleWidth = 20
    let title = title(of: model)
    let isShort = title.columns <= max(maxSubtitleWidth, columns - maxSubtitleWidth)
    return isShort ? [] : title.wrapped(to: columns).map { StyledLine($0, .title) }
  }

  /// The rows that the whole text needs at a width, border included.
  func wantedRows(_ model: Model, columns: Int) -> Int {
    [wholeTitle, text].flatMap { $0(model, columns - 4) }.count + 2
  }

  func lines(of model: Model) -> [StyledLine] {
    let columns = model.layout.inside(panel).columns - 2
    return wholeTitle(of: model, columns: columns) + text(of: model, columns: columns)
  }

  private func scroll(in model: Model) -> TextScroll {
    model.navigation.scrolls[panel] ?? TextScroll()
  }

  func top(in model: Model) -> Int? { scroll(in: model).top }
  func show(from top: Int, in model: inout Model) {
    model.navigation.scrolls[panel, default: TextScroll()].top = top
  }

  /// Keeps the text in its window; a new subject starts at the top.
  func clampScroll(in model: inout Model) {
    let scroll = scroll(in: model)
    let subject = subject(of: model)
    var top = scroll.subject == subject ? scroll.top : 0
    if top != 0, model.layout.panels[panel] != nil {
      top = min(max(top, 0), max(count(in: model) - rowsArea(in: model).rows, 0))
    }
    let new = TextScroll(top: top, subject: subject)
    if scroll != new { model.navigation.scrolls[panel] = new }
  }
}

/// The texts in the upper border of a panel.
enum BorderText {
  /// The subtitle and the scroll position in a border; only the latter if both do not fit.
  static func notes(
    _ subtitle: DisplayText, _ reach: DisplayText, beside title: DisplayText, in area: Rectangle
  ) -> DisplayText {
    let both = [subtitle, reach].filter { !$0.isEmpty }.joined(separator: " · ")
    return reach.isEmpty || hasRoom(for: title, and: both, in: area) ? both : reach
  }

  /// Whether the upper border of an area has room for a title and notes, each between blanks.
  static func hasRoom(
    for title: DisplayText, and notes: DisplayText, in area: Rectangle
  ) -> Bool {
    let cornersAndBlanks = 9
    return title.columns + notes.columns + cornersAndBlanks <= area.columns
  }
}

import VirgaCanvas
import VirgaJSON
import VirgaSession
import VirgaWorkbench

/// The recipes with their status.
enum RecipePanel {
  static func draw(_ state: State, on canvas: inout Canvas) {
    guard let area = state.layout.panels[.recipes] else { return }
    let hasFocus = state.focus == .recipes
    let screen = state.experiments
    let shown = screen.rows.count
    let title = shown == screen.total ? "Recipes \(shown)" : "Recipes \(shown) of \(screen.total)"
    let client =
      screen.marked.isEmpty
      ? state.session.clientID.map { "client \($0.prefix(4))…" } ?? "" : "\(screen.marked.count) marked"
    canvas.drawBorder(area, title: DisplayText(title), note: DisplayText(client), hasFocus: hasFocus)
    screen.filter.draw(in: state.layout.inside(.recipes).top(1), on: &canvas)
    let rows = ExperimentScreen.rowsArea(of: .recipes, in: state)
    guard shown > 0 else {
      drawEmpty(state, in: rows, on: &canvas)
      return
    }
    let words = screen.words.shown(in: rows.columns)
    let window = screen.list.window(count: shown, height: rows.rows)
    let hasMarks = screen.rows[window].contains { isUnfit($0, state) }
    let slugs = DistinctCut.of(
      screen.rows[window].map { DisplayText($0.slug) }, to: rows.columns - 6 - words - (hasMarks ? 2 : 0))
    for (line, place) in window.enumerated() {
      let isSelected = place == screen.list.cursor
      let row = rows.line(line)
      canvas.draw(
        Self.line(
          screen.rows[place], slugs[line], isSelected, isUnfit: isUnfit(screen.rows[place], state), words: words),
        at: row.origin.moved(columns: 1), within: row.columns - 1)
      if screen.marked.contains(screen.rows[place].slug) {
        canvas.draw(Marks.marked, at: row.origin, style: .accent.bold())
      }
      guard isSelected else { continue }
      if hasFocus {
        canvas.select(row)
        if state.overlay == nil, !screen.filter.isTyping { canvas.cursor = row.origin.moved(columns: 1) }
      }
    }
  }

  /// How many columns the words of recipes take at most.
  struct WordColumns: Equatable, Sendable {
    private var usual = 8
    private var all = 0

    init(_ rows: [RecipeRow] = []) {
      for row in rows {
        let columns = DisplayText(row.word).columns
        all = max(all, columns)
        if row.lacking == nil { usual = max(usual, columns) }
      }
    }

    /// How many they have: what a recipe lacks is named where that takes little from the slugs.
    func shown(in columns: Int) -> Int { all <= max(usual, columns / 4) ? all : usual }
  }

  /// How wide the panel has to be for the whole slug of every recipe.
  static func wantedColumns(_ state: State) -> Int { 20 + state.layers.longestSlug }

  /// Whether a recipe configures what the manifest does not have, or gives the client a config that does not fit.
  private static func isUnfit(_ row: RecipeRow, _ state: State) -> Bool {
    row.isUnfit || state.misfits.slugs.contains(row.slug)
  }

  private static func line(
    _ row: RecipeRow, _ slug: DisplayText, _ isSelected: Bool, isUnfit: Bool, words: Int
  ) -> StyledLine {
    var line = StyledLine(isSelected ? Marks.cursor : " ", .accent)
    line.add(row.isForced ? "●" : " ", .override)
    line.add(row.mark, row.style)
    line.add(" ")
    let whole = DisplayText(row.word)
    let word = row.lacking != nil && whole.columns > words ? "no data" : whole.truncated(to: words)
    line.add(word, row.style)
    line.add(.blanks(words + 1 - word.columns))
    line.add(slug, isSelected ? .text.bold() : .text)
    if isUnfit { line.add(" " + Marks.problem, .warning.bold()) }
    return line
  }

  private static func drawEmpty(_ state: State, in area: Rectangle, on canvas: inout Canvas) {
    let text: DisplayText =
      state.experiments.total > 0
      ? DisplayText("no recipe fits; \(state.keyName(of: "clear")) clears the filter")
      : DisplayText(
        "This session knows no recipes. \(state.keyName(of: "load-recipes")) loads some from a file, as --recipes FILE does at the start; the session keeps them."
      )
    for (row, line) in text.wrapped(to: area.columns - 2).prefix(area.rows).enumerated() {
      canvas.draw(line, at: area.origin.moved(columns: 1, rows: row), style: .dim)
    }
  }
}

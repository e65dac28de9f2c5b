import VirgaCanvas
import VirgaJSON
import VirgaSession
import VirgaWorkbench

/// The recipes with their status.
enum RecipePanel {
  static let view = ListPanel(
    panel: .recipes, model: \State.experiments.recipeList, hasHeads: true, opens: "open-recipe",
    columns: { room in
      let hasMarks = room.seen.contains { isUnfit($0, room.state) }
      let longest = (room.seen.map { DisplayText($0.slug).columns }.max() ?? 0) + (hasMarks ? 2 : 0)
      let usual = wordColumns(of: room.state.experiments.rows, in: room.columns)
      let withoutWord = room.columns - 3
      // Prefer the whole slug to the status word, which has a mark too.
      let words = longest <= withoutWord && longest > withoutWord - usual - 1 ? 0 : usual
      let left = room.columns - 3 - (words == 0 ? 0 : words + 1)
      let slugs = DistinctCut.of(room.seen.map { DisplayText($0.slug) }, to: left - (hasMarks ? 2 : 0))
      let cuts = Dictionary(zip(room.seen.map(\.id), slugs)) { first, _ in first }
      return [
        Column(width: .fixed(2)) { row, _ in
          var line = StyledLine(row.isForced ? "●" : " ", .override)
          line.add(row.mark, row.style)
          return line
        },
        Column("Gate", width: .fixed(words), spoken: { $0.word }) { row, width in
          let whole = DisplayText(row.word)
          let word = row.lacking != nil && whole.columns > width ? "no data" : whole.truncated(to: width)
          return StyledLine(word, row.style)
        },
        Column("Recipe", width: .rest) { row, _ in
          var line = StyledLine(cuts[row.id] ?? DisplayText(row.slug))
          if isUnfit(row, room.state) { line.add(" " + Marks.problem, .warning.bold()) }
          return line
        },
      ]
    },
    title: { Panel.recipes.title(showing: $0.experiments.rows.count, of: $0.experiments.recipeList.items.count) },
    note: { state in
      let marked = state.experiments.recipeList.markCount
      guard marked == 0 else { return DisplayText("\(marked) marked") }
      return state.session.clientID.map { DisplayText("client \($0.prefix(4))…") } ?? .empty
    },
    empty: { state in
      guard state.experiments.recipeList.items.isEmpty else {
        return DisplayText("no recipe fits; \(state.keyName(of: "clear")) clears the filter")
      }
      let load = state.keyName(of: "load-recipes")
      return DisplayText(
        "This session knows no recipes. \(load) loads some from a file, as --recipes FILE does at the start; the session keeps them."
      )
    })

  /// The width of the panel at which all slugs fit.
  static func wantedColumns(_ state: State) -> Int { 20 + state.layers.longestSlug }

  /// The width of the status words, including missing attributes if slugs hardly get shorter.
  private static func wordColumns(of rows: [RecipeRow], in columns: Int) -> Int {
    let all = rows.map { DisplayText($0.word).columns }.max() ?? 0
    let usual = rows.filter { $0.lacking == nil }.map { DisplayText($0.word).columns }.max() ?? 0
    return all <= max(usual, 8, columns / 4) ? max(all, 8) : max(usual, 8)
  }

  /// Whether a recipe has unknown features or gives the client a mismatched config.
  private static func isUnfit(_ row: RecipeRow, _ state: State) -> Bool {
    row.isUnfit || state.findings.misfits.slugs.contains(row.slug)
  }
}

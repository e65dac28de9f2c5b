import VirgaCanvas
import VirgaJSON
import VirgaSession
import VirgaWorkbench

enum RecipePanel {
  static let view = ListPanel(
    panel: .recipes, model: \State.experiments.recipeList, hasHeads: true, opens: "open-recipe",
    columns: { room in
      let mark = Column<RecipeRow>(width: .fixed(2)) { row, _ in
        var line = StyledLine(row.isForced ? "●" : " ", .override)
        line.add(row.mark, row.style)
        return line
      }
      guard lines(room.state, columns: room.columns) == 1 else {
        return [mark, Column("Recipe · gate", width: .rest) { row, _ in text(row, room.state) }]
      }
      return [
        mark,
        Column("Gate", width: .content(least: 8, rank: 1), spoken: { $0.word }) { row, width in
          let word = DisplayText(row.word)
          return StyledLine(row.lacking != nil && word.columns > width ? "no data" : word, row.style)
        },
        Column("Recipe", width: .content(least: 12, rank: 0), name: { DisplayText($0.slug) }) { row, _ in
          var line = StyledLine(DisplayText(row.slug))
          if hasConfigMismatch(row, room.state) { line.add(" " + PanelSymbols.problem, .warning.bold()) }
          return line
        },
      ]
    },
    title: { Panel.recipes.title(showing: $0.experiments.rows.count, of: $0.experiments.recipeList.items.count) },
    subtitle: { state in
      let marked = state.experiments.recipeList.markCount
      guard marked == 0 else { return DisplayText("\(marked) marked") }
      return state.session.clientID.map { DisplayText("client \($0.prefix(4))…") } ?? .empty
    },
    empty: { state in
      guard state.experiments.recipeList.items.isEmpty else {
        return DisplayText("no recipe matches; \(state.keyName(of: "clear")) clears the filter")
      }
      let load = state.keyName(of: "load-recipes")
      return DisplayText(
        "No recipes yet. Press \(load) to load a file (or start with --recipes FILE); they are saved in the session."
      )
    }, lines: lines, ownLines: { state, row, columns in text(row, state).wrapped(to: columns - 3).count })

  /// The width of the panel at which all slugs fit.
  static func wantedColumns(_ state: State) -> Int { 20 + state.layers.longestSlug }

  /// The most lines of a row: a slug that does not fit next to its gate comes before it, and both are wrapped.
  @Sendable private static func lines(_ state: State, columns: Int) -> Int {
    guard state.layers.longestSlug + 14 > columns else { return 1 }
    return min(
      state.experiments.recipeList.items.lazy.map { text($0, state).wrapped(to: columns - 3).count }.max() ?? 1, 5)
  }

  private static func text(_ row: RecipeRow, _ state: State) -> StyledLine {
    StyledLine(
      of: (DisplayText(row.slug), .text), ("  ", .text),
      (hasConfigMismatch(row, state) ? PanelSymbols.problem + " " : .empty, .warning.bold()),
      (DisplayText(row.word), row.style))
  }

  private static func hasConfigMismatch(_ row: RecipeRow, _ state: State) -> Bool {
    row.hasConfigMismatch || state.findings.mismatches.slugs.contains(row.slug)
  }
}

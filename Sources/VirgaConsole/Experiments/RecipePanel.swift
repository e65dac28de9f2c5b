import VirgaCanvas
import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaTargeting
import VirgaWorkbench

enum RecipePanel {
  static let view = ListPanel(
    panel: .recipes, path: \Model.experiments.recipeList, hasHeads: true, opens: "open-recipe",
    columns: { room in
      let mark = Column<RecipeRow>(width: .fixed(2)) { row, _ in
        StyledLine(of: (row.isForced ? "●" : " ", .override), row.sign)
      }
      guard lines(room.model, columns: room.columns) == 1 else {
        return [mark, Column("Recipe · gate", width: .rest) { row, _ in text(row, room.model) }]
      }
      return [
        mark,
        Column("Gate", width: .content(least: 8, rank: 1), spoken: { $0.word }) { row, width in
          let word = DisplayText(row.word)
          return StyledLine(row.lacking != nil && word.columns > width ? "no data" : word, row.sign.style)
        },
        Column("Recipe", width: .content(least: 12, rank: 0), name: { DisplayText($0.slug) }) { row, _ in
          var line = StyledLine(DisplayText(row.slug))
          if hasConfigMismatch(row, room.model) { line.add(" " + PanelSymbols.problem, .warning.bold()) }
          return line
        },
      ]
    },
    title: { Panel.recipes.title(showing: $0.experiments.rows.count, of: $0.experiments.recipeList.items.count) },
    subtitle: { model in
      let marked = model.experiments.recipeList.markCount
      guard marked == 0 else { return DisplayText("\(marked) marked") }
      return model.session.clientID.map { DisplayText("client \($0.prefix(4))…") } ?? .empty
    },
    empty: { model in
      guard model.experiments.recipeList.items.isEmpty else {
        return DisplayText("no recipe matches; \(model.keyName(of: "clear")) clears the filter")
      }
      let load = model.keyName(of: "load-recipes")
      return DisplayText(
        "No recipes yet. Press \(load) to load a file (or start with --recipes FILE); they are saved in the session."
      )
    }, lines: lines, ownLines: { model, row, columns in text(row, model).wrapped(to: columns - 3).count })

  /// The width of the panel at which all slugs fit.
  static func wantedColumns(_ model: Model) -> Int { 20 + model.layers.longestSlug }

  /// The most lines of a row: a slug that does not fit next to its gate comes before it, and both are wrapped.
  @Sendable private static func lines(_ model: Model, columns: Int) -> Int {
    guard model.layers.longestSlug + 14 > columns else { return 1 }
    let longest = model.experiments.recipeList.items.max { $0.length < $1.length }
    return longest.map { min(5, text($0, model).wrapped(to: columns - 3).count) } ?? 1
  }

  private static func text(_ row: RecipeRow, _ model: Model) -> StyledLine {
    StyledLine(
      of: (DisplayText(row.slug), .text), ("  ", .text),
      (hasConfigMismatch(row, model) ? PanelSymbols.problem + " " : .empty, .warning.bold()),
      (DisplayText(row.word), row.sign.style))
  }

  private static func hasConfigMismatch(_ row: RecipeRow, _ model: Model) -> Bool {
    row.hasConfigMismatch || model.findings.mismatches.contains { $0.slug == row.id }
  }
}

struct RecipeRow: ListItem {
  /// The recipe's slug; for an unreadable one, a name that distinguishes it.
  let slug: String
  let isRollout: Bool
  /// The client's status; nil if the recipe was not evaluated.
  let status: EnrollmentStatus?
  /// Whether the person forced a branch or opted out.
  let isForced: Bool
  let isOptedOut: Bool
  /// The missing attribute that prevents the evaluation; nil for other reasons, or if it was evaluated.
  let lacking: String?
  /// Whether it configures something that the manifest does not have.
  let hasConfigMismatch: Bool
  let unread: UnreadRecipe?

  var id: Name { Name(slug) }
  /// The branch that the client is in.
  var branch: String? { status?.activeBranch }
  var isEnrolled: Bool { branch != nil }
  /// The length of its text in the list, in bytes.
  var length: Int { slug.utf8.count + word.utf8.count }
  var forcedWords: String { isOptedOut ? "opted out by hand" : "forced by hand" }

  func rank(_ filter: Filter, fuzzy: Bool) -> Int? {
    func isMatch(_ text: String) -> Bool { fuzzy ? filter.match(text) != nil : filter.containsWhole(text) }
    return isMatch(slug) || isMatch(word) ? 0 : nil
  }

  /// Why nothing can be done with it if the session does not have it.
  func absence(in model: Model) -> StatusMessage {
    let key = model.keyName(of: "load-recipes")
    return unread == nil ? .ended(slug, load: key) : .unreadable(slug, load: key)
  }

  /// Includes ended and unreadable recipes; sorted by slug.
  static func rows(
    _ recipes: [Recipe], _ enrollments: EnrollmentState, of client: KnownClient, unread: [UnreadRecipe],
    in manifest: Manifest?
  ) -> [RecipeRow] {
    let session = client.session
    let known = Dictionary(naming: recipes, by: \.slug)
    let read = Set(known.keys).union(enrollments.records.keys)
    func name(_ recipe: UnreadRecipe) -> String {
      read.contains(Name(recipe.name)) ? recipe.nameBesideOther : recipe.name
    }
    // Unreadable recipes of the same name share a row with all their problems.
    let others = Dictionary(naming: unread.lazy.map { (name($0), $0) }.filter { !read.contains(Name($0.0)) }) {
      UnreadRecipe(slug: $0.slug, problems: $0.problems + $1.problems)
    }
    return read.union(others.keys).listed().map { slug in
      let (recipe, status) = (known[slug], enrollments.records[slug])
      return RecipeRow(
        slug: slug, isRollout: recipe?.isRollout ?? false, status: status, isForced: session[.branch, slug] != nil,
        isOptedOut: session[.branch, slug] == .null,
        lacking: recipe.flatMap { self.lacking(for: $0, status, client.context) },
        hasConfigMismatch: recipe.map { manifest?.unknown(of: $0.featureIDs).isEmpty == false } ?? false,
        unread: others[slug])
    }
  }

  private static func lacking(
    for recipe: Recipe, _ status: EnrollmentStatus?, _ context: TargetingContext
  ) -> String? {
    guard case .error? = status, let expression = recipe.targeting.flatMap({ try? Expression($0) }) else { return nil }
    return expression.explained(in: context, mustBeBoolean: true).lacking.first
  }
}

// The status in a word.
extension RecipeRow {
  var word: String {
    switch status {
    case nil: unread == nil ? "no record" : "unread"
    case .enrolled?: "enrolled"
    case .notEnrolled(let reason)?: Self.words[reason.name] ?? reason.name
    case .disqualified(.optOut, _)?, .disqualified(.experimentsOptOut, _)?, .disqualified(.rolloutsOptOut, _)?:
      "opted out"
    case .disqualified?: "left"
    case .wasEnrolled?: "ended"
    case .error?: lacking.map { "lacks \($0)" } ?? "broken"
    }
  }

  /// The words for the reasons not to enroll, by name.
  static let words = [
    "DifferentAppName": "other app", "DifferentChannel": "channel", "EnrollmentsPaused": "paused",
    "FeatureConflict": "conflict", "NotSelected": "bucket", "NotTargeted": "targeting", "OptOut": "opted out",
    "ExperimentsOptOut": "opted out", "RolloutsOptOut": "opted out", "FirefoxLabs": "Labs",
  ]

  /// The mark of the status: kind of recipe, `?` (attribute missing) or `!` (not evaluable).
  var sign: (mark: DisplayText, style: Style) {
    switch status {
    case .enrolled?: isRollout ? (PanelSymbols.rollout, .rollout) : (PanelSymbols.experiment, .experiment)
    case .error? where lacking != nil: ("?", .warning)
    case .error?, nil: (PanelSymbols.problem, .error)
    default: (" ", .dim)
    }
  }
}

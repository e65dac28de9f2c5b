import VirgaCanvas
import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaSource
import VirgaTargeting
import VirgaWorkbench

/// The list of recipes with their statuses.
struct RecipePanel: ListPanel {
  let panel = Panel.recipes
  let path: ModelPath<ListModel<RecipeRow>> = \Model.experiments.list
  let doubleClickCommand: String? = "open-recipe"

  func listModel(of model: Model) -> ListModel<RecipeRow> { model.experiments.list }

  /// Signs (of a forced branch, and of the status), gate (the status, or what stops the client) and
  /// recipe, each recipe in one line; in a narrow panel, gates and slugs are cut.
  func columns(of model: Model, in room: ListRoom<RecipeRow>) -> [Column<RecipeRow>] {
    let signs = Column<RecipeRow>(width: .fixed(Self.signColumns)) { row, _ in
      StyledLine(of: (row.isForced ? PanelSymbols.overridden : " ", .override), row.sign)
    }
    let gateWidth = ColumnWidth.fixed(Self.gateColumns(of: model, in: room))
    return [
      signs,
      Column("Gate", width: gateWidth, spoken: { $0.statusWord }) { row, _ in
        StyledLine(DisplayText(row.statusWord), row.statusStyle)
      },
      Column("Recipe", width: .rest) { row, width in Self.slugAndMarks(of: row, columns: width) },
    ]
  }

  /// The slug of a recipe, cut so that the marks of a change and of a problem fit behind it.
  private static func slugAndMarks(of row: RecipeRow, columns: Int) -> StyledLine {
    let changed = row.isChanged ? " " + PanelSymbols.changed : .empty
    let problem: DisplayText = row.worstProblem.map { " " + $0.sign } ?? .empty
    let columnsAfterSlug = changed.columns + problem.columns
    let slug = DisplayText(row.slug).truncated(to: columns - columnsAfterSlug)
    let problemStyle = row.worstProblem?.signStyle ?? .text
    return StyledLine(of: (slug, .text), (changed, .changed), (problem, problemStyle))
  }

  /// The width of the column `Gate`, which shows the status of a recipe, such as `targeting`: that
  /// of the longest possible status, or less if the longest slug of the session needs the room.
  ///
  /// It does not depend on which recipes are listed, so that scrolling or filtering the list
  /// does not move its columns.
  private static func gateColumns(of model: Model, in room: ListRoom<RecipeRow>) -> Int {
    // From the left: the signs for a forced branch and the status, the gate, the slug with a mark.
    let slugColumns = model.layers.longestSlugLength + columnsOfMarks
    let blanksBetweenColumns = 2
    let columnsLeft = room.columns - signColumns - blanksBetweenColumns - slugColumns
    return min(max(columnsLeft, minGateColumns), maxGateColumns)
  }

  func title(of model: Model) -> DisplayText {
    let list = model.experiments.list
    return panel.title(showing: list.matches.count, of: list.items.count)
  }

  /// The number of marked recipes, or else the first characters of the client's id.
  func subtitle(of model: Model) -> DisplayText {
    let marked = model.experiments.list.markCount
    if marked > 0 { return "\(marked) marked" }
    return model.session.clientID.map { "client \($0.prefix(Self.shownIDLength))…" } ?? .empty
  }

  /// The text of an empty list: the key that clears the filter, or the one that loads recipes.
  func emptyText(of model: Model) -> DisplayText {
    guard model.experiments.list.items.isEmpty else {
      return "no recipe matches; \(model.keyName(of: "clear")) clears the filter"
    }
    let load = model.keyName(of: "load-recipes")
    return
      "No recipes yet. Press \(load) to load a file (or start with --recipes FILE); they are saved in the session."
  }

  /// The number of characters of the client's id in the border.
  private static let shownIDLength = 4
  /// The width of the signs for a forced branch and for the client's status.
  private static let signColumns = 2
  /// The width of the mark of a problem or of a change, with the blank before it.
  private static let columnsOfMarks = 2
  /// Gates are not cut to less: the width of `targeting` and `opted out`.
  private static let minGateColumns = 9
  /// The width of `ended before`.
  private static let maxGateColumns = 12
}

/// A recipe in the list of recipes, with the client's status in it.
struct RecipeRow: ListItem {
  /// The recipe's slug; for an unreadable one, a name that distinguishes it.
  let slug: String
  /// Nil if the recipe ended or is unreadable.
  let recipe: Recipe?
  /// The client's status; nil if the recipe was not evaluated, or its evaluation left no record.
  let status: EnrollmentStatus?
  /// The branch that the person forced, or null after opting out.
  let forced: JSONValue?
  /// The app that the recipe is for, if it cannot be this one's and the client never was in it; nil
  /// otherwise, and for a forced recipe.
  let otherApp: String?
  /// Whether it was changed in the session, so that it differs from its file.
  let isChanged: Bool
  /// Whether a missing attribute prevents the evaluation.
  let lacksAttribute: Bool
  /// The severity of its worst problem; nil without errors and warnings.
  let worstProblem: Problem.Severity?
  /// What could be read of an unreadable recipe, with its problems; nil if it is readable.
  let unread: UnreadRecipe?

  var id: Name { Name(slug) }
  var isUnreadable: Bool { unread != nil }
  var isForOtherApp: Bool { otherApp != nil }
  /// That the recipe is for another app, in words; nil if it is not.
  var otherAppWords: String? { otherApp.map { "it is for the app `\($0)`, not for this one" } }
  var section: String? { isForOtherApp ? Self.otherApps : nil }
  var isForced: Bool { forced != nil }
  var isOptedOut: Bool { forced == .null }
  /// The branch that the client is in.
  var branch: String? { status?.activeBranch }
  var isEnrolled: Bool { branch != nil }
  var forcedWords: String { isOptedOut ? "opted out by hand" : "forced by hand" }

  /// 0 if a filter matches the slug or the status, else nil: all matches keep their order.
  ///
  /// - Parameter fuzzy: Whether the letters of a word may be apart, as `hpo` in `homepage-order`.
  func rank(_ filter: Filter, fuzzy: Bool) -> Int? {
    let isMatch = [slug, statusWord].contains {
      fuzzy ? filter.match($0) != nil : filter.allWordsOccur(in: $0)
    }
    return isMatch ? 0 : nil
  }

  /// Why no command applies to a recipe that the session does not have: it ended or is unreadable.
  func absenceMessage(_ shared: Shared) -> StatusMessage {
    let key = shared.keyName(of: "load-recipes")
    return isUnreadable ? .unreadable(slug, load: key) : .ended(slug, load: key)
  }

  /// The section of the recipes for other apps.
  static let otherApps = "other apps"

  /// The rows of all recipes, also of ended and unreadable ones, sorted by slug; those for other
  /// apps come last.
  static func rows(of client: ClientSnapshot, _ shared: Shared) -> [RecipeRow] {
    let recipes = Dictionary(naming: client.session.recipes, by: \.slug)
    // An ended recipe only has a record.
    let knownSlugs = Set(recipes.keys).union(client.enrollments.records.keys)
    let unread = unreadRecipes(besides: knownSlugs, shared)
    let rows = knownSlugs.union(unread.keys).sortedTexts().map { slug in
      row(named: slug, recipes[slug], unread: unread[slug], of: client, shared)
    }
    return rows.filter { !$0.isForOtherApp } + rows.filter(\.isForOtherApp)
  }

  /// The row of a recipe; `recipe` is nil if it ended or is unreadable.
  private static func row(
    named slug: String, _ recipe: Recipe?, unread: UnreadRecipe?, of client: ClientSnapshot,
    _ shared: Shared
  ) -> RecipeRow {
    let status = client.enrollments.records[slug]
    let forced = client.session[.branch, slug]
    // A forced recipe, or one with a branch, is listed among this app's recipes even if it is for
    // another app.
    let isOrWasEnrolledOrForced = forced != nil || status?.branch != nil
    let otherApp = recipe.flatMap {
      client.session.otherApp(of: $0, in: shared.workspace.manifest)
    }
    return RecipeRow(
      slug: slug, recipe: recipe, status: status, forced: forced,
      otherApp: isOrWasEnrolledOrForced ? nil : otherApp,
      isChanged: client.session.isRecipeChanged(slug),
      lacksAttribute: isDueToMissingAttribute(status, recipe, client),
      worstProblem: worstProblem(ofRecipe: slug, shared), unread: unread)
  }

  /// The severity of a recipe's worst problem; nil if it only has hints, for which the list has no
  /// sign, or no problems.
  private static func worstProblem(
    ofRecipe slug: String, _ shared: Shared
  ) -> Problem.Severity? {
    let problems = shared.issues.problemsOfRecipes[Name(slug)] ?? []
    // The worst severity is the smallest one.
    return problems.map(\.problem.severity).filter { $0 != .hint }.min()
  }

  /// The unreadable recipes by the names of their rows.
  ///
  /// The name is the slug or, if that is unreadable too, the location; a recipe with the slug of a
  /// readable or ended one gets another name. Several unreadable ones with the same name share a
  /// row with all their problems.
  private static func unreadRecipes(
    besides knownSlugs: Set<Name>, _ shared: Shared
  ) -> [Name: UnreadRecipe] {
    let named = shared.problems.unreadRecipes.map { recipe in
      let isNameTaken = knownSlugs.contains(Name(recipe.name))
      return (isNameTaken ? recipe.slugAndLocation : recipe.name, recipe)
    }
    return Dictionary(naming: named) { first, second in
      UnreadRecipe(slug: first.slug, problems: first.problems + second.problems)
    }
  }

  /// Whether the evaluation of a recipe failed because its targeting reads an attribute that is
  /// missing.
  ///
  /// False if it failed for another reason, and for a recipe that ended.
  private static func isDueToMissingAttribute(
    _ status: EnrollmentStatus?, _ recipe: Recipe?, _ client: ClientSnapshot
  ) -> Bool {
    guard let recipe, case .error? = status else { return false }
    let targeting = recipe.targeting.flatMap { try? Expression($0) }
    // As in the evaluation, a value that is not a boolean is an error too.
    let explanation = targeting?.explained(in: client.context, mustBeBoolean: true)
    // Only the attributes whose lack caused the error: none if the reason is another one.
    let missing = explanation?.missingAttributes ?? []
    return !missing.isEmpty
  }

  /// The status in a word or two: `enrolled`, or what keeps the client out, as in `targeting`.
  ///
  /// That a recipe is for another app comes before everything else that keeps the client out. A
  /// client that was enrolled has `left` if it did not opt out; `no data` is a missing attribute,
  /// `no record` a recipe that was not evaluated, or that has no branch to choose.
  var statusWord: String {
    if isForOtherApp { return Self.otherAppWord }
    // An ended recipe is only known from the client's status in it.
    let hasEnded = recipe == nil
    return switch status {
    case nil: isUnreadable ? "unread" : "no record"
    case .enrolled?: "enrolled"
    case .notEnrolled(let reason)?: Self.reasonWords[reason.name] ?? reason.name
    case .disqualified(.optOut, _)?, .disqualified(.experimentsOptOut, _)?,
      .disqualified(.rolloutsOptOut, _)?:
      "opted out"
    case .disqualified?: "left"
    // A recipe that ended before can be in the session again.
    case .wasEnrolled?: hasEnded ? "ended" : "ended before"
    case .error?: lacksAttribute ? "no data" : "broken"
    }
  }

  private static let otherAppWord = "other app"

  /// The words for the reasons not to enroll, by name.
  static let reasonWords = [
    "DifferentAppName": otherAppWord, "DifferentChannel": "channel", "EnrollmentsPaused": "paused",
    "FeatureConflict": "conflict", "NotSelected": "bucket", "NotTargeted": "targeting",
    "OptOut": "opted out",
    "ExperimentsOptOut": "opted out", "RolloutsOptOut": "opted out", "FirefoxLabs": "Labs",
  ]

  /// The mark of the status: that of a rollout or an experiment if the client is enrolled, `?` if
  /// an attribute is missing, `!` if the recipe cannot be read or evaluated or has no record (the
  /// status is nil), else a blank.
  var sign: (mark: DisplayText, style: Style) {
    // A recipe for another app never concerns the client, whatever its status is.
    if isForOtherApp { return (" ", .dim) }
    return switch status {
    case .enrolled? where recipe?.isRollout == true: (PanelSymbols.rollout, .rollout)
    case .enrolled?: (PanelSymbols.experiment, .experiment)
    case .error? where lacksAttribute: ("?", .warning)
    case .error?, nil: (PanelSymbols.problem, .error)
    case .notEnrolled?, .disqualified?, .wasEnrolled?: (" ", .dim)
    }
  }

  /// The style of the word: that of its sign, but plain after the sign of a problem.
  var statusStyle: Style {
    let isAboutProblem = [.warning, .error].contains(sign.style)
    return isAboutProblem ? .text : sign.style
  }
}

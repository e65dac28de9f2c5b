import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaSource
import VirgaTargeting
import VirgaWorkbench

/// Screen 4: the recipes of the session, and the client's status in them.
package struct ExperimentsScreen: Sendable {
  /// Sorted by slug.
  var recipeList = ListModel<RecipeRow>()
  /// The recipe with the longest text in the list.
  private(set) var longest: RecipeRow?
  var branchList = ListModel<BranchRow>()
  var contextList = ListModel<ContextRow>()
  package internal(set) var simulation = SimulationRun()

  // Derived from the session.
  private(set) var reason: EnrollmentReason?
  private(set) var plan = EnrollmentFix()
  /// What else there is to know about the recipe: its config, and whether it was exposed.
  private(set) var notes: [ReasonPanel.Note] = []
  private var client: ClientSnapshot?
  private var sources = LastInput<Sources>()
  private var question = LastInput<Question>()
  /// The plans made since the session changed, by slug: each evaluates all recipes again, a quarter
  /// of a key's time.
  private var plans: [Name: EnrollmentFix] = [:]
  /// The slug of the recipe that reason and plan are about.
  private var subject: Name?

  /// What the status of the recipes depends on.
  private struct Sources: Equatable, Sendable {
    let session: Session
    /// Minutes since 1970: times are shown with that precision.
    let minute: Int64
    let channel: Name?
    let unreadRecipes: [UnreadRecipe]
    let mismatches: [ConfigMismatch]
    let manifest: Int
  }

  /// What the details of one recipe depend on.
  private struct Question: Equatable, Sendable {
    let recipe: Name?
    let sources: Sources
  }

  var selectedRow: RecipeRow? { recipeList.selected }
  /// Nil also if the recipe ended.
  var selected: Recipe? { selectedRow?.recipe }
  var recipes: [Recipe] { recipeList.items.compactMap(\.recipe) }

  /// Clears the filter if it hides the recipe; returns false if the slug is unknown.
  mutating func select(_ slug: String) -> Bool {
    if recipeList.select(Name(slug)) { return true }
    recipeList.filter = FilterField()
    recipeList.refilter()
    return recipeList.select(Name(slug))
  }

  // Deriving the state from the session.

  mutating func refresh(in model: Model) {
    let (session, operationContext) = (model.session, model.operationContext)
    let sources = Sources(
      session: session, minute: session.now(wall: operationContext.time).seconds / 60,
      channel: operationContext.channel.map { Name($0) },
      unreadRecipes: model.problems.unreadRecipes, mismatches: model.issues.mismatches,
      manifest: model.workspace.identity)
    let isNew = self.sources.didChange(to: sources)
    if isNew { (client, plans) = (ClientSnapshot(session, in: operationContext), [:]) }
    guard let client else { return }
    if isNew {
      recipeList.show(RecipeRow.rows(of: client, in: model))
      longest = recipeList.items.max { $0.length < $1.length }
    }
    let row = selectedRow
    let isOther = subject != row?.id
    subject = row?.id
    guard question.didChange(to: Question(recipe: subject, sources: sources)) else { return }
    let recipe = selected
    reason =
      recipe.map {
        client.enrollments.reason(
          for: $0, client: client.client, seeing: client.context, client.owners)
      }
      ?? row.flatMap { client.enrollments.endedReason($0.slug) }
    (plan, notes) = (EnrollmentFix(), [])
    if let recipe, let reason {
      plan = plans[recipe.slug] ?? EnrollmentFix(recipe, reason, in: session, operationContext)
      plans[recipe.slug] = plan
      notes = ReasonPanel.notes(on: recipe, branch: row?.branch, in: model)
    }
    branchList.show(recipe.map(BranchRow.rows) ?? [])
    let targeting = recipe?.targeting.flatMap { try? Expression($0) }
    contextList.show(
      client.rows(reading: targeting, deciding: decidingNames, isEnrolled: row?.isEnrolled))
    if isOther { (branchList.scroll, contextList.scroll) = (Scroll(), Scroll()) }
  }

  /// The attributes that keep the client out.
  private var decidingNames: Set<Name> {
    guard let gates = reason?.gates, selectedRow?.isEnrolled != true else { return [] }
    return gates.filter { !$0.passes }.reduce(into: []) { names, gate in
      switch gate.kind {
      case .targeting: names.formUnion(reason?.targeting?.attributesRead ?? [])
      case .channel: names.insert("channel")
      case .appName: names.insert("app_name")
      case .clientID, .buckets: names.insert("nimbus_id")
      case .features, .labs, .participation, .enrollment, .branch: break
      }
    }
  }
}

extension Explanation {
  fileprivate var attributesRead: Set<Name> {
    decisions.reduce(into: []) { $0.formUnion((try? Expression($1.text))?.attributeNames ?? []) }
  }
}

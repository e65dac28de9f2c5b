import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaSource
import VirgaTargeting
import VirgaWorkbench

/// Screen 4: the recipes of the session, and the client's status in them.
package struct ExperimentsScreen: Sendable {
  /// Sorted by slug, those of other apps last.
  var list = ListModel<RecipeRow>(folding: [RecipeRow.otherApps])
  var branchList = ListModel<BranchRow>()
  var contextList = ListModel<ContextRow>()
  package internal(set) var simulation = SimulationRun()

  // Derived from the session.
  /// Why the client is in the selected recipe or not; nil if no recipe is selected, or if it is
  /// unreadable.
  private(set) var reason: EnrollmentReason?
  /// The changes that enroll the client in the selected recipe.
  private(set) var enrollmentFix = EnrollmentFix()
  /// Notes on the config of the selected recipe, and on its exposure.
  private(set) var notes: [ReasonPanel.Note] = []
  /// What was changed in the selected recipe.
  private(set) var differencesOfSelected: [RecipeDifference] = []
  private var client: ClientSnapshot?
  private var lastSources = LastInput<Sources>()
  private var lastDetailInput = LastInput<DetailInput>()
  /// The fixes made since the session changed, by slug: each evaluates all recipes again, a quarter
  /// of a key's time.
  private var enrollmentFixes: [Name: EnrollmentFix] = [:]
  /// The slug of the recipe whose reason and fix are shown.
  private var shownSlug: Name?

  /// What the status of the recipes depends on.
  private struct Sources: Equatable, Sendable {
    let session: Session
    /// Minutes since 1970: times are shown with that precision.
    let minute: Int64
    let channel: Name?
    let unreadRecipes: [UnreadRecipe]
    let problemsOfRecipes: [Name: [FoundProblem]]
    let manifest: Int
  }

  /// What the details of one recipe depend on.
  private struct DetailInput: Equatable, Sendable {
    let recipe: Name?
    let sources: Sources
  }

  var selectedRow: RecipeRow? { list.selected }
  /// The recipe under the cursor; nil also if it ended or is unreadable.
  var selected: Recipe? { selectedRow?.recipe }
  var recipes: [Recipe] { list.items.compactMap(\.recipe) }

  /// Moves the cursor to a recipe; returns false if the slug is unknown.
  ///
  /// If the filter hides the recipe, the filter is cleared.
  mutating func select(_ slug: String) -> Bool {
    let id = Name(slug)
    if list.select(id) { return true }
    let isHidden = list.items.contains { $0.id == id }
    guard isHidden else { return false }
    list.filter = FilterField()
    list.refilter()
    return list.select(id)
  }

  // Deriving the state from the session.

  /// Computes the list of recipes again if the session changed, and the details if it changed or
  /// another recipe is under the cursor.
  mutating func refresh(_ shared: Shared) -> Outcome {
    let sources = currentSources(shared)
    // `remember` returns whether the sources are other ones than before.
    let haveSourcesChanged = lastSources.remember(sources)
    if haveSourcesChanged { refreshList(shared) }
    let isOtherRecipe = shownSlug != selectedRow?.id
    shownSlug = selectedRow?.id
    let haveDetailsChanged = lastDetailInput.remember(
      DetailInput(recipe: shownSlug, sources: sources))
    guard haveDetailsChanged else { return [] }
    refreshDetails(shared)
    if isOtherRecipe {
      // The lists of another recipe start at the top; those of the same one keep their cursor.
      branchList.scroll = Scroll()
      contextList.scroll = Scroll()
    }
    return []
  }

  /// Computes the client and the list of recipes, and drops the fixes, which were made for the
  /// session as it was before.
  private mutating func refreshList(_ shared: Shared) {
    let client = ClientSnapshot(shared.session, in: shared.operationContext)
    self.client = client
    enrollmentFixes = [:]
    list.show(RecipeRow.rows(of: client, shared))
  }

  /// What the rows depend on now; times are compared by the minute, as they are shown, and the
  /// manifest by the number of its version.
  private func currentSources(_ shared: Shared) -> Sources {
    Sources(
      session: shared.session,
      minute: shared.session.now(wall: shared.operationContext.time).seconds / 60,
      channel: shared.operationContext.channel.map { Name($0) },
      unreadRecipes: shared.problems.unreadRecipes,
      problemsOfRecipes: shared.issues.problemsOfRecipes, manifest: shared.workspace.identity)
  }

  /// Computes reason, fix, notes, differences from the file, branches and context of the recipe
  /// under the cursor.
  ///
  /// The session does not have an ended or unreadable recipe: its row is selected, but `selected`
  /// is nil, so there are no branches to list.
  private mutating func refreshDetails(_ shared: Shared) {
    // Never nil: the list of recipes was computed first, and the client with it.
    guard let client else { return }
    reason = Self.reason(for: selectedRow, of: client)
    refreshFixAndNotes(shared)
    differencesOfSelected =
      selectedRow.map { RecipeDifference.all(of: $0.slug, in: shared.session) } ?? []
    branchList.show(selected.map(BranchRow.rows) ?? [])
    contextList.show(contextRows(of: client))
  }

  /// Computes the changes that enroll the client in the selected recipe, and the notes on it; none
  /// if no recipe is selected, or if it ended or is unreadable.
  private mutating func refreshFixAndNotes(_ shared: Shared) {
    guard let recipe = selected, let reason else {
      enrollmentFix = EnrollmentFix()
      notes = []
      return
    }
    enrollmentFix = cachedFix(for: recipe, reason, shared)
    notes = ReasonPanel.notes(on: recipe, branch: selectedRow?.branch, shared)
  }

  /// The attributes of the client, with marks on those that the selected recipe's targeting reads
  /// and on those that keep the client out of the recipe; without marks if none is selected.
  ///
  /// `isEnrolled` is the value of the attribute `is_already_enrolled`, which depends on the recipe.
  private func contextRows(of client: ClientSnapshot) -> [ContextRow] {
    let targeting = selected?.targeting.flatMap { try? Expression($0) }
    return client.rows(
      reading: targeting, keepingOut: Self.attributesKeepingOut(of: selectedRow, reason),
      isEnrolled: selectedRow?.isEnrolled)
  }

  /// The changes that enroll the client in a recipe.
  ///
  /// Finding them takes long, so they are stored by slug until the session changes, when
  /// `refreshList` drops them.
  private mutating func cachedFix(
    for recipe: Recipe, _ reason: EnrollmentReason, _ shared: Shared
  ) -> EnrollmentFix {
    if let stored = enrollmentFixes[recipe.slug] { return stored }
    let fix = EnrollmentFix(recipe, reason, in: shared.session, shared.operationContext)
    enrollmentFixes[recipe.slug] = fix
    return fix
  }

  /// Why a client is in a recipe or not, or why it was, if the recipe ended; nil without a recipe,
  /// and for an unreadable one.
  private static func reason(
    for row: RecipeRow?, of snapshot: ClientSnapshot
  ) -> EnrollmentReason? {
    guard let recipe = row?.recipe else {
      return row.flatMap { snapshot.enrollments.endedReason($0.slug) }
    }
    // The attributes that targeting reads (`context`) and the recipes that have each feature
    // (`featureOwners`) are the same for all recipes, so the snapshot has them.
    return snapshot.enrollments.reason(
      for: recipe, client: snapshot.client, seeing: snapshot.context, snapshot.featureOwners)
  }

  /// The attributes on which the first failed gate depends, the one that keeps the client out; none
  /// if the client is enrolled or opted out, or if no gate failed.
  private static func attributesKeepingOut(
    of row: RecipeRow?, _ reason: EnrollmentReason?
  ) -> Set<Name> {
    guard let row,
      let reason,
      !row.isEnrolled,
      !row.isOptedOut
    else { return [] }
    // That a recipe is for another app comes before all gates.
    if row.isForOtherApp { return attributes(of: .appName, in: reason) }
    let firstFailed = reason.gates.first { !$0.passes }
    return firstFailed.map { attributes(of: $0.kind, in: reason) } ?? []
  }

  /// The attributes on which a gate depends; of the targeting, only those that decide its value.
  private static func attributes(of gate: Gate.Kind, in reason: EnrollmentReason) -> Set<Name> {
    switch gate {
    case .targeting: reason.targeting?.attributesThatDecide ?? []
    case .channel: ["channel"]
    case .appName: ["app_name"]
    case .clientID, .buckets: ["nimbus_id"]
    // These do not depend on attributes.
    case .features, .labs, .participation, .enrollment, .branch: []
    }
  }
}

extension Explanation {
  /// The attributes in those parts of the expression that decide its value; a part whose text
  /// cannot be parsed alone adds none.
  fileprivate var attributesThatDecide: Set<Name> {
    decisions.reduce(into: []) { names, part in
      let expression = try? Expression(part.text)
      names.formUnion(expression?.attributeNames ?? [])
    }
  }
}

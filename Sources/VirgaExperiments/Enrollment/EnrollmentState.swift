public import VirgaJSON
import VirgaSource
import VirgaTargeting

/// A client's enrollments, kept from one evaluation to the next.
public struct EnrollmentState: Equatable, Sendable {
  /// The recipes of the last evaluation that have a record, sorted by slug.
  public internal(set) var recipes: [Recipe]
  /// The status of each recipe by slug, including some recipes that no longer exist.
  public internal(set) var records: [Name: EnrollmentStatus]
  /// Whether the user takes part in experiments.
  public package(set) var takesPartInExperiments: Bool
  /// Whether the user takes part in rollouts.
  public package(set) var takesPartInRollouts: Bool
  /// What decided each status, by slug, for recipes that were evaluated with `recordingDecisions`,
  /// and why some have no record.
  package var decisions: [Name: EnrollmentDecision] = [:]

  /// Creates the state of a new client, or a saved state.
  public init(
    recipes: [Recipe] = [], records: [Name: EnrollmentStatus] = [:],
    takesPartInExperiments: Bool = true,
    takesPartInRollouts: Bool = true
  ) {
    self.recipes = recipes.sortedBySlug
    self.records = records
    self.takesPartInExperiments = takesPartInExperiments
    self.takesPartInRollouts = takesPartInRollouts
  }

  /// The recipe called `slug`; nil if there is none.
  public func recipe(_ slug: String) -> Recipe? {
    let name = Name(slug)
    // A binary search, because the recipes are sorted by slug.
    let index = recipes.partitioningIndex { Name($0.slug) >= name }
    guard index < recipes.endIndex, recipes[index].slug.isSameName(as: slug) else { return nil }
    return recipes[index]
  }

  /// The slugs of all records, sorted by bytes.
  public var slugs: [String] { records.keys.sorted().map(\.text) }

  /// Whether the user takes part in rollouts, or in experiments if `inRollouts` is false.
  func takesPart(inRollouts: Bool) -> Bool {
    inRollouts ? takesPartInRollouts : takesPartInExperiments
  }

  /// Replaces the recipes and evaluates them for a client; returns the changes, rollouts first.
  ///
  /// An empty list ends every recipe. Recipes that got no record are not kept, and are new again at
  /// the next evaluation. Rule: VirgaExperiments/Enrolling.
  ///
  /// - Parameters:
  ///   - recipes: All recipes that there are now.
  ///   - client: The client with its context.
  ///   - leftPermanently: The slugs of recipes that the user left for good: they never enroll the
  ///     client again. Any other recipe that the user left can, as in the SDK: if another recipe
  ///     has one of its features, it becomes "not enrolled" by a feature conflict, and is evaluated
  ///     like a new recipe as soon as the feature is free.
  ///   - recordingDecisions: Whether to record what decided each change, in ``decisions``; that
  ///     takes much longer than the evaluation.
  package mutating func apply(
    _ recipes: [Recipe], for client: Client, leftPermanently: [String] = [],
    recordingDecisions: Bool = false
  ) -> [EnrollmentChange] {
    var pass = EnrollmentPass(
      from: self, to: recipes, for: client, leftPermanently: leftPermanently,
      recordingDecisions: recordingDecisions)
    pass.run()
    records = pass.records
    decisions = pass.decisions
    let recordedRecipes = recipes.filter { records[$0.slug] != nil }
    self.recipes = recordedRecipes.firstOfEachSlug.sortedBySlug
    return pass.changes
  }

  /// Sets whether the user takes part in rollouts or experiments, and evaluates the recipes again;
  /// returns the changes of enrollments.
  package mutating func setParticipation(
    _ takesPart: Bool, inRollouts: Bool, for client: Client
  ) -> [EnrollmentChange] {
    if inRollouts { takesPartInRollouts = takesPart } else { takesPartInExperiments = takesPart }
    return apply(recipes, for: client)
  }

  /// Enrolls the client in a branch regardless of gates and conflicts, until the branch or recipe
  /// is removed; returns a failure if the recipe does not have the branch.
  package mutating func optIn(_ slug: String, branch: String) -> EnrollmentChange {
    let recipe = recipe(slug)
    let ids = recipe?.featureIDs ?? []
    guard recipe?.branch(branch) != nil else {
      return EnrollmentChange(
        .enrollFailed, slug, branch: branch, reason: "does-not-exist", featureIDs: ids)
    }
    setStatus(slug, .enrolled(.optIn, branch: branch))
    return EnrollmentChange(.enrollment, slug, branch: branch, featureIDs: ids)
  }

  /// Unenrolls the client from a recipe that the user left.
  ///
  /// Returns nil if the client has a record but is not enrolled, and a failure if it has no record.
  package mutating func optOut(_ slug: String) -> EnrollmentChange? {
    guard let status = records[slug] else {
      return EnrollmentChange(.unenrollFailed, slug, reason: "does-not-exist")
    }
    return status.activeBranch.map { disqualify(slug, .optOut, branch: $0) }
  }

  /// Unenrolls the client from all recipes except those of Labs, which the user chose; returns the
  /// changes.
  ///
  /// The caller must clear the client's events and give it a new id.
  ///
  /// Rule: VirgaExperiments/Resetting.
  package mutating func resetTelemetryIdentifiers() -> [EnrollmentChange] {
    slugs.compactMap { slug in
      guard let branch = records[slug]?.activeBranch, recipe(slug)?.isLabsOptIn != true else {
        return nil
      }
      return disqualify(slug, .optOut, branch: branch)
    }
  }

  /// Unenrolls the client because the user changed a preference that the recipe sets, or because
  /// the preference could not be set; nil if the client is not enrolled.
  package mutating func leave(
    _ slug: String, becausePreferenceChanged hasChanged: Bool
  ) -> EnrollmentChange? {
    records[slug]?.activeBranch.map {
      disqualify(slug, hasChanged ? .preferenceChanged : .preferenceFailedToSet, branch: $0)
    }
  }

  /// Deletes all recipes and records; the user's participation stays.
  package mutating func reset() {
    recipes = []
    records = [:]
    decisions = [:]
  }

  /// Sets a status without an evaluation, or removes it; the decision for the old one is removed
  /// too.
  private mutating func setStatus(_ slug: String, _ status: EnrollmentStatus?) {
    records[slug] = status
    decisions[slug] = nil
  }

  /// Unenrolls the client from a recipe that continues; returns the change to report.
  mutating func disqualify(
    _ slug: String, _ reason: EnrollmentStatus.DisqualifiedReason, branch: String
  ) -> EnrollmentChange {
    setStatus(slug, .disqualified(reason, branch: branch))
    return EnrollmentChange(
      .disqualification, slug, branch: branch, reason: reason.eventReason,
      featureIDs: recipe(slug)?.featureIDs ?? [])
  }

  /// Enrolls the client in a branch, and unenrolls it from recipes with the same features.
  ///
  /// In the SDK the client would be in this recipe and in the others until the next evaluation,
  /// which keeps the recipe whose slug sorts last. But a developer who forces a branch wants to see
  /// it. A recipe that loses a feature is recorded as a feature conflict; the `coenrolling`
  /// features, which several recipes can have at once, are not lost.
  package mutating func force(
    _ recipe: Recipe, branch: String, coenrolling: Set<Name> = []
  ) -> EnrollmentChange {
    if self.recipe(recipe.slug) == nil { recipes = (recipes + [recipe]).sortedBySlug }
    for rival in rivals(of: recipe, coenrolling: coenrolling) {
      setStatus(rival, .notEnrolled(.featureConflict(with: recipe.slug)))
    }
    return optIn(recipe.slug, branch: branch)
  }

  /// The enrolled recipes of the same kind that would lose a feature to a recipe, sorted by slug.
  ///
  /// The `coenrolling` features are those that several recipes can have at once.
  package func rivals(of recipe: Recipe, coenrolling: Set<Name> = []) -> [String] {
    let needed = Set(naming: recipe.featureIDs.filter { !coenrolling.contains($0) })
    let rivals = recipes.filter { other in
      let isOther = !other.slug.isSameName(as: recipe.slug)
      let isEnrolled = records[other.slug]?.activeBranch != nil
      return isOther && isEnrolled && other.isRollout == recipe.isRollout
        && other.featureIDs.contains(where: needed.contains)
    }
    return rivals.map(\.slug)
  }

  /// Removes a recipe and its record, so that it is evaluated as a new one.
  package mutating func forget(_ slug: String) {
    recipes.removeAll { $0.slug.isSameName(as: slug) }
    setStatus(slug, nil)
  }

  /// The Labs recipes that the user can choose now, sorted by slug.
  ///
  /// The client matches each of them by app name, channel, targeting and buckets. A recipe in which
  /// it is enrolled is listed, so that the user can leave it; another one only if it is neither
  /// paused nor in conflict with a rollout.
  package func availableLabs(for client: Client) -> [Recipe] {
    recipes.filter { recipe in
      guard recipe.isValidForLabs, passesGates(of: recipe, client) else { return false }
      let isEnrolled = records[recipe.slug]?.activeBranch != nil
      if isEnrolled { return true }
      return !recipe.isEnrollmentPaused && labsConflict(of: recipe, client) == nil
    }
  }

  /// Enrolls the client in a Labs recipe that the user chose; a failure contains the reason.
  package mutating func enrollInLabs(_ slug: String, for client: Client) -> EnrollmentChange {
    guard let recipe = recipe(slug) else {
      return EnrollmentChange(.enrollFailed, slug, reason: "lab-does-not-exist")
    }
    let ids = recipe.featureIDs
    func failure(_ reason: String) -> EnrollmentChange {
      EnrollmentChange(.enrollFailed, slug, reason: reason, featureIDs: ids)
    }
    guard recipe.isLabsOptIn else { return failure("not-lab") }
    guard records[slug]?.activeBranch == nil else { return failure("already-enrolled") }
    guard labsConflict(of: recipe, client) == nil else { return failure("feature-conflict") }
    // Each of these failures has the reason `error`. A valid Labs recipe has a single branch.
    guard recipe.isValidForLabs, passesGates(of: recipe, client),
      let branch = recipe.branches.first
    else { return failure("error") }
    setStatus(slug, .enrolled(.labsOptIn, branch: branch.slug))
    return EnrollmentChange(.enrollment, slug, branch: branch.slug, featureIDs: ids)
  }

  /// Unenrolls the client from a Labs recipe that the user left.
  ///
  /// A failure is a change too, with the reason, because telemetry reports it.
  package mutating func leaveLabs(_ slug: String) -> EnrollmentChange {
    guard let recipe = recipe(slug) else {
      return EnrollmentChange(.unenrollFailed, slug, reason: "lab-does-not-exist")
    }
    func failure(_ reason: String) -> EnrollmentChange {
      EnrollmentChange(.unenrollFailed, slug, reason: reason, featureIDs: recipe.featureIDs)
    }
    guard recipe.isLabsOptIn else { return failure("not-lab") }
    guard let branch = records[slug]?.activeBranch else { return failure("already-unenrolled") }
    return disqualify(slug, .labsOptOut, branch: branch)
  }

  /// Whether the client matches a recipe by app name, channel, targeting and buckets, and a branch
  /// can be drawn for it; whether the recipe is open to new clients is not checked.
  private func passesGates(of recipe: Recipe, _ client: Client) -> Bool {
    var prepared = PreparedRecipe(recipe)
    let context = client.context(with: records, evaluating: recipe.slug)
    if case .enrolled = prepared.verdict(for: client, in: context) { return true }
    return false
  }

  /// The slug of an enrolled rollout that declares a feature of this Labs recipe; nil if none does.
  ///
  /// Coenrolling features do not count, because several recipes can have them at once, nor do
  /// experiments, because a valid Labs recipe is a rollout.
  private func labsConflict(of recipe: Recipe, _ client: Client) -> String? {
    let needed = Set(
      naming: recipe.declaredFeatureIDs.filter { !client.coenrollingFeatures.contains($0) })
    let rival = recipes.first { other in
      let isOther = !other.slug.isSameName(as: recipe.slug)
      let isEnrolled = records[other.slug]?.activeBranch != nil
      return isOther && isEnrolled && other.isRollout
        && other.declaredFeatureIDs.contains(where: needed.contains)
    }
    return rival?.slug
  }

  /// The events that report the status of each stored recipe for the client's app and channel, by
  /// slug.
  package func statusEvents(for client: Client) -> [TelemetryEvent] {
    recipes.compactMap { recipe in
      guard let status = records[recipe.slug] else { return nil }
      guard recipe.mismatch(appName: client.appName, channel: client.channel) == nil else {
        return nil
      }
      return .status(recipe.slug, status)
    }
  }

  /// The client's branch in a recipe; nil if it is not enrolled.
  public func activeBranch(of slug: String) -> String? { records[slug]?.activeBranch }
}

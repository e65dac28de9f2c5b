public import VirgaJSON
import VirgaTargeting

/// What is kept of a client's enrollments from one evaluation to the next: a value that goes in and comes out.
public struct EnrollmentState: Equatable, Sendable {
  /// The recipes that were evaluated last and have a record, sorted by slug.
  public internal(set) var recipes: [Recipe]
  /// What became of each recipe, by slug; also of some that are gone.
  public internal(set) var records: [Name: EnrollmentStatus]
  /// Whether the user takes part in experiments.
  public internal(set) var takesPartInExperiments: Bool
  /// Whether the user takes part in rollouts.
  public internal(set) var takesPartInRollouts: Bool

  /// The state of a client that saw no recipe yet, or one that was kept.
  public init(
    recipes: [Recipe] = [], records: [Name: EnrollmentStatus] = [:], takesPartInExperiments: Bool = true,
    takesPartInRollouts: Bool = true
  ) {
    self.recipes = recipes.sorted { Name($0.slug) < Name($1.slug) }
    self.records = records
    self.takesPartInExperiments = takesPartInExperiments
    self.takesPartInRollouts = takesPartInRollouts
  }

  /// The recipe called `slug`; nil where there is none.
  public func recipe(_ slug: String) -> Recipe? { recipes.first { $0.slug.isSameName(as: slug) } }

  /// The slugs of all records, sorted by bytes.
  public var slugs: [String] { records.keys.sorted().map(\.text) }

  /// Whether the user takes part in recipes of this kind.
  func takesPart(inRollouts: Bool) -> Bool { inRollouts ? takesPartInRollouts : takesPartInExperiments }
}

extension EnrollmentState {
  /// Replaces the recipes with new ones, and evaluates them for a client.
  ///
  /// An empty list ends every recipe. Returns what happened, rollouts first. Rule: VirgaExperiments/Enrolling.
  ///
  /// - Parameter left: The slugs of recipes that the client left for good. The SDK lets one that then loses a feature
  ///   to another recipe forget that, so that it comes back as soon as the feature is free.
  public mutating func apply(
    _ recipes: [Recipe], for client: Client, left: [String] = []
  ) -> [EnrollmentChange] {
    var evolution = Evolution(from: self, to: recipes, for: client, left: left)
    evolution.run()
    records = evolution.records
    self.recipes = Self.stored(recipes.filter { records[$0.slug] != nil })
    return evolution.changes
  }

  /// Lets the user take part in experiments or not, and evaluates the recipes anew.
  public mutating func setExperimentParticipation(_ takesPart: Bool, for client: Client) -> [EnrollmentChange] {
    takesPartInExperiments = takesPart
    return apply(recipes, for: client)
  }

  /// Lets the user take part in rollouts or not, and evaluates the recipes anew.
  public mutating func setRolloutParticipation(_ takesPart: Bool, for client: Client) -> [EnrollmentChange] {
    takesPartInRollouts = takesPart
    return apply(recipes, for: client)
  }

  /// Of several recipes with one slug the first is kept; the reader reports the others.
  private static func stored(_ recipes: [Recipe]) -> [Recipe] {
    var seen: Set<Name> = []
    return recipes.filter { seen.insert(Name($0.slug)).inserted }.sorted { Name($0.slug) < Name($1.slug) }
  }
}

extension EnrollmentState {
  /// Enrolls the client on a branch, whatever its gates and conflicts; it stays there until the branch or recipe goes.
  public mutating func optIn(_ slug: String, branch: String) -> EnrollmentChange {
    guard let recipe = recipe(slug) else {
      return EnrollmentChange(.enrollFailed, slug, branch: branch, reason: "does-not-exist")
    }
    guard recipe.branch(branch) != nil else {
      return EnrollmentChange(
        .enrollFailed, slug, branch: branch, reason: "does-not-exist", featureIDs: recipe.featureIDs)
    }
    records[slug] = .enrolled(.optIn, branch: branch)
    return EnrollmentChange(.enrollment, slug, branch: branch, featureIDs: recipe.featureIDs)
  }

  /// Takes the client out of a recipe; it comes back to none but a rollout, and only after a global opt-out.
  ///
  /// Nil where the client is not enrolled, so that nothing happens.
  public mutating func optOut(_ slug: String) -> EnrollmentChange? {
    guard let status = records[slug] else {
      return EnrollmentChange(.unenrollFailed, slug, reason: "does-not-exist")
    }
    return status.activeBranch.map { disqualify(slug, .optOut, branch: $0) }
  }

  /// Takes the client out of everything but Labs, as its id for telemetry is replaced.
  ///
  /// Whoever calls this also forgets the client's events and gives it a new id.
  public mutating func resetTelemetryIdentifiers() -> [EnrollmentChange] {
    slugs.compactMap { slug in
      guard let branch = records[slug]?.activeBranch, recipe(slug)?.isLabsOptIn != true else { return nil }
      return disqualify(slug, .optOut, branch: branch)
    }
  }

  /// Takes the client out of a recipe whose preference its user changed, or which could not be set.
  ///
  /// Nil where the client is not enrolled, so that nothing happens.
  public mutating func leave(_ slug: String, becausePreferenceChanged hasChanged: Bool) -> EnrollmentChange? {
    records[slug]?.activeBranch.map {
      disqualify(slug, hasChanged ? .preferenceChanged : .preferenceFailedToSet, branch: $0)
    }
  }

  /// Forgets all recipes and records; nobody hears of it.
  public mutating func reset() {
    recipes = []
    records = [:]
  }

  mutating func disqualify(
    _ slug: String, _ reason: EnrollmentStatus.DisqualifiedReason, branch: String
  ) -> EnrollmentChange {
    records[slug] = .disqualified(reason, branch: branch)
    return EnrollmentChange(
      .disqualification, slug, branch: branch, reason: reason.eventReason, featureIDs: recipe(slug)?.featureIDs ?? [])
  }
}

extension EnrollmentState {
  /// Enrolls the client on a branch, and takes its features from the recipes that have them.
  ///
  /// The SDK lets both keep them until the next evaluation, and then the one whose slug comes first loses: who forces a
  /// branch wants to see it. A recipe that loses a feature is one that was kept out for it.
  public mutating func force(_ recipe: Recipe, branch: String, coenrolling: Set<Name> = []) -> EnrollmentChange {
    if self.recipe(recipe.slug) == nil { self = with(recipe) }
    for rival in rivals(of: recipe, coenrolling: coenrolling) {
      records[rival] = .notEnrolled(.featureConflict(with: recipe.slug))
    }
    return optIn(recipe.slug, branch: branch)
  }

  /// The enrolled recipes that a recipe would take a feature from, sorted by slug.
  ///
  /// Rollouts and experiments take nothing from each other.
  public func rivals(of recipe: Recipe, coenrolling: Set<Name> = []) -> [String] {
    let needed = Set(naming: recipe.featureIDs.filter { !coenrolling.contains($0) })
    return recipes.filter { other in
      !other.slug.isSameName(as: recipe.slug) && other.isRollout == recipe.isRollout
        && records[other.slug]?.activeBranch != nil
        && other.featureIDs.contains(where: needed.contains)
    }.map(\.slug)
  }

  /// Forgets what became of a recipe, so that it is evaluated as if it were new.
  public mutating func forget(_ slug: String) {
    recipes.removeAll { $0.slug.isSameName(as: slug) }
    records[slug] = nil
  }

  private func with(_ recipe: Recipe) -> EnrollmentState {
    EnrollmentState(
      recipes: recipes + [recipe], records: records, takesPartInExperiments: takesPartInExperiments,
      takesPartInRollouts: takesPartInRollouts)
  }
}

extension EnrollmentState {
  /// The recipes that the user can choose in Labs now, sorted by slug.
  ///
  /// Each would pass its gates, and is either enrolled already or neither paused nor in conflict with a rollout.
  public func availableLabs(for client: Client) -> [Recipe] {
    recipes.filter { recipe in
      guard recipe.isValidForLabs, canEnroll(recipe, client) else { return false }
      let isFree = !recipe.isEnrollmentPaused && labsConflict(of: recipe, client) == nil
      return records[recipe.slug]?.activeBranch != nil || isFree
    }
  }

  /// Enrolls the client in a Labs recipe, as its user chose; a failure says why.
  public mutating func enrollInLabs(_ slug: String, for client: Client) -> EnrollmentChange {
    guard let recipe = recipe(slug) else { return EnrollmentChange(.enrollFailed, slug, reason: "lab-does-not-exist") }
    let ids = recipe.featureIDs
    func failure(_ reason: String) -> EnrollmentChange {
      EnrollmentChange(.enrollFailed, slug, reason: reason, featureIDs: ids)
    }
    guard recipe.isLabsOptIn else { return failure("not-lab") }
    guard records[slug]?.activeBranch == nil else { return failure("already-enrolled") }
    guard labsConflict(of: recipe, client) == nil else { return failure("feature-conflict") }
    guard recipe.isValidForLabs, canEnroll(recipe, client), let branch = recipe.branches.first else {
      return failure("error")
    }
    records[slug] = .enrolled(.labsOptIn, branch: branch.slug)
    return EnrollmentChange(.enrollment, slug, branch: branch.slug, featureIDs: ids)
  }

  /// Takes the client out of a Labs recipe, as its user chose; a failure says why.
  public mutating func leaveLabs(_ slug: String) -> EnrollmentChange {
    guard let recipe = recipe(slug) else {
      return EnrollmentChange(.unenrollFailed, slug, reason: "lab-does-not-exist")
    }
    guard recipe.isLabsOptIn else {
      return EnrollmentChange(.unenrollFailed, slug, reason: "not-lab", featureIDs: recipe.featureIDs)
    }
    guard let branch = records[slug]?.activeBranch else {
      return EnrollmentChange(.unenrollFailed, slug, reason: "already-unenrolled", featureIDs: recipe.featureIDs)
    }
    return disqualify(slug, .labsOptOut, branch: branch)
  }

  private func canEnroll(_ recipe: Recipe, _ client: Client) -> Bool {
    var prepared = PreparedRecipe(recipe)
    let context = client.context(with: records, evaluating: recipe.slug)
    if case .enrolled = prepared.verdict(for: client, in: context) { return true }
    return false
  }

  /// The enrolled rollout that declares a feature which a Labs recipe declares too.
  private func labsConflict(of recipe: Recipe, _ client: Client) -> String? {
    let needed = Set(naming: recipe.declaredFeatureIDs.filter { !client.coenrollingFeatures.contains($0) })
    return recipes.first { other in
      other.isRollout && !other.slug.isSameName(as: recipe.slug) && records[other.slug]?.activeBranch != nil
        && other.declaredFeatureIDs.contains(where: needed.contains)
    }?.slug
  }
}

extension EnrollmentState {
  /// Where the client stands with each recipe, as told after an evaluation.
  ///
  /// Only stored recipes that are for this application and channel are told of, in slug order.
  public func statusEvents(for client: Client) -> [TelemetryEvent] {
    recipes.compactMap { recipe in
      guard let status = records[recipe.slug] else { return nil }
      guard recipe.availability(appName: client.appName, channel: client.channel) == nil else { return nil }
      return .status(recipe.slug, status)
    }
  }

  /// The branch of a recipe on which the client is now; nil where it is not enrolled.
  public func activeBranch(of slug: String) -> String? { records[slug]?.activeBranch }
}

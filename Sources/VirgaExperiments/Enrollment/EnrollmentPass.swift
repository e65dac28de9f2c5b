import VirgaJSON
import VirgaTargeting

/// One evaluation of all recipes for a client: it goes from the records of the last evaluation and
/// the recipes of a new list to new records.
///
/// Rollouts and experiments are two halves that reserve features independently. In each half,
/// recipes with a record come first, then new ones and those that lost a feature to another recipe.
/// Rule: VirgaExperiments/Enrolling.
struct EnrollmentPass {
  private let client: Client
  private let previous: EnrollmentState
  /// The new list, with one recipe for each slug.
  private let nextRecipes: [Recipe]
  /// The recipes that the client left permanently.
  private let leftPermanently: Set<Name>
  private let recordsDecisions: Bool
  /// The recipes of the new list by slug; empty unless decisions are recorded.
  private let nextBySlug: [Name: Recipe]
  /// The enrollments that the targeting of the next recipe reads: the previous records, with those
  /// that this pass changed.
  private var recordsSeenByTargeting: [Name: EnrollmentStatus]
  private var context: TargetingContext
  /// Whether the context is older than `recordsSeenByTargeting`; it is only updated for
  /// targeting that reads enrollments.
  private var isContextStale = false

  /// The new records; a recipe without one is not stored.
  private(set) var records: [Name: EnrollmentStatus] = [:]
  private(set) var changes: [EnrollmentChange] = []
  /// What decided the records; empty unless decisions are recorded.
  private(set) var decisions: [Name: EnrollmentDecision] = [:]

  /// Prepares an evaluation of the recipes `next`; the client does not return to those that it
  /// `leftPermanently`.
  init(
    from previous: EnrollmentState, to next: [Recipe], for client: Client,
    leftPermanently: [String], recordingDecisions: Bool
  ) {
    self.previous = previous
    self.client = client
    self.leftPermanently = Set(leftPermanently.map { Name($0) })
    recordsDecisions = recordingDecisions
    nextRecipes = next.firstOfEachSlug
    // Only a decision looks a recipe up by its slug.
    nextBySlug = recordingDecisions ? Dictionary(naming: nextRecipes, by: \.slug) : [:]
    // The context lists these enrollments, until the pass changes one.
    recordsSeenByTargeting = previous.records
    context = client.context(with: recordsSeenByTargeting)
  }

  /// Evaluates all recipes: first the rollouts, whose changes are reported first.
  mutating func run() {
    for isRollout in [true, false] {
      var half = EnrollmentPassHalf(
        isRollout: isRollout, previous: previous, next: nextRecipes,
        coenrolling: client.coenrollingFeatures)
      // Recipes with a record come first, as in the SDK: a new recipe does not take a feature from
      // one in which the client is enrolled.
      evaluateKnownRecipes(of: &half)
      evaluateNewRecipes(of: &half)
    }
    // The decisions explain each status later; only those that cannot be computed again are kept.
    if recordsDecisions { removeRecomputableDecisions() }
  }

  /// Removes the decisions whose targeting would read the same enrollments after this pass: their
  /// explanation can be computed again when it is needed.
  private mutating func removeRecomputableDecisions() {
    context.setEnrollments(records)
    decisions = decisions.filter { slug, decision in
      context.setAlreadyEnrolled(records[slug]?.activeBranch != nil)
      // Only a decision on "not enrolled" or "error" has the enrollments that the targeting read.
      // All others are kept, such as one with the time of an enrollment.
      let readEnrollments = !decision.enrollmentAttributes.isEmpty
      let isRecomputable = readEnrollments && decision.seesSameEnrollments(in: context)
      return !isRecomputable
    }
  }

  /// Evaluates the recipes with a record in a `half`, the rollouts or the experiments, by slug.
  ///
  /// Those that lost a feature wait for ``evaluateNewRecipes(of:)``. Feature conflicts are not
  /// checked here: of two recipes with the same feature, the one with the later slug takes it from
  /// the other.
  private mutating func evaluateKnownRecipes(of half: inout EnrollmentPassHalf) {
    for slug in half.knownSlugs {
      let lostFeature = previous.records[slug]?.conflictingSlug != nil
      if !lostFeature { evaluate(slug, in: &half) }
    }
  }

  /// Evaluates the new recipes of a `half`, the rollouts or the experiments, and those that lost a
  /// feature in an earlier pass, by date.
  ///
  /// A recipe with a feature that another one owns now is not enrolled, even if it was before.
  private mutating func evaluateNewRecipes(of half: inout EnrollmentPassHalf) {
    for recipe in half.recipesByDate where !hasLeftPermanently(recipe.slug) {
      let slug = recipe.slug
      if let owner = half.otherOwner(ofFeaturesOf: slug) {
        recordLostFeature(of: recipe, to: owner, in: &half)
      } else if !half.hasReservedFeatures(slug) {
        // With reserved features, the client is enrolled already. ``evaluateKnownRecipes(of:)``
        // evaluated all recipes with a record, except those that had lost a feature.
        let lostFeature = previous.records[slug]?.conflictingSlug != nil
        if lostFeature || half.isNew(slug) { evaluate(slug, in: &half) }
      }
    }
  }

  /// Records that a recipe is not enrolled, because another one, `owner`, has a feature that it
  /// needs; the features that it has itself become free for the recipes that follow.
  private mutating func recordLostFeature(
    of recipe: Recipe, to owner: String, in half: inout EnrollmentPassHalf
  ) {
    half.releaseFeatures(of: recipe.slug)
    record(.notEnrolled(.featureConflict(with: owner)), for: recipe.slug)
    // The status says why: it names the other recipe.
    decisions[recipe.slug] = nil
    // Reported in each pass, also if the conflict is not new.
    changes.append(.lostFeature(recipe))
  }

  /// Records the new status of a recipe, if it has one, and reserves its features if the client is
  /// enrolled.
  private mutating func evaluate(_ slug: String, in half: inout EnrollmentPassHalf) {
    guard let status = newStatus(of: slug, in: half) else { return }
    record(status, for: slug)
    if status.activeBranch != nil { half.reserveFeatures(for: slug) }
  }

  /// Whether the user left a recipe for good and the client is unenrolled from it.
  ///
  /// ``evaluateNewRecipes(of:)`` skips such a recipe: a feature that is free again does not bring
  /// the client back. Without the status "disqualified", for example in a new recipe, there is no
  /// unenrollment to keep, and the recipe is evaluated like any other.
  private func hasLeftPermanently(_ slug: String) -> Bool {
    let wasLeftByUser = leftPermanently.contains(Name(slug))
    guard wasLeftByUser, case .disqualified? = records[slug] else { return false }
    return true
  }

  /// Stores a new status, in the result of this pass and in the enrollments that the targeting of
  /// the next recipes reads.
  private mutating func record(_ status: EnrollmentStatus, for slug: String) {
    records[slug] = status
    guard recordsSeenByTargeting[slug] != status else { return }
    recordsSeenByTargeting[slug] = status
    isContextStale = true
  }

  /// The new status of a recipe in its half of the pass, that of experiments or of rollouts; nil if
  /// this half gives it no record.
  ///
  /// Also records the change and what decided the status.
  private mutating func newStatus(of slug: String, in half: EnrollmentPassHalf) -> EnrollmentStatus?
  {
    // Nil if the new list does not have the recipe.
    let nextRecipe = half.nextRecipes[slug]
    // The targeting may read the enrollments, which this pass may have changed.
    updateEnrollmentsInContext(for: slug, nextRecipe)
    // A recipe that is new in this half can have a record of the other half, if it was a rollout
    // and is an experiment now, or the reverse.
    let isNew = half.isNew(slug)
    let previousStatus = isNew ? nil : previous.records[slug]
    var transition = Transition(
      client: client, context: context,
      userTakesPart: previous.takesPart(inRollouts: half.isRollout))
    let status = transition.newStatus(
      previousRecipe: half.previousRecipes[slug], nextRecipe: nextRecipe,
      previousStatus: previousStatus)
    if let change = transition.change { changes.append(change) }
    // A recipe that is new in this half gets a new decision, even if its record of the other half
    // has the same status.
    recordDecision(on: status, of: slug, isNew: isNew)
    return status
  }

  /// Sets what the targeting of a recipe reads about enrollments; `nextRecipe` is nil if the recipe
  /// is not in the new list.
  private mutating func updateEnrollmentsInContext(for slug: String, _ nextRecipe: Recipe?) {
    context.setAlreadyEnrolled(previous.records[slug]?.activeBranch != nil)
    // Each record of this pass makes the list of enrollments stale, but only targeting that reads
    // enrollments needs the current ones.
    guard isContextStale, nextRecipe?.readsEnrollments == true else { return }
    context.setEnrollments(recordsSeenByTargeting)
    isContextStale = false
  }

  /// Stores what decided the status of a recipe, if decisions are recorded.
  ///
  /// A pass has two halves, the rollouts and then the experiments. `status` is nil if the current
  /// half gives the recipe no record. With `isNew`, the recipe had no record in this half before.
  private mutating func recordDecision(
    on status: EnrollmentStatus?, of slug: String, isNew: Bool
  ) {
    // A recipe that changed its kind is evaluated in both halves. A record of the first half stays,
    // and so does its decision, if the second one gives no status.
    let keepsRecordOfOtherHalf = status == nil && records[slug] != nil
    guard recordsDecisions, !keepsRecordOfOtherHalf else { return }
    decisions[slug] = decision(on: status, of: slug, isNew: isNew)
  }

  /// What decided a status, to be stored; nil if the status can be explained without, and for a
  /// recipe that the new list does not have.
  ///
  /// A status that did not change keeps its decision, unless it is "not enrolled" or "error", which
  /// every evaluation judges again. With `isNew`, the status always counts as changed: a stored
  /// record is from when the recipe was of the other kind, a rollout or an experiment.
  private func decision(
    on status: EnrollmentStatus?, of slug: String, isNew: Bool
  ) -> EnrollmentDecision? {
    guard let recipe = nextBySlug[slug] else { return nil }
    let old = previous.records[slug]
    guard let status else {
      // Without a status the recipe gets no record. Only the record of an experiment that ended and
      // is back needs an explanation why it is deleted.
      let why = old.flatMap(ReasonText.whyRecordIsDeleted)
      return why.map { EnrollmentDecision(why: $0) }
    }
    let isUnchanged = status == old && !isNew
    let keepsDecision = status.keepsDecisionIfUnchanged && isUnchanged
    return keepsDecision ? previous.decisions[slug] : newDecision(on: status, of: recipe)
  }

  /// What decided a new status of a recipe in the new list.
  ///
  /// Nil for "not enrolled" and "error", which can be judged again later, unless the targeting
  /// reads enrollments.
  private func newDecision(
    on status: EnrollmentStatus, of recipe: Recipe
  ) -> EnrollmentDecision? {
    switch status {
    // A recipe in the new list has this status only if it changed its kind: the rollout ended if it
    // is an experiment now, and the reverse.
    case .wasEnrolled: return EnrollmentDecision(why: ReasonText.changedKind(of: recipe))
    // These can be judged again later, but only with the enrollments that the targeting reads now;
    // nil if it reads none.
    case .notEnrolled, .error: return EnrollmentDecision(seenBy: recipe, in: context)
    case .enrolled, .disqualified:
      // No owners are given: they only explain a feature conflict, which decides neither status.
      let gates = EnrollmentGates(
        recipe, for: client, seeing: context, in: previous, FeatureOwners())
      return EnrollmentDecision(status, in: recipe, by: gates, in: context)
    }
  }
}

/// The rollouts or the experiments of a pass, and the features that they own.
struct EnrollmentPassHalf {
  let isRollout: Bool
  let previousRecipes: [Name: Recipe]
  let nextRecipes: [Name: Recipe]
  /// The next recipes by date, those without one first; otherwise in the given order.
  let recipesByDate: [Recipe]
  /// The slugs of the records of this half, sorted by bytes.
  let knownSlugs: [String]

  /// The same slugs, to find one quickly.
  private let knownSlugSet: Set<Name>
  /// The features of each next recipe that only one recipe can have, by slug.
  private let exclusiveFeatureIDs: [Name: [String]]
  /// The slug of the recipe that has each feature, by the feature's id.
  private var owners: [Name: String] = [:]

  /// Selects the records and the recipes of one half: the rollouts or the experiments, which are
  /// evaluated apart because they do not compete for features.
  ///
  /// A record belongs to the rollouts if its recipe was a rollout in the last list. All others
  /// belong to the experiments, also those of recipes that no longer exist.
  ///
  /// Several recipes can have a feature in `coenrolling` at once; all other features are exclusive.
  init(isRollout: Bool, previous: EnrollmentState, next: [Recipe], coenrolling: Set<Name>) {
    self.isRollout = isRollout
    previousRecipes = Dictionary(
      naming: previous.recipes.filter { $0.isRollout == isRollout }, by: \.slug)
    let next = next.filter { $0.isRollout == isRollout }
    nextRecipes = Dictionary(naming: next, by: \.slug)
    // New recipes are evaluated in this order.
    recipesByDate = Self.byDate(next)
    knownSlugs = Self.slugsOfRecords(ofRollouts: isRollout, in: previous)
    knownSlugSet = Set(knownSlugs.map { Name($0) })
    exclusiveFeatureIDs = nextRecipes.mapValues { recipe in
      recipe.featureIDs.filter { !coenrolling.contains($0) }
    }
  }

  /// The slugs of the records whose recipes were rollouts in the last list, or if `isRollout` is
  /// false, of all other records, in the order of the slugs.
  private static func slugsOfRecords(
    ofRollouts isRollout: Bool, in previous: EnrollmentState
  ) -> [String] {
    let previousRollouts = Set(previous.recipes.filter(\.isRollout).map { Name($0.slug) })
    return previous.slugs.filter { slug in
      let wasRollout = previousRollouts.contains(Name(slug))
      return wasRollout == isRollout
    }
  }

  /// Whether a recipe has no record in this half.
  func isNew(_ slug: String) -> Bool { !knownSlugSet.contains(Name(slug)) }

  /// The slug of another recipe that has a feature which this one needs; nil if none has.
  func otherOwner(ofFeaturesOf slug: String) -> String? {
    let ownersOfNeeded = neededFeatures(of: slug).compactMap { owners[$0] }
    return ownersOfNeeded.first { !$0.isSameName(as: slug) }
  }

  /// Whether a recipe owns any of the features that it needs.
  func hasReservedFeatures(_ slug: String) -> Bool {
    neededFeatures(of: slug).contains { isOwner(slug, of: $0) }
  }

  /// Assigns all features that a recipe needs to it, even if others own them.
  mutating func reserveFeatures(for slug: String) {
    for id in neededFeatures(of: slug) { owners[id] = slug }
  }

  /// Frees the features that a recipe owns.
  mutating func releaseFeatures(of slug: String) {
    for id in neededFeatures(of: slug) where isOwner(slug, of: id) { owners[id] = nil }
  }

  /// Whether a recipe owns the feature with an id.
  private func isOwner(_ slug: String, of id: String) -> Bool {
    owners[id].map { $0.isSameName(as: slug) } ?? false
  }

  /// The features that a recipe reserves, because only one recipe can have each; none for a recipe
  /// of the other half (this one has the rollouts or the experiments).
  private func neededFeatures(of slug: String) -> [String] { exclusiveFeatureIDs[slug] ?? [] }

  /// The recipes by date of publication, earliest first; those without a date come first of all.
  private static func byDate(_ recipes: [Recipe]) -> [Recipe] {
    // The position decides between equal dates: Swift does not promise that `sorted` is stable.
    let sorted = recipes.enumerated().sorted { first, second in
      let firstDate = first.element.publishedDate ?? .distantPast
      let secondDate = second.element.publishedDate ?? .distantPast
      return (firstDate, first.offset) < (secondDate, second.offset)
    }
    return sorted.map(\.element)
  }
}

extension Instant {
  static let distantPast = Instant(seconds: .min)
}

import VirgaJSON
import VirgaTargeting

/// One evaluation of all recipes for a client.
///
/// Rollouts and experiments are two halves that reserve features independently. In each half,
/// recipes with a record come first, then new ones and those that lost a feature to another recipe.
/// Rule: VirgaExperiments/Enrolling.
struct EnrollmentPass {
  private let client: Client
  private let previous: EnrollmentState
  private let next: [Recipe]
  private let left: Set<Name>
  private let keepsReasons: Bool
  /// The next recipes by slug; empty unless reasons are kept.
  private let live: [Name: Recipe]
  /// The enrollments that the targeting of the next recipe sees.
  private var seen: [Name: EnrollmentStatus]
  private var context: TargetingContext
  /// Whether the context is older than `seen`; it is only updated for targeting that uses
  /// enrollments.
  private var isContextStale = false

  private(set) var records: [Name: EnrollmentStatus] = [:]
  private(set) var changes: [EnrollmentChange] = []
  /// What decided the records; empty unless reasons are kept.
  private(set) var decisions: [Name: EnrollmentDecision] = [:]

  init(
    from previous: EnrollmentState, to next: [Recipe], for client: Client, left: [String],
    keepingReasons: Bool
  ) {
    self.previous = previous
    self.client = client
    self.left = Set(left.map { Name($0) })
    keepsReasons = keepingReasons
    self.next = next.firstOfEachSlug
    live = keepingReasons ? Dictionary(naming: self.next, by: \.slug) : [:]
    seen = previous.records
    context = client.context(with: previous.records)
  }

  mutating func run() {
    for isRollout in [true, false] {
      var half = EnrollmentPassHalf(
        isRollout: isRollout, previous: previous, next: next,
        coenrolling: client.coenrollingFeatures)
      evolveKnown(&half)
      evolveNew(&half)
    }
    guard keepsReasons else { return }
    context.setEnrollments(records)
    decisions = decisions.filter { slug, decision in
      context.setAlreadyEnrolled(records[slug]?.activeBranch != nil)
      return decision.seen.isEmpty || !decision.sees(sameAs: context)
    }
  }

  /// Part A: the recipes with a record, by slug, except those that lost a feature.
  ///
  /// Conflicts are not checked here; if two recipes take a feature in the same pass, the later slug
  /// keeps it.
  private mutating func evolveKnown(_ half: inout EnrollmentPassHalf) {
    for slug in half.knownSlugs {
      guard let status = previous.records[slug], status.conflictingSlug == nil else { continue }
      guard let result = transition(slug, in: half) else { continue }
      record(result, for: slug)
      if result.activeBranch != nil { half.reserve(for: slug) }
    }
  }

  /// Part B: all recipes by date; handles new recipes, those that lost a feature, and new
  /// conflicts.
  private mutating func evolveNew(_ half: inout EnrollmentPassHalf) {
    for recipe in half.recipesByDate where !isPermanentlyRemoved(recipe.slug) {
      let slug = recipe.slug
      if let owner = half.conflict(of: slug) {
        half.release(slug)
        record(.notEnrolled(.featureConflict(with: owner)), for: slug)
        decisions[slug] = nil
        changes.append(.lostFeature(recipe))
      } else if !half.owns(slug),
        half.isNew(slug) || previous.records[slug]?.conflictingSlug != nil,
        let result = transition(slug, in: half)
      {
        record(result, for: slug)
        if result.activeBranch != nil { half.reserve(for: slug) }
      }
    }
  }

  private func isPermanentlyRemoved(_ slug: String) -> Bool {
    guard left.contains(Name(slug)), case .disqualified? = records[slug] else { return false }
    return true
  }

  private mutating func record(_ status: EnrollmentStatus, for slug: String) {
    records[slug] = status
    guard seen[slug] != status else { return }
    seen[slug] = status
    isContextStale = true
  }

  /// Nil if the recipe keeps no record.
  private mutating func transition(_ slug: String, in half: EnrollmentPassHalf) -> EnrollmentStatus?
  {
    context.setAlreadyEnrolled(previous.records[slug]?.activeBranch != nil)
    let next = half.nextRecipes[slug]
    if isContextStale, next?.readsEnrollments == true {
      context.setEnrollments(seen)
      isContextStale = false
    }
    let status = half.isNew(slug) ? nil : previous.records[slug]
    var transition = Transition(
      client: client, context: context, takesPart: previous.takesPart(inRollouts: half.isRollout))
    let result = transition.evolve(half.previousRecipes[slug], next, status)
    if let change = transition.change { changes.append(change) }
    if keepsReasons, result != nil || records[slug] == nil {
      decisions[slug] = decision(on: result, of: slug, isNew: half.isNew(slug))
    }
    return result
  }

  /// What the context of the transition decided; an unchanged status keeps its decision.
  private func decision(
    on status: EnrollmentStatus?, of slug: String, isNew: Bool
  ) -> EnrollmentDecision? {
    guard let recipe = live[slug] else { return nil }
    let old = previous.records[slug]
    guard let status else { return old.flatMap(ReasonText.loss).map(EnrollmentDecision.init(why:)) }
    if status.lasts, status == old, !isNew { return previous.decisions[slug] }
    switch status {
    case .wasEnrolled: return EnrollmentDecision(why: ReasonText.changedKind(of: recipe))
    case .notEnrolled, .error: return EnrollmentDecision(seenBy: recipe, in: context)
    case .enrolled, .disqualified:
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

  private let known: Set<Name>
  private let featureIDs: [Name: [String]]
  private var owners: [Name: String] = [:]

  /// Records whose recipe was not a rollout belong to the experiments, even if the recipe no longer
  /// exists.
  init(isRollout: Bool, previous: EnrollmentState, next: [Recipe], coenrolling: Set<Name>) {
    self.isRollout = isRollout
    let rollouts = Set(previous.recipes.filter(\.isRollout).map { Name($0.slug) })
    previousRecipes = Dictionary(
      naming: previous.recipes.filter { $0.isRollout == isRollout }, by: \.slug)
    let next = next.filter { $0.isRollout == isRollout }
    nextRecipes = Dictionary(naming: next, by: \.slug)
    recipesByDate = Self.byDate(next)
    knownSlugs = previous.slugs.filter { rollouts.contains(Name($0)) == isRollout }
    known = Set(knownSlugs.map { Name($0) })
    featureIDs = nextRecipes.mapValues { $0.featureIDs.filter { !coenrolling.contains($0) } }
  }

  func isNew(_ slug: String) -> Bool { !known.contains(Name(slug)) }

  /// The other owner of the first feature that a recipe needs; nil without a conflict.
  func conflict(of slug: String) -> String? {
    needs(slug).compactMap { owners[$0] }.first { !$0.isSameName(as: slug) }
  }

  func owns(_ slug: String) -> Bool { needs(slug).contains { isOwner(slug, of: $0) } }

  /// Assigns all features that a recipe needs to it, even if others own them.
  mutating func reserve(for slug: String) {
    for id in needs(slug) { owners[id] = slug }
  }

  mutating func release(_ slug: String) {
    for id in needs(slug) where isOwner(slug, of: id) { owners[id] = nil }
  }

  private func isOwner(_ slug: String, of id: String) -> Bool {
    owners[id].map { $0.isSameName(as: slug) } ?? false
  }

  private func needs(_ slug: String) -> [String] { featureIDs[slug] ?? [] }

  private static func byDate(_ recipes: [Recipe]) -> [Recipe] {
    recipes.enumerated().sorted {
      ($0.element.publishedDate ?? .distantPast, $0.offset) < (
        $1.element.publishedDate ?? .distantPast, $1.offset
      )
    }.map(\.element)
  }
}

extension Instant {
  static let distantPast = Instant(seconds: .min)
}

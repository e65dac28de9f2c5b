import VirgaJSON
package import VirgaTargeting

/// A client's status in a recipe, the reason at the time, and what keeps or would change it now.
package struct EnrollmentReason: Equatable, Sendable {
  package let slug: String
  package let status: EnrollmentStatus?
  /// Why the client has the status, as judged when it got it.
  package let sentence: String
  /// What keeps an enrolled client now, as in "stays enrolled: …", or removes it at the next
  /// evaluation; nil if what enrolled it still keeps it.
  package let whyItStaysOrLeaves: String?
  /// What is needed to enroll, as a sentence; nil if the client is enrolled.
  package let fix: String?
  /// The same as conditions; empty if the client is enrolled or cannot enroll.
  package let requirements: [Requirement]
  /// The branches of other recipes to force first, as in "`treatment` of `slug`".
  package let branchesToForceFirst: [String]
  /// The current state of every gate in evaluation order, including those after a failed one.
  package let gates: [Gate]
  /// The targeting for the next evaluation; nil if everyone is targeted or the expression is
  /// invalid.
  package let targeting: Explanation?
  /// The targeting as it was judged for the status.
  package let judgedTargeting: Explanation?
  /// The client's hash for the buckets; nil without an id.
  package let bucketDraw: BucketSelection.Outcome?
  /// The client's hash for the branches; nil without an id or a branch.
  package let branchDraw: BranchAssignment.Outcome?

  /// Whether the targeting decided the status, rather than another gate or a person.
  package var isDecidedByTargeting: Bool {
    guard let judgedTargeting else { return false }
    let isTrue = judgedTargeting.outcome == .value(.boolean(true))
    return switch status {
    case .enrolled(.qualified, _)?: isTrue
    // Other gates cause some of these statuses too. If the targeting is false as well, it counts as
    // what decided.
    case .notEnrolled(.notTargeted)?, .disqualified(.notTargeted, _)?,
      .disqualified(.error, _)?, .error?:
      !isTrue
    case .enrolled?, .notEnrolled?, .disqualified?, .wasEnrolled?, nil: false
    }
  }
}

extension EnrollmentState {
  /// A client's status in a recipe, evaluated or not, and the reason.
  package func reason(for recipe: Recipe, client: Client) -> EnrollmentReason {
    reason(for: recipe, client: client, seeing: client.context(with: records), FeatureOwners(self))
  }

  /// A client's status in a recipe and the reason.
  ///
  /// A caller with many recipes computes the `context`, with the enrollments of all records, and
  /// the `owners` of this state only once.
  package func reason(
    for recipe: Recipe, client: Client, seeing context: TargetingContext, _ owners: FeatureOwners
  ) -> EnrollmentReason {
    let status = records[recipe.slug]
    let decision = decisions[recipe.slug]
    let nextContext = contextOfNextEvaluation(of: recipe, from: context)
    let nextGates = EnrollmentGates(recipe, for: client, seeing: nextContext, in: self, owners)
    // Two evaluations are explained: the last one, which decided the status ("judged"), and the
    // next one. Of the last one, only the enrollments that the targeting read are stored. The
    // context is nil if none are; the next evaluation is then explained in its place.
    let judgedContext = Self.contextAtDecision(decision, next: nextContext)
    let gatesOfLastEvaluation = judgedContext.map { judgedContext in
      EnrollmentGates(recipe, for: client, seeing: judgedContext, in: self, owners)
    }
    let judgedGates = gatesOfLastEvaluation ?? nextGates
    // Stored when the client enters or leaves, because attributes change later.
    let storedTargeting = decision?.targeting?.explanation
    let text = ReasonText(
      recipe: recipe, status: status, decision: decision, nextGates: nextGates,
      judgedGates: judgedGates)
    return EnrollmentReason(
      slug: recipe.slug, status: status,
      sentence: text.sentence, whyItStaysOrLeaves: text.whyItStaysOrLeaves, fix: text.fix,
      requirements: text.requirements,
      branchesToForceFirst: nextGates.branchesToForceFirst, gates: nextGates.gates,
      targeting: nextGates.targeting,
      judgedTargeting: storedTargeting ?? judgedGates.targeting,
      bucketDraw: nextGates.bucketDraw, branchDraw: nextGates.branchDraw)
  }

  /// What the targeting of a recipe read when its status was decided: the context of the next
  /// evaluation, but with the enrollments that were stored with the decision.
  ///
  /// Nil if none were stored.
  private static func contextAtDecision(
    _ decision: EnrollmentDecision?, next nextContext: TargetingContext
  ) -> TargetingContext? {
    guard let stored = decision?.enrollmentAttributes, !stored.isEmpty else { return nil }
    return nextContext.restoring(stored)
  }

  /// The context in which the next evaluation judges the targeting of a recipe.
  ///
  /// A status that a person chose is only judged after the choice is dropped. The client is then
  /// new to the recipe, so the recipe's own record is left out.
  private func contextOfNextEvaluation(
    of recipe: Recipe, from context: TargetingContext
  ) -> TargetingContext {
    var context = context
    guard isStatusChosen(in: recipe) else {
      context.setAlreadyEnrolled(activeBranch(of: recipe.slug) != nil)
      return context
    }
    context.setAlreadyEnrolled(false)
    // For any other targeting, the enrollments in the context do not matter.
    if recipe.readsEnrollments {
      var otherRecords = records
      otherRecords[recipe.slug] = nil
      context.setEnrollments(otherRecords)
    }
    return context
  }

  /// Whether a person chose the client's status in a recipe, by a forced branch (`optIn`) or an
  /// opt-out.
  ///
  /// A choice in Labs does not count, because targeting can still end that enrollment.
  private func isStatusChosen(in recipe: Recipe) -> Bool {
    switch records[recipe.slug] {
    case .enrolled(.optIn, _)?, .disqualified(.optOut, _)?: true
    case .enrolled?, .disqualified?, .notEnrolled?, .wasEnrolled?, .error?, nil: false
    }
  }

  /// The reasons for all recipes with a record, including ended ones, and for those in `given` that
  /// have no record; sorted by slug.
  package func reasons(for client: Client, given: [Recipe] = []) -> [EnrollmentReason] {
    let context = client.context(with: records)
    let owners = FeatureOwners(self)
    // If a recipe is both stored and given, the stored one is used. A record without a recipe is
    // that of an ended one.
    let known = Dictionary(naming: (recipes + given).firstOfEachSlug, by: \.slug)
    return Set(records.keys).union(known.keys).sorted().compactMap { slug in
      known[slug].map { reason(for: $0, client: client, seeing: context, owners) }
        ?? endedReason(slug.text)
    }
  }

  /// Why a recipe has no record, as in `no record: …`.
  package func statusWithoutRecord(of slug: String) -> String {
    decisions[slug]?.why.map { "no record: \($0)" } ?? "no record"
  }

  /// Why the client's enrollment in an ended recipe is over; nil if it had none.
  package func endedReason(_ slug: String) -> EnrollmentReason? {
    guard let status = records[slug], case .wasEnrolled(let branch, let end) = status else {
      return nil
    }
    // An ended recipe is no longer stored, so it has no gates and draws to show.
    return EnrollmentReason(
      slug: slug, status: status, sentence: ReasonText.ended(branch, at: end),
      whyItStaysOrLeaves: nil,
      fix: ReasonText.endedFix,
      requirements: [], branchesToForceFirst: [], gates: [], targeting: nil, judgedTargeting: nil,
      bucketDraw: nil, branchDraw: nil)
  }
}

/// The enrolled recipes by feature, indexed once to avoid comparing recipes pairwise.
package struct FeatureOwners: Equatable, Sendable {
  private let rollouts: [Name: [String]]
  private let experiments: [Name: [String]]

  /// Creates an index in which no recipe has any feature.
  init() {
    rollouts = [:]
    experiments = [:]
  }

  /// Indexes the recipes in which the client is enrolled, rollouts apart from experiments, because
  /// one of each can have the same feature.
  ///
  /// Two recipes for each feature are enough to find one that is not a given recipe.
  package init(_ state: EnrollmentState) {
    let enrolled = state.recipes.filter { state.activeBranch(of: $0.slug) != nil }
    rollouts = Self.firstTwoSlugsByFeature(of: enrolled.filter(\.isRollout))
    experiments = Self.firstTwoSlugsByFeature(of: enrolled.filter { !$0.isRollout })
  }

  /// The first feature of a recipe that another one of its kind, experiment or rollout, already
  /// has, with the slug of that other one; nil if there is no such feature.
  func conflict(of recipe: Recipe, coenrolling: Set<Name>) -> (feature: String, owner: String)? {
    let owners = recipe.isRollout ? rollouts : experiments
    guard !owners.isEmpty else { return nil }
    for id in recipe.featureIDs where !coenrolling.contains(id) {
      let owner = owners[id]?.first { !$0.isSameName(as: recipe.slug) }
      if let owner { return (id, owner) }
    }
    return nil
  }

  /// The first two recipes with each feature, by the feature's id.
  ///
  /// Two are enough to find one that differs from a given recipe.
  private static func firstTwoSlugsByFeature(of recipes: [Recipe]) -> [Name: [String]] {
    recipes.reduce(into: [:]) { owners, recipe in
      for branch in recipe.branches {
        for feature in branch.features {
          let known = owners[feature.featureID] ?? []
          // Another branch of the same recipe may have the feature too.
          let isAlreadyOwner = known.last?.isSameName(as: recipe.slug) ?? false
          let enoughOwners = 2
          guard known.count < enoughOwners, !isAlreadyOwner else { continue }
          owners[feature.featureID] = known + [recipe.slug]
        }
      }
    }
  }
}

extension TargetingContext {
  /// The context with the former values of some attributes.
  fileprivate func restoring(_ attributes: [Name: ExpressionValue]) -> TargetingContext {
    var context = self
    context.attributes.merge(attributes) { _, formerValue in formerValue }
    return context
  }
}

import VirgaJSON
package import VirgaTargeting

/// A client's status in a recipe, the reason, and what would change it.
package struct EnrollmentReason: Equatable, Sendable {
  package let slug: String
  package let status: EnrollmentStatus?
  package let sentence: String
  /// What is needed to enroll, as a sentence; nil if the client is enrolled.
  package let fix: String?
  /// The same as conditions; empty if the client is enrolled or cannot enroll.
  package let requirements: [Requirement]
  /// The branches of other recipes to force first, as in "`treatment` of `slug`".
  package let forcedFirst: [String]
  /// The current state of every gate in evaluation order, including those after a failed one.
  package let gates: [Gate]
  /// The explained targeting; nil if everyone is targeted or the expression is invalid.
  package let targeting: Explanation?
  package let selection: BucketSelection.Outcome?
  /// The client's hash for the branches; nil without an id or a branch.
  package let branch: BranchAssignment.Outcome?
}

extension EnrollmentState {
  /// A client's status in a recipe, evaluated or not, and the reason by the gates' current state.
  package func reason(for recipe: Recipe, client: Client) -> EnrollmentReason {
    reason(for: recipe, client: client, seeing: client.context(with: records), FeatureOwners(self))
  }

  package func reason(
    for recipe: Recipe, client: Client, seeing context: TargetingContext, _ owners: FeatureOwners
  ) -> EnrollmentReason {
    let gates = EnrollmentGates(recipe, for: client, seeing: context, in: self, owners)
    let words = ReasonText(
      recipe: recipe, status: records[recipe.slug], gates: gates.gates, assignment: gates.branch,
      forcedFirst: gates.forcedFirst)
    return EnrollmentReason(
      slug: recipe.slug, status: records[recipe.slug], sentence: words.sentence, fix: words.fix,
      requirements: words.requirements, forcedFirst: gates.forcedFirst,
      gates: gates.gates, targeting: gates.targeting, selection: gates.selection, branch: gates.branch)
  }

  /// The reasons for all recipes with a record, by slug, including ended ones.
  package func reasons(for client: Client) -> [EnrollmentReason] {
    let context = client.context(with: records)
    let owners = FeatureOwners(self)
    let evaluated = Dictionary(naming: recipes, by: \.slug)
    return slugs.compactMap { slug in
      evaluated[slug].map { reason(for: $0, client: client, seeing: context, owners) } ?? endedReason(slug)
    }
  }

  /// Why an enrollment in an ended recipe is over; nil if it never existed.
  package func endedReason(_ slug: String) -> EnrollmentReason? {
    guard let status = records[slug], case .wasEnrolled(let branch, let end) = status else { return nil }
    return EnrollmentReason(
      slug: slug, status: status, sentence: ReasonText.ended(branch, at: end), fix: ReasonText.endedFix,
      requirements: [], forcedFirst: [], gates: [], targeting: nil, selection: nil, branch: nil)
  }
}

/// The enrolled recipes by feature, indexed once to avoid comparing recipes pairwise.
package struct FeatureOwners: Equatable, Sendable {
  private let rollouts: [Name: [String]]
  private let experiments: [Name: [String]]

  package init(_ state: EnrollmentState) {
    let enrolled = state.recipes.filter { state.activeBranch(of: $0.slug) != nil }
    rollouts = Self.owners(among: enrolled.filter(\.isRollout))
    experiments = Self.owners(among: enrolled.filter { !$0.isRollout })
  }

  /// The first feature (by id) that a recipe needs and another of its kind has.
  func taken(from recipe: Recipe, coenrolling: Set<Name>) -> (feature: String, owner: String)? {
    let owners = recipe.isRollout ? rollouts : experiments
    guard !owners.isEmpty else { return nil }
    for id in recipe.featureIDs where !coenrolling.contains(id) {
      let owner = owners[id]?.first { !$0.isSameName(as: recipe.slug) }
      if let owner { return (id, owner) }
    }
    return nil
  }

  /// The first two recipes with each feature: at least one of them differs from the recipe in question.
  private static func owners(among recipes: [Recipe]) -> [Name: [String]] {
    recipes.reduce(into: [:]) { owners, recipe in
      for branch in recipe.branches {
        for feature in branch.features {
          let known = owners[feature.featureID] ?? []
          guard known.count < 2, known.last.map({ !$0.isSameName(as: recipe.slug) }) ?? true else { continue }
          owners[feature.featureID] = known + [recipe.slug]
        }
      }
    }
  }
}

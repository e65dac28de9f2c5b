import VirgaJSON
public import VirgaTargeting

/// Where a client stands with a recipe, why, and what would have to change.
public struct EnrollmentReason: Equatable, Sendable {
  /// The recipe.
  public let slug: String
  /// What became of it; nil where it keeps no record.
  public let status: EnrollmentStatus?
  /// Why, in a sentence.
  public let sentence: String
  /// What has to hold for the client to be enrolled, in a sentence; nil if it is.
  public let remedy: String?
  /// The same, condition by condition; empty if the client is enrolled or nothing can enroll it.
  public let requirements: [Requirement]
  /// The branches of other recipes to force first, as in "`treatment` of `slug`".
  public let forcedFirst: [String]
  /// Every gate as it stands now, in the order in which they are looked at; also those behind a closed one.
  public let gates: [Gate]
  /// The targeting in detail; nil where everyone is targeted or the text is no expression.
  public let targeting: Explanation?
  /// Where the client lies among the buckets; nil without an id.
  public let selection: SelectionDraw.Drawn?
  /// Where the client lies among the branches; nil without an id or a branch.
  public let branch: BranchDraw.Drawn?
}

extension EnrollmentState {
  /// Where a client stands with a recipe, and why.
  ///
  /// The recipe need not be among those that were evaluated; the gates are looked at as the client stands now.
  public func reason(for recipe: Recipe, client: Client) -> EnrollmentReason {
    reason(for: recipe, client: client, seeing: client.context(with: records), FeatureOwners(self))
  }

  /// The same, where what expressions see of the client and who has which feature are at hand.
  package func reason(
    for recipe: Recipe, client: Client, seeing context: TargetingContext, _ owners: FeatureOwners
  ) -> EnrollmentReason {
    let table = GateTable(recipe, for: client, seeing: context, in: self, owners)
    let words = ReasonWords(
      recipe: recipe, status: records[recipe.slug], gates: table.gates, drawn: table.branch,
      forcedFirst: table.forcedFirst)
    return EnrollmentReason(
      slug: recipe.slug, status: records[recipe.slug], sentence: words.sentence, remedy: words.remedy,
      requirements: words.requirements, forcedFirst: table.forcedFirst,
      gates: table.gates, targeting: table.targeting, selection: table.selection, branch: table.branch)
  }

  /// Where a client stands with each recipe that has a record, by slug: those that were evaluated and those that ended.
  public func reasons(for client: Client) -> [EnrollmentReason] {
    let context = client.context(with: records)
    let owners = FeatureOwners(self)
    let evaluated = Dictionary(naming: recipes, by: \.slug)
    return slugs.compactMap { slug in
      evaluated[slug].map { reason(for: $0, client: client, seeing: context, owners) } ?? endedReason(slug)
    }
  }

  /// Why the client is no longer in a recipe that ended; nil if it never was.
  public func endedReason(_ slug: String) -> EnrollmentReason? {
    guard let status = records[slug], case .wasEnrolled(let branch, let end) = status else { return nil }
    return EnrollmentReason(
      slug: slug, status: status, sentence: ReasonWords.ended(branch, at: end), remedy: ReasonWords.endedRemedy,
      requirements: [], forcedFirst: [], gates: [], targeting: nil, selection: nil, branch: nil)
  }
}

/// Which enrolled recipes have which features, found once so that no recipe has to be held against all others.
package struct FeatureOwners: Equatable, Sendable {
  private let rollouts: [Name: [String]]
  private let experiments: [Name: [String]]

  /// The owners among the recipes that were evaluated.
  package init(_ state: EnrollmentState) {
    let enrolled = state.recipes.filter { state.activeBranch(of: $0.slug) != nil }
    rollouts = Self.owners(among: enrolled.filter(\.isRollout))
    experiments = Self.owners(among: enrolled.filter { !$0.isRollout })
  }

  /// The first feature, by id, that a recipe needs and another one of its kind has, and that recipe.
  func taken(from recipe: Recipe, coenrolling: Set<Name>) -> (feature: String, owner: String)? {
    let owners = recipe.isRollout ? rollouts : experiments
    guard !owners.isEmpty else { return nil }
    for id in recipe.featureIDs where !coenrolling.contains(id) {
      let owner = owners[id]?.first { !$0.isSameName(as: recipe.slug) }
      if let owner { return (id, owner) }
    }
    return nil
  }

  /// The slugs of the first two recipes that have each feature: one of them is another than the recipe that asks.
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

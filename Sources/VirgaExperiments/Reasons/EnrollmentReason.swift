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
  /// What would have to be otherwise for the client to be enrolled; nil where it is.
  public let remedy: String?
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
      gates: table.gates, targeting: table.targeting, selection: table.selection, branch: table.branch)
  }

  /// Where a client stands with each recipe that has a record, by slug: those that were evaluated and those that ended.
  public func reasons(for client: Client) -> [EnrollmentReason] {
    let context = client.context(with: records)
    let owners = FeatureOwners(self)
    let evaluated = NameTable(recipes.lazy.map { ($0.slug, $0) }) { first, _ in first }
    return slugs.compactMap { slug in
      evaluated[slug].map { reason(for: $0, client: client, seeing: context, owners) } ?? endedReason(slug)
    }
  }

  /// Why the client is no longer in a recipe that ended; nil if it never was.
  public func endedReason(_ slug: String) -> EnrollmentReason? {
    guard let status = records[slug], case .wasEnrolled(let branch, let end) = status else { return nil }
    return EnrollmentReason(
      slug: slug, status: status, sentence: ReasonWords.ended(branch, at: end), remedy: ReasonWords.endedRemedy,
      gates: [], targeting: nil, selection: nil, branch: nil)
  }
}

public import VirgaJSON

/// Draws another client where a recipe's buckets do not select the one that there is.
public struct ClientDraw: Sendable {
  /// What clients are drawn from: the same gives the same client.
  public let ids: SeededIDs

  /// Draws from these ids.
  public init(from ids: SeededIDs) { self.ids = ids }

  /// The first of the ids that a recipe's buckets select.
  ///
  /// One that the recipes select too in which the client is already goes before the others, so that it stays in them, but
  /// for those that hold a feature of the recipe: those must not select it. So far as one is found among the ids that are
  /// looked at.
  ///
  /// - Returns: The id; nil where none of the first 100,000 is selected, as where the recipe has no buckets.
  public func client(
    for recipe: Recipe, stayingIn enrollments: EnrollmentState, coenrolling: NameSet = []
  ) -> String? {
    guard recipe.bucketConfig.count > 0, recipe.bucketConfig.randomizationUnit == .clientID else { return nil }
    var draw = SelectionDraw(recipe.bucketConfig)
    let rivals = NameSet(enrollments.rivals(of: recipe, coenrolling: coenrolling))
    var others = enrollments.recipes
      .filter { enrollments.isQualified(for: $0.slug) && !rivals.contains($0.slug) }.map {
        SelectionDraw($0.bucketConfig)
      }
    var taking = enrollments.recipes.filter { rivals.contains($0.slug) }.map { SelectionDraw($0.bucketConfig) }
    var (first, seen): (String?, Int) = (nil, 0)
    for number in 0..<100_000 where seen < 1_000 {
      let id = ids[number]
      guard draw.isSelected(id) else { continue }
      let stays = others.indices.allSatisfy { others[$0].isSelected(id) }
      if stays, !taking.indices.contains(where: { taking[$0].isSelected(id) }) { return id }
      first = first ?? id
      seen += 1
    }
    return first
  }
}

extension EnrollmentState {
  /// Whether the client is in a recipe because it passed the gates, so that another bucket would take it out.
  fileprivate func isQualified(for slug: String) -> Bool {
    if case .enrolled(.qualified, _)? = records[slug] { true } else { false }
  }
}

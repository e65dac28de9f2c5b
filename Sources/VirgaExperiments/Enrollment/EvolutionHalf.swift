import VirgaJSON
import VirgaTargeting

/// The rollouts or the experiments of a pass, and which of them have which features.
struct EvolutionHalf {
  let isRollout: Bool
  let previousRecipes: NameTable<Recipe>
  let nextRecipes: NameTable<Recipe>
  /// The next recipes by date, those without one first; otherwise in the order in which they were given.
  let recipesByDate: [Recipe]
  /// The slugs of the records of this half, sorted by bytes.
  let knownSlugs: [String]

  private let known: Set<ExactText>
  private let featureIDs: NameTable<[String]>
  private var owners: NameTable<String> = [:]

  /// Records whose recipe was no rollout before belong to the experiments, also where the recipe is gone.
  init(isRollout: Bool, previous: EnrollmentState, next: [Recipe], coenrolling: NameSet) {
    self.isRollout = isRollout
    let rollouts = Set(previous.recipes.filter(\.isRollout).map { ExactText($0.slug) })
    previousRecipes = Self.bySlug(previous.recipes.filter { $0.isRollout == isRollout })
    let next = next.filter { $0.isRollout == isRollout }
    nextRecipes = Self.bySlug(next)
    recipesByDate = Self.byDate(next)
    knownSlugs = previous.slugs.filter { rollouts.contains(ExactText($0)) == isRollout }
    known = Set(knownSlugs.map { ExactText($0) })
    featureIDs = nextRecipes.mapValues { $0.featureIDs.filter { !coenrolling.contains($0) } }
  }

  /// Whether a recipe has no record in this half.
  func isNew(_ slug: String) -> Bool { !known.contains(ExactText(slug)) }

  /// The other recipe that has the first feature, by id, of those which a recipe needs; nil without a conflict.
  func conflict(of slug: String) -> String? {
    needs(slug).compactMap { owners[$0] }.first { !ByteText.areEqual($0, slug) }
  }

  /// Whether a recipe has a feature.
  func owns(_ slug: String) -> Bool { needs(slug).contains { isOwner(slug, of: $0) } }

  /// Gives a recipe all features that it needs, whoever has them.
  mutating func reserve(for slug: String) {
    for id in needs(slug) { owners[id] = slug }
  }

  /// Takes from a recipe the features that it has.
  mutating func release(_ slug: String) {
    for id in needs(slug) where isOwner(slug, of: id) { owners[id] = nil }
  }

  private func isOwner(_ slug: String, of id: String) -> Bool {
    owners[id].map { ByteText.areEqual($0, slug) } ?? false
  }

  private func needs(_ slug: String) -> [String] { featureIDs[slug] ?? [] }

  private static func byDate(_ recipes: [Recipe]) -> [Recipe] {
    recipes.enumerated().sorted {
      ($0.element.publishedDate ?? .distantPast, $0.offset) < ($1.element.publishedDate ?? .distantPast, $1.offset)
    }.map(\.element)
  }

  private static func bySlug(_ recipes: [Recipe]) -> NameTable<Recipe> {
    NameTable(recipes.lazy.map { ($0.slug, $0) }) { first, _ in first }
  }
}

extension Instant {
  /// A moment before every other.
  static let distantPast = Instant(seconds: .min)
}

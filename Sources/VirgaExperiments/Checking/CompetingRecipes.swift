package import VirgaJSON
package import VirgaSource
import VirgaTargeting

/// Finds recipes that take a feature from each other: two experiments, or two rollouts, on one
/// feature that the same client can enroll in at the same time.
///
/// Rule: VirgaExperiments/CheckingRecipes.
package struct CompetingRecipes {
  /// A recipe that loses clients to another one.
  package struct Loss: Sendable {
    /// The slug of the recipe that is evaluated later, which the problem is about.
    package let slug: String
    package let problem: Problem
  }

  private let audiences: [Audience]
  /// The features that several recipes may configure for one client.
  private let coenrolling: Set<Name>

  package init(_ recipes: [WrittenRecipe], coenrolling: Set<Name>) {
    self.coenrolling = coenrolling
    // No evaluation enrolls a client in a Labs recipe, so these do not compete.
    audiences = recipes.filter { !$0.recipe.isLabsOptIn }.map(Audience.init)
  }

  /// The number of earlier recipes that are reported for one recipe: comparing all of many recipes
  /// without targeting would take too long.
  private static let maxRivals = 5

  /// The losses of each recipe, in the order in which clients evaluate the recipes: a recipe loses
  /// clients to an earlier one that configures the same feature and can enroll the same clients.
  package var losses: [Loss] {
    let audiences = inEvaluationOrder
    // The indices of the earlier recipes that configure a feature.
    var earlierIndices: [Name: [Int]] = [:]
    var losses: [Loss] = []
    for (index, later) in audiences.enumerated() {
      // Several recipes with a coenrolling feature can have the same client, so none loses it.
      let features = later.features.filter { !coenrolling.contains($0) }
      let indicesOnSameFeatures = Set(features.flatMap { earlierIndices[$0] ?? [] })
      // Lazy, so that no more recipes are compared than are reported.
      let indicesOfRivals = indicesOnSameFeatures.sorted().lazy.filter {
        later.canEnrollSameClient(as: audiences[$0])
      }
      losses += indicesOfRivals.prefix(Self.maxRivals).map { rival in
        loss(of: later, to: audiences[rival], among: features)
      }
      for feature in features { earlierIndices[feature, default: []].append(index) }
    }
    return losses
  }

  /// The audiences by the publication dates of their recipes; those without a date come first.
  private var inEvaluationOrder: [Audience] {
    let sorted = audiences.enumerated().sorted { first, second in
      // Recipes of one date stay in their order.
      if first.element.date == second.element.date { return first.offset < second.offset }
      guard let firstDate = first.element.date else { return true }
      guard let secondDate = second.element.date else { return false }
      return firstDate < secondDate
    }
    return sorted.map(\.element)
  }

  /// The warning that a recipe loses clients to an earlier one, with the features that both
  /// configure.
  ///
  /// `features` are those of `later` without the coenrolling ones, which several recipes of a
  /// client can have at once.
  private func loss(of later: Audience, to earlier: Audience, among features: [Name]) -> Loss {
    let sharedFeatures = features.filter(earlier.features.contains).map { "`\($0)`" }
    let slug = later.recipe.slug
    let kinds = later.recipe.isRollout ? "rollouts" : "experiments"
    let message =
      "`\(slug)` loses clients to `\(earlier.recipe.slug)`, because both are \(kinds) on \(sharedFeatures.joined(separator: ", "))"
    let problem = later.written.problem(.warning, "competing-recipes", at: ["slug"], message)
      .with(hint: "give them separate buckets of one namespace, or exclude one in the targeting")
    return Loss(slug: slug, problem: problem)
  }
}

/// The clients that a recipe is for, as far as that is known without a client.
private struct Audience {
  let written: WrittenRecipe
  /// The features that it configures, sorted.
  let features: [Name]
  private let targetingCases: TargetingCases
  private let buckets: BucketRange

  var recipe: Recipe { written.recipe }
  var date: Instant? { recipe.publishedDate }

  /// Finds the features, the buckets and the targeting of a recipe's audience.
  init(_ written: WrittenRecipe) {
    self.written = written
    let recipe = written.recipe
    features = recipe.featureIDs.map { Name($0) }
    buckets = BucketRange(recipe.bucketConfig)
    let targeting = recipe.targeting.flatMap { try? Expression($0) }
    // Without targeting, or if it cannot be parsed, everyone counts. Recipes compete for clients
    // that are not enrolled yet.
    targetingCases = targeting.map { TargetingCases(of: $0, for: .notEnrolled) } ?? .everyone
  }

  /// Whether one client can enroll in either of two recipes at the same time.
  func canEnrollSameClient(as other: Audience) -> Bool {
    // An experiment and a rollout do not exclude each other.
    guard recipe.isRollout == other.recipe.isRollout,
      isInAppAndChannel(of: other),
      bucketsShareClients(with: other)
    else { return false }
    // The targeting of a recipe can exclude clients that are enrolled in the other one.
    return targetingCases.overlap(other.targetingCases) && !excludes(other) && !other.excludes(self)
  }

  /// Whether the targeting excludes clients that are in the other recipe.
  private func excludes(_ other: Audience) -> Bool {
    !targetingCases.allow(.notEnrolled.inRecipe(other.recipe.slug))
  }

  /// Whether a client can be in the app and the channel of both; a recipe without one is for all.
  ///
  /// Channels match in any case, as when a client is evaluated.
  private func isInAppAndChannel(of other: Audience) -> Bool {
    let apps = [recipe.appName, other.recipe.appName].compactMap { $0.map { Name($0) } }
    guard Set(apps).count <= 1 else { return false }
    guard let channel = recipe.channel,
      let otherChannel = other.recipe.channel
    else { return true }
    return channel.lowercased() == otherChannel.lowercased()
  }

  /// Whether the buckets of both can select one client; buckets of different namespaces or units
  /// are independent of each other, so some client is in both.
  private func bucketsShareClients(with other: Audience) -> Bool {
    guard !buckets.hashRanges.isEmpty, !other.buckets.hashRanges.isEmpty else { return false }
    let (config, otherConfig) = (recipe.bucketConfig, other.recipe.bucketConfig)
    guard config.namespace.isSameName(as: otherConfig.namespace),
      config.randomizationUnit == otherConfig.randomizationUnit
    else { return true }
    // Compares hashes instead of bucket numbers, because the totals may differ.
    return buckets.hashRanges.contains { span in
      other.buckets.hashRanges.contains { span.overlaps($0) }
    }
  }
}

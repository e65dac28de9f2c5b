import VirgaJSON
import VirgaTargeting

/// Evaluates all recipes for one new client after another, and counts the results.
///
/// Equivalent to an `EnrollmentState` that applies the recipes, but computes what all clients share
/// only once.
struct SimulatedPass {
  /// The results of one recipe.
  struct Counts {
    /// The number of clients in each branch, by the branch's index.
    var branches: [Int]
    /// The number of clients that are not enrolled, by reason.
    var reasons: [String: Int] = [:]

    /// Adds the counts of other clients for the same recipe.
    mutating func add(_ other: Counts) {
      for index in branches.indices { branches[index] += other.branches[index] }
      reasons.merge(other.reasons, uniquingKeysWith: +)
    }
  }

  /// The results of the recipes, in the order in which they were given.
  private(set) var counts: [Counts]

  /// The recipes in the order in which they are evaluated.
  private var candidates: [Candidate]
  /// Whether a recipe has each feature of the current client, by the feature's number.
  private var isFeatureTaken: [Bool]
  private var context: TargetingContext
  /// Whether any targeting depends on the enrollments in other recipes.
  private let someTargetingReadsEnrollments: Bool
  /// The current client's enrollments; empty unless a targeting reads them.
  private var enrollments: [Name: EnrollmentStatus] = [:]

  /// Prepares the evaluation of recipes for clients that only differ from `client` in their ids.
  ///
  /// Of `participation` it only reads whether the users take part in experiments and in rollouts.
  init(_ recipes: [Recipe], for client: Client, _ participation: EnrollmentState) {
    let context = client.context()
    // The counts are in the order of `recipes`, not in that of the evaluation.
    let recipeIndices = Self.indicesBySlug(of: recipes)
    // A feature's number is its index in `isFeatureTaken`. A co-enrolling feature, which several
    // recipes can have at once, gets none.
    var featureNumbers = FeatureNumbers(coenrolling: client.coenrollingFeatures)
    let candidates = Self.inEvaluationOrder(recipes).map { recipe in
      var candidate = Candidate(PreparedRecipe(recipe), client, context, participation)
      // Each recipe has an index; the default satisfies the type.
      candidate.recipeIndex = recipeIndices[recipe.slug] ?? 0
      candidate.featureNumbers = featureNumbers.numbers(of: recipe)
      return candidate
    }
    isFeatureTaken = Array(repeating: false, count: featureNumbers.count)
    counts = recipes.map { Counts(branches: Array(repeating: 0, count: $0.branches.count)) }
    someTargetingReadsEnrollments = candidates.contains(where: \.readsEnrollments)
    self.candidates = candidates
    self.context = context
  }

  /// The index of each recipe; of several with one slug, that of the first.
  private static func indicesBySlug(of recipes: [Recipe]) -> [Name: Int] {
    let slugsAndIndices = zip(recipes.map(\.slug), recipes.indices)
    return Dictionary(naming: slugsAndIndices) { first, _ in first }
  }

  /// The rollouts by date, then the experiments by date.
  private static func inEvaluationOrder(_ recipes: [Recipe]) -> [Recipe] {
    [true, false].flatMap { isRollout in
      // Only for the order, which does not depend on enrollments or features.
      EnrollmentPassHalf(
        isRollout: isRollout, previous: EnrollmentState(), next: recipes, coenrolling: []
      )
      .recipesByDate
    }
  }

  /// Evaluates all recipes for the new client with the id `clientID`, and counts the results.
  mutating func evaluate(_ clientID: String) {
    // `isFeatureTaken` and `enrollments` still describe the previous client. A feature is a number
    // here, its index in `isFeatureTaken`.
    for feature in isFeatureTaken.indices { isFeatureTaken[feature] = false }
    context.attributes["nimbus_id"] = .string(clientID)
    if someTargetingReadsEnrollments {
      enrollments = [:]
      context.setEnrollments(enrollments)
    }
    for position in candidates.indices { evaluateCandidate(at: position, for: clientID) }
  }

  /// Evaluates one recipe for the client with the id `clientID`, and counts the result.
  ///
  /// An enrollment takes the recipe's features, and is added to the context, where the targeting of
  /// the recipes that follow sees it.
  private mutating func evaluateCandidate(at position: Int, for clientID: String) {
    // The counts are in the order of the recipes as given, `candidates` in that of the evaluation.
    let recipeIndex = candidates[position].recipeIndex
    guard !candidates[position].featureNumbers.contains(where: { isFeatureTaken[$0] }) else {
      counts[recipeIndex].reasons["FeatureConflict", default: 0] += 1
      return
    }
    switch candidates[position].verdict(clientID, in: context) {
    case .enrolled(let branch):
      for feature in candidates[position].featureNumbers { isFeatureTaken[feature] = true }
      counts[recipeIndex].branches[branch] += 1
      updateContext(enrolledIn: candidates[position].prepared.recipe, branch)
    case .notEnrolled(let reason): counts[recipeIndex].reasons[reason.name, default: 0] += 1
    case .error(let text): counts[recipeIndex].reasons[text, default: 0] += 1
    case .noBranch: counts[recipeIndex].reasons["NoBranch", default: 0] += 1
    }
  }

  /// Makes an enrollment visible to the targeting of the recipes that follow.
  private mutating func updateContext(enrolledIn recipe: Recipe, _ branchIndex: Int) {
    guard someTargetingReadsEnrollments else { return }
    enrollments[recipe.slug] = .enrolled(.qualified, branch: recipe.branches[branchIndex].slug)
    context.setEnrollments(enrollments)
  }
}

/// A recipe in a simulation, with the parts that all clients share computed in advance.
private struct Candidate {
  /// The attributes that differ between the clients of a simulation.
  private static let differingAttributes: Set<Name> = [
    "nimbus_id", "active_experiments", "enrollments", "enrollments_map",
  ]

  var prepared: PreparedRecipe
  /// The index among the recipes as given.
  var recipeIndex = 0
  /// The numbers of the features that only one recipe can have.
  var featureNumbers: [Int] = []
  let readsEnrollments: Bool
  /// The verdict that is the same for all clients; nil if it depends on the client.
  private let verdictForAll: PreparedRecipe.Verdict?
  /// Whether the targeting reads an attribute that differs between the clients.
  private let targetingDependsOnClient: Bool
  /// Whether the buckets depend on the client's id, and not on a user id, which no client has.
  private let drawsByClientID: Bool

  /// Finds out whether the verdict is the same for all clients, and computes it if it is.
  ///
  /// Also finds out whether the targeting reads the client's enrollments: only then does the pass
  /// keep them in the context.
  ///
  /// - Parameter participation: Says whether the users take part in experiments and in rollouts.
  init(
    _ prepared: PreparedRecipe, _ client: Client, _ context: TargetingContext,
    _ participation: EnrollmentState
  ) {
    self.prepared = prepared
    let names = (try? prepared.targeting?.get())?.attributeNames ?? []
    // An invalid expression names no attributes, and gives every client the same error.
    targetingDependsOnClient = names.contains(where: Self.differingAttributes.contains)
    // All of these attributes but the id are about enrollments.
    readsEnrollments = names.contains { $0 != "nimbus_id" && Self.differingAttributes.contains($0) }
    let recipe = prepared.recipe
    // A draw by user id gives all clients an error, because no client has one.
    drawsByClientID = recipe.bucketConfig.randomizationUnit == .clientID
    if let reasonAgainstAll = recipe.reasonAgainstAll(withAppAndChannelOf: client, participation) {
      verdictForAll = .notEnrolled(reasonAgainstAll)
    } else if targetingDependsOnClient {
      verdictForAll = nil
    } else {
      // Nil if the targeting excludes nobody: the draw then decides for each client.
      verdictForAll = prepared.targetingVerdict(in: context)
    }
  }

  /// The verdict on the client with the id `clientID`; a feature conflict is not considered.
  mutating func verdict(_ clientID: String, in context: TargetingContext) -> PreparedRecipe.Verdict
  {
    // Without a verdict that holds for all clients, the targeting or the draw decides.
    if let verdictForAll { return verdictForAll }
    // A targeting that is the same for all clients was evaluated before, and excludes nobody.
    if targetingDependsOnClient {
      let exclusion = prepared.targetingVerdict(in: context)
      if let exclusion { return exclusion }
    }
    // The draw finds the client's bucket by its id. A recipe with buckets by user id gives an
    // error, because simulated clients have no user id.
    return prepared.verdictOfLastGates(unit: drawsByClientID ? clientID : nil)
  }
}

extension Recipe {
  /// Why the recipe enrolls no client with the app name and the channel of `client`, without a look
  /// at its targeting; nil if it may enroll some.
  ///
  /// It is closed (Labs, no participation, enrollment paused), or for another app or channel.
  ///
  /// - Parameter participation: Says whether the users take part in experiments and in rollouts.
  fileprivate func reasonAgainstAll(
    withAppAndChannelOf client: Client, _ participation: EnrollmentState
  ) -> EnrollmentStatus.NotEnrolledReason? {
    reasonClosed(takesPart: participation.takesPart(inRollouts: isRollout))
      ?? mismatch(appName: client.appName, channel: client.channel)
  }
}

/// Numbers the features that only one recipe can have, separately for rollouts and experiments.
private struct FeatureNumbers {
  let coenrolling: Set<Name>
  /// The numbers by feature id, for rollouts under true and for experiments under false.
  private var numbersByID: [Bool: [Name: Int]] = [:]
  /// How many numbers were given; the numbers are 0 to `count` − 1.
  private(set) var count = 0

  init(coenrolling: Set<Name>) { self.coenrolling = coenrolling }

  /// The numbers of a recipe's features, except those that several recipes can have.
  ///
  /// They are the indices of the features in `isFeatureTaken`.
  mutating func numbers(of recipe: Recipe) -> [Int] {
    let exclusiveIDs = recipe.featureIDs.filter { !coenrolling.contains($0) }
    return exclusiveIDs.map { id in number(of: id, inRollouts: recipe.isRollout) }
  }

  /// The number of a feature, counted from 0; the same feature has another one in rollouts, because
  /// a client can have it from one experiment and one rollout.
  private mutating func number(of id: String, inRollouts: Bool) -> Int {
    if let number = numbersByID[inRollouts]?[id] { return number }
    let newNumber = count
    numbersByID[inRollouts, default: [:]][id] = newNumber
    count += 1
    return newNumber
  }
}

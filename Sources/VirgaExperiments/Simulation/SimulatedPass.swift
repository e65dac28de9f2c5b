import VirgaJSON
import VirgaTargeting

/// Evaluates all recipes for one new client after another, and counts the results.
///
/// Equivalent to an `EnrollmentState` that applies the recipes, but computes what all clients share
/// only once.
struct SimulatedPass {
  struct Counts {
    var branches: [Int]
    var reasons: [String: Int] = [:]

    mutating func add(_ other: Counts) {
      for index in branches.indices { branches[index] += other.branches[index] }
      reasons.merge(other.reasons) { $0 + $1 }
    }
  }

  private(set) var counts: [Counts]

  private var candidates: [Candidate]
  private var owners: [Int?]
  private var context: TargetingContext
  private let readsEnrollments: Bool
  private var records: [Name: EnrollmentStatus] = [:]

  init(_ recipes: [Recipe], for client: Client, _ participation: EnrollmentState) {
    var features = FeatureNumbers(coenrolling: client.coenrollingFeatures)
    let context = client.context()
    let order = [true, false].flatMap { isRollout in
      EnrollmentPassHalf(
        isRollout: isRollout, previous: EnrollmentState(), next: recipes, coenrolling: []
      )
      .recipesByDate
    }
    let numbers = Dictionary(naming: zip(recipes.map(\.slug), recipes.indices)) { first, _ in first
    }
    let candidates = order.map { recipe in
      var candidate = Candidate(PreparedRecipe(recipe), client, context, participation)
      candidate.number = numbers[recipe.slug] ?? 0
      candidate.features = features.numbers(of: recipe)
      return candidate
    }
    owners = Array(repeating: nil, count: features.count)
    counts = recipes.map { Counts(branches: Array(repeating: 0, count: $0.branches.count)) }
    readsEnrollments = candidates.contains(where: \.readsEnrollments)
    self.candidates = candidates
    self.context = context
  }

  mutating func evaluate(_ unit: String) {
    for index in owners.indices { owners[index] = nil }
    context.attributes["nimbus_id"] = .string(unit)
    if readsEnrollments {
      records = [:]
      context.setEnrollments(records)
    }
    for index in candidates.indices { evaluate(index, unit) }
  }

  private mutating func evaluate(_ index: Int, _ unit: String) {
    let number = candidates[index].number
    guard !candidates[index].features.contains(where: { owners[$0] != nil }) else {
      counts[number].reasons["FeatureConflict", default: 0] += 1
      return
    }
    switch candidates[index].verdict(unit, in: context) {
    case .enrolled(let branch):
      for feature in candidates[index].features { owners[feature] = index }
      counts[number].branches[branch] += 1
      recordEnrollment(in: candidates[index].prepared.recipe, branch)
    case .notEnrolled(let reason): counts[number].reasons[reason.name, default: 0] += 1
    case .error(let text): counts[number].reasons[text, default: 0] += 1
    case .noBranch: counts[number].reasons["NoBranch", default: 0] += 1
    }
  }

  private mutating func recordEnrollment(in recipe: Recipe, _ branch: Int) {
    guard readsEnrollments else { return }
    records[recipe.slug] = .enrolled(.qualified, branch: recipe.branches[branch].slug)
    context.setEnrollments(records)
  }
}

/// A recipe in a simulation, with the parts that all clients share computed in advance.
private struct Candidate {
  private static let clientNames: Set<Name> = [
    "nimbus_id", "active_experiments", "enrollments", "enrollments_map",
  ]

  var prepared: PreparedRecipe
  var number = 0
  var features: [Int] = []
  let readsEnrollments: Bool
  private let fixed: PreparedRecipe.Verdict?
  private let targetsEachClient: Bool
  private let drawsByID: Bool

  init(
    _ prepared: PreparedRecipe, _ client: Client, _ context: TargetingContext,
    _ participation: EnrollmentState
  ) {
    self.prepared = prepared
    let names = (try? prepared.targeting?.get())?.attributeNames ?? []
    targetsEachClient = names.contains(where: Self.clientNames.contains)
    readsEnrollments = names.contains { $0 != "nimbus_id" && Self.clientNames.contains($0) }
    drawsByID = prepared.recipe.bucketConfig.randomizationUnit == .clientID
    let recipe = prepared.recipe
    let gate =
      recipe.closed(takesPart: participation.takesPart(inRollouts: recipe.isRollout))
      ?? recipe.availability(appName: client.appName, channel: client.channel)
    fixed =
      gate.map(PreparedRecipe.Verdict.notEnrolled)
      ?? (targetsEachClient ? nil : prepared.targetingVerdict(in: context))
  }

  mutating func verdict(_ unit: String, in context: TargetingContext) -> PreparedRecipe.Verdict {
    if let fixed { return fixed }
    if targetsEachClient, let verdict = prepared.targetingVerdict(in: context) { return verdict }
    return prepared.draw(unit: drawsByID ? unit : nil)
  }
}

/// Numbers the features that only one recipe can have, separately for rollouts and experiments.
private struct FeatureNumbers {
  let coenrolling: Set<Name>
  private var known: [Bool: [Name: Int]] = [:]
  private(set) var count = 0

  init(coenrolling: Set<Name>) { self.coenrolling = coenrolling }

  mutating func numbers(of recipe: Recipe) -> [Int] {
    recipe.featureIDs.filter { !coenrolling.contains($0) }.map {
      number(of: $0, inRollouts: recipe.isRollout)
    }
  }

  private mutating func number(of id: String, inRollouts: Bool) -> Int {
    if let number = known[inRollouts]?[id] { return number }
    defer { count += 1 }
    known[inRollouts, default: [:]][id] = count
    return count
  }
}

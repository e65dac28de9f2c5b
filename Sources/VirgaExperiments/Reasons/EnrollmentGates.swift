import VirgaJSON
import VirgaSource
package import VirgaTargeting

/// All gates of a recipe for a state of the client, each evaluated separately.
struct EnrollmentGates {
  let recipe: Recipe
  let client: Client
  let state: EnrollmentState
  let owners: FeatureOwners
  /// The gates in evaluation order.
  private(set) var gates: [Gate] = []
  /// Nil if everyone is targeted or the expression is invalid.
  private(set) var targeting: Explanation?
  /// Nil if the client has no id.
  private(set) var bucketDraw: BucketSelection.Outcome?
  /// Nil if the client has no id, or the recipe no branch that can be chosen.
  private(set) var branchDraw: BranchAssignment.Outcome?

  /// Evaluates all gates of a recipe, also those after one that fails.
  ///
  /// - Parameters:
  ///   - context: The attributes that its targeting reads.
  ///   - state: The recipes, the enrollments, and whether the user takes part in experiments and in
  ///     rollouts.
  ///   - owners: The enrolled recipes by feature; one of them may have a feature of this recipe.
  init(
    _ recipe: Recipe, for client: Client, seeing context: TargetingContext,
    in state: EnrollmentState,
    _ owners: FeatureOwners
  ) {
    self.recipe = recipe
    self.client = client
    self.state = state
    self.owners = owners
    // Each gate is a condition of the enrollment, with whether the client passes it.
    gates = [
      featuresGate, labsGate, participationGate, enrollmentGate, appNameGate, channelGate,
    ]
    gates.append(targetingGate(context))
    // The id of the client from which the bucket and the branch are drawn; nil if it has none.
    let unit = client.unit(for: recipe.bucketConfig.randomizationUnit)
    gates.append(clientIDGate(unit))
    // Without an id, the buckets and the branch cannot be judged.
    guard let unit else { return }
    gates += [bucketsGate(unit), branchGate(unit)]
  }

  /// Whether no other enrolled recipe has a feature of this one; `owners` has the enrolled recipes
  /// by feature.
  private var featuresGate: Gate {
    // The features that several recipes can have at once, so that they never conflict.
    let coenrolling = client.coenrollingFeatures
    guard let (feature, owner) = owners.conflict(of: recipe, coenrolling: coenrolling) else {
      return .passed(.features, "no other recipe has its features")
    }
    return .failed(
      .features, "`\(owner)` already has the feature `\(feature)`",
      needs: .condition("`\(owner)` does not have `\(feature)`"))
  }

  /// The gate that a Labs recipe never passes: only the user's choice enrolls a client in it.
  private var labsGate: Gate {
    guard recipe.isLabsOptIn else { return .passed(.labs, "it is not a Labs opt-in") }
    guard recipe.isValidForLabs else {
      return .failed(
        .labs, "it is not valid for Labs", needs: nil,
        obstacle: "Labs only offers a rollout with one branch, a title and a description")
    }
    return .failed(
      .labs, "it only enrolls if the user chooses it in Labs",
      needs: .condition("the user chooses it in Labs"))
  }

  /// Whether the user takes part in experiments, or in rollouts.
  private var participationGate: Gate {
    let kind = recipe.isRollout ? "rollouts" : "experiments"
    if state.takesPart(inRollouts: recipe.isRollout) {
      return .passed(.participation, "the user takes part in \(kind)")
    }
    if recipe.isLabsOptIn {
      return .passed(.participation, "Labs also enrolls users who do not take part in \(kind)")
    }
    return .failed(
      .participation, "the user does not take part in \(kind)",
      needs: .condition("the user takes part in \(kind)"))
  }

  /// Whether the recipe still enrolls clients.
  private var enrollmentGate: Gate {
    recipe.isEnrollmentPaused
      ? .failed(.enrollment, "enrollment is paused", needs: .condition("enrollment is not paused"))
      : .passed(.enrollment, "enrollment is open")
  }

  /// Whether the recipe is for the client's app.
  private var appNameGate: Gate {
    // A channel that is nil matches, so only the app names are compared.
    let isOtherApp = recipe.mismatch(appName: client.appName, channel: nil) != nil
    return nameGate(
      .appName, "app", wanted: recipe.appName, has: client.appName, isMismatch: isOtherApp)
  }

  /// Whether the recipe is for the client's channel.
  private var channelGate: Gate {
    // An app name that is nil matches, so only the channels are compared.
    let isOtherChannel = recipe.mismatch(appName: nil, channel: client.channel) != nil
    return nameGate(
      .channel, "channel", wanted: recipe.channel, has: client.channel, isMismatch: isOtherChannel)
  }

  /// The gate of an app name or a channel; a client that has none passes.
  ///
  /// - Parameters:
  ///   - noun: The word for the name in sentences: `app` or `channel`.
  ///   - wanted: The name in the recipe; nil if it is for all.
  ///   - actual: The client's name.
  ///   - isMismatch: Whether both have a name and these differ.
  private func nameGate(
    _ kind: Gate.Kind, _ noun: String, wanted: String?, has actual: String?, isMismatch: Bool
  ) -> Gate {
    guard let wanted else { return .passed(kind, "it is for any \(noun)") }
    guard let actual else {
      let attribute = kind == .appName ? "app_name" : "channel"
      return .passed(
        kind, "it is for the \(noun) `\(wanted)`; assumed to match because \(attribute) is not set",
        isAssumed: true)
    }
    guard isMismatch else { return .passed(kind, "the \(noun) is `\(actual)`") }
    return .failed(
      kind, "it is for the \(noun) `\(wanted)`, not `\(actual)`",
      needs: .condition("the \(noun) is `\(wanted)`"))
  }

  /// The sentence of the first of `kinds` that fails; nil if all pass.
  func failureSentence(of kinds: [Gate.Kind]) -> String? {
    gates.first { kinds.contains($0.kind) && !$0.passes }?.sentence
  }

  /// The sentences of the gates of these kinds, in evaluation order.
  func sentences(of kinds: [Gate.Kind]) -> [String] {
    gates.filter { kinds.contains($0.kind) }.map(\.sentence)
  }

  /// The branches of other recipes that the targeting requires, as in "`treatment` of `slug`";
  /// empty if it requires none, or if there is no valid targeting.
  var branchesToForceFirst: [String] {
    (targeting?.fixes ?? []).compactMap { fix in
      if case .force(let branch, let slug) = fix { "`\(branch)` of `\(slug)`" } else { nil }
    }
  }

  /// The branch of another recipe that can be forced without preventing enrollment in `recipe`, or
  /// why there is none.
  ///
  /// - Parameters:
  ///   - branch: The branch; nil if the targeting only requires an enrollment, in any branch.
  ///   - slug: The other recipe.
  ///   - recipe: The recipe whose targeting requires the branch.
  ///   - client: The client that is to enroll.
  ///   - state: The recipes and the enrollments of the client.
  private static func forcedBranch(
    _ branch: String?, of slug: String, before recipe: Recipe, for client: Client,
    in state: EnrollmentState
  ) -> ForcedBranch {
    guard !slug.isSameName(as: recipe.slug) else {
      return .refused("it requires an enrollment in itself")
    }
    guard let other = state.recipe(slug) else { return .refused("there is no recipe `\(slug)`") }
    // Without `branch`, it is the first one; only a recipe without branches has none.
    guard let chosen = branch ?? other.branches.first?.slug, other.branch(chosen) != nil else {
      return .refused("`\(slug)` has no branch `\(branch ?? "")`")
    }
    guard state.takesPart(inRollouts: other.isRollout) else {
      let kind = other.isRollout ? "rollouts" : "experiments"
      return .refused("the user does not take part in \(kind) such as `\(slug)`")
    }
    if let feature = featureTaken(from: recipe, byForcing: other, for: client) {
      return .refused("`\(slug)`, which it requires, has its feature `\(feature)`")
    }
    return .possible(chosen)
  }

  /// The first feature that `recipe` could not have if `other` were forced; nil if there is none.
  ///
  /// One rollout and one experiment can have the same feature, but not two recipes of one kind,
  /// unless the feature allows co-enrollment.
  private static func featureTaken(
    from recipe: Recipe, byForcing other: Recipe, for client: Client
  ) -> String? {
    guard other.isRollout == recipe.isRollout else { return nil }
    var exclusiveFeatures = Set(naming: recipe.featureIDs)
    exclusiveFeatures.subtract(client.coenrollingFeatures)
    return other.featureIDs.first(where: exclusiveFeatures.contains)
  }

  /// The gate of the targeting, which also sets ``targeting``.
  private mutating func targetingGate(_ context: TargetingContext) -> Gate {
    guard let text = recipe.targeting else { return .passed(.targeting, "it targets everyone") }
    let expression: Expression
    do {
      expression = try Expression(text, name: "targeting")
    } catch {
      // The error contains at least one problem; the default only satisfies the type.
      return .failed(
        .targeting, "the targeting is not a valid expression: \(error.all.first?.message ?? "")",
        needs: .condition("the targeting is a valid expression"))
    }
    let explained = explanation(of: expression, in: context)
    targeting = explained
    return Self.targetingGate(of: explained)
  }

  /// The value of the targeting and its reasons.
  ///
  /// If it requires a branch of another recipe, forcing that branch is offered as a fix, unless the
  /// closure says why that is not possible.
  private func explanation(
    of expression: Expression, in context: TargetingContext
  ) -> Explanation {
    expression.explained(in: context, mustBeBoolean: true) {
      [recipe, client, state] branch, slug in
      Self.forcedBranch(branch, of: slug, before: recipe, for: client, in: state)
    }
  }

  /// The gate of a targeting that was evaluated and explained.
  private static func targetingGate(of explanation: Explanation) -> Gate {
    let sentence = explanation.decisions.map(\.sentence).joinedAsClauses
    if case .value(.boolean(true)) = explanation.outcome { return .passed(.targeting, sentence) }
    // What cannot become true needs nothing: the obstacle says why.
    if let obstacle = explanation.obstacle {
      return .failed(.targeting, sentence, needs: nil, obstacle: obstacle)
    }
    // Only a targeting that is not a boolean has neither an obstacle nor a requirement.
    let requirement = explanation.requirement ?? .condition("the targeting is true or false")
    return .failed(.targeting, sentence, needs: requirement)
  }

  /// Whether the client has an id to draw its bucket from; `unit` is that id.
  private func clientIDGate(_ unit: String?) -> Gate {
    if let unit { return .passed(.clientID, "the client's id is \(unit)") }
    switch recipe.bucketConfig.randomizationUnit {
    case .userID:
      return .failed(
        .clientID, "it uses a user id, which no client has",
        needs: .condition("it uses `nimbus_id`")
      )
    case .clientID:
      return .failed(
        .clientID, "the client has no id", needs: .condition("the client has an id"))
    }
  }

  /// The gate of the buckets: whether they select the id `unit`; also sets ``bucketDraw``.
  private mutating func bucketsGate(_ unit: String) -> Gate {
    var selection = BucketSelection(recipe.bucketConfig)
    let outcome = selection.outcome(of: unit)
    // Set even if the recipe selects no buckets, because the client's bucket is shown anyway.
    bucketDraw = outcome
    return bucketsGate(of: outcome)
  }

  /// The gate of the buckets for a client whose bucket was drawn.
  ///
  /// A client whose bucket is not selected needs that bucket to be selected. If the recipe selects
  /// no buckets, it enrolls nobody: the gate has an obstacle, and needs nothing.
  private func bucketsGate(of outcome: BucketSelection.Outcome) -> Gate {
    let bucket = outcome.hash.bucket(of: recipe.bucketConfig.total)
    // Only a count of 0 selects no buckets, because a file cannot have a total of 0.
    guard !recipe.bucketConfig.isEmpty else {
      let obstacle = "its bucket count is 0, which enrolls nobody"
      return .failed(.buckets, "it selects no buckets", needs: nil, obstacle: obstacle)
    }
    let sentence = recipe.bucketConfig.clause(for: bucket, isSelected: outcome.isSelected)
    guard outcome.isSelected else {
      let place = recipe.bucketConfig.selectsOne ? "the selected one" : "among the selected ones"
      return .failed(.buckets, sentence, needs: .condition("bucket \(bucket) is \(place)"))
    }
    return .passed(.buckets, sentence)
  }

  /// The gate of the branch that the id `unit` draws; also sets ``branchDraw``.
  private mutating func branchGate(_ unit: String) -> Gate {
    do throws(BranchAssignment.Failure) {
      var draw = try BranchAssignment(recipe: recipe.slug, branches: recipe.branches)
      let outcome = draw.outcome(of: unit)
      branchDraw = outcome
      return .passed(.branch, "the draw selects `\(recipe.branches[outcome.branchIndex].slug)`")
    } catch {
      switch error {
      case .noBranches:
        return .failed(.branch, "it has no branches", needs: .condition("it has a branch"))
      case .noRatios:
        return .failed(
          .branch, "the ratios of all branches are 0",
          needs: .condition("a branch has a ratio above 0"))
      }
    }
  }
}

/// A condition for enrolling in a recipe, and whether the client meets it.
package struct Gate: Hashable, Sendable {
  /// The conditions, in evaluation order.
  package enum Kind: String, Sendable, CaseIterable {
    case features
    case labs
    case participation
    case enrollment
    case appName = "app name"
    case channel
    case targeting
    case clientID = "client id"
    case buckets
    case branch
  }

  package let kind: Kind
  package let passes: Bool
  package let sentence: String
  /// What is needed to pass, as in "the channel is `nightly`"; nil if it passes or cannot be
  /// changed.
  package let requirement: Requirement?
  /// Why the client can never pass; nil if it passes or that can be changed.
  package let obstacle: String?
  /// Whether it passes only because the value in question is unknown.
  package let isAssumed: Bool

  /// A gate that lets the client through; `isAssumed` is true if it does so only because a value is
  /// unknown.
  static func passed(_ kind: Kind, _ sentence: String, isAssumed: Bool = false) -> Gate {
    Gate(
      kind: kind, passes: true, sentence: sentence, requirement: nil, obstacle: nil,
      isAssumed: isAssumed)
  }

  /// A gate that stops the client.
  ///
  /// - Parameters:
  ///   - requirement: What would let the client pass; nil with an `obstacle`.
  ///   - obstacle: Why the client can never pass; nil if it could.
  static func failed(
    _ kind: Kind, _ sentence: String, needs requirement: Requirement?, obstacle: String? = nil
  ) -> Gate {
    Gate(
      kind: kind, passes: false, sentence: sentence, requirement: requirement, obstacle: obstacle,
      isAssumed: false)
  }
}

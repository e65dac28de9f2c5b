public import VirgaExperiments
import VirgaSource
public import VirgaTargeting

extension FeatureClient {
  /// The recipes in which the client is enrolled now, sorted by slug, each with its branch.
  public var activeExperiments: [(recipe: Recipe, branch: String)] {
    let enrollments = enrollments
    return enrollments.recipes.compactMap { recipe in
      enrollments.activeBranch(of: recipe.slug).map { (recipe, $0) }
    }
  }

  /// The branch of an experiment or rollout in which the client is enrolled now; nil if it is not enrolled.
  public func getExperimentBranch(experimentId slug: String) -> String? { enrollments.activeBranch(of: slug) }

  /// What became of every recipe.
  public var enrollments: EnrollmentState { state.withLock { $0.enrollments } }

  /// The id by which the client is bucketed.
  public var clientID: String? { state.withLock { $0.client.attributes.clientID } }
}

extension FeatureClient {
  /// Changes what is known of the client, such as recorded attributes, for the next evaluation.
  ///
  /// If another thread changes the client meanwhile, `change` runs again on the newer one.
  ///
  /// ```swift
  /// client.updateClient { $0.attributes.recorded["is_default_browser"] = .boolean(true) }
  /// ```
  public func updateClient(_ change: @Sendable (inout Client) -> Void) {
    while true {
      let before = state.withLock { $0.client }
      var after = before
      change(&after)
      let isStored = state.withLock { [after] state in
        guard state.client == before else { return false }
        state.client = after
        return true
      }
      if isStored { return save() }
    }
  }

  /// Evaluates a targeting expression for the client as it is now, such as the trigger of a message.
  ///
  /// - Throws: What is wrong with the expression or with what it was given.
  public func evaluate(_ expression: Expression) throws -> Bool {
    var (client, records) = state.withLock { ($0.client, $0.enrollments.records) }
    client.now = configuration.clock()
    return try expression.matches(client.context(with: records))
  }
}

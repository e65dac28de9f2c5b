public import VirgaExperiments
public import VirgaTargeting

extension FeatureClient {
  /// The recipes in which the client is enrolled now, sorted by slug, each with its branch.
  public var activeExperiments: [(recipe: Recipe, branch: String)] {
    let enrollments = enrollments
    return enrollments.recipes.compactMap { recipe in
      enrollments.activeBranch(of: recipe.slug).map { (recipe, $0) }
    }
  }

  /// The branch of a recipe on which the client is now; nil where it is not enrolled.
  public func getExperimentBranch(_ slug: String) -> String? { enrollments.activeBranch(of: slug) }

  /// What became of every recipe; an app keeps it for ``resume(from:)`` at its next start.
  public var enrollments: EnrollmentState { state.withLock { $0.enrollments } }

  /// The id by which the client is drawn; an app keeps it for its next start.
  public var clientID: String? { state.withLock { $0.client.attributes.clientID } }
}

extension FeatureClient {
  /// Changes what is known of the client, such as recorded attributes, for the next evaluation.
  ///
  /// `change` runs alone, so it must not use this object itself.
  ///
  /// ```swift
  /// client.updateClient { $0.attributes.recorded["is_default_browser"] = .boolean(true) }
  /// ```
  public func updateClient(_ change: @Sendable (inout Client) -> Void) { state.withLock { change(&$0.client) } }

  /// Counts a behavioural event, which targeting expressions can ask for at the next evaluation.
  public func recordEvent(_ event: String, count: UInt64 = 1) {
    let now = clock()
    if let host { return host.count(event, count: count, at: now) }
    state.withLock { $0.client.events.record(event, count: count, at: now) }
  }

  /// Evaluates a targeting expression for the client as it is now, such as the trigger of a message.
  ///
  /// - Throws: What is wrong with the expression or with what it was given.
  public func evaluate(_ expression: Expression) throws -> Bool {
    let now = clock()
    return try state.withLock { state in
      state.client.now = now
      return try expression.matches(state.client.context(with: state.enrollments.records))
    }
  }
}

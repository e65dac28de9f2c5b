import VirgaJSON

extension EnrollmentState {
  /// Enrolls the client on a branch, whatever its gates and conflicts; it stays there until the branch or recipe goes.
  public mutating func optIn(_ slug: String, branch: String) -> EnrollmentChange {
    guard let recipe = recipe(slug) else {
      return EnrollmentChange(.enrollFailed, slug, branch: branch, reason: "does-not-exist")
    }
    guard recipe.branch(branch) != nil else {
      return EnrollmentChange(
        .enrollFailed, slug, branch: branch, reason: "does-not-exist", featureIDs: recipe.featureIDs)
    }
    records[slug] = .enrolled(.optIn, branch: branch)
    return EnrollmentChange(.enrollment, slug, branch: branch, featureIDs: recipe.featureIDs)
  }

  /// Takes the client out of a recipe; it comes back to none but a rollout, and only after a global opt-out.
  ///
  /// Nil where the client is not enrolled, so that nothing happens.
  public mutating func optOut(_ slug: String) -> EnrollmentChange? {
    guard let status = records[slug] else {
      return EnrollmentChange(.unenrollFailed, slug, reason: "does-not-exist")
    }
    return status.activeBranch.map { disqualify(slug, .optOut, branch: $0) }
  }

  /// Takes the client out of everything but Labs, as its id for telemetry is replaced.
  ///
  /// Whoever calls this also forgets the client's events and gives it a new id.
  public mutating func resetTelemetryIdentifiers() -> [EnrollmentChange] {
    slugs.compactMap { slug in
      guard let branch = records[slug]?.activeBranch, recipe(slug)?.isLabsOptIn != true else { return nil }
      return disqualify(slug, .optOut, branch: branch)
    }
  }

  /// Takes the client out of a recipe whose preference its user changed, or which could not be set.
  ///
  /// Nil where the client is not enrolled, so that nothing happens.
  public mutating func leave(_ slug: String, becausePreferenceChanged hasChanged: Bool) -> EnrollmentChange? {
    records[slug]?.activeBranch.map {
      disqualify(slug, hasChanged ? .preferenceChanged : .preferenceFailedToSet, branch: $0)
    }
  }

  /// Forgets all recipes and records; nobody hears of it.
  public mutating func reset() {
    recipes = []
    records = [:]
  }

  mutating func disqualify(
    _ slug: String, _ reason: EnrollmentStatus.DisqualifiedReason, branch: String
  ) -> EnrollmentChange {
    records[slug] = .disqualified(reason, branch: branch)
    return EnrollmentChange(
      .disqualification, slug, branch: branch, reason: reason.eventReason, featureIDs: recipe(slug)?.featureIDs ?? [])
  }
}

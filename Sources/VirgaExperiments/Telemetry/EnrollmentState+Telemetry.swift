import VirgaJSON

extension EnrollmentState {
  /// Where the client stands with each recipe, as told after an evaluation.
  ///
  /// Only stored recipes that are for this application and channel are told of, in slug order.
  public func statusEvents(for client: Client) -> [TelemetryEvent] {
    recipes.compactMap { recipe in
      guard let status = records[recipe.slug] else { return nil }
      guard recipe.availability(appName: client.appName, channel: client.channel) == nil else { return nil }
      return .status(recipe.slug, status)
    }
  }

  /// The branch of a recipe on which the client is now; nil where it is not enrolled.
  public func activeBranch(of slug: String) -> String? { records[slug]?.activeBranch }
}

import VirgaJSON
package import VirgaTargeting

/// A recipe prepared for evaluation for many clients: expression parsed, buckets and shares computed.
package struct PreparedRecipe {
  /// The result of the gates from the application's name onwards.
  package enum Verdict: Hashable {
    case enrolled(branch: Int)
    case notEnrolled(EnrollmentStatus.NotEnrolledReason)
    case error(String)
    case noBranch
  }

  let recipe: Recipe
  let featureIDs: [String]
  /// The parsed targeting; nil if everyone is targeted.
  let targeting: Result<Expression, EvaluationError>?
  private(set) var selection: BucketSelection
  private(set) var branches: BranchAssignment?

  /// Prepares a recipe; invalid targeting becomes the error that it evaluates to.
  package init(_ recipe: Recipe) {
    self.recipe = recipe
    featureIDs = recipe.featureIDs
    targeting = recipe.targeting.map(Self.parsed)
    selection = BucketSelection(recipe.bucketConfig)
    branches = try? BranchAssignment(recipe: recipe.slug, branches: recipe.branches)
  }

  private static func parsed(_ text: String) -> Result<Expression, EvaluationError> {
    do { return .success(try Expression(text, name: "targeting")) } catch { return .failure(.parsing(error)) }
  }

  /// Evaluates the gates in order: application, channel, targeting, id, buckets, branch.
  package mutating func verdict(for client: Client, in context: TargetingContext) -> Verdict {
    recipe.availability(appName: client.appName, channel: client.channel).map(Verdict.notEnrolled)
      ?? targetingVerdict(in: context) ?? draw(unit: client.unit(for: recipe.bucketConfig.randomizationUnit))
  }

  /// Why the targeting excludes a client; nil if it does not.
  func targetingVerdict(in context: TargetingContext) -> Verdict? {
    guard let targeting else { return nil }
    do throws(EvaluationError) {
      return try targeting.get().matches(context) ? nil : .notEnrolled(.notTargeted)
    } catch {
      return .error(error.description)
    }
  }

  mutating func draw(unit: String?) -> Verdict {
    guard let unit else { return .error("No randomization unit") }
    guard selection.isSelected(unit) else { return .notEnrolled(.notSelected) }
    guard let branch = branches?.branch(of: unit) else { return .noBranch }
    return .enrolled(branch: branch)
  }
}

extension Recipe {
  /// Why the recipe does not apply to an application or channel; nil if it does.
  func availability(
    appName: @autoclosure () -> String?, channel: @autoclosure () -> String?
  ) -> EnrollmentStatus.NotEnrolledReason? {
    if let wanted = self.appName, let appName = appName(), !wanted.isSameName(as: appName) {
      return .differentAppName
    }
    if let wanted = self.channel, let channel = channel(), !wanted.isSameName(as: channel),
      wanted.lowercased() != channel.lowercased()
    {
      return .differentChannel
    }
    return nil
  }

  var readsEnrollments: Bool {
    guard let targeting else { return false }
    return ["enrollments", "active_experiments"].contains { targeting.containsBytes(of: $0) }
  }
}

import VirgaJSON
package import VirgaTargeting

/// A recipe made ready to be evaluated for many clients: expression parsed, buckets and shares computed.
package struct PreparedRecipe {
  /// What the gates from the application's name on make of a client.
  package enum Verdict: Hashable {
    case enrolled(branch: Int)
    case notEnrolled(EnrollmentStatus.NotEnrolledReason)
    case error(String)
    case noBranch
  }

  let recipe: Recipe
  let featureIDs: [String]
  /// The parsed targeting; nil where everyone is targeted.
  let targeting: Result<Expression, EvaluationError>?
  private(set) var selection: SelectionDraw
  private(set) var branches: BranchDraw?

  /// A recipe made ready; a targeting text that is no expression is kept as the error that it evaluates to.
  package init(_ recipe: Recipe) {
    self.recipe = recipe
    featureIDs = recipe.featureIDs
    targeting = recipe.targeting.map(Self.parsed)
    selection = SelectionDraw(recipe.bucketConfig)
    branches = try? BranchDraw(recipe: recipe.slug, branches: recipe.branches)
  }

  private static func parsed(_ text: String) -> Result<Expression, EvaluationError> {
    do { return .success(try Expression(text, name: "targeting")) } catch { return .failure(.parsing(error)) }
  }

  /// What becomes of a client, gate after gate: application, channel, targeting, id, buckets, branch.
  package mutating func verdict(for client: Client, in context: TargetingContext) -> Verdict {
    recipe.availability(appName: client.appName, channel: client.channel).map(Verdict.notEnrolled)
      ?? targetingVerdict(in: context) ?? draw(unit: client.unit(for: recipe.bucketConfig.randomizationUnit))
  }

  /// Why the targeting keeps a client out; nil where it does not.
  func targetingVerdict(in context: TargetingContext) -> Verdict? {
    guard let targeting else { return nil }
    do throws(EvaluationError) {
      return try targeting.get().matches(context) ? nil : .notEnrolled(.notTargeted)
    } catch {
      return .error(error.description)
    }
  }

  /// What the buckets and the branches make of a client's id.
  mutating func draw(unit: String?) -> Verdict {
    guard let unit else { return .error("No randomization unit") }
    guard selection.isSelected(unit) else { return .notEnrolled(.notSelected) }
    guard let branch = branches?.branch(of: unit) else { return .noBranch }
    return .enrolled(branch: branch)
  }
}

extension Recipe {
  /// Why the recipe is not for an application at all; nil where it is.
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

  /// Whether the targeting names the client's other enrollments, or may do so.
  var looksAtEnrollments: Bool {
    guard let targeting else { return false }
    return ["enrollments", "active_experiments"].contains { targeting.containsBytes(of: $0) }
  }
}

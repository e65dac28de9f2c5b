public import VirgaJSON
public import VirgaTargeting

/// A recipe prepared for evaluation for many clients: expression parsed, buckets and shares
/// computed.
package struct PreparedRecipe {
  /// The result of the gates from the application's name onwards.
  package enum Verdict: Hashable {
    /// The client enrolls in the branch with this index.
    case enrolled(branch: Int)
    case notEnrolled(EnrollmentStatus.NotEnrolledReason)
    /// The targeting could not be evaluated, or the client has no id.
    case error(String)
    /// The recipe has no branch with a ratio above 0.
    case noBranch
  }

  let recipe: Recipe
  let featureIDs: [String]
  /// The parsed targeting; nil if everyone is targeted.
  let targeting: Result<Expression, EvaluationError>?
  private(set) var selection: BucketSelection
  /// Nil if no branch can be chosen.
  private(set) var branchAssignment: BranchAssignment?

  /// Prepares a recipe; invalid targeting becomes the error that it evaluates to.
  package init(_ recipe: Recipe) {
    self.recipe = recipe
    featureIDs = recipe.featureIDs
    targeting = recipe.targeting.map(Self.parsed)
    selection = BucketSelection(recipe.bucketConfig)
    // Nil without branches, or if all ratios are 0: then no branch can be chosen.
    branchAssignment = try? BranchAssignment(recipe: recipe.slug, branches: recipe.branches)
  }

  /// The expression in a text, or the error that its evaluation gives.
  private static func parsed(_ text: String) -> Result<Expression, EvaluationError> {
    do {
      return .success(try Expression(text, name: "targeting"))
    } catch {
      return .failure(.parsing(error))
    }
  }

  /// Evaluates the gates in order: application, channel and targeting, then id, buckets and branch.
  package mutating func verdict(for client: Client, in context: TargetingContext) -> Verdict {
    if let reason = recipe.mismatch(appName: client.appName, channel: client.channel) {
      return .notEnrolled(reason)
    }
    // Nil if the targeting does not exclude the client.
    if let verdict = targetingVerdict(in: context) { return verdict }
    return verdictOfLastGates(unit: client.unit(for: recipe.bucketConfig.randomizationUnit))
  }

  /// Why the targeting excludes a client; nil if it does not.
  func targetingVerdict(in context: TargetingContext) -> Verdict? {
    guard let targeting else { return nil }
    // `get()` throws if the targeting is not a valid expression.
    do throws(EvaluationError) {
      return try targeting.get().matches(context) ? nil : .notEnrolled(.notTargeted)
    } catch {
      return .error(error.description)
    }
  }

  /// Evaluates the last gates for the client with the id `unit`: whether it has an id, whether the
  /// buckets select it, and whether a branch can be chosen.
  mutating func verdictOfLastGates(unit: String?) -> Verdict {
    guard let unit else { return .error("No randomization unit") }
    guard selection.isSelected(unit) else { return .notEnrolled(.notSelected) }
    guard let branch = branchAssignment?.branchIndex(of: unit) else { return .noBranch }
    return .enrolled(branch: branch)
  }
}

extension Recipe {
  /// Why no new client can enroll, whoever it is; nil if clients can.
  ///
  /// - Parameter takesPart: Whether the client's user takes part in this kind of recipe.
  func reasonClosed(takesPart: Bool) -> EnrollmentStatus.NotEnrolledReason? {
    // Only the user's choice enrolls a client in a Labs recipe.
    if isLabsOptIn { return .labs }
    if !takesPart { return isRollout ? .rolloutsOptOut : .experimentsOptOut }
    return isEnrollmentPaused ? .enrollmentsPaused : nil
  }

  /// Why the recipe does not apply to an application or channel; nil if it does.
  ///
  /// A name that the recipe or the client does not have matches. Channels match in any case: `Beta`
  /// is `beta`. The client's names are only looked up if the recipe has one.
  func mismatch(
    appName: @autoclosure () -> String?, channel: @autoclosure () -> String?
  ) -> EnrollmentStatus.NotEnrolledReason? {
    if let wanted = self.appName, let appName = appName(), !wanted.isSameName(as: appName) {
      return .differentAppName
    }
    if let wanted = self.channel, let channel = channel() {
      // Compared first as they are, because that is faster and usually enough.
      let isSame = wanted.isSameName(as: channel) || wanted.lowercased() == channel.lowercased()
      if !isSame { return .differentChannel }
    }
    return nil
  }

  /// Whether the targeting may read the enrollments in other recipes: its text contains the name of
  /// such an attribute.
  var readsEnrollments: Bool {
    guard let targeting else { return false }
    return ["enrollments", "active_experiments"].contains { targeting.containsBytes(of: $0) }
  }
}

/// A client at the time when recipes are evaluated.
public struct Client: Equatable, Sendable {
  /// The client's attributes.
  public var attributes: ClientAttributes
  /// The client's behavioral events.
  public var events: EventStore
  /// The preferences that the user has set.
  public var userSetPreferences: Set<Name>
  /// The features that several recipes may configure at once.
  public var coenrollingFeatures: Set<Name>
  /// The current time.
  public var now: Instant

  /// Creates a client from its parts.
  public init(
    attributes: ClientAttributes, events: EventStore = EventStore(),
    userSetPreferences: Set<Name> = [],
    coenrollingFeatures: Set<Name> = [], now: Instant
  ) {
    self.attributes = attributes
    self.events = events
    self.userSetPreferences = userSetPreferences
    self.coenrollingFeatures = coenrollingFeatures
    self.now = now
  }

  /// The id that decides buckets; nil if the client has none.
  package func unit(for unit: BucketConfig.RandomizationUnit) -> String? {
    unit == .clientID ? attributes.clientID : nil
  }

  /// The application's name that recipes compare; a custom attribute overrides it.
  package var appName: String? {
    (attributes.custom["app_name"] ?? attributes.application["app_name"])?.text
  }

  /// The channel that recipes compare; a custom attribute overrides it.
  package var channel: String? {
    (attributes.custom["channel"] ?? attributes.application["channel"])?.text
  }

  /// The context of targeting expressions, given the client's enrollments.
  ///
  /// - Parameters:
  ///   - records: The enrollments.
  ///   - slug: The recipe for which `is_already_enrolled` is answered; nil for none, so that it is
  ///     false.
  package func context(
    with records: [Name: EnrollmentStatus] = [:], evaluating slug: String? = nil
  ) -> TargetingContext {
    // The sampler evaluates `bucketSample` with the hash that decides buckets.
    var context = TargetingContext(
      attributes: attributes.assembled(at: now), events: events, now: now,
      userSetPreferences: userSetPreferences,
      sampler: BucketHash.sampler)
    context.setEnrollments(records)
    context.setAlreadyEnrolled(slug.flatMap { records[$0]?.activeBranch } != nil)
    return context
  }
}

extension TargetingContext {
  /// Sets the attributes that list the client's enrollments; only `active_experiments` leaves out
  /// those that are over.
  mutating func setEnrollments(_ records: [Name: EnrollmentStatus]) {
    // Without a branch, the client was never enrolled.
    let known = records.filter { $0.value.branch != nil }
    let active = known.filter { $0.value.activeBranch != nil }
    attributes["active_experiments"] = .array(Self.sorted(active.keys))
    attributes["enrollments"] = .array(Self.sorted(known.keys))
    attributes["enrollments_map"] = .object(
      known.compactMapValues { $0.branch.map(ExpressionValue.string) })
  }

  /// Sets whether the client is enrolled in the recipe that is evaluated.
  mutating func setAlreadyEnrolled(_ isEnrolled: Bool) {
    attributes["is_already_enrolled"] = .boolean(isEnrolled)
  }

  /// The slugs as values of a list, in byte order, so that the list does not depend on chance.
  private static func sorted(_ slugs: some Sequence<Name>) -> [ExpressionValue] {
    slugs.sorted().map { .string($0.text) }
  }
}

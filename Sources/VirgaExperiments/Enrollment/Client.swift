public import VirgaJSON
public import VirgaTargeting

/// A client as it stands when recipes are evaluated.
public struct Client: Equatable, Sendable {
  /// What is known of it.
  public var attributes: ClientAttributes
  /// Its behavioural events.
  public var events: EventStore
  /// The preferences that its user has set.
  public var userSetPreferences: Set<Name>
  /// The features that several recipes may configure at once.
  public var coenrollingFeatures: Set<Name>
  /// The time.
  public var now: Instant

  /// A client with all its parts; see the properties.
  public init(
    attributes: ClientAttributes, events: EventStore = EventStore(), userSetPreferences: Set<Name> = [],
    coenrollingFeatures: Set<Name> = [], now: Instant
  ) {
    self.attributes = attributes
    self.events = events
    self.userSetPreferences = userSetPreferences
    self.coenrollingFeatures = coenrollingFeatures
    self.now = now
  }

  /// The id by which recipes draw; nil where the client has none.
  public func unit(for unit: BucketConfig.RandomizationUnit) -> String? {
    unit == .clientID ? attributes.clientID : nil
  }

  /// The application's name, as recipes compare it; a custom attribute replaces it.
  public var appName: String? { (attributes.custom["app_name"] ?? attributes.application["app_name"])?.text }

  /// The channel, as recipes compare it; a custom attribute replaces it.
  public var channel: String? { (attributes.custom["channel"] ?? attributes.application["channel"])?.text }

  /// What a targeting expression sees, where the client stands so with other recipes.
  public func context(
    with records: [Name: EnrollmentStatus] = [:], evaluating slug: String? = nil
  ) -> TargetingContext {
    var context = TargetingContext(
      attributes: attributes.assembled(at: now), events: events, now: now, userSetPreferences: userSetPreferences,
      sampler: BucketHash.sampler)
    context.setEnrollments(records)
    context.setAlreadyEnrolled(slug.flatMap { records[$0]?.activeBranch } != nil)
    return context
  }
}

extension TargetingContext {
  /// Sets the attributes that tell of enrollments.
  mutating func setEnrollments(_ records: [Name: EnrollmentStatus]) {
    let known = records.filter { $0.value.branch != nil }
    let active = known.filter { $0.value.activeBranch != nil }
    attributes["active_experiments"] = .array(Self.sorted(active.keys))
    attributes["enrollments"] = .array(Self.sorted(known.keys))
    attributes["enrollments_map"] = .object(known.compactMapValues { $0.branch.map(ExpressionValue.string) })
  }

  /// Sets whether the client is in the recipe that is evaluated.
  mutating func setAlreadyEnrolled(_ isEnrolled: Bool) { attributes["is_already_enrolled"] = .boolean(isEnrolled) }

  private static func sorted(_ slugs: some Sequence<Name>) -> [ExpressionValue] {
    slugs.sorted().map { .string($0.text) }
  }
}

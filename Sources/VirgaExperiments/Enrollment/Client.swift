public import VirgaJSON
public import VirgaTargeting

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
    attributes: ClientAttributes, events: EventStore = EventStore(), userSetPreferences: Set<Name> = [],
    coenrollingFeatures: Set<Name> = [], now: Instant
  ) {
    self.attributes = attributes
    self.events = events
    self.userSetPreferences = userSetPreferences
    self.coenrollingFeatures = coenrollingFeatures
    self.now = now
  }

  /// The id that decides buckets; nil if the client has none.
  public func unit(for unit: BucketConfig.RandomizationUnit) -> String? {
    unit == .clientID ? attributes.clientID : nil
  }

  /// The application's name that recipes compare; a custom attribute overrides it.
  public var appName: String? { (attributes.custom["app_name"] ?? attributes.application["app_name"])?.text }

  /// The channel that recipes compare; a custom attribute overrides it.
  public var channel: String? { (attributes.custom["channel"] ?? attributes.application["channel"])?.text }

  /// The context of targeting expressions, given the client's enrollments.
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
  mutating func setEnrollments(_ records: [Name: EnrollmentStatus]) {
    let known = records.filter { $0.value.branch != nil }
    let active = known.filter { $0.value.activeBranch != nil }
    attributes["active_experiments"] = .array(Self.sorted(active.keys))
    attributes["enrollments"] = .array(Self.sorted(known.keys))
    attributes["enrollments_map"] = .object(known.compactMapValues { $0.branch.map(ExpressionValue.string) })
  }

  /// Sets whether the client is enrolled in the recipe being evaluated.
  mutating func setAlreadyEnrolled(_ isEnrolled: Bool) { attributes["is_already_enrolled"] = .boolean(isEnrolled) }

  private static func sorted(_ slugs: some Sequence<Name>) -> [ExpressionValue] {
    slugs.sorted().map { .string($0.text) }
  }
}

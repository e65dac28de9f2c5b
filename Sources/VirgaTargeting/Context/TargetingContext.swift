public import VirgaJSON

/// What an expression can see: attributes by name, events, preferences, the time.
public struct TargetingContext: Sendable {
  /// The attributes by name.
  ///
  /// A name that is missing is undefined; one that is null is known to be nothing.
  public var attributes: NameTable<ExpressionValue>
  /// The behavioural events of the client.
  public var events: EventStore
  /// The time at which the expression is evaluated.
  public var now: Instant
  /// The preferences that the user of the app has set.
  public var userSetPreferences: NameSet
  /// How `bucketSample` draws; without it the transform is an error.
  public var sampler: BucketSampler?

  /// A context with all its parts; see the properties.
  public init(
    attributes: NameTable<ExpressionValue> = [:], events: EventStore = EventStore(), now: Instant = .epoch,
    userSetPreferences: NameSet = [], sampler: BucketSampler? = nil
  ) {
    self.attributes = attributes
    self.events = events
    self.now = now
    self.userSetPreferences = userSetPreferences
    self.sampler = sampler
  }
}

/// Whether a value falls among `count` of `total` buckets from `start` on.
public typealias BucketSampler =
  @Sendable (_ value: ExpressionValue, _ start: UInt32, _ count: UInt32, _ total: UInt32) -> Bool

public import VirgaJSON

/// What is known of a client before any recipe is evaluated, by source.
///
/// `assembled` makes the attributes that expressions see; if several sources have a name, the last one wins:
/// application, custom, calculated, recorded, computed. Rule: VirgaTargeting/ContextAttributes.
public struct ClientAttributes: Equatable, Sendable {
  /// The names that every application has; one without a value is null, never undefined.
  public static let applicationNames = [
    "app_name", "app_id", "channel", "app_version", "app_build", "architecture", "device_manufacturer",
    "device_model", "locale", "os", "os_version", "android_sdk_version", "debug_tag", "installation_date",
  ]

  /// The names that the SDK computes itself; nothing overrides them.
  public static let computedNames = [
    "days_since_install", "days_since_update", "current_date", "nimbus_id", "is_already_enrolled",
    "active_experiments", "enrollments", "enrollments_map",
  ]

  /// The computed names that a person may set for a client that is made up.
  public static let typedNames = ["days_since_install", "days_since_update", "nimbus_id"]

  /// What the application says of itself, by the names in `applicationNames`.
  public var application: [Name: ExpressionValue]
  /// What the application adds at start-up, under names of its own.
  public var custom: [Name: ExpressionValue]
  /// What the application records anew before each evaluation.
  public var recorded: [Name: ExpressionValue]
  /// Whole days since the app was installed; nil before start-up.
  public var daysSinceInstall: Int64?
  /// Whole days since the app was updated; nil before start-up.
  public var daysSinceUpdate: Int64? = 0
  /// The random id of the client, a UUID in lower case.
  public var clientID: String?

  /// A client whose app was updated today; see the properties.
  package init(
    application: [Name: ExpressionValue] = [:], custom: [Name: ExpressionValue] = [:],
    recorded: [Name: ExpressionValue] = [:], daysSinceInstall: Int64? = 0, clientID: String? = nil
  ) {
    self.application = application
    self.custom = custom
    self.recorded = recorded
    self.daysSinceInstall = daysSinceInstall
    self.clientID = clientID
  }

  /// A client described by one flat object, as a person types it.
  ///
  /// Application names go to the application, `days_since_install`, `days_since_update` and `nimbus_id` replace what
  /// is computed, and all else counts as recorded, so that a typed `language` or `region` has effect.
  public init(flat attributes: [Name: ExpressionValue]) {
    self.init()
    for (name, value) in attributes {
      switch name {
      case "days_since_install": daysSinceInstall = value.number.flatMap { Int64(exactly: $0.rounded(.towardZero)) }
      case "days_since_update": daysSinceUpdate = value.number.flatMap { Int64(exactly: $0.rounded(.towardZero)) }
      case "nimbus_id": clientID = value.text
      case _ where Self.applicationNames.contains(name.text): application[name] = value
      default: recorded[name] = value
      }
    }
  }

  /// The names of all attributes that somebody gave.
  public var givenNames: Set<Name> {
    Set(application.keys).union(custom.keys).union(recorded.keys)
  }

  /// The attributes that expressions see at a moment, without those that depend on enrollments.
  public func assembled(at now: Instant) -> [Name: ExpressionValue] {
    var attributes: [Name: ExpressionValue] = [:]
    for name in Self.applicationNames { attributes[name] = application[name] ?? .null }
    attributes.merge(custom) { $1 }
    let (language, region) = Self.languageAndRegion(of: application["locale"]?.text)
    attributes["language"] = language
    attributes["region"] = region
    attributes.merge(recorded) { $1 }
    attributes["days_since_install"] = daysSinceInstall.map(ExpressionValue.integer) ?? .null
    attributes["days_since_update"] = daysSinceUpdate.map(ExpressionValue.integer) ?? .null
    attributes["current_date"] = .integer(now.seconds)
    attributes["nimbus_id"] = clientID.map(ExpressionValue.string) ?? .null
    return attributes
  }

  /// The two parts of a locale: of `zh-Hant-TW` they are `zh` and `Hant`; without a hyphen all is the language.
  private static func languageAndRegion(of locale: String?) -> (ExpressionValue, ExpressionValue) {
    guard let locale else { return (.null, .null) }
    let parts = locale.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count > 1 else { return (.string(locale), .null) }
    func value(_ part: Substring) -> ExpressionValue { part.isEmpty ? .null : .string(String(part)) }
    return (value(parts[0]), value(parts[1]))
  }
}

/// What an expression can see: attributes by name, events, preferences, the time.
public struct TargetingContext: Sendable {
  /// The attributes by name.
  ///
  /// A name that is missing is undefined; one that is null is known to be nothing.
  public var attributes: [Name: ExpressionValue]
  /// The behavioural events of the client.
  public var events: EventStore
  /// The time at which the expression is evaluated.
  public var now: Instant
  /// The preferences that the user of the app has set.
  public var userSetPreferences: Set<Name>
  /// How `bucketSample` draws; without it the transform is an error.
  public var sampler: BucketSampler?

  /// A context with all its parts; see the properties.
  public init(
    attributes: [Name: ExpressionValue] = [:], events: EventStore = EventStore(), now: Instant = .epoch,
    userSetPreferences: Set<Name> = [], sampler: BucketSampler? = nil
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

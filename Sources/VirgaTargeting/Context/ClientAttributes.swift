public import VirgaJSON

/// The attributes of a client before any recipe is evaluated, by source.
///
/// `assembled` merges them into the attributes that expressions read; the last source of a name
/// wins: application, custom, calculated, recorded, computed.
/// Rule: VirgaTargeting/ContextAttributes.
public struct ClientAttributes: Equatable, Sendable {
  /// The attributes of every application; without a value they are null, not undefined.
  package static let applicationNames = [
    "app_name", "app_id", "channel", "app_version", "app_build", "architecture",
    "device_manufacturer",
    "device_model", "locale", "os", "os_version", "android_sdk_version", "debug_tag",
    "installation_date",
  ]

  /// The attributes that the SDK computes; nothing overrides them.
  package static let computedNames = [
    "days_since_install", "days_since_update", "current_date", "nimbus_id", "is_already_enrolled",
    "active_experiments", "enrollments", "enrollments_map",
  ]

  /// The computed attributes that can be set for a simulated client.
  package static let settableComputedNames = [
    "days_since_install", "days_since_update", "nimbus_id",
  ]

  /// The application's own attributes, with the names in `applicationNames`.
  public var application: [Name: ExpressionValue]
  /// The attributes that the application adds at start-up.
  public var custom: [Name: ExpressionValue]
  /// The attributes that the application records before each evaluation.
  public var recorded: [Name: ExpressionValue]
  /// Whole days since the app was installed; nil counts them from `installation_date`.
  public var daysSinceInstall: Int64?
  /// Whole days since the app was updated; nil counts them from the date of the update.
  public var daysSinceUpdate: Int64? = 0
  /// Whether `days_since_install` was among the attributes of ``init(flat:)``, even as null: then
  /// they are not counted from `installation_date`.
  private var areInstallDaysGiven = false
  /// When this version of the app was first started; setting it makes the days count from it.
  package var updateDate: Instant? { didSet { if updateDate != nil { daysSinceUpdate = nil } } }
  /// The client's random id, a lower-case UUID.
  public var clientID: String?

  /// Creates the attributes of a client whose app was updated today: ``daysSinceUpdate`` keeps its
  /// default, 0.
  ///
  /// The app adds the `custom` ones at start-up, and records the `recorded` ones before each
  /// evaluation. If `daysSinceInstall` is nil, the days are counted from the attribute
  /// `installation_date`.
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

  /// Creates attributes from one flat object, as a user types them.
  ///
  /// The `applicationNames` become application attributes, and `days_since_install`,
  /// `days_since_update` and `nimbus_id` replace computed values. Anything else goes to
  /// ``recorded``, which wins over values calculated from `locale`: a typed `language` or `region`
  /// has an effect.
  public init(flat attributes: [Name: ExpressionValue]) {
    self.init()
    for (name, value) in attributes {
      switch name {
      case "days_since_install":
        daysSinceInstall = value.number.flatMap(Self.truncated)
      case "days_since_update":
        daysSinceUpdate = value.number.flatMap(Self.truncated)
      case "nimbus_id": clientID = value.text
      case _ where Self.applicationNames.contains(name.text): application[name] = value
      default: recorded[name] = value
      }
    }
    // The days count as given even if they are null. Otherwise they are counted from the attribute
    // `installation_date`; without that, they are 0.
    areInstallDaysGiven = attributes["days_since_install"] != nil
    countInstallDaysFromDateUnlessGiven()
  }

  /// Sets an attribute of the application, or removes it if `value` is nil.
  package mutating func setApplicationAttribute(_ name: String, to value: ExpressionValue?) {
    application[name] = value
    if name == Self.installationDate { countInstallDaysFromDateUnlessGiven() }
  }

  private static let installationDate = "installation_date"

  /// Unless the days since the installation are given, makes ``daysSinceInstall`` nil, so that they
  /// are counted from `installation_date`; without that date they are 0.
  private mutating func countInstallDaysFromDateUnlessGiven() {
    guard !areInstallDaysGiven else { return }
    let hasDate = application[Self.installationDate]?.number != nil
    daysSinceInstall = hasDate ? nil : 0
  }

  /// The application's name in recipes; nil if it has none.
  package var appName: String? { application["app_name"]?.text }

  /// The names of the attributes that the application sets, in addition to those that are computed.
  package var givenNames: Set<Name> {
    Set(application.keys).union(custom.keys).union(recorded.keys)
  }

  /// The attributes that expressions read at `now`, except those about the client's enrollments.
  ///
  /// The app adds the `custom` ones at start-up, and records the `recorded` ones before each
  /// evaluation. If several sources have an attribute, the last one that is added here wins. The
  /// application's own attributes always exist: those without a value are null, not undefined.
  package func assembled(at now: Instant) -> [Name: ExpressionValue] {
    var attributes: [Name: ExpressionValue] = [:]
    for name in Self.applicationNames { attributes[name] = application[name] ?? .null }
    attributes.merge(custom) { _, customValue in customValue }
    let (language, region) = Self.languageAndRegion(of: application["locale"]?.text)
    attributes["language"] = language
    attributes["region"] = region
    attributes.merge(recorded) { _, recordedValue in recordedValue }
    setComputed(in: &attributes, at: now)
    return attributes
  }

  /// Sets the attributes that the SDK computes, in place of any others with their names; one that
  /// cannot be computed becomes null.
  ///
  /// Without ``daysSinceInstall`` or ``daysSinceUpdate``, the days are counted from the date of the
  /// installation or of the update, if that is known.
  private func setComputed(in attributes: inout [Name: ExpressionValue], at now: Instant) {
    let installDays = daysSinceInstall ?? Self.wholeDays(from: installationSeconds, to: now)
    let updateDays = daysSinceUpdate ?? Self.wholeDays(from: updateDate?.seconds, to: now)
    attributes["days_since_install"] = installDays.map(ExpressionValue.integer) ?? .null
    attributes["days_since_update"] = updateDays.map(ExpressionValue.integer) ?? .null
    attributes["current_date"] = .integer(now.seconds)
    attributes["nimbus_id"] = clientID.map(ExpressionValue.string) ?? .null
  }

  /// The `installation_date`, which is in milliseconds, in seconds since 1970; nil without a date.
  ///
  /// Nil also if `days_since_install` is given, even as null: then no days are counted from the
  /// date.
  private var installationSeconds: Int64? {
    guard !areInstallDaysGiven else { return nil }
    guard let milliseconds = application[Self.installationDate]?.number else { return nil }
    return Self.truncated(milliseconds / 1_000)
  }

  /// A number without its fraction; nil if it is too large for an integer.
  private static func truncated(_ number: Double) -> Int64? {
    Int64(exactly: number.rounded(.towardZero))
  }

  /// The whole days since a date in seconds since 1970; nil without a date, or if it is too far
  /// away to count.
  private static func wholeDays(from date: Int64?, to now: Instant) -> Int64? {
    guard let date else { return nil }
    let (seconds, isOverflow) = now.seconds.subtractingReportingOverflow(date)
    return isOverflow ? nil : seconds / secondsOfDay
  }

  private static let secondsOfDay: Int64 = 86_400

  /// The language and the region of a locale, each null if it has none.
  ///
  /// They are its first two parts, as in Nimbus: `zh` and `Hant` for `zh-Hant-TW`.
  private static func languageAndRegion(
    of locale: String?
  ) -> (language: ExpressionValue, region: ExpressionValue) {
    guard let locale else { return (.null, .null) }
    let parts = locale.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count > 1 else { return (.string(locale), .null) }
    /// A part as a string; null if it is empty, as the language of `-DE` is.
    func textOrNull(_ part: Substring) -> ExpressionValue {
      part.isEmpty ? .null : .string(String(part))
    }
    return (textOrNull(parts[0]), textOrNull(parts[1]))
  }
}

/// The context of an expression: attributes, events, preferences, and the time.
package struct TargetingContext: Sendable {
  /// The attributes by name: a missing one is undefined, a null one is known to have no value.
  package var attributes: [Name: ExpressionValue]
  package var events: EventStore
  package var now: Instant
  /// The preferences that the user changed, for `preferenceIsUserSet`.
  package var userSetPreferences: Set<Name>
  /// The implementation of `bucketSample`; nil makes the transform an error.
  package var sampler: BucketSampler?

  /// Creates a context; what is left out is empty, and `now` is the start of 1970.
  ///
  /// Without a `sampler`, the transform `bucketSample` is an error.
  package init(
    attributes: [Name: ExpressionValue] = [:], events: EventStore = EventStore(),
    now: Instant = .epoch,
    userSetPreferences: Set<Name> = [], sampler: BucketSampler? = nil
  ) {
    self.attributes = attributes
    self.events = events
    self.now = now
    self.userSetPreferences = userSetPreferences
    self.sampler = sampler
  }
}

/// Returns whether a value falls into `count` of `total` buckets, starting at `start`.
package typealias BucketSampler =
  @Sendable (_ value: ExpressionValue, _ start: UInt32, _ count: UInt32, _ total: UInt32) -> Bool

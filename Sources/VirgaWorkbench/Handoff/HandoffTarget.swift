package import VirgaJSON
package import VirgaSource

/// An app on a device that accepts external recipes.
package struct HandoffTarget: Hashable, Sendable {
  package enum Platform: String, Sendable, CaseIterable {
    /// An iPhone or iPad in the simulator.
    case ios
    /// An Android device or emulator.
    case android
  }

  package var app: String
  package var platform: Platform
  package var channel: String
  /// The bundle id or the package.
  package var id: String
  /// The activity that starts on Android.
  package var activity: String?
  /// The scheme of its deep links; nil if it has none.
  package var scheme: String?
  /// The domain of the user defaults that its flags are stored in; nil for the id.
  package var flagDefaults: String?
  /// What comes before the keys of its flags in user defaults.
  package var flagKeyPrefix = ""

  /// A target without an activity; `id` is an iOS bundle id or an Android package.
  package init(app: String, platform: Platform, channel: String, id: String, scheme: String? = nil)
  {
    self.app = app
    self.platform = platform
    self.channel = channel
    self.id = id
    self.scheme = scheme
  }

  /// The app, the platform and the channel, as a person names the target.
  package var name: String { "\(app) \(platform.rawValue) \(channel)" }

  /// The apps known to accept external recipes.
  package static let known: [HandoffTarget] = KnownApp.all.map { app in
    var target = HandoffTarget(
      app: app.name, platform: app.isOnAndroid ? .android : .ios, channel: app.channel, id: app.id,
      scheme: app.scheme)
    target.activity = app.activity
    target.flagDefaults = app.flagDefaults
    target.flagKeyPrefix = app.flagKeyPrefix
    return target
  }

  /// The targets in a config file's `apps`, then the known ones with other names; and the problems
  /// of the file.
  ///
  /// Each target is an object with `app`, `platform`, `channel` and `id`, and optionally
  /// `activity`, `scheme`, `defaults` and `prefix`.
  package static func all(config: LocatedValue?) -> (targets: [HandoffTarget], problems: [Problem])
  {
    let read = ConfiguredRows("apps", in: config, over: known, named: \.name) { entry, path, log in
      HandoffTarget(entry, at: path, log: log)
    }
    return (read.rows, read.problems)
  }

  /// The keys of an app in a config file.
  private static let keys = ObjectKeys(
    "an app",
    ["app", "platform", "channel", "id", "activity", "scheme", "defaults", "prefix"])

  /// Reads a target; nil if it has errors, which are reported to `log`.
  ///
  /// `activity` is for Android. `defaults` and `prefix` are for iOS: the domain of user defaults
  /// with the app's flags, and what comes before their keys there.
  private init?(_ entry: LocatedValue, at path: JSONPath, log: ProblemLog) {
    guard let entry = log.read(entry, .object, path: path) else { return nil }
    let reader = ObjectReader(entry, Self.keys, at: path, log: log)
    reader.reportUnknownAndRepeatedKeys()
    let app = reader.required("app", .text)
    let id = reader.required("id", .text)
    let platform = reader.required(
      "platform", MemberKind("ios or android") { $0.string.flatMap(Platform.init) })
    let channel = reader.required("channel", .text)
    activity = reader.optional("activity", .text)
    scheme = reader.optional("scheme", .text)
    flagDefaults = reader.optional("defaults", .text)
    flagKeyPrefix = reader.optional("prefix", .text) ?? ""
    guard let app, let platform, let channel, let id else { return nil }
    self.app = app
    self.platform = platform
    self.channel = channel
    self.id = id
  }
}

public import VirgaJSON
public import VirgaSource

/// An app on a device that takes recipes from outside: how it is called and started.
public struct HandoffTarget: Hashable, Sendable {
  /// The systems that such apps run on.
  public enum Platform: String, Sendable, CaseIterable {
    /// An iPhone or iPad in the simulator.
    case ios
    /// An Android device or emulator.
    case android
  }

  /// The app's name, as recipes have it.
  public var app: String
  /// The system it runs on.
  public var platform: Platform
  /// The channel of the build.
  public var channel: String
  /// The bundle id or the package.
  public var id: String
  /// The activity that starts on Android.
  public var activity: String?
  /// The scheme of its deep links; nil where it has none.
  public var scheme: String?

  /// A target with all its parts; see the properties.
  public init(
    app: String, platform: Platform, channel: String, id: String, activity: String? = nil, scheme: String? = nil
  ) {
    self.app = app
    self.platform = platform
    self.channel = channel
    self.id = id
    self.activity = activity
    self.scheme = scheme
  }

  /// The app, the platform and the channel, as a person names the target.
  public var name: String { "\(app) \(platform.rawValue) \(channel)" }
}

extension HandoffTarget {
  /// The apps that read recipes from outside (SDK: Targets).
  public static let known: [HandoffTarget] = [
    fenix("developer", "org.mozilla.fenix.debug", "fenix-dev"),
    fenix("nightly", "org.mozilla.fenix", "fenix-nightly"),
    fenix("beta", "org.mozilla.firefox_beta", "fenix-beta"),
    fenix("release", "org.mozilla.firefox", "fenix"),
    focus("developer", "org.mozilla.focus.debug"), focus("nightly", "org.mozilla.focus.nightly"),
    focus("beta", "org.mozilla.focus.beta"), focus("release", "org.mozilla.focus"),
    ios("firefox_ios", "developer", "org.mozilla.ios.Fennec", "fennec"),
    ios("firefox_ios", "beta", "org.mozilla.ios.FirefoxBeta", "firefox-beta"),
    ios("firefox_ios", "release", "org.mozilla.ios.Firefox", "firefox-internal"),
    ios("focus_ios", "developer", "org.mozilla.ios.Focus", "firefox-focus"),
    ios("focus_ios", "beta", "org.mozilla.ios.Focus", "firefox-focus"),
    ios("focus_ios", "release", "org.mozilla.ios.Focus", "firefox-focus"),
  ]

  private static func fenix(_ channel: String, _ id: String, _ scheme: String) -> HandoffTarget {
    HandoffTarget(app: "fenix", platform: .android, channel: channel, id: id, activity: ".App", scheme: scheme)
  }

  private static func focus(_ channel: String, _ id: String) -> HandoffTarget {
    HandoffTarget(
      app: "focus_android", platform: .android, channel: channel, id: id,
      activity: "org.mozilla.focus.activity.MainActivity")
  }

  private static func ios(_ app: String, _ channel: String, _ id: String, _ scheme: String) -> HandoffTarget {
    HandoffTarget(app: app, platform: .ios, channel: channel, id: id, scheme: scheme)
  }

  /// Those that the member `apps` of a config file adds, then the known ones that they do not replace by name; and what is
  /// wrong with that member.
  ///
  /// Each is an object with `app`, `platform`, `channel` and `id`, and where there are such `activity` and `scheme`.
  public static func all(
    config: JSONValue?, locate: (_ path: [String]) -> SourceLocation? = { _ in nil }
  ) -> (targets: [HandoffTarget], problems: [Problem]) {
    guard let apps = config?["apps"] else { return (known, []) }
    var own: [HandoffTarget] = []
    var problems: [Problem] = []
    for (index, entry) in (apps.arrayValue ?? [.null]).enumerated() {
      guard let target = HandoffTarget(entry) else {
        problems.append(
          Problem(
            .error, "wrong-type", path: "apps.\(index)",
            "an app is an object with the texts `app`, `platform` (ios or android), `channel` and `id`",
            at: locate(["apps", "\(index)"])))
        continue
      }
      own.append(target)
    }
    // The last of a name counts, and stands where it is written.
    var names: NameSet = []
    own = own.reversed().filter { names.insert($0.name) }.reversed()
    return (own + known.filter { names.insert($0.name) }, problems)
  }

  private init?(_ entry: JSONValue) {
    func text(_ key: String) -> String? { entry[key]?.stringValue }
    guard let app = text("app"), let platform = text("platform").flatMap(Platform.init(rawValue:)),
      let channel = text("channel"), let id = text("id")
    else { return nil }
    self.init(
      app: app, platform: platform, channel: channel, id: id, activity: text("activity"), scheme: text("scheme"))
  }
}

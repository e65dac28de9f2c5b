package import VirgaJSON
package import VirgaSource
import VirgaWorkbench

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

  /// A target without an activity; see the properties.
  package init(app: String, platform: Platform, channel: String, id: String, scheme: String? = nil) {
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
      app: app.name, platform: app.isOnAndroid ? .android : .ios, channel: app.channel, id: app.id, scheme: app.scheme)
    target.activity = app.activity
    return target
  }

  /// The targets in a config file's `apps`, then the known ones with other names; and problems.
  ///
  /// Each is an object with `app`, `platform`, `channel` and `id`, and optionally `activity` and `scheme`.
  package static func all(config: LocatedValue?) -> (targets: [HandoffTarget], problems: [Problem]) {
    guard let apps = config?["apps"] else { return (known, []) }
    var own: [HandoffTarget] = []
    var problems: [Problem] = []
    for (index, entry) in (apps.kind == .array ? Array(apps.elements) : [apps]).enumerated() {
      guard let target = HandoffTarget(entry) else {
        problems.append(
          Problem(
            .error, "wrong-type", path: "apps.\(index)",
            "an app is an object with the texts `app`, `platform` (ios or android), `channel` and `id`",
            at: entry.location))
        continue
      }
      own.append(target)
    }
    // Of targets with the same name the last one wins and keeps its position.
    var names: Set<Name> = []
    own = own.reversed().filter { names.insert($0.name) }.reversed()
    return (own + known.filter { names.insert($0.name) }, problems)
  }

  private init?(_ entry: LocatedValue) {
    func text(_ key: String) -> String? { entry[key]?.string }
    guard entry.kind == .object, let app = text("app"),
      let platform = text("platform").flatMap(Platform.init(rawValue:)),
      let channel = text("channel"), let id = text("id")
    else { return nil }
    self.init(app: app, platform: platform, channel: channel, id: id, scheme: text("scheme"))
    activity = text("activity")
  }
}

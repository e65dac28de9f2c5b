package import VirgaManifest

/// One channel of an app that accepts external recipes: how it is built and started.
package struct KnownApp: Sendable {
  /// The app's name in recipes.
  package let name: String
  package let channel: String
  /// The bundle id or the package.
  package let id: String
  /// The scheme of its deep links; nil if it has none.
  package var scheme: String?
  /// The activity that starts on Android; nil for an app on iOS.
  package var activity: String?

  package var isOnAndroid: Bool { activity != nil }

  /// Firefox for iOS, which shares its user defaults with its extensions.
  private var isFirefoxForIOS: Bool { name == "firefox_ios" }

  /// The domain of the user defaults that its flags are stored in; nil for the id.
  package var flagDefaults: String? { isFirefoxForIOS ? "group.\(id)" : nil }

  /// What comes before the keys of its flags in user defaults: the name of the profile.
  package var flagKeyPrefix: String { isFirefoxForIOS ? "profile." : "" }

  private static let focusActivity = "org.mozilla.focus.activity.MainActivity"

  /// The table of apps (Rule: VirgaWorkbench/KnownApps).
  package static let all: [KnownApp] = [
    KnownApp(
      name: "fenix", channel: "developer", id: "org.mozilla.fenix.debug", scheme: "fenix-dev",
      activity: ".App"),
    KnownApp(
      name: "fenix", channel: "nightly", id: "org.mozilla.fenix", scheme: "fenix-nightly",
      activity: ".App"),
    KnownApp(
      name: "fenix", channel: "beta", id: "org.mozilla.firefox_beta", scheme: "fenix-beta",
      activity: ".App"),
    KnownApp(
      name: "fenix", channel: "release", id: "org.mozilla.firefox", scheme: "fenix",
      activity: ".App"),
    KnownApp(
      name: "focus_android", channel: "developer", id: "org.mozilla.focus.debug",
      activity: focusActivity),
    KnownApp(
      name: "focus_android", channel: "nightly", id: "org.mozilla.focus.nightly",
      activity: focusActivity),
    KnownApp(
      name: "focus_android", channel: "beta", id: "org.mozilla.focus.beta", activity: focusActivity),
    KnownApp(
      name: "focus_android", channel: "release", id: "org.mozilla.focus", activity: focusActivity),
    KnownApp(
      name: "firefox_ios", channel: "developer", id: "org.mozilla.ios.Fennec", scheme: "fennec"),
    KnownApp(
      name: "firefox_ios", channel: "beta", id: "org.mozilla.ios.FirefoxBeta",
      scheme: "firefox-beta"),
    KnownApp(
      name: "firefox_ios", channel: "release", id: "org.mozilla.ios.Firefox",
      scheme: "firefox-internal"),
    KnownApp(
      name: "focus_ios", channel: "developer", id: "org.mozilla.ios.Focus", scheme: "firefox-focus"),
    KnownApp(
      name: "focus_ios", channel: "beta", id: "org.mozilla.ios.Focus", scheme: "firefox-focus"),
    KnownApp(
      name: "focus_ios", channel: "release", id: "org.mozilla.ios.Focus", scheme: "firefox-focus"),
  ]
}

extension Manifest {
  /// The app's name in recipes, by the Android package or the iOS module that the manifest's
  /// `about` names; nil if unknown.
  ///
  /// The module counts only if no package is named: a package decides even if it is unknown.
  package var appName: String? {
    let topModule = modules.first
    let about = topModule?.about
    if let package = about?.kotlin?.package {
      return KnownApp.all.first { $0.isOnAndroid && $0.id == package }?.name
    }
    return about?.swift.flatMap { Self.appsByModule[$0.module] }
  }

  /// The names of apps by their iOS modules.
  private static let appsByModule = ["Client": "firefox_ios", "Blockzilla": "focus_ios"]
}

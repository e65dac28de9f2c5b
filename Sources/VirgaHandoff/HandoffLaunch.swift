/// How an app is started with the recipes of a hand-off.
package struct HandoffLaunch: Hashable, Sendable {
  /// The device; nil for the simulator that is booted, or the only Android device.
  package var device: String?
  /// Whether the app keeps what it knows of earlier recipes.
  package var keepsDatabase: Bool
  /// Whether an activity is started instead of a message sent, as old versions of Android apps need it.
  package var isLegacy: Bool
  /// The link that is opened, with a scheme or without; nil opens the app where it begins.
  package var link: String?

  /// A launch; without arguments on the only device, with nothing kept.
  package init(device: String? = nil, keepsDatabase: Bool = false, isLegacy: Bool = false, link: String? = nil) {
    self.device = device
    self.keepsDatabase = keepsDatabase
    self.isLegacy = isLegacy
    self.link = link
  }
}

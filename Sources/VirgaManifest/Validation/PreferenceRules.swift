/// Which variables may be bound to app settings and Gecko preferences.
///
/// Rule: VirgaManifest/AppSettings.
enum PreferenceRules {
  /// Preferences that no experiment may set, and why.
  static let denied: [String: String] = [
    "app.shield.optoutstudies.enabled": "changing it unenrolls the client at once",
    "datareporting.healthreport.uploadEnabled": "turning telemetry off unenrolls the client",
    "services.settings.server": "clients would no longer get their settings",
    "nimbus.debug": "it is an internal Nimbus preference for QA",
    "security.turn_off_all_security_so_that_viruses_can_take_over_this_computer":
      "it is for automation only",
  ]

  /// Whether a variable of this type may have a `gecko-pref`.
  ///
  /// Usually it must be an option, because its default must be null: the preference's own value is
  /// the default.
  ///
  /// - Parameter isLax: Whether `Boolean`, `Int` and `String` are allowed too, not only options of
  ///   them: true with `--lax-gecko-pref-validation`.
  static func takesGeckoPreference(_ type: VariableType, isLax: Bool) -> Bool {
    switch type {
    case .option(.boolean), .option(.int), .option(.string): true
    case .boolean, .int, .string: isLax
    case .double, .text, .image, .enumeration, .object, .alias, .option, .list, .map: false
    }
  }
}

extension VariableType {
  /// Whether an app setting (`pref-key`) can give a value of this type.
  ///
  /// Settings are read as Booleans, whole numbers and strings, and an alias is a string.
  /// Rule: VirgaManifest/AppSettings.
  package var allowsAppSettings: Bool {
    switch self {
    case .boolean, .int, .string, .text, .alias: true
    case .double, .image, .enumeration, .object, .option, .list, .map: false
    }
  }
}

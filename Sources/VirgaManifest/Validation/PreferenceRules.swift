import VirgaSource

/// Which variables may be bound to app settings and Gecko preferences (Rule: VirgaManifest/AppSettings).
enum PreferenceRules {
  /// Preferences that no experiment may set, and why.
  static let denied: [String: String] = [
    "app.shield.optoutstudies.enabled": "changing it unenrolls the client at once",
    "datareporting.healthreport.uploadEnabled": "turning telemetry off unenrolls the client",
    "services.settings.server": "clients would no longer get their settings",
    "nimbus.debug": "it is an internal Nimbus preference for QA",
    "security.turn_off_all_security_so_that_viruses_can_take_over_this_computer": "it is for automation only",
  ]

  static func takesGeckoPreference(_ type: VariableType, isLax: Bool) -> Bool {
    switch type {
    case .option(.boolean), .option(.int), .option(.string): true
    case .boolean, .int, .string: isLax
    default: false
    }
  }
}

extension VariableType {
  /// Whether an app setting can give a value of this type.
  package var takesPreferences: Bool {
    switch self {
    case .boolean, .int, .string, .text, .alias: true
    default: false
    }
  }
}

extension String {
  /// Whether it is a valid Android resource name.
  package var isResourceName: Bool {
    guard let first = utf8.first, first == UInt8(ascii: "_") || first.isLowercaseLetter else { return false }
    return utf8.allSatisfy { $0 == UInt8(ascii: "_") || $0.isLowercaseLetter || $0.isDigit }
  }
}

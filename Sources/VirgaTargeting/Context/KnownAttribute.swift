package import VirgaJSON

/// An attribute that expressions can read, with its possible kinds.
///
/// Rule: VirgaTargeting/ContextAttributes.
package struct KnownAttribute: Hashable, Sendable {
  package let name: String
  package let kinds: ValueKinds
  /// A few words on its value, as in "whole days since it was installed".
  package let summary: String
  /// The apps that record it, by their names in recipes; empty if every client has it.
  package let apps: [String]

  /// Whether every client has it; others are undefined unless the application sets them.
  package var isAlwaysPresent: Bool { apps.isEmpty }

  /// All known attributes by name: those of every client, and those of the apps whose attributes
  /// are known.
  package static let all: [KnownAttribute] =
    (presentInAll.map { KnownAttribute(name: $0, kinds: $1, summary: $2, apps: []) } + recorded)
    .sorted { Name($0.name) < Name($1.name) }

  /// The attributes that clients of an app can have; all attributes if the app is nil or not one of
  /// Mozilla's apps, whose attributes are known.
  package static func all(of app: String?) -> [KnownAttribute] {
    guard let app, knownApps.contains(app) else { return all }
    return all.filter { $0.apps.isEmpty || $0.apps.contains(app) }
  }

  /// The kinds of every known attribute, by name.
  static let kindsByName = Dictionary(naming: all.map { ($0.name, $0.kinds) }) { first, _ in first }

  private static let appsByName = Dictionary(naming: recorded.map { ($0.name, $0.apps) }) {
    first, _ in first
  }

  private static let fenix = "fenix"
  private static let firefoxIOS = "firefox_ios"
  private static let focusAndroid = "focus_android"
  private static let focusIOS = "focus_ios"
  /// The apps whose attributes are known; forks and other apps may record any of them.
  private static let knownApps = [fenix, firefoxIOS, focusAndroid, focusIOS]

  /// The kinds of each attribute that clients of an app can have, by name.
  static func kinds(for app: String?) -> [Name: ValueKinds] {
    guard app != nil else { return kindsByName }
    return Dictionary(naming: all(of: app).map { ($0.name, $0.kinds) }) { first, _ in first }
  }

  /// The apps that record an attribute; empty if it is unknown, or known to every client.
  static func apps(recording name: String) -> [String] { appsByName[name] ?? [] }

  /// Whether the values of an attribute are versions with previews, such as `131.0b2`, rather than
  /// plain numbers.
  static func hasPreviews(_ name: String) -> Bool { name == "app_version" }

  private static let presentInAll: [(String, ValueKinds, String)] = [
    ("app_name", [.text, .null], "the application's name, such as `fenix`"),
    ("app_id", [.text, .null], "the application's id"),
    ("channel", [.text, .null], "the application's channel"),
    ("app_version", [.text, .null], "the version, for `versionCompare`"),
    ("app_build", [.text, .null], "the build number, as a string"),
    ("architecture", [.text, .null], "the processor"),
    ("device_manufacturer", [.text, .null], "the manufacturer of the device"),
    ("device_model", [.text, .null], "the model of the device"),
    ("locale", [.text, .null], "the language tag, such as `de-DE`"),
    ("os", [.text, .null], "the operating system"),
    ("os_version", [.text, .null], "its version, for `versionCompare`"),
    ("android_sdk_version", [.text, .null], "the Android API level, as a string"),
    ("debug_tag", [.text, .null], "a mark for debugging"),
    ("installation_date", [.integer, .null], "when it was installed, in milliseconds since 1970"),
    ("language", [.text, .null], "the first part of the locale"),
    ("region", [.text, .null], "the second part of the locale"),
    ("is_already_enrolled", .boolean, "whether the client is in this recipe"),
    ("days_since_install", [.integer, .null], "whole days since it was installed"),
    ("days_since_update", [.integer, .null], "whole days since it was updated"),
    ("active_experiments", .list, "the slugs of the recipes that the client is in"),
    ("enrollments", .list, "the slugs of the recipes that the client is or was in"),
    ("enrollments_map", .object, "the branch of each of those, by slug"),
    ("current_date", .integer, "the time, in seconds since 1970"),
    ("nimbus_id", [.text, .null], "the random id of the client"),
  ]

  private static let recorded: [KnownAttribute] =
    recordedByAll.map { KnownAttribute(name: $0, kinds: $1, summary: $2, apps: knownApps) }
    + recordedByFirefox.map {
      KnownAttribute(name: $0, kinds: $1, summary: $2, apps: [fenix, firefoxIOS])
    }
    + recordedByFenix.map { KnownAttribute(name: $0, kinds: $1, summary: $2, apps: [fenix]) }
    + recordedByFirefoxIOS.map {
      KnownAttribute(name: $0, kinds: $1, summary: $2, apps: [firefoxIOS])
    }

  private static let recordedByAll: [(String, ValueKinds, String)] = [
    ("is_first_run", .boolean, "whether this is the app's first run"),
    ("isFirstRun", .text, "the same as the string `true` or `false`"),
  ]

  private static let recordedByFirefox: [(String, ValueKinds, String)] = [
    ("events", .object, "results of behavioral event queries"),
    ("user_disabled_ai", .boolean, "whether the user turned AI features off"),
  ]

  private static let recordedByFenix: [(String, ValueKinds, String)] = [
    ("user_accepted_tou", .boolean, "whether the user accepted the terms of use"),
    ("tou_points", [.integer, .null], "points for the terms of use"),
    (
      "no_shortcuts_or_stories_opt_outs", .boolean,
      "whether sponsored shortcuts and stories are all on"
    ),
    ("addon_ids", .list, "the ids of the installed add-ons"),
    ("are_notifications_enabled", .boolean, "whether the app may show notifications"),
    ("install_referrer_response_utm_source", [.text, .null], "the source of the install referrer"),
    ("install_referrer_response_utm_medium", [.text, .null], "the medium of the install referrer"),
    (
      "install_referrer_response_utm_campaign", [.text, .null],
      "the campaign of the install referrer"
    ),
    ("install_referrer_response_utm_term", [.text, .null], "the term of the install referrer"),
    (
      "install_referrer_response_utm_content", [.text, .null], "the content of the install referrer"
    ),
  ]

  private static let recordedByFirefoxIOS: [(String, ValueKinds, String)] = [
    ("is_phone", .boolean, "whether the device is a phone"),
    ("is_default_browser", .boolean, "whether it is the default browser"),
    ("is_bottom_toolbar_user", .boolean, "whether the toolbar is at the bottom"),
    ("has_enabled_tips_notifications", .boolean, "whether notifications for tips are enabled"),
    ("has_accepted_terms_of_use", .boolean, "whether the terms of use were accepted"),
    ("is_apple_intelligence_available", .boolean, "whether Apple Intelligence is available"),
    ("cannot_use_apple_intelligence", .boolean, "whether Apple Intelligence cannot be used"),
    ("tou_experience_points", [.integer, .null], "points for the terms of use"),
  ]

  /// Parses an attribute's value as a user writes it: JSON or an unquoted string.
  ///
  /// The text is a string if the attribute can be a string, but not what the text is as JSON: 131.3
  /// is a string for `app_version`, but a number for `days_since_install`.
  package static func value(of name: String, written text: String) -> JSONValue {
    guard let value = try? JSONValue.parse(text) else { return .string(text) }
    guard let kinds = kindsByName[name] else { return value }
    let writtenKinds = ValueKinds(of: ExpressionValue(value)).withAllNumbers
    let mustBeString = kinds.contains(.text) && kinds.isDisjoint(with: writtenKinds)
    return mustBeString ? .string(text) : value
  }

  /// Why a value does not match an attribute, as in "locale must be a string or null, not a
  /// number".
  ///
  /// Nil if it matches or if the attribute is unknown. Any number is accepted for an integer.
  package static func mismatch(of value: JSONValue, for name: String) -> String? {
    let kinds = ValueKinds(of: ExpressionValue(value))
    guard let known = kindsByName[name], known.isDisjoint(with: kinds.withAllNumbers) else {
      return nil
    }
    return "\(name) must be \(known), not \(kinds)"
  }

  /// Why a value that a user wrote cannot be parsed: it starts with a quote or bracket, but is not
  /// valid JSON; nil for other text.
  package static func jsonMistake(inWritten text: String) -> String? {
    guard let first = text.first, "\"[{".contains(first) else { return nil }
    let isValidJSON = (try? JSONValue.parse(text)) != nil
    if isValidJSON { return nil }
    let advice = first == "\"" ? "close the quote, or remove it" : "fix it, or write it in quotes"
    return "`\(text)` is not valid JSON; \(advice)"
  }

  /// The shortest spelling of a JSON value that is read as the same value: `DE` for `"DE"`, but
  /// `"true"` with quotes for an attribute that can be a boolean.
  package static func shortestSpelling(of json: String, for name: String) -> String {
    guard case .string(let text)? = try? JSONValue.parse(json), !text.isEmpty else { return json }
    let hasOuterBlanks = text.first == " " || text.last == " "
    let hasSeveralLines = text.contains(where: \.isNewline)
    let looksLikeBrokenJSON = jsonMistake(inWritten: text) != nil
    let needsQuotes = hasOuterBlanks || hasSeveralLines || looksLikeBrokenJSON
    if needsQuotes { return json }
    let isReadAsSame = value(of: name, written: text) == .string(text)
    return isReadAsSame ? text : json
  }
}

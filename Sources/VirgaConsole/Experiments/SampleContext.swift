import VirgaJSON

/// The attributes of a typical client of an app, for evaluating real recipes.
struct SampleContext: Sendable {
  /// The app name used in recipes.
  let app: String
  /// In the order in which to set them.
  let values: [(String, JSONValue)]

  /// The samples for apps whose recipes are published.
  ///
  /// Rule: VirgaTargeting/ContextAttributes.
  static let all = [
    android("fenix", "org.mozilla.fenix"), android("focus_android", "org.mozilla.focus"),
    ios("firefox_ios", "org.mozilla.ios.Firefox"), ios("focus_ios", "org.mozilla.ios.Focus"),
  ]

  static func offered(for app: String?) -> [(argument: String, detail: String)] {
    let apps = all.filter { $0.app == app } + all.filter { $0.app != app }
    return apps.map { sample in
      let told = sample.values.filter { ["app_version", "os", "os_version", "locale"].contains($0.0) }
      return (sample.app, told.map { "\($0.0) \($0.1.stringValue ?? "")" }.joined(separator: ", "))
    }
  }

  private static func android(_ app: String, _ id: String) -> SampleContext {
    SampleContext(
      app: app,
      values: [
        ("app_name", .string(app)), ("app_id", .string(id)), ("app_version", "131.0"), ("app_build", "2016043211"),
        ("architecture", "arm64-v8a"), ("device_manufacturer", "Google"), ("device_model", "Pixel 8"),
        ("os", "Android"), ("os_version", "14"), ("android_sdk_version", "34"),
      ] + everywhere)
  }

  private static func ios(_ app: String, _ id: String) -> SampleContext {
    SampleContext(
      app: app,
      values: [
        ("app_name", .string(app)), ("app_id", .string(id)), ("app_version", "131.0"), ("app_build", "47210"),
        ("architecture", "arm64"), ("device_manufacturer", "Apple"), ("device_model", "iPhone15,4"), ("os", "iOS"),
        ("os_version", "17.6"), ("is_phone", true), ("is_default_browser", false), ("isFirstRun", "false"),
      ] + everywhere)
  }

  private static let everywhere: [(String, JSONValue)] = [
    ("locale", "en-US"), ("is_first_run", false), ("days_since_install", 28), ("days_since_update", 7),
  ]
}

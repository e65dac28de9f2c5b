import Testing
import VirgaFlags
import VirgaJSON
import VirgaSDK
import VirgaSource
import VirgaTestSupport

@Suite("What decides a variable")
struct VariableDetailsTests {
  private let recorder = EventRecorder()
  private let manifest = MenuManifest()
  private let preferences = StoredPreferences()
  private let client: FeatureClient

  private var menu: FeatureHolder<AppMenu> { manifest.features.appMenu }

  init() {
    var configuration = FeatureClient.Configuration(
      context: ["app_name": "cirrus", "channel": "nightly"], preferences: preferences)
    configuration.clientID = Sample.clientID
    configuration.record = recorder.record
    client = FeatureClient(configuration)
    client.connect(manifest)
  }

  private func apply(_ recipes: String...) {
    client.setExperimentsLocally("[\(recipes.joined(separator: ","))]")
    client.applyPendingExperiments()
    _ = recorder.drain()
  }

  @Test("is the default if nothing sets it")
  func defaults() {
    let details = menu.details(of: ["ordering"])
    #expect(details.value == ["settings"])
    #expect(details.reason == .default)
    #expect(details.layer == nil)
    #expect(details.recipe == nil)
    #expect(details.branch == nil)
  }

  @Test("is the targeting of a recipe that enrolls every client in its only branch")
  func targetingMatch() {
    apply(Sample.recipeText("e1", config: #"{"enabled": false}"#))
    let details = menu.details(of: ["enabled"])
    #expect(details.value == false)
    #expect(details.reason == .targetingMatch)
    #expect(details.layer == .experiment(slug: "e1", branch: "treatment"))
    #expect(details.recipe == "e1")
    #expect(details.branch == "treatment")
    #expect(details.errorMessage == nil)
    #expect(menu.details(of: ["ordering"]).reason == .default)
  }

  @Test("is a split if a recipe draws its branch")
  func split() {
    let configs: JSONObject = ["app-menu": ["enabled": false]]
    apply(Sample.entry("e1", ["a": configs, "b": configs]).compact)
    let details = menu.details(of: ["enabled"])
    #expect(details.reason == .split)
    #expect(details.branch == client.getExperimentBranch(experimentId: "e1"))
  }

  @Test(
    "is a split if a recipe with one branch does not select all buckets",
    arguments: [
      TestRow("all, wrapping around", (1_234..<11_234, .targetingMatch)),
      TestRow("5000 to 9999 only, although the count is above the total", (5_000..<20_000, .split)),
      TestRow("all, some of them twice", (2_000..<17_000, .targetingMatch)),
    ] as [TestRow<(Range<Int64>, FeatureClient.VariableDetails.Reason)>])
  func buckets(_ row: TestRow<(Range<Int64>, FeatureClient.VariableDetails.Reason)>) {
    let (buckets, reason) = row.values
    // In this namespace, the client has the bucket 8974.
    let entry = Sample.entry(
      "welcome-tour-1", ["a": ["app-menu": ["enabled": false]]], buckets: buckets)
    apply(entry.compact)
    #expect(menu.details(of: ["enabled"]).reason == reason)
  }

  @Test("is the recipe of each value, below other recipes and in parts of an object")
  func layers() {
    apply(
      Sample.recipeText("e1", config: #"{"items": {"bookmarks": {"title": "Saved"}}}"#),
      Sample.recipeText(
        "r1", config: #"{"ordering": ["bookmarks"], "items": {"settings": {"rows": 2}}}"#,
        isRollout: true))
    #expect(menu.details(of: ["ordering"]).recipe == "r1")
    #expect(menu.details(of: ["items", "settings", "rows"]).recipe == "r1")
    #expect(menu.details(of: ["items", "settings", "title"]).reason == .default)
    #expect(menu.details(of: ["items", "bookmarks", "title"]).value == "Saved")
    #expect(menu.details(of: ["items", "bookmarks", "title"]).recipe == "e1")
    #expect(menu.details(of: ["items"]).recipe == "e1")
  }

  @Test("is the recipe if its value repeats the default")
  func repeated() {
    let items = #"{"settings": {"title": "AppMenu/SettingsTitle"}}"#
    apply(Sample.recipeText("e1", config: #"{"enabled": true, "items": \#(items)}"#))
    #expect(menu.details(of: ["enabled"]).reason == .targetingMatch)
    #expect(menu.details(of: ["items"]).reason == .targetingMatch)
  }

  @Test("is an error if the app cannot use what a recipe sets")
  func error() {
    apply(Sample.recipeText("e1", config: #"{"enabled": 1}"#))
    let details = menu.details(of: ["enabled"])
    #expect(details.value == true)
    #expect(details.reason == .error)
    #expect(details.layer == nil)
    #expect(details.ignored == .experiment(slug: "e1", branch: "treatment"))
    #expect(details.recipe == "e1")
    #expect(
      details.errorMessage
        == "The app cannot use `1` of experiment e1/treatment, so it reads its default")
  }

  @Test("is the recipe of a whole feature, although the app cannot use a part of its config")
  func wholeFeature() {
    apply(Sample.recipeText("e1", config: #"{"enabled": 1, "ordering": ["bookmarks"]}"#))
    let details = menu.details(of: [])
    #expect(details.value?["ordering"] == ["bookmarks"])
    #expect(details.reason == .targetingMatch)
    #expect(details.recipe == "e1")
    #expect(details.errorMessage == nil)
  }

  @Test("is an error for a variable that the feature does not have")
  func unknown() {
    let details = menu.details(of: ["none"])
    #expect(details.value == nil)
    #expect(details.reason == .error)
    #expect(details.errorMessage == "The feature has no value at `none`")
  }

  @Test("is the user's setting, also if it repeats the default", arguments: [false, true])
  func appSetting(isEnabled: Bool) {
    preferences.set("menu-enabled", to: .boolean(isEnabled))
    let details = menu.details(of: ["enabled"])
    #expect(details.value == .boolean(isEnabled))
    #expect(details.reason == .override)
    #expect(details.layer == .appSetting(key: "menu-enabled"))
    #expect(menu.details(of: ["ordering"]).reason == .default)
  }

  @Test("is not a setting of the wrong type")
  func wrongSetting() {
    preferences.set("menu-enabled", to: "yes")
    #expect(menu.details(of: ["enabled"]).reason == .default)
  }

  @Test("is an override if a branch was forced")
  func forced() {
    apply(Sample.recipeText("e1", config: #"{"enabled": false}"#, targeting: "false"))
    client.optIn("e1", branch: "treatment")
    let details = menu.details(of: ["enabled"])
    #expect(details.reason == .override)
    #expect(details.recipe == "e1")
  }

  @Test("is an override if a test serves or replaces the feature")
  func double() {
    menu.with(cachedValue: AppMenu(JSONVariables(["enabled": false])))
    #expect(menu.details(of: ["enabled"]).reason == .override)
    let features = HardcodedNimbusFeatures(with: ["app-menu": #"{"ordering": ["bookmarks"]}"#])
    features.connect(with: manifest)
    #expect(menu.details(of: ["ordering"]).value == ["bookmarks"])
    #expect(menu.details(of: ["ordering"]).reason == .override)
    #expect(menu.details(of: ["enabled"]).reason == .default)
  }

  @Test("can be asked for without a generated class")
  func handWritten() {
    apply(Sample.recipeText("e1", config: #"{"title": "Hello", "note": null}"#))
    let details = client.details(of: FeaturePath("app-menu", ["title"]))
    #expect(details.value == "Hello")
    #expect(details.reason == .targetingMatch)
    #expect(details.recipe == "e1")
    #expect(client.details(of: FeaturePath("app-menu", ["note"])).reason == .default)
    #expect(client.details(of: FeaturePath("other", ["title"])).value == nil)
  }

  @Test("can be asked for by the id of a feature, and has the current value")
  func byID() throws {
    let holder = try #require(manifest.getFeature(featureId: "app-menu"))
    apply(Sample.recipeText("e1", config: #"{"enabled": false}"#))
    #expect(holder.details(of: ["enabled"]).value == false)
  }

  @Test("records nothing when it is asked for")
  func events() {
    apply(Sample.recipeText("e1", config: #"{"enabled": false}"#))
    _ = menu.details(of: ["enabled"])
    _ = client.details(of: FeaturePath("app-menu", ["enabled"]))
    #expect(recorder.names == [])
  }

  @Test("has reasons that OpenFeature knows")
  func words() {
    #expect(
      FeatureClient.VariableDetails.Reason.allCases.map(\.rawValue) == [
        "DEFAULT", "TARGETING_MATCH", "SPLIT", "OVERRIDE", "ERROR",
      ])
  }
}

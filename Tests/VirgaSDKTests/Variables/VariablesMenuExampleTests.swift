import Testing
import VirgaJSON
import VirgaSDK
import VirgaTestSupport

/// Reading a feature without generated code: a browser's menu, with defaults for unset values.
@Suite("A browser's menu") struct VariablesMenuExampleTests {
  struct Item: Equatable {
    var icon: String
    var title: String
    var action: String
  }

  enum SectionId: String {
    case recentlyViewed
    case topSites
    case highlights
    case collections
  }

  static let resources = TableResources(
    texts: ["AppMenu": ["SettingsTitle": "Einstellungen"]],
    images: ["ic_settings", "ic_bookmarks", "ic_history"])

  static let hardcodedItems = [
    "settings": Item(icon: "icon-photon-gear", title: "Settings", action: "app://settings"),
    "bookmarks": Item(icon: "icon-photon-star", title: "Bookmarks", action: "app://bookmarks"),
  ]

  private func client(_ feature: String, _ config: String) -> FeatureClient {
    let client = FeatureClient(.init(resources: Self.resources))
    client.setExperimentsLocally(
      Sample.recipeText("menu-experiment", feature: feature, config: config))
    client.applyPendingExperiments()
    return client
  }

  @Test("reads single variables with their defaults")
  func singleVariables() {
    let client = client("app-menu", #"{"settings-menu-item-title": "AppMenu/SettingsTitle"}"#)
    let variables = client.getVariables("app-menu")
    let action: String = variables.getString("settings-menu-item-action") ?? "app://settings"
    let title: String = variables.getText("settings-menu-item-title") ?? "Settings"
    let icon: String = variables.getImage("settings-menu-item-icon") ?? "icon-photon-gear"
    let isEnabled: Bool = variables.getBool("settings-menu-item-enabled") ?? true
    #expect(Item(icon: icon, title: title, action: action).title == "Einstellungen")
    #expect((action, icon, isEnabled) == ("app://settings", "icon-photon-gear", true))
  }

  @Test("reads an item from a nested object")
  func nestedObject() {
    let client = client(
      "app-menu", #"{"settings": {"icon": "ic_settings", "title": "Preferences"}}"#)
    let menuVariables = client.getVariables("app-menu")
    let settings = menuVariables.getVariables("settings") { vars in
      Item(
        icon: vars.getImage("icon") ?? "icon-photon-gear",
        title: vars.getText("title") ?? "Settings",
        action: vars.getString("action") ?? "app://settings")
    }
    #expect(settings == Item(icon: "ic_settings", title: "Preferences", action: "app://settings"))
  }

  @Test("sorts its items as the experiment says")
  func ordering() {
    func toMenuItem(vars: any Variables) -> Item? {
      guard let action = vars.getString("action"),
        let title = vars.getText("title"),
        let icon = vars.getImage("icon")
      else { return nil }
      return Item(icon: icon, title: title, action: action)
    }
    let client = client(
      "app-menu",
      """
      {"ordering": ["history", "settings", "bookmarks", "unknown"], "items": {
        "settings": {"icon": "ic_settings", "title": "AppMenu/SettingsTitle", "action": "app://settings"},
        "history": {"icon": "ic_history", "title": "View History", "action": "app://history"},
        "bookmarks": {"icon": "no-such-image", "title": "View Bookmarks", "action": "app://bookmarks"}}}
      """)
    let menuVariables = client.getVariables("app-menu")
    let ordering = menuVariables.getStringList("ordering") ?? ["settings"]
    let experimentalItems = menuVariables.getVariablesMap("items", transform: toMenuItem) ?? [:]
    let items = ordering.compactMap { id in experimentalItems[id] ?? Self.hardcodedItems[id] }
    #expect(items.map(\.title) == ["View History", "Einstellungen", "Bookmarks"])
  }

  @Test("reads sections as enums")
  func enums() {
    let client = client(
      "home-screen",
      #"{"section-ordering": ["topSites", "new"], "sections-rows": {"topSites": 1, "recentlyViewed": 0, "new": 5}}"#
    )
    let variables = client.getVariables("home-screen")
    let ordering: [SectionId]? = variables.getEnumList("section-ordering")
    let sectionRows: [SectionId: Int]? = variables.getIntMap("sections-rows")?
      .compactMapKeysAsEnums()
    #expect(ordering == [.topSites])
    #expect(sectionRows == [.topSites: 1, .recentlyViewed: 0])
  }

  @Test("records the exposure when it opens")
  func exposure() {
    let recorder = EventRecorder()
    var configuration = FeatureClient.Configuration()
    configuration.record = recorder.record
    let client = FeatureClient(configuration)
    client.setExperimentsLocally(
      Sample.recipeText("menu-experiment", config: #"{"title": "Menu"}"#))
    client.applyPendingExperiments()
    _ = recorder.drain()

    let title = client.getVariables("app-menu", sendExposureEvents: false).getText("title")
    func didOpenMenu() { client.recordExposureEvent("app-menu") }

    #expect(title == "Menu")
    #expect(recorder.drain() == [])
    didOpenMenu()
    #expect(
      recorder.drain() == [
        [
          "event": "exposure", "experiment": "menu-experiment", "branch": "treatment",
          "feature_id": "app-menu",
        ]
      ])
  }
}

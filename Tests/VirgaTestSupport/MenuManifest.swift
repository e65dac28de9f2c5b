package import VirgaSDK

/// Code like that generated for the menu of an app: an object type, an enum and a preference.
package final class MenuManifest: FeatureManifestInterface {
  package let features = MenuFeatures()

  package init() {}

  package func initialize(with getSdk: @escaping GetSdk) { features.appMenu.with(sdk: getSdk) }

  package func invalidateCachedValues() { features.appMenu.with(cachedValue: nil) }

  package func getFeature(featureId: String) -> FeatureHolderAny? {
    featureId == "app-menu" ? FeatureHolderAny(wrapping: features.appMenu) : nil
  }

  package func getCoenrollingFeatureIds() -> [String] { ["messaging"] }
}

package final class MenuFeatures: Sendable {
  package let appMenu = FeatureHolder<AppMenu>({ nil }, featureId: "app-menu") { AppMenu($0, $1) }
}

package enum ItemId: String, CaseIterable, Codable {
  case settings
  case bookmarks
  case viewHistory = "view-history"
}

package final class MenuItem: FMLObjectInterface {
  package let title: String
  let rows: Int

  init(_ variables: any Variables = NilVariables(), title: String = "Untitled", rows: Int = 1) {
    self.title = variables.getText("title") ?? variables.resources.resolvedText(title)
    self.rows = variables.getInt("rows") ?? rows
  }

  func mergedWith(_ defaults: MenuItem) -> MenuItem { self }
}

package final class AppMenu: FMLFeatureInterface {
  private let preferences: (any Preferences)?
  private let configured: Bool?
  package let items: [ItemId: MenuItem]
  package let ordering: [ItemId]

  /// Computed at each access, because the user may change the preference at any time.
  package var isEnabled: Bool { preferences?.getBool("menu-enabled") ?? configured ?? true }

  package init(_ variables: any Variables = NilVariables(), _ preferences: (any Preferences)? = nil)
  {
    self.preferences = preferences
    configured = variables.getBool("enabled")
    let defaults: [ItemId: MenuItem] = [.settings: MenuItem(title: "AppMenu/SettingsTitle")]
    items =
      variables.getVariablesMap("items") { MenuItem($0) }?
      .mapKeysNotNull(ItemId.init(rawValue:)).mergeWith(defaults) { $0.mergedWith($1) } ?? defaults
    ordering = variables.getEnumList("ordering") ?? [.settings]
  }

  package func isModified() -> Bool { preferences?.isSet("menu-enabled") ?? false }

  enum CodingKeys: String, CodingKey {
    case enabled
    case items
    case ordering
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(isEnabled, forKey: .enabled)
    try container.encode(
      Dictionary(uniqueKeysWithValues: items.map { ($0.key.rawValue, $0.value) }), forKey: .items)
    try container.encode(ordering, forKey: .ordering)
  }
}

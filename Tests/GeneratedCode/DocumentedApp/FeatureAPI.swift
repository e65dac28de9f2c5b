// The code in the document "Feature API" of the Nimbus SDK.

import VirgaSDK

func settingsItem() -> MZMenuItem? {
  let variables = nimbus.getVariables("app-menu")
  let action: String =
    variables.getString("settings-menu-item-action") ?? "firefox://settings"
  let title: String =
    variables.getText("settings-menu-item-title") ?? Strings.AppMenuSettingsTitle
  let icon: UIImage =
    variables.getImage("settings-menu-item-icon") ?? UIImage(named: "icon-photon-gear")
  let isEnabled: Bool = variables.getBool("settings-menu-item-enabled") ?? true
  return isEnabled ? MZMenuItem(icon: icon, title: title, action: action) : nil
}

func nestedSettingsItem() -> MZMenuItem? {
  let menuVariables = nimbus.getVariables("app-menu")
  let settingsItem = menuVariables.getVariables("settings") { vars in
    let action: String = vars?.getString("action") ?? "firefox://settings"
    let title: String = vars?.getText("title") ?? Strings.AppMenuSettingsTitle
    let icon: UIImage = vars?.getImage("icon") ?? UIImage(named: "icon-photon-gear")

    return MZMenuItem(icon: icon, title: title, action: action)
  }
  return settingsItem
}

let hardcodedOrdering = ["settings", "bookmarks", "history"]
let hardcodedItems: [String: MZMenuItem] = [:]

func toMenuItem(vars: Variables) -> MZMenuItem? {
  guard let action = vars.getString("action"),
    let title = vars.getText("title"),
    let icon = vars.getDrawable("icon")
  else {
    return nil
  }
  return MZMenuItem(icon: icon, title: title, action: action)
}

func menuItems() -> [MZMenuItem] {
  let menuVariables = nimbus.getVariables("app-menu")
  // Use the ordering from the experiment or the hardcoded version.
  let ordering = menuVariables.getStringList("ordering") ?? hardcodedOrdering
  // Get a list of MZMenuItem items from the "items" object, using toMenuItem.
  let experimentalItems =
    menuVariables.getVariablesMap("items", transform: toMenuItem) ?? [:]

  // use the ordering to lookup the menu items from the experiment or the hardcoded version.
  let items: [MZMenuItem] = ordering.compactMap { id in
    experimentalItems[id] ?? hardcodedItems[id]
  }
  return items
}

enum MenuSection: String {
  case recentlyViewed
  case topSites
  case highlights
  case collections
}

func sections() -> ([MenuSection]?, [MenuSection: Int]?) {
  let variables = nimbus.getVariables("home-screen")
  let ordering: [MenuSection]? = variables.getEnumList("section-ordering")
  let sectionRows: [MenuSection: Int]? =
    variables.getIntMap("section-rows").compactMapKeysAsEnums()
  return (ordering, sectionRows)
}

final class MenuController {
  let menuVariables = nimbus.getVariables("app-menu", sendExposureEvents: false)

  func didOpenMenu() {
    nimbus.recordExposureEvent("app-menu")
  }
}

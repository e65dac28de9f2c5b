import Cirrus
import VirgaSDK

/// The texts of the app, as a translation would supply them.
enum Texts {
  static let resources = TableResources(texts: [
    TableResources.defaultTable: [
      "home_greeting": "Good to see you", "menu_new_tab": "New tab", "menu_bookmarks": "Bookmarks",
      "menu_downloads": "Downloads", "menu_find_in_page": "Find in page",
      "menu_settings": "Settings",
      "menu_report_site_issue": "Report a site issue", "menu_inspect_features": "Inspect features",
    ]
  ])

  /// The title of a section of the home screen.
  static func title(of section: Section) -> String {
    switch section {
    case .topSites: "Top sites"
    case .pocket: "Stories"
    case .jumpBackIn: "Jump back in"
    case .recentlySaved: "Recently saved"
    case .recentSearches: "Recent searches"
    }
  }
}

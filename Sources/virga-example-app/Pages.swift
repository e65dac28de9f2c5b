import Cirrus
import VirgaCanvas

/// The home screen: a greeting, and sections in order.
struct HomePage {
  private let home: Homescreen
  private let toolbar: Toolbar

  init(_ home: Homescreen, _ toolbar: Toolbar) {
    self.home = home
    self.toolbar = toolbar
  }

  /// Draws the greeting, a row for each enabled section, and the settings of the toolbar.
  func draw(on canvas: inout Canvas) {
    var row = 2
    if !home.greeting.isEmpty {
      canvas.draw(DisplayText(home.greeting), at: Point(column: 2, row: row), style: .title)
      row += 2
    }
    for section in home.sectionOrder where home.sectionsEnabled[section] == true {
      canvas.draw(
        DisplayText(Texts.title(of: section)), at: Point(column: 2, row: row), style: .accent)
      canvas.draw(DisplayText(content(of: section)), at: Point(column: 22, row: row))
      row += 1
    }
    let scroll = toolbar.hidesOnScroll ? "hides on scroll" : "stays on scroll"
    canvas.draw(
      DisplayText("toolbar \(toolbar.place.rawValue), \(scroll)"),
      at: Point(column: 2, row: row + 1), style: .dim)
  }

  /// What a section shows; only the top sites have anything to show.
  private func content(of section: Section) -> String {
    let tiles = home.sponsoredTiles
    return section == .topSites
      ? "\(tiles.rows) rows of \(tiles.columns) \(tiles.style.rawValue) tiles" : ""
  }
}

/// The app's menu: entries by order, then by id.
struct MenuPage {
  private let menu: AppMenu
  private let isSourceShared: Bool

  init(_ menu: AppMenu, isSourceShared: Bool) {
    self.menu = menu
    self.isSourceShared = isSourceShared
  }

  /// Draws the enabled entries, and whether shared pages mention the app.
  func draw(on canvas: inout Canvas) {
    canvas.draw("Menu", at: Point(column: 2, row: 2), style: .title)
    let entries = menu.items.filter(\.value.enabled).sorted {
      ($0.value.order, $0.key) < ($1.value.order, $1.key)
    }
    var row = 4
    for entry in entries {
      canvas.draw(DisplayText(entry.value.title), at: Point(column: 4, row: row))
      row += menu.compact ? 1 : 2
    }
    let shares = isSourceShared ? "shared pages mention Cirrus" : "shared pages are unchanged"
    canvas.draw(DisplayText(shares), at: Point(column: 2, row: row), style: .dim)
  }
}

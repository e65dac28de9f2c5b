/// An entry to go back to: a panel and the item under its cursor.
package struct NavigationEntry: Equatable, Sendable {
  package let panel: Panel
  let item: CurrentItem

  init(_ model: borrowing Model) {
    panel = model.focus
    item = CurrentItem(model)
  }

  /// Its name: the screen and the item under the cursor.
  package var title: String { ([panel.screen.title] + item.names).joined(separator: " ▸ ") }
}

/// The entries to go back and forward to; the last one of each list is the next.
struct NavigationHistory: Equatable, Sendable {
  private(set) var behind: [NavigationEntry] = []
  private(set) var ahead: [NavigationEntry] = []
  /// The panel that had the focus when a screen was left.
  var lastFocus: [Screen: Panel] = [:]
  /// The positions of the panels that show a text.
  var scrolls: [Panel: TextScroll] = [:]

  private static let limit = 100

  /// Records where a jump came from; going forward is no longer possible.
  mutating func leave(_ entry: NavigationEntry) {
    ahead = []
    guard behind.last != entry else { return }
    behind.append(entry)
    if behind.count > Self.limit { behind.removeFirst() }
  }

  static func goBack(_ model: inout Model) { go(&model, from: \.behind, to: \.ahead) }
  static func goForward(_ model: inout Model) { go(&model, from: \.ahead, to: \.behind) }

  /// Goes to the last of some entries that differs from the current one, which is recorded among
  /// `others`.
  private static func go(
    _ model: inout Model, from entries: WritableKeyPath<Self, [NavigationEntry]>,
    to others: WritableKeyPath<Self, [NavigationEntry]>
  ) {
    let here = NavigationEntry(model)
    while model.navigation[keyPath: entries].last == here {
      model.navigation[keyPath: entries].removeLast()
    }
    guard let entry = model.navigation[keyPath: entries].popLast() else { return }
    model.navigation[keyPath: others].append(here)
    model.show(entry.panel.screen)
    entry.item.select(in: &model)
    if model.shownScreen.isOffered(entry.panel, model.shared) { model.shared.focus = entry.panel }
  }
}

/// An entry to go back to: a panel and the item under its cursor.
package struct NavigationEntry: Equatable, Sendable {
  package let panel: Panel
  let item: CurrentItem

  /// The current place: the focused panel and the item under the cursor.
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

  /// The most entries to go back to; beyond that, the oldest one is forgotten.
  private static let limit = 100

  /// Records `entry`, the place where a jump started, so that `back` returns there.
  ///
  /// Clears the entries to go forward to, as a browser does after a new link.
  mutating func leave(_ entry: NavigationEntry) {
    ahead = []
    guard behind.last != entry else { return }
    behind.append(entry)
    if behind.count > Self.limit { behind.removeFirst() }
  }

  /// Goes to the place before the last jump; does nothing before the first one.
  static func goBack(_ model: inout Model) { go(&model, from: \.behind, to: \.ahead) }
  /// Goes to the place that ``goBack(_:)`` left; does nothing after a new jump.
  static func goForward(_ model: inout Model) { go(&model, from: \.ahead, to: \.behind) }

  /// Goes to the last entry of one list, and adds the current place to the other list, so that the
  /// opposite command returns here.
  ///
  /// Does nothing if every entry of the list is the current place.
  private static func go(
    _ model: inout Model, from source: WritableKeyPath<Self, [NavigationEntry]>,
    to destination: WritableKeyPath<Self, [NavigationEntry]>
  ) {
    let here = NavigationEntry(model)
    // Going to the current place would look as if the key did nothing.
    while model.navigation[keyPath: source].last == here {
      model.navigation[keyPath: source].removeLast()
    }
    guard let entry = model.navigation[keyPath: source].popLast() else { return }
    model.navigation[keyPath: destination].append(here)
    model.show(entry.panel.screen)
    entry.item.select(in: &model)
    // The panel may have become empty since then: the screen then keeps its own focus.
    if model.shownScreen.isOffered(entry.panel, model.shared) { model.shared.focus = entry.panel }
  }
}

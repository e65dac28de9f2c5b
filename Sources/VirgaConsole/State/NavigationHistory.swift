/// A place to go back to: a panel and the item under its cursor.
package struct NavigationEntry: Equatable, Sendable {
  /// The panel that had the focus.
  package let panel: Panel
  /// The commands that restore the cursor.
  package let steps: [Invocation]

  /// Its name: the screen and the item under the cursor.
  package var title: String {
    ([panel.screen.title] + steps.map(\.argument)).joined(separator: " ▸ ")
  }
}

/// The places that jumps and going back left; the last one is the next to return to.
struct NavigationHistory: Equatable, Sendable {
  private(set) var behind: [NavigationEntry] = []
  /// The panel that had the focus when a screen was left.
  var lastFocus: [Screen: Panel] = [:]
  private(set) var ahead: [NavigationEntry] = []

  private static let limit = 100

  mutating func leave(_ place: NavigationEntry) {
    ahead = []
    guard behind.last != place else { return }
    behind.append(place)
    if behind.count > Self.limit { behind.removeFirst() }
  }

  mutating func back(from here: NavigationEntry) -> NavigationEntry? {
    while let place = behind.popLast() {
      guard place != here else { continue }
      ahead.append(here)
      return place
    }
    return nil
  }

  mutating func forward(from here: NavigationEntry) -> NavigationEntry? {
    while let place = ahead.popLast() {
      guard place != here else { continue }
      behind.append(here)
      return place
    }
    return nil
  }
}

extension State {
  var place: NavigationEntry { NavigationEntry(panel: focus, steps: way) }

  mutating func goBack() {
    if let place = navigation.back(from: place) { go(to: place) }
  }

  mutating func goForward() {
    if let place = navigation.forward(from: place) { go(to: place) }
  }

  private mutating func go(to place: NavigationEntry) {
    show(place.panel.screen)
    for step in place.steps {
      _ = CommandTable.command(named: step.name)?.run(&self, step.argument)
      settle()
    }
    if parts.isOffered(place.panel, in: self) { focus = place.panel }
  }
}

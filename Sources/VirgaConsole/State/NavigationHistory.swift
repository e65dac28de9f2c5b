/// An entry to go back to: a panel and the item under its cursor.
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

/// The entries that jumps and going back left; the last one is the next to return to.
struct NavigationHistory: Equatable, Sendable {
  private(set) var behind: [NavigationEntry] = []
  /// The panel that had the focus when a screen was left.
  var lastFocus: [Screen: Panel] = [:]
  private(set) var ahead: [NavigationEntry] = []

  private static let limit = 100

  mutating func leave(_ entry: NavigationEntry) {
    ahead = []
    guard behind.last != entry else { return }
    behind.append(entry)
    if behind.count > Self.limit { behind.removeFirst() }
  }

  mutating func back(from here: NavigationEntry) -> NavigationEntry? {
    while let entry = behind.popLast() {
      guard entry != here else { continue }
      ahead.append(here)
      return entry
    }
    return nil
  }

  mutating func forward(from here: NavigationEntry) -> NavigationEntry? {
    while let entry = ahead.popLast() {
      guard entry != here else { continue }
      behind.append(here)
      return entry
    }
    return nil
  }
}

extension State {
  var currentEntry: NavigationEntry { NavigationEntry(panel: focus, steps: way) }

  mutating func goBack() {
    if let entry = navigation.back(from: currentEntry) { go(to: entry) }
  }

  mutating func goForward() {
    if let entry = navigation.forward(from: currentEntry) { go(to: entry) }
  }

  private mutating func go(to entry: NavigationEntry) {
    show(entry.panel.screen)
    for step in entry.steps {
      _ = CommandTable.command(named: step.name)?.run(&self, step.argument)
      reconcile()
    }
    if parts.isOffered(entry.panel, in: self) { focus = entry.panel }
    recording.instead = entry.steps + [Invocation("focus", focus.name)]
  }
}

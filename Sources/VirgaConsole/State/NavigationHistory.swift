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
    Self.move(here, from: &behind, to: &ahead)
  }

  mutating func forward(from here: NavigationEntry) -> NavigationEntry? {
    Self.move(here, from: &ahead, to: &behind)
  }

  private static func move(
    _ here: NavigationEntry, from entries: inout [NavigationEntry], to others: inout [NavigationEntry]
  ) -> NavigationEntry? {
    while entries.last == here { entries.removeLast() }
    guard let entry = entries.popLast() else { return nil }
    others.append(here)
    return entry
  }
}

extension State {
  var currentEntry: NavigationEntry { NavigationEntry(panel: focus, steps: RecordedView.way(in: self)) }

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

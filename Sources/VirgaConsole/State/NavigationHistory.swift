/// An entry to go back to: a panel and the item under its cursor.
package struct NavigationEntry: Equatable, Sendable {
  /// The panel that had the focus.
  package let panel: Panel
  /// The commands that restore the cursor.
  package let steps: [Invocation]

  init(_ state: State) { (panel, steps) = (state.focus, RecordedView.way(in: state)) }

  /// Its name: the screen and the item under the cursor.
  package var title: String { ([panel.screen.title] + steps.map(\.argument)).joined(separator: " ▸ ") }
}

/// The entries that jumps and going back left; the last one is the next to return to.
struct NavigationHistory: Equatable, Sendable {
  private(set) var behind: [NavigationEntry] = []
  private(set) var ahead: [NavigationEntry] = []
  /// The panel that had the focus when a screen was left.
  var lastFocus: [Screen: Panel] = [:]

  private static let limit = 100

  mutating func leave(_ entry: NavigationEntry) {
    ahead = []
    guard behind.last != entry else { return }
    behind.append(entry)
    if behind.count > Self.limit { behind.removeFirst() }
  }

  static func goBack(_ state: inout State) { go(&state, from: \.behind, to: \.ahead) }
  static func goForward(_ state: inout State) { go(&state, from: \.ahead, to: \.behind) }

  private static func go(
    _ state: inout State, from entries: WritableKeyPath<Self, [NavigationEntry]>,
    to others: WritableKeyPath<Self, [NavigationEntry]>
  ) {
    let here = NavigationEntry(state)
    while state.navigation[keyPath: entries].last == here { state.navigation[keyPath: entries].removeLast() }
    guard let entry = state.navigation[keyPath: entries].popLast() else { return }
    state.navigation[keyPath: others].append(here)
    state.show(entry.panel.screen)
    for step in entry.steps {
      _ = CommandTable.command(named: step.name)?.run(&state, step.argument)
      state.reconcile()
    }
    if state.parts.isOffered(entry.panel, in: state) { state.focus = entry.panel }
    state.recording.instead = entry.steps + [Invocation("focus", state.focus.name)]
  }
}

/// A place that can be gone back to: a panel, and what the cursor was on.
package struct Place: Equatable, Sendable {
  /// The panel that had the focus.
  package let panel: Panel
  /// The commands that put the cursor where it was.
  package let steps: [Invocation]

  /// What it is called: the screen, and what the cursor was on.
  package var title: String {
    ([panel.screen.title] + steps.map(\.argument)).joined(separator: " ▸ ")
  }
}

/// Where jumps came from, and where going back came from; the last place is the next to go to.
struct Trail: Equatable, Sendable {
  /// The places that jumps left.
  package private(set) var behind: [Place] = []
  /// The panel that had the focus when a screen was left.
  var lastFocus: [Screen: Panel] = [:]
  /// The places that going back left.
  private(set) var ahead: [Place] = []

  private static let limit = 100

  /// Notes that a jump left a place; what lay ahead is forgotten.
  mutating func leave(_ place: Place) {
    ahead = []
    guard behind.last != place else { return }
    behind.append(place)
    if behind.count > Self.limit { behind.removeFirst() }
  }

  /// Takes the place to go back to, leaving another.
  mutating func back(from here: Place) -> Place? {
    while let place = behind.popLast() {
      guard place != here else { continue }
      ahead.append(here)
      return place
    }
    return nil
  }

  /// Takes the place that going back came from.
  mutating func forward(from here: Place) -> Place? {
    while let place = ahead.popLast() {
      guard place != here else { continue }
      behind.append(here)
      return place
    }
    return nil
  }
}

extension State {
  /// Where the person is.
  var place: Place { Place(panel: focus, steps: way) }

  mutating func goBack() {
    if let place = trail.back(from: place) { go(to: place) }
  }

  mutating func goForward() {
    if let place = trail.forward(from: place) { go(to: place) }
  }

  private mutating func go(to place: Place) {
    show(place.panel.screen)
    for step in place.steps {
      _ = CommandTable.command(named: step.name)?.run(&self, step.argument)
      settle()
    }
    if parts.isOffered(place.panel, in: self) { focus = place.panel }
  }
}

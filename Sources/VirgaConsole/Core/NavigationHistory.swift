import VirgaJSON

/// An entry to go back to: a panel, the item under its cursor, and the channel.
package struct NavigationEntry: Equatable, Sendable {
  package let panel: Panel
  let item: CurrentItem
  /// The channel on screen; nil if going back keeps the channel that is shown then.
  private(set) var channel: String?

  /// The current place: the focused panel, the item under the cursor and the channel.
  init(_ model: borrowing Model) {
    panel = model.focus
    item = CurrentItem(model)
    channel = model.channel
  }

  /// Its name: the screen and the item under the cursor, and the channel that it returns to.
  package var title: String {
    let place = ([panel.screen.title] + item.names).joined(separator: " ▸ ")
    return channel.map { "\(place) in \($0)" } ?? place
  }

  /// The entry without its channel if `destination` has the same one, so that going back keeps a
  /// channel that is chosen in the meantime.
  func withoutChannel(ifSharedWith destination: NavigationEntry) -> NavigationEntry {
    var entry = self
    if channel.isSameName(as: destination.channel) { entry.channel = nil }
    return entry
  }

  /// Whether going to the entry from `here` would change nothing.
  func isReached(at here: NavigationEntry) -> Bool {
    let hasChannel = channel == nil || channel.isSameName(as: here.channel)
    return panel == here.panel && item == here.item && hasChannel
  }
}

/// The entries to go back and forward to; the last one of each list is the next.
struct NavigationHistory: Equatable, Sendable {
  private(set) var backEntries: [NavigationEntry] = []
  private(set) var forwardEntries: [NavigationEntry] = []
  /// The panel that had the focus when a screen was left.
  var lastFocus: [Screen: Panel] = [:]
  /// The positions of the panels that show a text.
  var textScrolls: [Panel: TextScroll] = [:]

  /// The most entries to go back to; beyond that, the oldest one is forgotten.
  private static let maxBackEntries = 100

  /// Records `origin`, the place where a jump started, so that `back` returns there; does nothing
  /// if the jump stayed there.
  ///
  /// Clears the entries to go forward to, as a browser does after a new link.
  mutating func recordJump(from origin: NavigationEntry, to destination: NavigationEntry) {
    guard destination != origin else { return }
    // After a jump within a channel, going back keeps the channel, even one chosen since.
    let entry = origin.withoutChannel(ifSharedWith: destination)
    forwardEntries = []
    // Several jumps from one place need only one entry to return to it.
    guard backEntries.last != entry else { return }
    backEntries.append(entry)
    if backEntries.count > Self.maxBackEntries { backEntries.removeFirst() }
  }

  /// Goes to the place before the last jump; refused before the first one.
  static func goBack(_ model: inout Model) -> Outcome {
    go(&model, from: \.backEntries, to: \.forwardEntries, else: .noWayBack)
  }
  /// Goes to the place that ``goBack(_:)`` left; refused after a new jump.
  static func goForward(_ model: inout Model) -> Outcome {
    go(&model, from: \.forwardEntries, to: \.backEntries, else: .noWayForward)
  }

  /// Goes to the last entry of a list, and adds the current place to the other list, from which the
  /// opposite command returns here.
  ///
  /// Refused if every entry of the list is the current place.
  private static func go(
    _ model: inout Model, from list: WritableKeyPath<Self, [NavigationEntry]>,
    to otherList: WritableKeyPath<Self, [NavigationEntry]>, else refusal: StatusMessage
  ) -> Outcome {
    let here = NavigationEntry(model)
    guard let entry = model.navigation.takeEntry(from: list, besides: here) else {
      return .refused(refusal)
    }
    let outcome = show(entry, in: &model)
    // If the channel stayed the same, this entry has none, so that returning here keeps a channel
    // that is chosen in the meantime.
    let entryToReturn = here.withoutChannel(ifSharedWith: NavigationEntry(model))
    model.navigation[keyPath: otherList].append(entryToReturn)
    return outcome
  }

  /// Shows the channel of an entry, if it has one, and its screen with its item selected; the
  /// outcome is that of choosing the channel.
  private static func show(_ entry: NavigationEntry, in model: inout Model) -> Outcome {
    var outcome: Outcome = []
    if let channel = entry.channel, !model.channel.isSameName(as: channel) {
      outcome = FeatureCommands.chooseChannel(&model, channel)
    }
    model.show(entry.panel.screen)
    entry.item.select(in: &model)
    // The panel may have become empty since then: the screen then keeps its own focus.
    if model.shownScreen.isTabStop(entry.panel, model.shared) { model.shared.focus = entry.panel }
    return outcome
  }

  /// Removes and returns the last entry of a list that is not the place `here`, and removes those
  /// after it; nil if every entry is that place.
  private mutating func takeEntry(
    from list: WritableKeyPath<Self, [NavigationEntry]>, besides here: NavigationEntry
  ) -> NavigationEntry? {
    // Going to the current place would look as if the key did nothing.
    while self[keyPath: list].last?.isReached(at: here) == true {
      self[keyPath: list].removeLast()
    }
    return self[keyPath: list].popLast()
  }
}

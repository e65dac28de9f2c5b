import VirgaCanvas
package import VirgaJSON
package import VirgaSession

/// Screen 5: what happened, oldest first.
package struct EventLog: Equatable, Sendable {
  /// The filter of the events.
  package var filter = FilterField()
  /// The cursor among the events that pass.
  package var scroll = Scroll()
  /// The cursor among the features that are counted.
  package var countScroll = Scroll()
  /// The ids of the events that are marked, as text.
  package internal(set) var marked: NameSet = []
  /// How far the details are scrolled.
  package internal(set) var detailsTop = 0
  /// How many events there are.
  package var count: Int { kept.count - goneCount }
  /// The places among the kept events of those that pass.
  package private(set) var lines: [Int] = []
  /// The kinds that are left out.
  package private(set) var hiddenKinds: NameSet = []
  /// The kinds that there are, the most frequent first.
  package private(set) var kinds: [String] = []
  /// How often each feature has an event that passes, the most frequent first.
  package private(set) var counts: [FeatureCount] = []
  /// How many events there were when the list was stopped; nil while it goes on.
  package private(set) var pausedAt: Int?
  /// Whether the events were asked for.
  var isRequested = false
  /// The process of this console, which the list calls `you`.
  var own = ""

  /// The events, and before them some that are gone: they are let go many at once, as the others have to move for that.
  private var kept: [SessionEvent] = []
  private var goneCount = 0
  private var tally = EventTally()
  private var frequency: [String: Int] = [:]
  private var generation = 0
  private var known: Known?

  /// How often a feature has an event, and when.
  package struct FeatureCount: Equatable, Sendable {
    /// The feature's id.
    package var feature: String
    /// How many events it has.
    package var count = 0
    /// How many of them were suppressed.
    package var suppressed = 0
    /// How many fall into each stretch of the time in which events pass, the earliest first; all stretches are of one length.
    package var history: [Int]
  }

  /// What the lines were found for.
  private struct Known: Equatable, Sendable {
    var generation: Int
    var count: Int
    var filter: String
    var hidden: NameSet
  }

  /// How many stretches of time a history has.
  package static let stretches = 8

  /// A log of nothing.
  package init() {}

  /// The event in a line.
  package func event(inLine line: Int) -> SessionEvent { kept[lines[line]] }

  /// The event under the cursor.
  package var selected: SessionEvent? {
    lines.indices.contains(scroll.cursor) ? event(inLine: scroll.cursor) : nil
  }

  /// The feature under the cursor among those that are counted.
  package var selectedCount: FeatureCount? {
    counts.indices.contains(countScroll.cursor) ? counts[countScroll.cursor] : nil
  }

  /// The events that pass.
  package var shown: [SessionEvent] { lines.map { kept[$0] } }

  /// The events that a command acts on: those that are marked, else those that pass.
  package var subjects: [SessionEvent] {
    marked.isEmpty ? shown : kept[goneCount...].filter { marked.contains("\($0.id)") }
  }

  /// Whether new events are shown as they come, with the cursor on the last.
  package var isFollowing: Bool { pausedAt == nil && scroll.cursor >= lines.count - 1 && !scroll.isAway }

  /// How many events came since the list was stopped.
  package var waitingCount: Int { pausedAt.map { count - $0 } ?? 0 }

  /// Takes in events: those that came, or the latest in place of all that were there.
  ///
  /// - Parameter first: events with a smaller id are gone.
  package mutating func take(_ new: [SessionEvent], isWhole: Bool, first: Int64 = 0) {
    let follows = isFollowing
    let selected = selected?.id
    if isWhole {
      generation += 1
      (kept, goneCount) = ([], 0)
      lines = []
      frequency = [:]
      if pausedAt != nil { pausedAt = new.count }
    }
    drop(before: first)
    kept += new
    for event in new { frequency[event.shownKind, default: 0] += 1 }
    refresh(keeping: selected)
    if follows { scroll.cursor = max(lines.count - 1, 0) }
  }

  /// Takes in events that happened before all that are there.
  package mutating func take(earlier page: EventPage) {
    refresh()
    let follows = isFollowing
    let count = page.events.count
    let growth = count - goneCount
    kept = page.events + kept[goneCount...]
    goneCount = 0
    for (kind, number) in page.frequency { frequency[kind, default: 0] += number }
    pausedAt = pausedAt.map { $0 + count }
    known?.count += count
    let passing = passing(among: 0..<count)
    if passing.count == count { tally.add(page.tally) } else { tally.add(kept, at: passing) }
    lines = passing + lines.map { $0 + growth }
    scroll.shift(by: passing.count)
    if follows { scroll.cursor = max(lines.count - 1, 0) }
    list()
  }

  /// So many events are let go at once.
  private static let mostGone = 5_000

  /// Lets the oldest events go; what passes of the others stays found.
  private mutating func drop(before id: Int64) {
    let going = kept[goneCount...].prefix { $0.id < id }
    let (count, end) = (going.count, going.endIndex)
    guard count > 0 else { return }
    for event in going { frequency[event.shownKind, default: 1] -= 1 }
    frequency = frequency.filter { $0.value > 0 }
    let gone = lines.prefix { $0 < end }.count
    for place in lines.prefix(gone) { tally.remove(kept[place]) }
    tally.trim()
    goneCount = end
    pausedAt = pausedAt.map { max($0 - count, 0) }
    if let known { self.known?.count -= min(known.count, count) }
    lines.removeFirst(gone)
    if goneCount > Self.mostGone {
      kept.removeFirst(goneCount)
      for line in lines.indices { lines[line] -= goneCount }
      goneCount = 0
    }
    scroll.shift(by: -gone)
    list()
  }

  /// Stops the list where it is, or lets it go on.
  package mutating func togglePause() {
    pausedAt = pausedAt == nil ? count : nil
    refresh()
    if pausedAt == nil { scroll.cursor = max(lines.count - 1, 0) }
  }

  /// Leaves a kind out, or shows it again.
  package mutating func toggleKind(_ kind: String) {
    if !hiddenKinds.remove(kind) { hiddenKinds.insert(kind) }
    refresh()
  }

  /// Shows every kind.
  package mutating func showAllKinds() {
    hiddenKinds = []
    refresh()
  }

  /// Finds what passes again; of events that only came on top, or of a filter that only became longer, no more than needed.
  package mutating func refresh() { refresh(keeping: selected?.id) }

  private mutating func refresh(keeping id: Int64?) {
    let wanted = Known(generation: generation, count: pausedAt ?? count, filter: filter.text, hidden: hiddenKinds)
    guard wanted != known else { return }
    var grown = wanted
    grown.count = known?.count ?? 0
    if grown == known, wanted.count > grown.count {
      let new = passing(among: goneCount + grown.count..<goneCount + wanted.count)
      lines += new
      tally.add(kept, at: new)
      self.known = wanted
      list()
      return placeCursor(on: id)
    }
    if let known, known.generation == generation, known.count == wanted.count, known.hidden == hiddenKinds,
      !known.filter.isEmpty, wanted.filter.hasPrefix(known.filter)
    {
      lines = passing(among: lines)
    } else {
      lines = passing(among: goneCount..<goneCount + wanted.count)
    }
    known = wanted
    tally = EventTally()
    tally.add(kept, at: lines)
    list()
    placeCursor(on: id)
  }

  private mutating func placeCursor(on id: Int64?) {
    let place = id.flatMap { id in lines.lastIndex { kept[$0].id == id } }
    scroll.cursor = place ?? max(lines.count - 1, 0)
  }

  private func passing(among places: some Sequence<Int>) -> [Int] {
    let wanted = Filter(filter.text)
    if wanted.isEmpty, hiddenKinds.isEmpty { return Array(places) }
    // Looked at where they lie: a copy of each would take longer than the look.
    return kept.withUnsafeBufferPointer { events in
      places.filter { place in
        (hiddenKinds.isEmpty || !hiddenKinds.contains(events[place].shownKind))
          && events[place].passes(wanted, own: own)
      }
    }
  }

  /// Lists what was counted.
  private mutating func list() {
    counts = tally.counts
    kinds = frequency.keys.sorted { (frequency[$1] ?? 0, $0) < (frequency[$0] ?? 0, $1) }
  }

  /// The same events with the same ones shown, and the same cursor.
  package static func == (left: EventLog, right: EventLog) -> Bool {
    left.generation == right.generation && left.count == right.count
      && left.kept.dropFirst(left.goneCount).first?.id == right.kept.dropFirst(right.goneCount).first?.id
      && left.kept.last?.id == right.kept.last?.id
      && left.known == right.known
      && left.scroll == right.scroll && left.countScroll == right.countScroll && left.filter == right.filter
      && left.detailsTop == right.detailsTop
      && left.marked == right.marked && left.pausedAt == right.pausedAt && left.isRequested == right.isRequested
  }
}

extension SessionEvent {
  /// What the list calls it: its kind, or of an exposure that was not recorded, that it was suppressed.
  package var shownKind: String { isSuppressed && kind == "exposure" ? "suppressed" : kind }

  /// Whether it was not recorded; what was recorded and undone is no such event.
  var isSuppressed: Bool { suppressed != nil && suppressed != Self.undone }

  /// What happened in one line: the recipe and the branch with the reason or the error; or why it was not recorded.
  package var summary: String { summary { $0 } }

  /// The same in so many columns: where recipe and branch have no room, the recipe gives way.
  func summary(in columns: Int) -> DisplayText {
    guard suppressed == nil, let slug, let branch else { return DisplayText(summary) }
    let beside = DisplayText(" · \(branch)").columns
    guard DisplayText(slug).columns + beside > columns else { return DisplayText(summary) }
    return DisplayText(summary { DisplayText($0).truncatedInside(to: max(columns - beside, Self.leastSlug)).plain })
  }

  /// How many columns of a slug still tell something.
  private static let leastSlug = 5

  private func summary(slug shown: (String) -> String) -> String {
    let isUndone = suppressed == Self.undone
    if let suppressed, !isUndone { return (reason.map { $0 + "  " } ?? "") + suppressed }
    let recipe = [slug.map(shown), branch].compactMap(\.self).joined(separator: " · ")
    let why = reason ?? error ?? ""
    return (isUndone ? "undone: " : "") + [recipe, why].filter { !$0.isEmpty }.joined(separator: "  ")
  }

  /// What went wrong, where the event says no other reason.
  private var error: String? { reason == nil ? extra["error_string"]?.stringValue : nil }

  /// Whether each word of a filter stands in one of the texts that the list shows.
  func passes(_ filter: Filter, own: String) -> Bool {
    filter.isEmpty
      || filter.allWords { word in
        word.stands(in: shownKind) || feature.map(word.stands) == true || slug.map(word.stands) == true
          || branch.map(word.stands) == true || reason.map(word.stands) == true
          || suppressed.map(word.stands) == true || error.map(word.stands) == true || word.stands(in: process)
          || process == own && word.stands(in: Self.you)
      }
  }

  /// What the list calls the process of the console itself.
  static let you = "you"
}

import VirgaCanvas
import VirgaSession

/// The list of events on screen 5.
struct EventLogPanel: ListPanel {
  let panel = Panel.log
  let path: ModelPath<ListModel<LoggedEvent>> = \Model.events.list
  let doubleClickCommand: String? = "go-to-event"

  func listModel(of model: Model) -> ListModel<LoggedEvent> { model.events.list }

  func title(of model: Model) -> DisplayText {
    panel.title(showing: model.events.list.count, of: model.events.count)
  }

  /// How many events are marked, the key for an exposure if none was recorded, and whether the list
  /// is paused or follows new events.
  ///
  /// The list does not follow new events if the cursor is above the last event, or if that event is
  /// out of sight.
  func subtitle(of model: Model) -> DisplayText {
    let log = model.events
    let marked = log.list.markCount == 0 ? "" : "\(log.list.markCount) marked"
    let paused = log.waitingCount > 0 ? "paused · \(log.waitingCount) new" : "paused"
    // Without any event, the text of the empty list names the key.
    let lacksExposure = !log.kinds.isEmpty && !log.kinds.contains("exposure")
    let expose = model.keyName(of: "expose")
    let exposureHint = lacksExposure ? "no exposure yet: \(expose) on a feature" : ""
    let following = log.isFollowing ? "following" : ""
    let state = log.isPaused ? paused : following
    let parts = [marked, exposureHint, state].filter { !$0.isEmpty }
    return DisplayText(parts.joined(separator: " · "))
  }

  /// The text of an empty list: how to record an event, or the keys that show the hidden ones.
  func emptyText(of model: Model) -> DisplayText {
    let log = model.events
    let isFiltered = !log.list.filter.field.isEmpty
    let kindsHint =
      log.hiddenKinds.isEmpty ? nil : "\(model.keyName(of: "kinds")) shows hidden kinds"
    let hidesByChoice = isFiltered || log.hidesMoreThanAtFirst || log.isPaused
    // If the person hid nothing, the session has no events but those of kinds hidden at first: the
    // key that shows them is only an addition.
    guard hidesByChoice else {
      let expose = "no events yet; \(model.keyName(of: "expose")) records an exposure"
      return DisplayText([expose, kindsHint].compactMap(\.self).joined(separator: ", "))
    }
    let keys: [String?] = [
      isFiltered ? "\(model.keyName(of: "clear")) clears the filter" : nil, kindsHint,
      log.isPaused ? "\(model.keyName(of: "pause")) shows new events" : nil,
    ]
    return DisplayText("no event matches; " + keys.compactMap(\.self).joined(separator: ", "))
  }

  // The columns.

  /// Time, kind, feature, author, and recipe with branch.
  ///
  /// A nested event is indented, without the time and the author of its cause. Recipe and branch
  /// are dim if the event was not recorded or was undone (`suppressed`).
  func columns(of model: Model, in room: ListRoom<LoggedEvent>) -> [Column<LoggedEvent>] {
    let widths = Widths(in: room.columns, of: model)
    // With a filter nothing is nested: it may match an event without its cause.
    let showsNesting = model.events.list.filter.text.isEmpty
    let time = timeColumn(width: widths.time, showsNesting: showsNesting)
    let kind = kindColumn(width: widths.kind, showsNesting: showsNesting)
    let feature = Column<LoggedEvent>("Feature", width: .fixed(widths.feature), style: .text) {
      DisplayText($0.event.feature ?? "–")
    }
    let author = authorColumn(width: widths.author, showsNesting: showsNesting, in: model)
    let recipe = Column<LoggedEvent>("Recipe · branch", width: .rest) { item, width in
      StyledLine(item.event.summary(in: width), item.event.suppressed == nil ? .text : .dim)
    }
    // In a narrow panel, a row has several lines, in which only the last column is wrapped: there,
    // recipe and branch have to be last.
    let last = Self.isWide(room.columns) ? [recipe, author] : [author, recipe]
    return [time, kind, feature] + last
  }

  /// The kind, which is indented for a nested event; a long one loses letters in its middle.
  ///
  /// - Parameter showsNesting: False while the list has a filter, which may match an event without
  ///   its cause.
  private func kindColumn(width: Int, showsNesting: Bool) -> Column<LoggedEvent> {
    Column("Event", width: .fixed(width)) { item, width in
      let indent = showsNesting && item.isNested ? Self.nestedIndent : 0
      let name = DisplayText(item.event.shownKind).truncatedInside(to: width - indent)
      return StyledLine(DisplayText.blanks(indent) + name, Self.style(of: item.event))
    }
  }

  /// Who caused an event, and how long ago; empty for a nested event, whose operation tells it.
  private func authorColumn(
    width: Int, showsNesting: Bool, in model: Model
  ) -> Column<LoggedEvent> {
    // Events have the time of the client's clock.
    let now = model.session.now(wall: model.input.now)
    return Column("From", width: .fixed(width)) { item, width in
      if showsNesting, item.isNested { return StyledLine(.empty) }
      return StyledLine(item.authorAndAge(at: now, columns: width), .dim)
    }
  }

  /// The time and, for an operation with nested events, a sign that says whether they are shown
  /// (`isOpen`) or folded.
  ///
  /// Empty for a nested event, which has the time of its operation.
  private func timeColumn(width: Int, showsNesting: Bool) -> Column<LoggedEvent> {
    Column("Time", width: .fixed(width)) { item, width in
      if showsNesting, item.isNested { return StyledLine(.empty) }
      // In plain mode, where cells are read out, `width` has no limit: then the time is whole.
      let clockColumns = min(width - Self.foldSignColumns, Self.millisecondClockColumns)
      var line = StyledLine(item.clock(columns: clockColumns), .dim)
      // `isOpen` is nil if no events are nested below this one.
      guard showsNesting, let isOpen = item.isOpen else { return line }
      line.add(" ")
      line.add(isOpen ? PanelSymbols.open : PanelSymbols.closed, .accent)
      return line
    }
  }

  /// An operation with what it caused, in place of all columns but the time.
  func remark(on item: LoggedEvent, in model: Model, columns: Int) -> StyledLine? {
    item.sentence(in: columns)
  }

  /// The cells before the kind of a nested event.
  private static let nestedIndent = 2
  /// The cells after the time for the sign of an operation with nested events.
  private static let foldSignColumns = 2

  /// The most lines of an event in a narrow terminal.
  private static let maxLinesOfEvent = 3

  func rowHeight(of model: Model, columns: Int) -> Int {
    Self.isWide(columns) ? 1 : Self.maxLinesOfEvent
  }

  var itemsDifferInHeight: Bool { true }

  /// The lines that the summary (recipe, branch and reason) takes if it is wrapped; an operation
  /// takes one, because its sentence is cut instead.
  func neededHeight(of item: LoggedEvent, in model: Model, columns: Int) -> Int {
    if item.event.isAboutOperation { return 1 }
    let summaryColumns = columns - Widths(in: columns, of: model).totalBesideSummary
    return DisplayText(item.event.summary).wrapped(to: summaryColumns).count
  }

  /// The width of a time such as `12:04:31.250`.
  private static let millisecondClockColumns = 12
  /// The width of a time such as `12:04:31`.
  private static let secondClockColumns = 8

  /// The fewest columns in which an event has one line.
  private static let minColumnsOfOneLine = 98

  /// Whether an event has one line, with times to the millisecond.
  private static func isWide(_ columns: Int) -> Bool { columns >= minColumnsOfOneLine }

  /// The widths of the columns besides that of recipe and branch; 0 for one that is not shown.
  private struct Widths {
    let time: Int
    let kind: Int
    let feature: Int
    let author: Int

    /// The cells of all, with a blank after each; the rest of a row is left for the summary.
    var totalBesideSummary: Int {
      [time, kind, feature, author].filter { $0 > 0 }.reduce(0) { $0 + $1 + 1 }
    }

    /// The width of the longest kinds, and the row from which on they are whole.
    private static let wholeKindWidth = "enrollment_status".count
    private static let minColumnsForWholeKinds = 68
    /// The width to which kinds are cut in a narrower row.
    private static let cutKindWidth = 11
    /// The bounds of the column of features.
    private static let featureBounds = 10...30
    /// The bounds of the column of authors in a row with much room; the lower one is the width of
    /// `an earlier console`.
    private static let authorBounds = 18...24
    /// The width of an author if there is little room.
    private static let cutAuthorWidth = 10
    /// The fewest cells besides time and kind with a fifth for the author, or at least a cut one.
    private static let minRoomForFifth = 60
    private static let minRoomForCutAuthor = 44

    /// Divides a row: of what time and kind leave, the feature gets a quarter and the author about
    /// a fifth, within their bounds, and recipe and branch the rest.
    ///
    /// In 120 columns, time gets 14, kind 19, feature 21, author 18, recipe and branch 44.
    init(in columns: Int, of model: Model) {
      time = (isWide(columns) ? millisecondClockColumns : secondClockColumns) + foldSignColumns
      let showsWholeKinds = columns >= Self.minColumnsForWholeKinds
      // In a wide row, also the indented kind of a nested event is whole.
      kind =
        (showsWholeKinds ? Self.wholeKindWidth : Self.cutKindWidth)
        + (isWide(columns) ? nestedIndent : 0)
      // A blank follows the time, and one the kind.
      let blanks = 2
      let room = columns - time - kind - blanks
      // Without an event about a feature, that column is not shown.
      let hasFeatures = !model.events.featureCounts.items.isEmpty
      feature = hasFeatures ? Self.clamp(room / 4, to: Self.featureBounds) : 0
      author = Self.authorWidth(in: room, hasSeveralAuthors: model.events.processCount > 1)
    }

    /// The width of authors: a fifth of the room, rounded up and within bounds.
    ///
    /// With less room, authors are cut; they are left out if there is only one, or in very little
    /// room.
    private static func authorWidth(in room: Int, hasSeveralAuthors: Bool) -> Int {
      if room >= minRoomForFifth {
        let fifthRoundedUp = (room + 4) / 5
        return clamp(fifthRoundedUp, to: authorBounds)
      }
      return room >= minRoomForCutAuthor && hasSeveralAuthors ? cutAuthorWidth : 0
    }

    /// A width within bounds.
    private static func clamp(_ width: Int, to bounds: ClosedRange<Int>) -> Int {
      min(max(width, bounds.lowerBound), bounds.upperBound)
    }
  }

  /// The style of an event's kind: that of experiments for an exposure, that of changes for an
  /// operation, dim for what was not recorded or was undone.
  private static func style(of event: SessionEvent) -> Style {
    if event.suppressed != nil { return .dim }
    if event.kind == "exposure" { return .experiment }
    return event.isAboutOperation ? .changed : .text
  }

  /// Draws the kinds beside the filter, hidden ones dim with `–`; those that do not fit are
  /// counted, as in `kinds: exposure –enrollment +3`.
  func drawBesideFilter(_ model: Model, in line: Rectangle, on canvas: inout Canvas) {
    guard !model.events.kinds.isEmpty else { return }
    let text = Self.kindsLine(of: model.events, columns: line.columns)
    canvas.draw(text, at: line.origin, within: line.columns)
  }

  /// All kinds in a line, those that do not fit as their number.
  private static func kindsLine(of log: EventsScreen, columns: Int) -> StyledLine {
    let kinds = log.kinds
    let hidden = log.hiddenKinds
    var text = StyledLine("kinds: ", .dim)
    for (index, kind) in kinds.enumerated() {
      let isHidden = hidden.contains(kind)
      let word = DisplayText((isHidden ? "–" : "") + kind)
      // This kind and those after it.
      let notYetListed = kinds.count - index
      let isLast = notYetListed == 1
      // After the word, a blank must fit, and unless this is the last kind, the number of those
      // that follow, such as `+99`.
      let columnsAfterWord = isLast ? " ".count : " +99 ".count
      guard text.columns + word.columns + columnsAfterWord < columns else {
        text.add(DisplayText("+\(notYetListed)"), .dim)
        break
      }
      text.add(word, isHidden ? .dim : .text)
      text.add(" ")
    }
    return text
  }
}

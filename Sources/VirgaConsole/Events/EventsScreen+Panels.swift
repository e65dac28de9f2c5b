import VirgaCanvas
import VirgaJSON
import VirgaSession

/// The panels of screen 5, and what common keys do with events.
extension EventsScreen: ConsoleScreen {
  static let path: ModelPath<EventsScreen> = \.events
  static let views: [any PanelView] = [log, event, counts]

  static let log = ListPanel(
    panel: .log, path: \Model.events.list, read: { $0.events.list }, opens: "go-to-event",
    columns: { model, room in
      let widths = widths(in: room.columns, of: model)
      let from = Column<LoggedEvent>("From", width: .fixed(widths.from), style: .dim) {
        DisplayText($0.process)
      }
      let recipe = Column<LoggedEvent>("Recipe · branch", width: .rest) { item, width in
        StyledLine(item.event.summary(in: width), item.event.suppressed == nil ? .text : .dim)
      }
      return [
        Column("Time", width: .fixed(widths.time)) { item, width in
          StyledLine(item.clock(columns: min(width, 12)), .dim)
        },
        Column("Event", width: .fixed(widths.kind)) { item, width in
          StyledLine(
            DisplayText(item.event.shownKind).truncatedInside(to: width), style(of: item.event))
        },
        Column("Feature", width: .fixed(widths.feature), style: .text) {
          DisplayText($0.event.feature ?? "–")
        },
      ] + (isWide(room.columns) ? [recipe, from] : [from, recipe])
    }, title: { Panel.log.title(showing: $0.events.list.count, of: $0.events.count) },
    subtitle: subtitle,
    empty: empty, lines: { isWide($1) ? 1 : 3 },
    ownLines: { model, item, columns in
      let widths = widths(in: columns, of: model)
      // Each of the other columns has a blank after it.
      let others = [widths.time, widths.kind, widths.feature, widths.from].filter { $0 > 0 }
      let room = columns - others.reduce(0) { $0 + $1 + 1 }
      return DisplayText(item.event.summary).wrapped(to: room).count
    }, filterAccessory: drawKinds)

  /// Whether an event has one line, with times to the millisecond.
  private static func isWide(_ columns: Int) -> Bool { columns >= 98 }

  /// The widths of the columns besides that of recipe and branch; 0 for one that is not shown.
  private struct Widths {
    let time: Int
    let kind: Int
    let feature: Int
    let from: Int
  }

  /// The widths in a row of some cells.
  ///
  /// In 120 cells, time gets 12, kind 17, feature 22, from 17, and recipe and branch the rest.
  private static func widths(in columns: Int, of model: Model) -> Widths {
    // `12:04:31.250` or `12:04:31`.
    let time = isWide(columns) ? 12 : 8
    // `enrollment_status` and `malformed_feature` are the longest kinds.
    let kind = columns >= 68 ? 17 : 11
    let left = max(columns - time - kind - 2, 10)
    let hasFeatures = !model.events.perFeature.items.isEmpty
    let feature = hasFeatures ? min(max(left / 4, 10), 30) : 0
    // In a narrow row, who recorded an event is shown only if several processes did.
    var from = 0
    if left >= 60 {
      from = min(max(left / 5, 14), 24)
    } else if left >= 44, model.events.processCount > 1 {
      from = 10
    }
    return Widths(time: time, kind: kind, feature: feature, from: from)
  }

  static let event = TextView(
    panel: .event,
    title: { DisplayText($0.events.selected?.shownKind ?? "Event") },
    subject: { "\($0.events.selected?.id ?? 0)" },
    text: { model, columns in model.events.list.selected?.lines(columns: columns) ?? [] })

  static let counts = ListPanel(
    panel: .counts, path: \Model.events.perFeature, read: { $0.events.perFeature },
    isFiltered: false, isMarkable: false, opens: "only-this-feature",
    columns: { _, _ in
      [
        Column("Feature", width: .content(minimum: 10, rank: 1), style: .text, isName: true) {
          DisplayText($0.feature)
        },
        Column("Events", width: .content(minimum: 6, rank: 0), style: .text) {
          DisplayText("\($0.count)").paddedAtStart(to: 6)
        },
        Column(
          "Suppressed", width: .content(minimum: nil, rank: 2),
          spoken: { $0.suppressed > 0 ? "\($0.suppressed) suppressed" : "" }
        ) { item, _ in
          StyledLine(
            item.suppressed > 0 ? DisplayText("\(item.suppressed)").paddedAtStart(to: 10) : .empty,
            .dim)
        },
      ]
    }, title: { DisplayText("Per feature \($0.events.perFeature.items.count)") },
    empty: {
      $0.events.list.filter.field.isEmpty
        ? "no event is about a feature" : "no match is about a feature"
    })

  /// The list above the event and the counts per feature.
  func areas(in body: Rectangle, of model: Model) -> [Panel: Rectangle] {
    let isAlone = model.layout.arrangement == .alone
    if isAlone, body.rows < Self.minRowsOfTwoPanels { return [model.focus: body] }
    // The lower panels get a third of the rows, from 6 to 14.
    let rows = min(max(body.rows / 3, 6), 14)
    let lower = body.bottom(rows)
    guard body.columns >= Self.minColumnsOfTwoPanels else {
      return [.log: body.droppingBottom(rows), model.focus == .counts ? .counts : .event: lower]
    }
    let counts = min(max(body.columns * 3 / 8, 40), 60)
    return [
      .log: body.droppingBottom(rows), .event: lower.droppingRight(counts),
      .counts: lower.right(counts),
    ]
  }

  /// In a lower terminal, the panels take turns.
  private static let minRowsOfTwoPanels = 14
  /// In a narrower terminal, the event and the counts take turns below the list.
  private static let minColumnsOfTwoPanels = 100

  /// Counts the shown events of each feature.
  mutating func followLayout(_ shared: Shared) {
    perFeature.show(FeatureCount.counts(of: shown))
  }

  /// Requests the session's events when the screen is shown first; reading the whole history takes
  /// time.
  mutating func requests(_ shared: Shared, isLeaving: Bool) -> Outcome {
    guard shared.screen == .events, !isRequested else { return [] }
    isRequested = true
    return [.followEvents]
  }

  mutating func receive(_ event: Event, _ shared: Shared) -> Outcome? {
    guard case .events(let new, let isWhole, let first) = event else { return nil }
    add(new, isWhole: isWhole, from: first)
    return awaiting.take().map { .runs([$0]) } ?? []
  }

  func feature(_ shared: Shared) -> String? {
    shared.focus == .counts ? perFeature.selected?.feature : selected?.feature
  }

  func features(_ shared: Shared) -> [String] {
    guard shared.focus != .counts, list.markCount > 0 else {
      return feature(shared).map { [$0] } ?? []
    }
    return subjects.compactMap(\.feature).withoutRepeats
  }

  private static func style(of event: SessionEvent) -> Style {
    if event.suppressed != nil { return .dim }
    if event.kind == "exposure" { return .experiment }
    return event.isAboutOperation ? .changed : .text
  }

  /// The text of an empty list: how to record an event, or the keys that show the hidden ones.
  @Sendable private static func empty(_ model: Model) -> DisplayText {
    guard model.events.count > 0 else {
      return DisplayText("no events yet; \(model.keyName(of: "expose")) records an exposure")
    }
    let keys: [String?] = [
      model.events.list.filter.field.isEmpty
        ? nil : "\(model.keyName(of: "clear")) clears the filter",
      model.events.hiddenKinds.isEmpty ? nil : "\(model.keyName(of: "kinds")) shows hidden kinds",
      model.events.isPaused ? "\(model.keyName(of: "pause")) shows new events" : nil,
    ]
    return DisplayText("no event matches; " + keys.compactMap(\.self).joined(separator: ", "))
  }

  /// How many events are marked, whether an exposure was recorded, and whether the list is paused
  /// or follows new events.
  @Sendable private static func subtitle(_ model: Model) -> DisplayText {
    let log = model.events
    let marked = log.list.markCount == 0 ? "" : "\(log.list.markCount) marked"
    let paused = log.waitingCount > 0 ? "paused · \(log.waitingCount) new" : "paused"
    let isExposed = log.kinds.isEmpty || log.kinds.contains("exposure")
    let exposed = isExposed ? "" : "no exposure yet: \(model.keyName(of: "expose")) on a feature"
    let following = log.isFollowing ? "following" : ""
    let pace = log.isPaused ? paused : following
    return DisplayText([marked, exposed, pace].filter { !$0.isEmpty }.joined(separator: " · "))
  }

  /// Draws the kinds in a line, hidden ones dim with `–`; those that do not fit are counted, as in
  /// `exposure –enrollment +3`.
  @Sendable private static func drawKinds(
    _ model: Model, in line: Rectangle, on canvas: inout Canvas
  ) {
    let kinds = model.events.kinds
    let hidden = model.events.hiddenKinds
    var text = StyledLine(pieces: [])
    for (index, kind) in kinds.enumerated() {
      let word = DisplayText((hidden.contains(kind) ? "–" : "") + kind)
      let rest = kinds.count - index
      // The blank after the word; unless it is the last one, also `+99` with a blank.
      let roomForCount = rest > 1 ? 5 : 1
      guard text.columns + word.columns + roomForCount < line.columns else {
        text.add(DisplayText("+\(rest)"), .dim)
        break
      }
      text.add(word, hidden.contains(kind) ? .dim : .text)
      text.add(" ")
    }
    canvas.draw(text, at: line.origin, within: line.columns)
  }

  func copy(_ part: CopyPart, in model: Model) -> CopyResult {
    guard let event = selected else { return .nothing(.noEventSelected) }
    switch part {
    case .value:
      return .text("what the event says") {
        event.summary.isEmpty ? event.shownKind : event.summary
      }
    case .id:
      let parts = [event.feature, event.slug, event.branch].compactMap(\.self)
      guard !parts.isEmpty else { return .text("the kind \(event.kind)") { event.kind } }
      return .text("feature, recipe and branch") { parts.joined(separator: " ") }
    case .json where list.markCount > 0:
      let marked = OutputFile(path: "", events: subjects)
      return .text(marked.what) { marked.text }
    case .json: return .text("the event") { JSONValue.object(event.json).pretty() }
    case .command:
      guard event.kind == "exposure", let feature = event.feature else {
        return .text("the command that prints the events") {
          model.options.sessionCommand(["events"], [])
        }
      }
      return .text("the command that exposes \(feature)") {
        model.options.sessionCommand(
          ["expose"], (event.slug.map { ["--recipe", $0] } ?? []) + ["--", feature])
      }
    }
  }
}

extension Panel {
  static let log = Panel(name: "log", screen: .events, title: "Events")
  static let event = Panel(name: "event", screen: .events, title: "Event")
  static let counts = Panel(name: "counts", screen: .events, title: "Per feature")
}

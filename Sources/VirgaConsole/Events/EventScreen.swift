import VirgaCanvas
import VirgaSession

/// Screen 5: the events of the session, as they happen.
enum EventScreen: ScreenParts {
  static let views: [any PanelView] = [log, event, counts]

  static let log = ListPanel(
    panel: .log, model: \State.events.list, hasHeads: true, opens: "go-to-event",
    columns: { room in
      let isWide = room.columns >= 98
      // `enrollment_status` and `malformed_feature` are the longest kinds.
      let kind = room.columns >= 68 ? 17 : 11
      let left = max(room.columns - (isWide ? 12 : 8) - kind - 2, 10)
      let hasProcess = left >= 60 || left >= 44 && Set(room.seen.map(\.process)).count > 1
      return [
        Column("Time", width: .fixed(isWide ? 12 : 8)) { item, width in
          StyledLine(item.clock(columns: min(width, 12)), .dim)
        },
        Column("Event", width: .fixed(kind)) { item, width in
          StyledLine(DisplayText(item.event.shownKind).truncatedInside(to: width), style(of: item.event))
        },
        Column("Feature", width: .fixed(min(max(left / 4, 10), 30))) { item, _ in
          StyledLine(DisplayText(item.event.feature ?? "–"))
        },
        Column("Recipe · branch", width: .rest) { item, width in
          StyledLine(item.event.summary(in: width), item.event.suppressed == nil ? .text : .dim)
        },
        Column("From", width: .fixed(left >= 60 ? min(max(left / 5, 14), 24) : hasProcess ? 10 : 0)) { item, _ in
          StyledLine(DisplayText(item.process), .dim)
        },
      ]
    }, title: { Panel.log.title(showing: $0.events.list.count, of: $0.events.count) }, subtitle: subtitle,
    empty: empty, besideFilter: drawKinds)

  static let event = TextView(
    panel: .event, scroll: \State.events.details,
    title: { DisplayText($0.events.selected?.shownKind ?? "Event") }, subject: { "\($0.events.selected?.id ?? 0)" },
    text: { state, columns in state.events.list.selected?.lines(columns: columns) ?? [] })

  static let counts = ListPanel(
    panel: .counts, model: \State.events.perFeature, isFiltered: false, isMarkable: false,
    hasHeads: true, opens: "only-this-feature",
    columns: { room in
      let highest = room.state.events.counts.flatMap(\.history).max() ?? 1
      return [
        Column("Feature", width: .content(least: 10, rank: 1), name: { DisplayText($0.feature) }) { item, _ in
          StyledLine(DisplayText(item.feature))
        },
        Column("History", width: .content(least: FeatureCount.stretches, rank: 0), spoken: { _ in "" }) { item, _ in
          StyledLine(item.bars(highest: highest), .accent)
        },
        Column("Events", width: .content(least: 6, rank: 0)) { item, _ in
          StyledLine(DisplayText("\(item.count)").paddedAtStart(to: 6))
        },
        Column(
          "Suppressed", width: .content(least: nil, rank: 2),
          spoken: { $0.suppressed > 0 ? "\($0.suppressed) suppressed" : "" }
        ) { item, _ in
          let count: DisplayText = item.suppressed > 0 ? DisplayText("\(item.suppressed)") : .empty
          return StyledLine(count.isEmpty ? count : count.paddedAtStart(to: 10), .dim)
        },
      ]
    }, title: { DisplayText("Per feature \($0.events.counts.count)") }, empty: { _ in "no event is about a feature" })

  static func areas(in body: Rectangle, of state: State) -> [Panel: Rectangle] {
    if Layout.arrangement(of: state.size) == .alone, body.rows < 14 { return [state.focus: body] }
    let rows = min(max(body.rows / 3, 6), 14)
    let lower = body.bottom(rows)
    guard body.columns >= 100 else {
      return [.log: body.droppingBottom(rows), state.focus == .counts ? .counts : .event: lower]
    }
    let counts = min(max(body.columns * 3 / 8, 40), 60)
    return [.log: body.droppingBottom(rows), .event: lower.droppingRight(counts), .counts: lower.right(counts)]
  }

  /// Resolves the flag of the selected event in advance, because the hint line names it.
  static func settle(_ state: inout State) {
    state.events.countFeatures()
    settleLists(&state)
    if let event = state.events.selected, state.flagEntry(of: event) != nil { state.resolveFlagNames() }
  }

  static func feature(in state: State) -> String? {
    state.focus == .counts ? state.events.selectedCount?.feature : state.events.selected?.feature
  }

  static func features(in state: State) -> [String] {
    guard state.focus != .counts, state.events.list.markCount > 0 else { return feature(in: state).map { [$0] } ?? [] }
    return state.events.subjects.compactMap(\.feature).withoutRepeats
  }

  private static func style(of event: SessionEvent) -> Style {
    if event.suppressed != nil { return .dim }
    return event.kind == "exposure" ? .experiment : event.isAboutOperation ? .changed : .text
  }

  /// The text if no event is shown, with the keys that show some.
  @Sendable private static func empty(_ state: State) -> DisplayText {
    guard state.events.count > 0 else {
      return DisplayText("no events yet; \(state.keyName(of: "expose")) records an exposure")
    }
    let keys = [
      state.events.list.filter.field.isEmpty ? nil : "\(state.keyName(of: "clear")) clears the filter",
      state.events.hiddenKinds.isEmpty ? nil : "\(state.keyName(of: "kinds")) shows hidden kinds",
    ]
    return DisplayText("no event matches; " + keys.compactMap(\.self).joined(separator: ", "))
  }

  @Sendable private static func subtitle(_ state: State) -> DisplayText {
    let log = state.events
    let marked = log.list.markCount == 0 ? "" : "\(log.list.markCount) marked"
    let paused = log.waitingCount > 0 ? "paused · \(log.waitingCount) new" : "paused"
    let isExposed = log.kinds.isEmpty || log.kinds.contains("exposure")
    let exposed = isExposed ? "" : "no exposure yet: \(state.keyName(of: "expose")) on a feature"
    let pace = log.isPaused ? paused : log.isFollowing ? "following" : ""
    return DisplayText([marked, exposed, pace].filter { !$0.isEmpty }.joined(separator: " · "))
  }

  /// Lists the kinds after the filter, hidden ones with a dash.
  @Sendable private static func drawKinds(_ state: State, in line: Rectangle, on canvas: inout Canvas) {
    let log = state.events
    var column = 0
    for (index, kind) in log.kinds.enumerated() {
      let text = DisplayText((log.hiddenKinds.contains(kind) ? "–" : "") + kind)
      let rest = log.kinds.count - index
      // All but the last need room for the number of kinds that do not fit.
      guard column + text.columns + (rest > 1 ? 5 : 1) < line.columns else {
        canvas.draw(DisplayText("+\(rest)"), at: line.origin.moved(columns: column), style: .dim)
        break
      }
      canvas.draw(
        text, at: line.origin.moved(columns: column), style: log.hiddenKinds.contains(kind) ? .dim : .text)
      column += text.columns + 1
    }
  }
}

extension Panel {
  /// The events, one per line.
  package static let log = Panel("log", on: .events, title: "Events")
  /// The event under the cursor in full.
  package static let event = Panel("event", on: .events, title: "Event")
  /// The number of events per feature.
  package static let counts = Panel("counts", on: .events, title: "Per feature")
}

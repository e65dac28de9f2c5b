import VirgaCanvas
import VirgaSession

/// The list of events on screen 5.
struct EventLogPanel: ListPanel {
  let panel = Panel.log
  let path: ModelPath<ListModel<LoggedEvent>> = \Model.events.list
  let opens: String? = "go-to-event"

  func read(_ model: Model) -> ListModel<LoggedEvent> { model.events.list }

  func title(of model: Model) -> DisplayText {
    panel.title(showing: model.events.list.count, of: model.events.count)
  }

  /// How many events are marked, whether an exposure was recorded, and whether the list is paused
  /// or follows new events.
  func subtitle(of model: Model) -> DisplayText {
    let log = model.events
    let marked = log.list.markCount == 0 ? "" : "\(log.list.markCount) marked"
    let paused = log.waitingCount > 0 ? "paused · \(log.waitingCount) new" : "paused"
    let isExposed = log.kinds.isEmpty || log.kinds.contains("exposure")
    let exposed = isExposed ? "" : "no exposure yet: \(model.keyName(of: "expose")) on a feature"
    let following = log.isFollowing ? "following" : ""
    let pace = log.isPaused ? paused : following
    return DisplayText([marked, exposed, pace].filter { !$0.isEmpty }.joined(separator: " · "))
  }

  /// The text of an empty list: how to record an event, or the keys that show the hidden ones.
  func emptyText(of model: Model) -> DisplayText {
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

  // The columns.

  func columns(of model: Model, in room: ListRoom<LoggedEvent>) -> [Column<LoggedEvent>] {
    let widths = Widths(in: room.columns, of: model)
    let time = Column<LoggedEvent>("Time", width: .fixed(widths.time)) { item, width in
      StyledLine(item.clock(columns: min(width, Self.clockToMillisecond)), .dim)
    }
    let kind = Column<LoggedEvent>("Event", width: .fixed(widths.kind)) { item, width in
      StyledLine(
        DisplayText(item.event.shownKind).truncatedInside(to: width), Self.style(of: item.event))
    }
    let feature = Column<LoggedEvent>("Feature", width: .fixed(widths.feature), style: .text) {
      DisplayText($0.event.feature ?? "–")
    }
    let from = Column<LoggedEvent>("From", width: .fixed(widths.from), style: .dim) {
      DisplayText($0.process)
    }
    let recipe = Column<LoggedEvent>("Recipe · branch", width: .rest) { item, width in
      StyledLine(item.event.summary(in: width), item.event.suppressed == nil ? .text : .dim)
    }
    let last = Self.isWide(room.columns) ? [recipe, from] : [from, recipe]
    return [time, kind, feature] + last
  }

  func rowHeight(of model: Model, columns: Int) -> Int { Self.isWide(columns) ? 1 : 3 }

  var hasOwnHeights: Bool { true }

  func ownHeight(of item: LoggedEvent, in model: Model, columns: Int) -> Int {
    let room = columns - Widths(in: columns, of: model).total
    return DisplayText(item.event.summary).wrapped(to: room).count
  }

  /// The width of a time such as `12:04:31.250`.
  private static let clockToMillisecond = 12
  /// The width of a time such as `12:04:31`.
  private static let clockToSecond = 8

  /// Whether an event has one line, with times to the millisecond.
  private static func isWide(_ columns: Int) -> Bool { columns >= 98 }

  /// The widths of the columns besides that of recipe and branch; 0 for one that is not shown.
  private struct Widths {
    let time: Int
    let kind: Int
    let feature: Int
    let from: Int

    /// The cells of all, with a blank after each.
    var total: Int {
      [time, kind, feature, from].filter { $0 > 0 }.reduce(0) { $0 + $1 + 1 }
    }

    /// In 120 cells, time gets 12, kind 17, feature 22, from 17, and recipe and branch the rest.
    init(in columns: Int, of model: Model) {
      time = isWide(columns) ? clockToMillisecond : clockToSecond
      // `enrollment_status` and `malformed_feature` are the longest kinds.
      kind = columns >= 68 ? 17 : 11
      let left = max(columns - time - kind - 2, 10)
      let hasFeatures = !model.events.perFeature.items.isEmpty
      feature = hasFeatures ? min(max(left / 4, 10), 30) : 0
      // In a narrow row, who recorded an event is shown only if several processes did.
      if left >= 60 {
        from = min(max(left / 5, 14), 24)
      } else {
        from = left >= 44 && model.events.processCount > 1 ? 10 : 0
      }
    }
  }

  private static func style(of event: SessionEvent) -> Style {
    if event.suppressed != nil { return .dim }
    if event.kind == "exposure" { return .experiment }
    return event.isAboutOperation ? .changed : .text
  }

  /// Draws the kinds in a line, hidden ones dim with `–`; those that do not fit are counted, as in
  /// `exposure –enrollment +3`.
  func drawBesideFilter(_ model: Model, in line: Rectangle, on canvas: inout Canvas) {
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
}

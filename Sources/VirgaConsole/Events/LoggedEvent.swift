import VirgaCanvas
import VirgaJSON
import VirgaSession
import VirgaTargeting

/// An event in the list of screen 5.
struct LoggedEvent: ListItem {
  let event: SessionEvent
  /// Whether this console's process recorded it; the list calls that process `you`.
  let isOwn: Bool

  var id: Int64 { event.id }
  var process: String { isOwn ? SessionEvent.you : event.process }

  /// 0 if each word of a filter occurs in one of the event's texts, else nil: all matches keep
  /// their order.
  func rank(_ filter: Filter, fuzzy: Bool) -> Int? {
    guard !fuzzy else { return nil }
    let texts = [
      event.shownKind, event.feature, event.slug, event.branch, event.reason, event.suppressed,
      event.error,
    ]
    let isMatch = filter.allWords { word in
      texts.contains { $0.map(word.occurs) == true } || word.occurs(in: event.process)
        || word.occurs(in: process)
    }
    return isMatch ? 0 : nil
  }

  /// The time of day in UTC: `12:04:31.250` in 12 columns, `12:04:31` in 8.
  func clock(columns: Int) -> DisplayText {
    // Between `T` and `Z`.
    let time = event.time.description.drop { $0 != "T" }.dropFirst().dropLast()
    // A fraction can be missing or short, as in `12:04:31.5`.
    let padded = (time.contains(".") ? String(time) : time + ".") + "000"
    return DisplayText(String(padded.prefix(columns)))
  }

  /// The event as indented JSON, wrapped to the width of the panel.
  ///
  /// The members that distinguish it from other events come first, in case there is little room.
  func lines(columns: Int) -> [StyledLine] {
    var json = JSONObject()
    let all = event.json
    let first = ["slug", "branch", "reason", "suppressed", "feature", "time", "kind", "id"]
    for key in first + all.map(\.key) { json[key] = all[key] }
    // The lines of a long value are indented further after the first one.
    let indent: DisplayText = .blanks(4)
    return DisplayText.lines(JSONValue.object(json).pretty()).flatMap { line in
      let hasRoomToWrap = columns > 2 * indent.columns
      guard line.columns > columns, hasRoomToWrap else { return [StyledLine(line)] }
      let space = UInt8(ascii: " ")
      let blanks = line.prefix(line.plain.utf8.prefix { $0 == space }.count)
      let room = columns - blanks.columns - indent.columns
      let parts = line.dropping(blanks.columns).wrapped(to: room)
      return parts.enumerated().map { StyledLine(blanks + ($0 == 0 ? .empty : indent) + $1) }
    }
  }
}

extension SessionEvent {
  /// The kind in the list: `suppressed` for an exposure that was not recorded, else its own.
  var shownKind: String { isSuppressed && kind == "exposure" ? "suppressed" : kind }

  /// Whether it was not recorded; false for an event that was recorded and then undone.
  var isSuppressed: Bool { suppressed != nil && suppressed != Self.undone }

  /// Recipe and branch with reason or error, as in `homepage-order · control  Qualified`, or why it
  /// was not recorded.
  package var summary: String { summary { $0 } }

  /// The summary in a row of some cells; if recipe and branch do not fit, the recipe's slug is cut.
  func summary(in columns: Int) -> DisplayText {
    guard suppressed == nil, let branch else { return DisplayText(summary) }
    let room = max(columns - DisplayText(" · \(branch)").columns, Self.minSlugWidth)
    return DisplayText(summary { DisplayText($0).truncatedInside(to: room).plain })
  }

  /// A slug is not cut to less, even if the branch does not fit then.
  private static let minSlugWidth = 5

  /// The summary with the recipe's slug as `cut` returns it.
  private func summary(cuttingSlug cut: (String) -> String) -> String {
    let isUndone = suppressed == Self.undone
    if let suppressed, !isUndone { return (reason.map { $0 + "  " } ?? "") + suppressed }
    let recipe = [slug.map(cut), branch].compactMap(\.self).joined(separator: " · ")
    let why = reason ?? error ?? ""
    return (isUndone ? "undone: " : "")
      + [recipe, why].filter { !$0.isEmpty }.joined(separator: "  ")
  }

  /// The error of a failed evaluation; nil if there is a reason, which says more.
  var error: String? { reason == nil ? extra["error_string"]?.stringValue : nil }

  /// What the list calls this console's process.
  static let you = "you"
}

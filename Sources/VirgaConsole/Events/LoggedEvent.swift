import VirgaCanvas
import VirgaJSON
import VirgaSession
import VirgaTargeting

struct LoggedEvent: ListItem {
  let event: SessionEvent
  /// Whether this console's process recorded it; the list calls that process `you`.
  let isOwn: Bool

  var id: Int64 { event.id }
  var process: String { isOwn ? SessionEvent.you : event.process }

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

  /// The time of day in UTC, to the millisecond if there is room.
  func clock(columns: Int) -> DisplayText {
    let time = event.time.description.drop { $0 != "T" }.dropFirst().dropLast()
    let parts = (time.contains(".") ? String(time) : time + ".") + "000"
    return DisplayText(String(parts.prefix(columns)))
  }

  /// The distinguishing members come first in case there is little room.
  func lines(columns: Int) -> [StyledLine] {
    var json = JSONObject()
    let all = event.json
    for key in ["slug", "branch", "reason", "suppressed", "feature", "time", "kind", "id"]
      + all.map(\.key)
    {
      json[key] = all[key]
    }
    let indent: DisplayText = .blanks(4)
    return DisplayText.lines(JSONValue.object(json).pretty()).flatMap { line in
      guard line.columns > columns, columns > 2 * indent.columns else { return [StyledLine(line)] }
      let blanks = line.prefix(line.plain.utf8.prefix { $0 == 0x20 }.count)
      let words = line.dropping(blanks.columns).wrapped(
        to: columns - blanks.columns - indent.columns)
      return words.enumerated().map { StyledLine(blanks + ($0 == 0 ? .empty : indent) + $1) }
    }
  }
}

extension SessionEvent {
  /// `suppressed` for an exposure that was not recorded.
  var shownKind: String { isSuppressed && kind == "exposure" ? "suppressed" : kind }

  /// False for one that was recorded and undone.
  var isSuppressed: Bool { suppressed != nil && suppressed != Self.undone }

  /// Recipe and branch with reason or error, or why it was not recorded.
  package var summary: String { summary { $0 } }

  /// If recipe and branch do not fit, the recipe is cut.
  func summary(in columns: Int) -> DisplayText {
    guard suppressed == nil, let branch else { return DisplayText(summary) }
    let room = max(columns - DisplayText(" · \(branch)").columns, Self.minSlugWidth)
    return DisplayText(summary { DisplayText($0).truncatedInside(to: room).plain })
  }

  private static let minSlugWidth = 5

  private func summary(slug shown: (String) -> String) -> String {
    let isUndone = suppressed == Self.undone
    if let suppressed, !isUndone { return (reason.map { $0 + "  " } ?? "") + suppressed }
    let recipe = [slug.map(shown), branch].compactMap(\.self).joined(separator: " · ")
    let why = reason ?? error ?? ""
    return (isUndone ? "undone: " : "")
      + [recipe, why].filter { !$0.isEmpty }.joined(separator: "  ")
  }

  var error: String? { reason == nil ? extra["error_string"]?.stringValue : nil }

  static let you = "you"
}

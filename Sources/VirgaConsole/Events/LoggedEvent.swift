import VirgaCanvas
import VirgaJSON
import VirgaSession
import VirgaSource
import VirgaTargeting

/// An event in the list of screen 5.
struct LoggedEvent: ListItem {
  let event: SessionEvent
  /// Who recorded it, as in `you` or `another console`.
  let author: String
  /// Whether it belongs to what this console did at its start.
  let isSetup: Bool
  /// How many values its operation changed, if it records one that changed several; else 0.
  var changeCount = 0
  /// The id of the event that records the operation that caused it; nil for a single event.
  var causeID: Int64?
  /// How many events of each kind its operation caused.
  var causedCountsByKind: [String: Int] = [:]

  // Its place in the list.

  /// Whether it is listed below its cause.
  var isNested = false
  /// Whether it is hidden below its cause, which is folded.
  var isInFold = false
  /// Whether the events nested below it are visible; nil if none are nested.
  var isOpen: Bool?
  /// Whether events are nested below it.
  var hasNested: Bool { isOpen != nil }

  init(event: SessionEvent, author: String, isSetup: Bool) {
    (self.event, self.author, self.isSetup) = (event, author, isSetup)
  }

  var id: Int64 { event.id }
  /// The kind by which it is hidden or shown.
  var listedKind: String { isSetup ? EventKinds.setup : event.shownKind }

  /// 0 if each word of a filter occurs in one of the event's texts, else nil: all matches keep
  /// their order.
  ///
  /// This console's events match both `you` and the name of its process. No event matches letter by
  /// letter (`fuzzy`), because its texts are too long for that.
  func rank(_ filter: Filter, fuzzy: Bool) -> Int? {
    guard !fuzzy else { return nil }
    let texts = [
      listedKind, event.shownKind, event.feature, event.slug, event.branch, event.reason,
      event.suppressed, event.error,
    ]
    let isMatch = filter.allWords { word in
      texts.contains { $0.map(word.occurs) == true } || word.occurs(in: event.process)
        || word.occurs(in: author)
    }
    return isMatch ? 0 : nil
  }

  /// Who did what, and how much that caused, as in `you loaded 8 recipes: 2 enrollments`; nil if
  /// the event does not record an operation.
  ///
  /// If the sentence does not fit in `columns`, what was done is cut before the counts, down to
  /// half of the columns.
  func sentence(in columns: Int) -> StyledLine? {
    guard event.isAboutOperation else { return nil }
    let isUndone = event.suppressed == SessionEvent.undone
    // Dim like every event that does not count.
    let style: Style = event.suppressed == nil ? .changed : .dim
    let what = DisplayText("\(isUndone ? "undone: " : "")\(author) \(event.operationInPastTense)")
    let consequences = self.consequences
    let counts = DisplayText(consequences.isEmpty ? "" : ": \(consequences)")
    let columnsOfWhat = max(columns / 2, columns - counts.columns)
    return StyledLine(
      of: (what.truncated(to: columnsOfWhat), style),
      (counts, .dim))
  }

  /// How much the recorded operation changed and caused, as in `4 changes, 1 enrollment`; empty if
  /// there is nothing to count.
  private var consequences: String {
    // 0 for a single change, which the label of the operation names.
    let changes = changeCount > 0 ? [changeCount.pluralizing("change")] : []
    let events = EventKinds.sorted(Set(causedCountsByKind.keys)).map { kind in
      EventKinds.words(causedCountsByKind[kind] ?? 0, of: kind)
    }
    return (changes + events).joined(separator: ", ")
  }

  /// Who recorded it and when, as in `my-app, 2 min ago`; only who if both do not fit.
  func authorAndAge(at now: Instant, columns: Int = .max) -> DisplayText {
    let both = DisplayText("\(author), \(event.time.relative(to: now))")
    return both.columns <= columns ? both : DisplayText(author)
  }

  /// The time of day in UTC: `12:04:31.250` in 12 columns, `12:04:31` in 8.
  func clock(columns: Int) -> DisplayText {
    // What is between `T` and `Z` in `2026-11-21T12:04:31.5Z`.
    let time = event.time.description.drop { $0 != "T" }.dropFirst().dropLast()
    // The fraction can be missing or shorter than the three digits of a millisecond.
    let withPoint = time.contains(".") ? String(time) : time + "."
    let padded = withPoint + "000"
    return DisplayText(String(padded.prefix(columns)))
  }

  /// The event as indented JSON, wrapped to the width of the panel.
  func lines(columns: Int) -> [StyledLine] {
    let json = JSONValue.object(sortedMembers).pretty()
    return DisplayText.lines(json).flatMap { Self.wrapped($0, to: columns) }
  }

  /// The members of the event; those that distinguish it from other events come first, in case the
  /// panel has few rows.
  private var sortedMembers: JSONObject {
    let members = event.json
    let first = ["slug", "branch", "reason", "suppressed", "feature", "time", "kind", "id"]
    var sorted = JSONObject()
    // A member that is set again keeps its place, and setting nil adds none.
    for key in first + members.map(\.key) { sorted[key] = members[key] }
    return sorted
  }

  /// Wraps a line of JSON.
  ///
  /// All parts have its indent, and those after the first four blanks more. The line stays whole if
  /// it fits, or if less than five columns would be left for its text.
  private static func wrapped(_ line: DisplayText, to columns: Int) -> [StyledLine] {
    let furtherIndent: DisplayText = .blanks(4)
    let blank = UInt8(ascii: " ")
    let indentColumns = line.plain.utf8.prefix { $0 == blank }.count
    let indent = line.prefix(indentColumns)
    let textColumns = columns - indentColumns - furtherIndent.columns
    let minTextColumns = 5
    let hasRoomToWrap = textColumns >= minTextColumns
    guard line.columns > columns, hasRoomToWrap else { return [StyledLine(line)] }
    let parts = line.dropping(indentColumns).wrapped(to: textColumns)
    return parts.enumerated().map { index, part in
      StyledLine(indent + (index == 0 ? .empty : furtherIndent) + part)
    }
  }
}

extension SessionEvent {
  /// The kind in the list: `suppressed` for an exposure that was not recorded, else its own.
  var shownKind: String { isSuppressed && kind == "exposure" ? EventKinds.suppressed : kind }

  /// What the event's operation, undo or redo did: `set homescreen ▸ pinned-limit = 3`.
  fileprivate var operationInPastTense: String {
    // An event about an operation has the operation's label as its reason.
    let label = reason ?? ""
    switch kind {
    case Self.undoKind: return "undid “\(label)”"
    case Self.redoKind: return "redid “\(label)”"
    default: break
    }
    // Only an operation can put its label into the past tense, so one is made for that.
    let operation = SessionOperation(
      label, feature: feature, changes: [], time: time, process: process)
    // A label such as `set pinned-limit = 3` can leave the feature out.
    let setsValue = label.hasPrefix("set ")
    let lacksFeature = setsValue && feature.map { !label.containsBytes(of: $0) } ?? false
    return (lacksFeature ? operation.namingFeature() : operation).labelInPastTense
  }

  /// Whether it was not recorded; false for an event that was recorded and then undone.
  var isSuppressed: Bool { reasonNotRecorded != nil }

  /// Why it was not recorded; nil if it was, even if it was undone later.
  private var reasonNotRecorded: String? { suppressed == Self.undone ? nil : suppressed }

  /// Recipe and branch with reason or error, as in `homepage-order · control  Qualified`, or why it
  /// was not recorded.
  package var summary: String { summary(cuttingSlug: { $0 }) }

  /// The summary in `columns`; if recipe and branch do not fit, the recipe's slug is cut, so that
  /// the branch is seen.
  func summary(in columns: Int) -> DisplayText {
    // Of an event that was not recorded, the summary names neither recipe nor branch. One that was
    // undone later was recorded: its summary begins with `prefixOfUndone`.
    guard !isSuppressed, let branch else { return DisplayText(summary) }
    let leftForSlug = columns - DisplayText("\(prefixOfUndone) · \(branch)").columns
    let slugColumns = max(leftForSlug, Self.minSlugColumns)
    let cut = summary(cuttingSlug: { DisplayText($0).truncatedInside(to: slugColumns).plain })
    return DisplayText(cut)
  }

  /// A slug is not cut to less, even if the branch does not fit then.
  private static let minSlugColumns = 5

  /// The summary with the recipe's slug as `cut` returns it, as in
  /// `undone: homepage-order · control  Qualified`, or why the event was not recorded.
  private func summary(cuttingSlug cut: (String) -> String) -> String {
    if let reasonNotRecorded {
      return [reason, reasonNotRecorded].compactMap(\.self).joined(separator: "  ")
    }
    let recipeAndBranch = [slug.map(cut), branch].compactMap(\.self).joined(separator: " · ")
    let why = reason ?? error ?? ""
    let parts = [recipeAndBranch, why].filter { !$0.isEmpty }
    return prefixOfUndone + parts.joined(separator: "  ")
  }

  private var prefixOfUndone: String { suppressed == Self.undone ? "undone: " : "" }

  /// The error of a failed evaluation; nil if there is a reason, which says more.
  var error: String? { reason == nil ? extra["error_string"]?.stringValue : nil }
}

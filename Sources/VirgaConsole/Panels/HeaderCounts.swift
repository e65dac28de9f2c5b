import VirgaCanvas
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaSource
import VirgaWorkbench

/// What the first line counts and names at its end: each as a word where there is room, else short, else not at all.
struct HeaderCounts {
  private struct Part {
    var text: DisplayText
    var short: DisplayText
    /// What matters least is the first to go.
    var rank: Rank

    init(_ rank: Rank, _ text: DisplayText, short: DisplayText? = nil) {
      (self.rank, self.text, self.short) = (rank, text, short ?? text)
    }
  }

  private enum Rank: Int {
    case overrides, loss, problems, old, incomplete, drafts, client, mode, noted, session, none, calm, warnings, size,
      hints

    /// Whether the titles of screens give way to it.
    var isNeeded: Bool { rawValue <= Rank.calm.rawValue }

    /// Whether the name of the manifest gives way to it: who has it has to know.
    var isTold: Bool { rawValue <= Rank.mode.rawValue }

    /// Whether its words come before whatever is not needed.
    var isRead: Bool { self == .overrides || self == .problems || self == .noted }
  }

  private static let separator: DisplayText = " · "

  private let parts: [Part]
  /// The columns without which what has to be known is not told; none where there is nothing of it.
  let needed: Int

  init(_ state: borrowing State) {
    parts = Self.parts(of: state)
    // The name and the numbers of the screens have the rest.
    needed = Self.needed(for: parts, in: state.layout.header.columns * 9 / 20)
  }

  /// The columns for overrides and errors, and for as much else that has to be known as `room` holds.
  private static func needed(for parts: [Part], in room: Int) -> Int {
    let told = parts.filter(\.rank.isTold).sorted { $0.rank.rawValue < $1.rank.rawValue }
    var columns = 0
    for part in told {
      let wider = columns + (columns == 0 ? 2 : separator.columns) + part.short.columns
      if wider <= room || part.rank.isRead { columns = wider }
    }
    return columns
  }

  private static func parts(of state: borrowing State) -> [Part] {
    let overrides = state.session.overrideCount
    let workspace = state.workspace
    let errors = state.count(.error)
    let problems = Part(
      .problems, "! " + HeaderLine.counted(errors, "error"), short: DisplayText("!\(errors)"))
    guard let manifest = workspace.manifest else {
      return [errors > 0 ? problems : Part(.none, state.isUnread ? "nothing read" : "reading …")]
    }
    var parts: [Part] = []
    if state.isSessionLost { parts.append(Part(.loss, "! session in memory")) }
    if state.options.isReadOnly { parts.append(Part(.mode, "read-only")) }
    // That there is none is said in words: a sign that counts nothing says that there is something.
    let short = overrides == 0 ? nil : Marks.overridden + DisplayText("\(overrides)")
    // That all is lost on leaving matters more than that there is nothing to lose.
    let rank = overrides == 0 && state.isSessionLost ? Rank.none : .overrides
    parts.append(Part(rank, HeaderLine.counted(overrides, "override"), short: short))
    let session = DisplayText(state.options.sessionName)
    if !state.isSessionLost, !session.isEmpty {
      parts.append(Part(.session, "session " + session, short: session.truncatedInside(to: 20)))
    }
    if !state.clientChanges.all.isEmpty { parts.append(Part(.client, "client changed")) }
    if workspace.isStale { parts.append(Part(.old, "! files broken, last good state", short: "! old state")) }
    if !manifest.isComplete { parts.append(Part(.incomplete, "! incomplete")) }
    let warnings = state.count(.warning)
    if errors > 0 { parts.append(problems) }
    if warnings > 0 { parts.append(Part(errors > 0 ? .warnings : .noted, HeaderLine.counted(warnings, "warning"))) }
    parts += drafts(of: state)
    if errors == 0, warnings == 0, state.editing.broken.isEmpty { parts.append(Part(.calm, "no problems")) }
    parts.append(Part(.size, HeaderLine.counted(workspace.features.count, "feature")))
    parts.append(Part(.size, HeaderLine.counted(manifest.files.count, "file")))
    parts.append(Part(.size, HeaderLine.counted(workspace.channels.count, "channel")))
    let hints = state.count(.hint)
    if hints > 0 { parts.append(Part(.hints, HeaderLine.counted(hints, "hint"))) }
    return parts
  }

  /// The texts that are not applied, and how many of them have problems.
  private static func drafts(of state: borrowing State) -> [Part] {
    let (drafts, broken) = (state.editing.unapplied, state.editing.broken.count)
    guard drafts > 0 else { return [] }
    let words = HeaderLine.counted(drafts, "draft")
    guard broken > 0 else { return [Part(.drafts, words)] }
    guard broken < drafts else { return [Part(.drafts, "! " + words + " to mend", short: "! " + words)] }
    return [
      Part(
        .drafts, "! " + words + DisplayText(", \(broken) to mend"),
        short: DisplayText("! \(broken) of \(drafts) drafts"))
    ]
  }

  /// The columns for all that matters more than the titles of screens.
  var wanted: Int { columns { $0.isNeeded } }

  /// The same without that there are no problems.
  var least: Int { columns { $0.isNeeded && $0 != .calm } }

  private func columns(_ isCounted: (Rank) -> Bool) -> Int {
    let gap = Self.separator.columns
    var columns = -gap
    for part in parts where isCounted(part.rank) {
      columns += gap + (part.rank.isRead ? part.text : part.short).columns
    }
    return max(0, columns)
  }

  /// As much of it as so many columns hold, what matters most first.
  func text(in columns: Int) -> DisplayText {
    let gap = Self.separator.columns
    var shown: [DisplayText?] = Array(repeating: nil, count: parts.count)
    var used = -gap
    let places = parts.indices.sorted { (parts[$0].rank.rawValue, $0) < (parts[$1].rank.rawValue, $1) }
    /// Shows as many as have room, then writes words for what is short; whether all have.
    func show(_ wanted: [Int]) -> Bool {
      let fitting = wanted.prefix { place in
        guard used + gap + parts[place].short.columns <= columns else { return false }
        shown[place] = parts[place].short
        used += gap + parts[place].short.columns
        return true
      }
      for place in fitting {
        let more = parts[place].text.columns - parts[place].short.columns
        guard used + more <= columns else { continue }
        shown[place] = parts[place].text
        used += more
      }
      return fitting.count == wanted.count
    }
    if show(places.filter { parts[$0].rank.isNeeded }) { _ = show(places.filter { !parts[$0].rank.isNeeded }) }
    return shown.compactMap(\.self).joined(separator: Self.separator)
  }
}

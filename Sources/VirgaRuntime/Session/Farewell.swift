import VirgaConsole
import VirgaSession
import VirgaSource

/// What became of a session that a console leaves.
enum SessionEnding {
  /// A file keeps it.
  case kept(file: String, events: Int, exposures: Int)
  /// A locked or broken file did not accept so many changes.
  case unkept(Int, reason: String)
  /// Another program made a change that the last one here contradicts.
  case refused(Refusal)
  /// It was in memory from the start.
  case discarded
  /// Since `reason` no file could keep it; what a file still holds is `written`.
  case lost(reason: String, written: Session?)
}

/// What a console says of its session when it is left.
enum Farewell {
  /// What follows the number of changes that no file has, before the reason.
  static let notKept = "could not be kept:"

  /// One or two lines; nil if the session holds nothing that a person has to know of.
  static func text(for ending: SessionEnding, of state: State) -> String? {
    switch ending {
    case .kept(let file, let events, let exposures):
      return kept(state.holdings(), in: file, events: events, exposures: exposures)
    case .unkept(let count, let reason): return "\(count.counted("change")) \(notKept) \(reason)"
    case .refused(let refusal): return "\(refusal)"
    case .discarded:
      let held = state.holdings(besides: state.recording.tour?.session)
      if let exported = exported(held, by: state) { return exported }
      let wasDiscarded = "\(held.isOne ? "was" : "were") discarded: the session was kept in memory only"
      return held.isEmpty ? nil : "\(held.words) \(wasDiscarded)"
    case .lost(let reason, let written):
      let held = state.holdings(besides: written ?? state.recording.tour?.session)
      if let exported = exported(held, by: state) { return exported }
      guard held.isEmpty else { return "\(held.words) \(notKept) \(reason)" }
      return written == nil || written == state.session ? nil : "what was done since \(notKept) \(reason)"
    }
  }

  /// First what counts in the app from now on, then what is only there to continue with.
  private static func kept(_ held: Holdings, in file: String, events: Int, exposures: Int) -> String? {
    let areExposures = exposures == events
    let share = areExposures ? "" : ", \(exposures) of them \(exposures == 1 ? "an exposure" : "exposures")"
    let rest = Holdings.listed([
      (held.drafts, "draft", "drafts"),
      areExposures ? (exposures, "exposure", "exposures") : (events, "event", "events"),
    ])
    let lines = [
      held.active.isEmpty ? "" : "\(held.active) \(held.isOneActive ? "stays" : "stay") active in \(file)",
      rest.isEmpty ? "" : "\(held.active.isEmpty ? file : "it also") keeps \(rest)\(share)",
    ]
    let said = lines.filter { !$0.isEmpty }
    return said.isEmpty ? nil : said.joined(separator: "\n")
  }

  private static func exported(_ held: Holdings, by state: State) -> String? {
    guard !held.isEmpty, let file = state.writtenFile else { return nil }
    return "\(held.words) \(held.isOne ? "was" : "were") written to \(file), which session-import reads"
  }
}

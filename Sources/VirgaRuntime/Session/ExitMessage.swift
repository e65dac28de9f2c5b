import VirgaConsole
import VirgaSession
import VirgaSource

enum SessionEnding {
  case kept(file: String, events: Int, exposures: Int)
  /// A locked or broken file did not accept this number of changes.
  case unkept(Int, reason: String)
  case refused(Refusal)
  /// It was in memory from the start.
  case discarded
  /// No file could hold it any longer, for a reason; `written` is what a file still contains.
  case lost(reason: String, written: Session?)
}

enum ExitMessage {
  static let notKept = "could not be kept:"

  /// One or two lines; nil if there is nothing that a person must know.
  static func text(for ending: SessionEnding, of model: Model) -> String? {
    switch ending {
    case .kept(let file, let events, let exposures):
      return kept(model.sessionContents(), in: file, events: events, exposures: exposures)
    case .unkept(let count, let reason): return "\(count.pluralizing("change")) \(notKept) \(reason)"
    case .refused(let refusal): return "\(refusal)"
    case .discarded:
      let held = model.sessionContents(besides: model.recording.tour?.session)
      if let exported = exported(held, by: model) { return exported }
      let wasDiscarded = "\(held.isOne ? "was" : "were") discarded: the session was kept in memory only"
      return held.isEmpty ? nil : "\(held.words) \(wasDiscarded)"
    case .lost(let reason, let written):
      let held = model.sessionContents(besides: written ?? model.recording.tour?.session)
      if let exported = exported(held, by: model) { return exported }
      guard held.isEmpty else { return "\(held.words) \(notKept) \(reason)" }
      return written == nil || written == model.session ? nil : "what was done since \(notKept) \(reason)"
    }
  }

  /// First what now affects the app, then what is only there to continue with.
  private static func kept(_ held: SessionContents, in file: String, events: Int, exposures: Int) -> String? {
    let areExposures = exposures == events
    let share = areExposures ? "" : ", \(exposures) of them \(exposures == 1 ? "an exposure" : "exposures")"
    let rest = SessionContents.listed([
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

  private static func exported(_ held: SessionContents, by model: Model) -> String? {
    guard !held.isEmpty, let file = model.writtenFile else { return nil }
    return "\(held.words) \(held.isOne ? "was" : "were") written to \(file), which session-import reads"
  }
}

/// Exit codes of the program.
package enum ExitStatus {
  /// The input has problems, which were printed.
  package static let problems: Int32 = 1
  /// It could not run: for instance a missing file or no terminal.
  package static let couldNotRun: Int32 = 2
}

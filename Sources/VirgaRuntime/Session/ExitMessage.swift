import VirgaConsole
import VirgaSession
import VirgaSource

enum ExitMessage {
  static let notKept = "could not be kept:"
  private static let inMemory = "the session was kept in memory only"

  /// The message for `count` changes that could not be written to the session's file.
  static func unkept(_ count: Int, because reason: String) -> String {
    "\(count.pluralizing("change")) \(notKept) \(reason)"
  }

  /// For a session that no file holds; nil if nothing was lost.
  ///
  /// - Parameters:
  ///   - reason: Why the file could not be used; nil if the session was in memory by choice.
  ///   - written: What the file still contains.
  static func lost(_ model: Model, because reason: String?, written: Session?) -> String? {
    let held = model.sessionSummary(besides: written ?? model.tour?.session)
    guard !held.isEmpty else {
      guard let reason, let written, written != model.session else { return nil }
      return "what was done since \(notKept) \(reason)"
    }
    let was = held.isOne ? "was" : "were"
    if let file = model.writtenFile {
      return "\(held.words) \(was) written to \(file), which session-import reads"
    }
    return "\(held.words) " + (reason.map { "\(notKept) \($0)" } ?? "\(was) discarded: \(inMemory)")
  }

  /// First what now affects the app, then what is only there to continue with; empty if the file
  /// keeps nothing.
  static func kept(_ model: Model, in file: String, events: Int, exposures: Int) -> [String] {
    let held = model.sessionSummary()
    let areExposures = exposures == events
    let share =
      areExposures ? "" : ", \(exposures) of them \(exposures == 1 ? "an exposure" : "exposures")"
    let rest = SessionSummary.listed([
      (held.drafts.count, "draft", "drafts"),
      areExposures ? (exposures, "exposure", "exposures") : (events, "event", "events"),
    ])
    let lines = [
      held.active.isEmpty
        ? "" : "\(held.active) \(held.isOneActive ? "stays" : "stay") active in \(file)",
      rest.isEmpty ? "" : "\(held.active.isEmpty ? file : "it also") keeps \(rest)\(share)",
    ]
    return lines.filter { !$0.isEmpty }
  }
}

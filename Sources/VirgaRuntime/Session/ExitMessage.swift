import VirgaConsole
import VirgaSession
import VirgaSource

/// What the program prints about the session after the console has closed.
enum ExitMessage {
  static let notKept = "could not be kept:"
  private static let inMemory = "the session was kept in memory only"

  /// The message for `count` changes that could not be written to the session's file.
  ///
  /// For example `2 changes could not be kept: the file is locked`.
  static func unsaved(_ count: Int, because reason: String) -> String {
    "\(count.pluralizing("change")) \(notKept) \(reason)"
  }

  /// The message for a session that no file holds; nil if nothing was lost.
  ///
  /// For example `1 override could not be kept: the disk is full`.
  ///
  /// - Parameters:
  ///   - reason: Why the file could not be used; nil if the session was in memory by choice.
  ///   - sessionInFile: What the file still contains; nil if it cannot be read.
  static func lost(_ model: Model, because reason: String?, sessionInFile: Session?) -> String? {
    // What the file contains, or what a tour has made itself, does not count as lost.
    let contents = model.sessionSummary(besides: sessionInFile ?? model.tour?.session)
    guard !contents.isEmpty else {
      // Nothing was added, but something may have been changed back.
      guard let reason, let sessionInFile, sessionInFile != model.session else { return nil }
      return "what was done since \(notKept) \(reason)"
    }
    let was = contents.isOne ? "was" : "were"
    if let file = model.writtenFile {
      return "\(contents.words) \(was) written to \(file), which session-import reads"
    }
    if let reason { return "\(contents.words) \(notKept) \(reason)" }
    return "\(contents.words) \(was) discarded: \(inMemory)"
  }

  /// The message for a session in a file: first what affects the app, then what else is stored.
  ///
  /// For example `1 override stays active in s.virga` and `it also keeps 3 events, 1 of them an
  /// exposure`. Empty if the file stores nothing.
  static func saved(_ model: Model, in file: String, events: Int, exposures: Int) -> [String] {
    let contents = model.sessionSummary()
    var lines: [String] = []
    if !contents.activeWords.isEmpty {
      lines.append(
        "\(contents.activeWords) \(contents.isOneActive ? "stays" : "stay") active in \(file)")
    }
    let areAllExposures = exposures == events
    let others = SessionSummary.listed([
      (contents.drafts.count, "draft", "drafts"),
      areAllExposures ? (exposures, "exposure", "exposures") : (events, "event", "events"),
    ])
    if !others.isEmpty {
      let subject = lines.isEmpty ? file : "it also"
      let noun = exposures == 1 ? "an exposure" : "exposures"
      let share = areAllExposures ? "" : ", \(exposures) of them \(noun)"
      lines.append("\(subject) keeps \(others)\(share)")
    }
    return lines
  }
}

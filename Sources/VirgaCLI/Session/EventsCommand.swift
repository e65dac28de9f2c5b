import ArgumentParser
import VirgaFiles
import VirgaJSON
import VirgaRuntime
import VirgaSession
import VirgaSource
import VirgaTargeting

struct EventsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "events",
    abstract: "Print a session's events, oldest first; as JSON, one object per line.")

  @Flag(help: "Keep printing events as they happen.")
  var follow = false

  @Option(
    help: ArgumentHelp("Only events of this kind; repeatable.", valueName: "kind"),
    completion: .eventKinds)
  var kind: [String] = []

  @Option(help: ArgumentHelp("Only events that contain this text.", valueName: "text"))
  var text = ""

  @Option(help: ArgumentHelp("Only the latest N events.", valueName: "number"))
  var limit: Int?

  @Option(
    help: ArgumentHelp(
      "From now on store only the latest N events; prints none.", valueName: "number"))
  var keep: Int64?

  @OptionGroup var target: SessionTarget
  @OptionGroup var output: FormatOption

  func validate() throws {
    if let keep, keep < 1 { throw ValidationError("--keep takes a number of at least 1") }
    if let limit, limit < 0 { throw ValidationError("--limit takes a number of events") }
  }

  /// Prints the events, once or until interrupted.
  ///
  /// `--keep` prints none: it deletes all but the latest events, now and from then on.
  func run() throws {
    // Only a file can be followed, so `--follow` may create it.
    let isReadOnly = !follow && keep == nil
    let session = try target.open(isReadOnly: isReadOnly)
    let store = isReadOnly ? session.store : try OpenSession.trying { try session.storeInFile() }
    if let keep {
      try OpenSession.trying { try store.limitEvents(to: keep) }
      return output.isJSON
        ? Output.json(["keep": .integer(keep)]) : Output.line("kept the latest \(keep) events")
    }
    // A session in memory has no other processes to follow.
    try OpenSession.trying {
      try follow && !store.isInMemory ? printAndFollow(store) : printOnce(store)
    }
  }

  /// The events that the options ask for; all without an option.
  private var filter: EventFilter { EventFilter(kinds: Set(kind), text: text) }

  /// Prints the events, or a note that says why there are none.
  private func printOnce(_ store: SessionStore) throws {
    let events = try store.events(filter, after: 0, limit: limit ?? .max)
    print(events)
    if events.isEmpty { Output.remark("note: \(try emptiness(of: store))") }
  }

  /// Prints the events, and new ones as they happen; ends only if the session cannot be read.
  private func printAndFollow(_ store: SessionStore) throws {
    // Starts watching before reading so that no event is missed.
    let watcher = FileWatcher()
    watcher.watch([store.path])
    if let failure = watcher.failure {
      throw FileFailure(path: store.path, reason: "cannot be watched: \(failure)")
    }
    var lastPrintedID: Int64 = 0
    var limit = limit ?? .max
    while true {
      let events = try store.events(filter, after: lastPrintedID, limit: limit)
      print(events)
      lastPrintedID = events.last?.id ?? lastPrintedID
      // The option limits only the events so far.
      limit = .max
      // The file also changes without a change of the session, which `refresh` finds out.
      repeat { _ = watcher.wait() } while try !store.refresh()
    }
  }

  /// Why no event was printed.
  private func emptiness(of store: SessionStore) throws -> String {
    let count = try store.eventCount()
    if count == 0 { return "no events yet; they come with changes, enrollments and exposures" }
    if limit == 0 { return "--limit 0 leaves none of the \(count.pluralizing("event"))" }
    let kinds = Set(try store.events().map(\.kind)).sorted().joined(separator: ", ")
    return "none of the \(count.pluralizing("event")) matches; the kinds are \(kinds)"
  }

  /// Prints a line for each event; as JSON, each object on a line of its own.
  private func print(_ events: [SessionEvent]) {
    guard !events.isEmpty else { return }
    let lines = events.map {
      output.isJSON ? JSONValue.object($0.json).compact : EventText.line($0)
    }
    if output.isJSON {
      Output.json(text: lines.map { $0 + "\n" }.joined())
    } else {
      Output.lines(lines)
    }
  }
}

/// An event as text.
enum EventText {
  /// The line of an event: time, kind, feature, recipe with branch, reason, and the process.
  ///
  /// For example `2026-11-21T12:00:00Z  exposure  homescreen  tiles-first control  · app 7`.
  static func line(_ event: SessionEvent) -> String {
    var parts = [event.time.description, event.kind]
    if let feature = event.feature { parts.append(feature) }
    if let slug = event.slug { parts.append(event.branch.map { "\(slug) \($0)" } ?? slug) }
    if let reason = event.reason { parts.append("(\(reason))") }
    // Why the event does not count as telemetry.
    if let suppressed = event.suppressed {
      // An undone event was recorded; with other reasons, an app would not have recorded it.
      let wasUndone = suppressed == SessionEvent.undone
      parts.append(wasUndone ? suppressed : "not recorded: \(suppressed)")
    }
    parts.append("· \(event.process)")
    return parts.joined(separator: "  ")
  }
}

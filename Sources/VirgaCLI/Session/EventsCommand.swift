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

  func run() throws {
    let isReadOnly = !follow && keep == nil
    let session = try target.open(isReadOnly: isReadOnly)
    let store = isReadOnly ? session.store : try OpenSession.trying { try session.kept() }
    if let keep {
      try OpenSession.trying { try store.limitEvents(to: keep) }
      return output.isJSON
        ? Output.json(["keep": .integer(keep)]) : Output.line("the latest \(keep) events are kept")
    }
    try OpenSession.trying { try print(store) }
  }

  private func print(_ store: SessionStore) throws {
    let filter = EventFilter(kinds: Set(kind), text: text)
    // Starts watching before reading so that no event is missed.
    let watcher = FileWatcher()
    if follow { watcher.watch([store.path]) }
    if follow, let failure = watcher.failure {
      throw FileFailure(path: store.path, reason: "cannot be watched: \(failure)")
    }
    var last: Int64 = 0
    var limit = limit ?? .max
    repeat {
      let events = try store.events(filter, after: last, limit: limit)
      print(events)
      last = events.last?.id ?? last
      limit = .max
      guard follow, !store.isInMemory else {
        if last == 0 { Output.remark("note: \(try emptiness(of: store))") }
        return
      }
      repeat { _ = watcher.wait() } while try !store.refresh()
    } while true
  }

  /// Why no event was printed.
  private func emptiness(of store: SessionStore) throws -> String {
    let count = try store.eventCount()
    if count == 0 { return "no events yet; they come with changes, enrollments and exposures" }
    if limit == 0 { return "--limit 0 leaves none of the \(count.pluralizing("event"))" }
    let kinds = Set(try store.events().map(\.kind)).sorted().joined(separator: ", ")
    return "none of the \(count.pluralizing("event")) matches; the kinds are \(kinds)"
  }

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

enum EventText {
  static func line(_ event: SessionEvent) -> String {
    var parts = [event.time.description, event.kind]
    if let feature = event.feature { parts.append(feature) }
    if let slug = event.slug { parts.append(event.branch.map { "\(slug) \($0)" } ?? slug) }
    if let reason = event.reason { parts.append("(\(reason))") }
    if let suppressed = event.suppressed {
      parts.append(suppressed == SessionEvent.undone ? suppressed : "not recorded: \(suppressed)")
    }
    parts.append("· \(event.process)")
    return parts.joined(separator: "  ")
  }
}

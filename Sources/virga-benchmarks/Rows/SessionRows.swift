import CVirgaPlatform
import CVirgaSQLite
import VirgaConsole
import VirgaJSON
import VirgaSession
import VirgaTargeting

/// The speed of writing sessions, in files of the working folder, to include the disk.
enum SessionRows {
  private static let file = ".virga-benchmark.virga"
  private static let bareFile = ".virga-benchmark-bare.virga"
  private static let events = 100_000

  static func rows(_ sampling: Sampling) -> [Row] { kept(sampling) + shown(sampling) }

  /// Reading and writing the file.
  private static func kept(_ sampling: Sampling) -> [Row] {
    let commits = Commits(sampling)
    return [
      Row(
        "commit an operation durably", on: "a session", .milliseconds, .below(.figure(3)),
        .comparedWith(Baseline(name: "bare SQLite", figure: { commits.medians?.bare }))
      ) { commits.medians?.own },
      Row("see another's operation", on: "a session", .milliseconds) { withFiles { see(sampling) } },
      recorded("open and read all events", sampling) { keep(try? SessionStore(file).events().count) },
      recorded("open, find a text, last page", sampling) {
        guard let store = try? SessionStore(file) else { return }
        let filter = EventFilter(kinds: ["exposure"], text: "feature-77")
        keep(try? store.eventCount(filter))
        keep(try? store.events(filter, limit: 100).count)
      },
      Row("keep a draft of 1 MB", on: "a session", .milliseconds, .below(.figure(5))) {
        withFiles { keepDrafts(sampling) }
      },
    ]
  }

  /// Showing the events on screen 5.
  private static func shown(_ sampling: Sampling) -> [Row] {
    [
      recorded("screen 5, the latest events", below: 100, sampling) { keep(opened(latest: 2_000).log.shown.count) },
      recorded("screen 5, all events, filtered", below: 100, sampling) {
        var (log, store) = opened(latest: 2_000)
        guard let first = log.shown.first?.id, let earlier = try? store?.events(before: first) else { return }
        log.add(earlier, isWhole: false)
        log.filter(by: "feature-77")
        keep(log.shown.count)
      },
      Row("screen 5, one more event at the bound", on: "100k events", .milliseconds, .below(.figure(100))) {
        var log = EventLog()
        var next = Int64(events)
        log.add((0..<next).map(recorded), isWhole: true)
        return sampling.time {
          log.add([recorded(next)], isWhole: false, from: next - Int64(events))
          next += 1
        }
      },
    ]
  }

  /// A row about a session with all events.
  private static func recorded(
    _ name: String, below limit: Double? = nil, _ sampling: Sampling, _ body: @escaping () -> Void
  ) -> Row {
    Row(name, on: "100k events", .milliseconds, .below(limit.map { .figure($0) })) {
      withFiles {
        record()
        return sampling.time(body)
      }
    }
  }

  private static func keepDrafts(_ sampling: Sampling) -> Double? {
    guard let store = try? SessionStore(file) else { return nil }
    let text = String(repeating: "{ \"size\": 44 },\n", count: (1 << 20) / 16)
    var number = 0
    return sampling.time {
      number += 1
      keep(try? store.keepDraft("\(text)\(number)", of: "homescreen", over: nil))
    }
  }

  /// Screen 5 as the console opens it.
  private static func opened(latest: Int) -> (log: EventLog, store: SessionStore?) {
    var log = EventLog()
    let store = try? SessionStore(file)
    log.add((try? store?.events(limit: latest)) ?? [], isWhole: true)
    return (log, store)
  }

  private static func operation(_ number: Int) -> SessionOperation {
    let change = EntryChange(EntryKey(.preference, "key-\(number % 100)"), from: nil, to: true)
    return SessionOperation(
      "set key-\(number)", changes: [change], time: .epoch, process: "virga 1"
    ).causing([event(number)])
  }

  /// An event as read from a session.
  private static func recorded(_ id: Int64) -> SessionEvent {
    var event = event(Int(id))
    event.id = id
    return event
  }

  private static func event(_ number: Int) -> SessionEvent {
    SessionEvent(
      time: Instant(seconds: Int64(number)), kind: number.isMultiple(of: 3) ? "exposure" : "set", process: "virga 4177",
      extra: ["experiment": "an-experiment", "branch": "treatment", "feature_id": .string("feature-\(number % 100)")]
    ) {
      $0.feature = "feature-\(number % 100)"
      $0.slug = "an-experiment"
      $0.branch = "treatment"
    }
  }

  /// Alternates durable commits and bare ones so that both meet the same disk conditions.
  private final class Commits {
    private let sampling: Sampling
    private(set) lazy var medians = measure()

    init(_ sampling: Sampling) { self.sampling = sampling }

    private func measure() -> (own: Double, bare: Double)? {
      var bare: [Double] = []
      let own = withFiles { () -> Double? in
        guard let store = try? SessionStore(file), let database = bareDatabase() else { return nil }
        defer { sqlite3_close(database) }
        var number = 0
        return sampling.median(of: { () -> Double? in
          number += 1
          let start = Clock.now
          sqlite3_exec(database, "BEGIN IMMEDIATE; INSERT INTO row VALUES ('a text'); COMMIT", nil, nil, nil)
          let middle = Clock.now
          keep(try? store.perform(operation(number)))
          bare.append(middle - start)
          return Clock.now - middle
        })
      }
      guard let own, let bare = bare.median else { return nil }
      return (own, bare)
    }
  }

  /// A table with one row per commit, with the same settings.
  private static func bareDatabase() -> OpaquePointer? {
    var database: OpaquePointer?
    guard sqlite3_open(bareFile, &database) == SQLITE_OK else { return nil }
    sqlite3_exec(
      database, "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE row (text)", nil, nil, nil)
    return database
  }

  /// The time for an open session to read another process's operation after being notified.
  private static func see(_ sampling: Sampling) -> Double? {
    guard let writer = try? SessionStore(file), let reader = try? SessionStore(file) else { return nil }
    var number = 0
    return sampling.median {
      number += 1
      keep(try? writer.perform(operation(number)))
      let start = Clock.now
      keep(try? reader.refresh())
      return Clock.now - start
    }
  }

  private static func record() {
    guard let store = try? SessionStore(file), (try? store.eventCount()) == 0 else { return }
    _ = try? store.record((0..<events).map(event))
  }

  private static func withFiles(_ body: () -> Double?) -> Double? {
    defer { for ending in ["", "-wal", "-shm"] { for name in [file, bareFile] { unlink(name + ending) } } }
    return body()
  }
}

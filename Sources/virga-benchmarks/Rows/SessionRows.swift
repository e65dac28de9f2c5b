import CVirgaSQLite
import VirgaJSON
import VirgaSession
import VirgaTargeting

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// How fast a session is kept, in files of the working folder, so that it is a disk that is measured.
enum SessionRows {
  private static let file = ".virga-benchmark.virga"
  private static let events = 100_000

  static func rows(_ patience: Patience) -> [Row] {
    [
      Row(
        "commit an operation durably", on: "a session", .milliseconds,
        comparedWith: Baseline(name: "bare SQLite", figure: { withFiles { bareCommit(patience) } })
      ) { withFiles { commit(patience) } },
      Row("see another's operation", on: "a session", .milliseconds) { withFiles { see(patience) } },
      Row("open and read all events", on: "100k events", .milliseconds) {
        withFiles {
          record()
          return patience.time { keep(try? SessionStore(file).events().count) }
        }
      },
      Row("open, find a text, last page", on: "100k events", .milliseconds) {
        withFiles {
          record()
          return patience.time {
            guard let store = try? SessionStore(file) else { return }
            let filter = EventFilter(kinds: ["exposure"], text: "feature-77")
            keep(try? store.eventCount(filter))
            keep(try? store.events(filter, limit: 100).count)
          }
        }
      },
    ]
  }

  private static func operation(_ number: Int) -> VirgaSession.Operation {
    let change = EntryChange(EntryKey(.preference, "key-\(number % 100)"), from: nil, to: true)
    return VirgaSession.Operation(
      "set key-\(number)", changes: [change], events: [event(number)], time: .epoch, process: "virga 1")
  }

  private static func event(_ number: Int) -> SessionEvent {
    SessionEvent(
      time: Instant(seconds: Int64(number)), kind: number.isMultiple(of: 3) ? "exposure" : "set",
      feature: "feature-\(number % 100)", slug: "an-experiment", branch: "treatment", process: "virga 4177")
  }

  private static func commit(_ patience: Patience) -> Double? {
    guard let store = try? SessionStore(file) else { return nil }
    var number = 0
    return patience.time {
      number += 1
      keep(try? store.perform(operation(number)))
    }
  }

  /// A row in a table, with the same settings.
  private static func bareCommit(_ patience: Patience) -> Double? {
    var database: OpaquePointer?
    guard sqlite3_open(file, &database) == SQLITE_OK else { return nil }
    defer { sqlite3_close(database) }
    sqlite3_exec(
      database, "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE row (text)", nil, nil, nil)
    return patience.time {
      sqlite3_exec(database, "BEGIN IMMEDIATE; INSERT INTO row VALUES ('a text'); COMMIT", nil, nil, nil)
    }
  }

  /// What an open session needs to take in one operation of another process, once it has heard of it.
  private static func see(_ patience: Patience) -> Double? {
    guard let writer = try? SessionStore(file), let reader = try? SessionStore(file) else { return nil }
    var number = 0
    return patience.median {
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
    defer { for ending in ["", "-wal", "-shm"] { unlink(file + ending) } }
    return body()
  }
}

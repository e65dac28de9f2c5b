import CVirgaPlatform
import CVirgaSQLite
import VirgaJSON
import VirgaSession
import VirgaTargeting

/// The speed of writing a session, in a file of the working folder, to include the disk.
enum SessionRows {
  private static let file = ".virga-benchmark.virga"
  private static let bareFile = ".virga-benchmark-bare.virga"

  static func rows(_ sampling: Sampling) -> [Row] {
    let commits = Commits(sampling)
    return [
      Row(
        "commit an operation durably", on: "a session", .milliseconds, .below(.figure(3)),
        .comparedWith(Baseline(name: "bare SQLite", figure: { commits.medians?.bare }))
      ) { commits.medians?.own }
    ]
  }

  private static func operation(_ number: Int) -> SessionOperation {
    let change = EntryChange(EntryKey(.preference, "key-\(number % 100)"), from: nil, to: true)
    return SessionOperation(
      "set key-\(number)", changes: [change], time: .epoch, process: "virga 1"
    ).causing([event(number)])
  }

  private static func event(_ number: Int) -> SessionEvent {
    SessionEvent(
      time: Instant(seconds: Int64(number)), kind: number.isMultiple(of: 3) ? "exposure" : "set",
      process: "virga 4177",
      extra: [
        "experiment": "an-experiment", "branch": "treatment",
        "feature_id": .string("feature-\(number % 100)"),
      ]
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
          sqlite3_exec(
            database, "BEGIN IMMEDIATE; INSERT INTO row VALUES ('a text'); COMMIT", nil, nil, nil)
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
      database, "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE row (text)",
      nil, nil, nil)
    return database
  }

  private static func withFiles(_ body: () -> Double?) -> Double? {
    defer {
      for ending in ["", "-wal", "-shm"] { for name in [file, bareFile] { unlink(name + ending) } }
    }
    return body()
  }
}

import CVirgaPlatform
import VirgaJSON
import VirgaSession
import VirgaTargeting

/// Performs operations on a session so that tests can kill it or run several at once.
///
/// Its arguments are the file, a prefix for the names of its entries, and the number of operations
/// (default: endless). It prints the name of each acknowledged entry. With a number of bytes as
/// another argument, each operation sets one preference to a text of that length. With 0 operations
/// it opens the file as an app does.
@main
struct Probe {
  static func main() {
    let arguments = CommandLine.arguments
    do {
      let numbers = arguments.dropFirst(3).compactMap { Int($0) }
      try run(arguments[1], arguments[2], writes: numbers.first, bytes: numbers.dropFirst().first)
    } catch {
      say("failed: \(error)")
      exit(1)
    }
  }

  private static func run(_ path: String, _ name: String, writes: Int?, bytes: Int?) throws {
    var options = SessionStore.Options()
    options.history = .lastIDOnly
    // These tests are not about timeouts.
    options.timeout = 60_000
    let store = try waiting { try SessionStore(path, options) }
    for number in 0..<(writes ?? .max) {
      let entry = "\(name)-\(number + 1)"
      _ = try waiting {
        try store.perform { session in
          bytes.map { large(entry, $0, on: session) } ?? operation(entry, on: session)
        }
      }
      say(entry)
    }
  }

  /// Tries again while the file is locked: SQLite does not wait while somebody recovers the log of
  /// a killed writer.
  private static func waiting<Result>(_ body: () throws -> Result) throws -> Result {
    while true {
      do { return try body() } catch StoreFailure.locked { continue }
    }
  }

  /// Sets one preference to a long text that begins with the entry's name.
  private static func large(_ entry: String, _ bytes: Int, on session: Session) -> SessionOperation
  {
    let key = EntryKey(.preference, "large")
    let text = entry + String(repeating: "x", count: bytes - entry.utf8.count)
    let change = EntryChange(key, from: session[key], to: .string(text))
    return SessionOperation(
      "set \(entry)", changes: [change], time: .epoch, process: "probe \(getpid())")
  }

  /// Sets a separate entry, a member of a shared edit, and a shared counter.
  private static func operation(_ entry: String, on session: Session) -> SessionOperation {
    let edit = session[.edit, "shared"]
    var members = edit?.objectValue ?? [:]
    members[String(entry.prefix { $0 != "-" })] = .string(entry)
    let count = session[.weights, "count"]
    let event = SessionEvent(time: .epoch, kind: "set", process: "probe")
    return SessionOperation(
      "set \(entry)",
      changes: [
        EntryChange(EntryKey(.preference, entry), from: nil, to: true),
        EntryChange(EntryKey(.edit, "shared"), from: edit, to: .object(members)),
        EntryChange(
          EntryKey(.weights, "count"), from: count, to: .integer((count?.integerValue ?? 0) + 1)),
      ], time: .epoch, process: "probe \(getpid())"
    ).causing([event])
  }

  private static func say(_ text: String) {
    _ = (text + "\n").withCString { write(1, $0, strlen($0)) }
  }
}

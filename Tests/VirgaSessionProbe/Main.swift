import VirgaJSON
import VirgaSession
import VirgaTargeting

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A program that does one operation after another on a session, so that tests can kill it or let it meet others.
///
/// Its arguments are the file, what the names of its entries begin with, and how many it writes: without that it goes on
/// for ever. The name of each entry that was acknowledged is a line on standard output. With a number of bytes behind
/// that, each operation sets one preference to a text of that length; with 0 writes it opens the file as an app does.
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
    options.history = .unread
    // How long a writer waits is not what these tests are about.
    options.patience = 60_000
    let store = try SessionStore(path, options)
    for number in 0..<(writes ?? .max) {
      let entry = "\(name)-\(number + 1)"
      try store.perform { session in bytes.map { large(entry, $0, on: session) } ?? operation(entry, on: session) }
      say(entry)
    }
  }

  /// Sets one preference to a long text that begins with the name of the entry.
  private static func large(_ entry: String, _ bytes: Int, on session: Session) -> SessionOperation {
    let key = EntryKey(.preference, "large")
    let text = entry + String(repeating: "x", count: bytes - entry.utf8.count)
    let change = EntryChange(key, from: session[key], to: .string(text))
    return SessionOperation("set \(entry)", changes: [change], time: .epoch, process: "probe \(getpid())")
  }

  /// Sets an entry of its own, a member of an edit that all share, and counts in one that all count in.
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
        EntryChange(EntryKey(.weights, "count"), from: count, to: .integer((count?.integerValue ?? 0) + 1)),
      ], time: .epoch, process: "probe \(getpid())"
    ).causing([event])
  }

  private static func say(_ text: String) { _ = (text + "\n").withCString { write(1, $0, strlen($0)) } }
}

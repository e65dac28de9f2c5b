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
/// for ever. The name of each entry that was acknowledged is a line on standard output.
@main
struct Probe {
  static func main() {
    let arguments = CommandLine.arguments
    do {
      try run(arguments[1], arguments[2], writes: arguments.count > 3 ? Int(arguments[3]) : nil)
    } catch {
      say("failed: \(error)")
      exit(1)
    }
  }

  private static func run(_ path: String, _ name: String, writes: Int?) throws {
    let store = try SessionStore(path)
    for number in 1...(writes ?? .max) {
      let entry = "\(name)-\(number)"
      try store.perform { session in operation(entry, on: session) }
      say(entry)
    }
  }

  /// Sets an entry of its own, a member of an edit that all share, and counts in one that all count in.
  private static func operation(_ entry: String, on session: Session) -> Operation {
    let edit = session[.edit, "shared"]
    var members = edit?.objectValue ?? [:]
    members[String(entry.prefix { $0 != "-" })] = .string(entry)
    let count = session[.weights, "count"]
    let event = SessionEvent(time: .epoch, kind: "set", process: "probe")
    return Operation(
      "set \(entry)",
      changes: [
        EntryChange(EntryKey(.preference, entry), from: nil, to: true),
        EntryChange(EntryKey(.edit, "shared"), from: edit, to: .object(members)),
        EntryChange(EntryKey(.weights, "count"), from: count, to: .integer((count?.integerValue ?? 0) + 1)),
      ], events: [event], time: .epoch, process: "probe \(getpid())")
  }

  private static func say(_ text: String) { _ = (text + "\n").withCString { write(1, $0, strlen($0)) } }
}

import ArgumentParser
import VirgaJSON
import VirgaRuntime
import VirgaSource
import VirgaTargeting

/// A file of behavioral events.
enum EventsFile {
  /// Reads the events, which happened some seconds before `instant`.
  ///
  /// Prints what is wrong with them, and ends the program if one of them cannot be counted.
  static func store(_ path: String, at instant: Instant) throws -> EventStore {
    guard let list = try JSONInput.text(path).written else { throw ExitCode.problems }
    // Collects the problems of all rows, so that they are printed together.
    let log = ProblemLog()
    var store = EventStore()
    let rowValues = log.read(list, rows) ?? []
    for (index, value) in rowValues.enumerated() {
      let rowPath = JSONPath().appending(index: index)
      guard let row = log.read(value, .object, path: rowPath) else { continue }
      ObjectReader(row, at: rowPath, log: log).record(in: &store, at: instant)
    }
    Output.remark(log.problems)
    if !log.problems.isEmpty { throw ExitCode.problems }
    return store
  }

  /// The kind of the whole file: an array, whose elements are read one by one.
  private static var rows: MemberKind<[LocatedValue]> {
    MemberKind("an array of objects with `event`, `count` and `seconds_ago`") { value in
      value.kind == .array ? Array(value.elements) : nil
    }
  }
}

extension ObjectReader {
  /// Counts the event of a row, unless the row has a problem, which is reported.
  ///
  /// Without `count` the event happened once, and without `seconds_ago` at `instant`.
  fileprivate func record(in store: inout EventStore, at instant: Instant) {
    let event = required("event", .text)
    let count = value("count", .wholeNumber(in: 0...UInt64.max), default: 1)
    let seconds = value("seconds_ago", .wholeNumber(in: 0...Int64.max), default: 0)
    guard let event, let count, let seconds else { return }
    do {
      try store.recordPast(event, secondsAgo: seconds, count: count, at: instant)
    } catch {
      // This many seconds ago is before the times that can be counted.
      report(.error, "wrong-type", "seconds_ago", "Write how many seconds ago the event happened")
    }
  }
}

import VirgaSession
import VirgaTargeting

extension Shared {
  /// Who did an operation and when, as in `another console, 2 min ago`.
  ///
  /// If it was done before this console started, another console is `an earlier console`.
  func attribution(of operation: SessionOperation) -> String {
    let author = Author.name(
      of: operation.process, ownProcess: options.process,
      isEarlier: operation.time < options.startTime)
    return "\(author), \(operation.time.relative(to: input.now))"
  }
}

extension Instant {
  /// How long ago this time was: `just now`, `2 min ago`, `3 h ago`, or the date if that is a day
  /// or more ago, or in the future.
  func relative(to now: Instant) -> String {
    let (secondsOfMinute, secondsOfHour, secondsOfDay): (Int64, Int64, Int64) = (60, 3_600, 86_400)
    let passed = now.seconds - seconds
    // A clock that was set back makes something recent a bit later than now.
    let isNow = abs(passed) < secondsOfMinute
    if isNow { return "just now" }
    guard (0..<secondsOfDay).contains(passed) else {
      return String(description.prefix { $0 != "T" })
    }
    guard passed >= secondsOfHour else { return "\(passed / secondsOfMinute) min ago" }
    return "\(passed / secondsOfHour) h ago"
  }
}

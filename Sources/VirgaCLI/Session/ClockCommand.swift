import ArgumentParser
import VirgaJSON
import VirgaRuntime
import VirgaSession
import VirgaTargeting
import VirgaWorkbench

struct ClockCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "clock",
    abstract: "Set or move the clock of a session, and evaluate the recipes again.",
    discussion: "Without a time it prints the clock.")

  /// What the argument asks for.
  enum Setting {
    /// Stop the clock at a time.
    case at(Instant)
    /// Move the clock by a number of seconds.
    case by(Int64)
    /// Let the clock run like the machine's.
    case running
  }

  @Argument(
    help: ArgumentHelp(
      "A time such as 2026-11-21T12:00:00Z to stop at, a duration such as +14d or +1h30m, or `run`.",
      valueName: "time"),
    transform: Self.setting)
  var setting: Setting?

  @OptionGroup var target: SessionTarget
  @OptionGroup var output: FormatOption

  /// Changes the clock; without an argument, prints it.
  func run() throws {
    let session = try target.open(isReadOnly: setting == nil)
    guard let setting else { return printClock(of: session.store.session) }
    try session.perform(output) { operations in
      switch setting {
      case .at(let moment): try operations.setClock(moment)
      case .by(let seconds): try operations.moveClock(by: seconds)
      case .running: try operations.runClock()
      }
    }
  }

  /// Prints the session's time, and whether its clock is stopped or differs from the machine's.
  private func printClock(of session: Session) {
    let time = session.now(wall: Machine.now())
    let isStopped = session.isClockStopped
    // A clock that runs like the machine's is not stored.
    let isMoved = !isStopped && session[.clock] != nil
    if output.isJSON {
      Output.json(["time": .string(time.description), "stands": .boolean(isStopped)])
    } else if isStopped {
      Output.line("\(time), stopped")
    } else {
      Output.line(isMoved ? "\(time), moved" : "\(time)")
    }
  }

  /// Parses a time, a duration such as `+14d`, or `run`.
  private static func setting(_ text: String) throws -> Setting {
    if text == "run" { return .running }
    if let moment = Instant(iso8601: text) { return .at(moment) }
    guard let seconds = TimeStep.seconds(in: text) else {
      throw ValidationError(
        "not a time: \(text); examples are 2026-11-21T12:00:00Z, +14d, +1h30m, -- -2w and run")
    }
    return .by(seconds)
  }
}

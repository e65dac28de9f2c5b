import ArgumentParser
import VirgaFiles
import VirgaRuntime

extension ExitCode {
  /// The input has problems, which were printed.
  static let problems = ExitCode(ExitStatus.problems)
  /// It could not run: no such file, no terminal.
  static let couldNotRun = ExitCode(ExitStatus.couldNotRun)
  /// Ctrl-C stopped it, or Ctrl-D left a question: 128 plus 2, the number of the signal SIGINT, as
  /// shells report it.
  static let interrupted = ExitCode(130)

  /// Runs `body`; a failure of the system is printed and ends the program.
  static func reportingFailure<Result>(_ body: () throws(FileFailure) -> Result) throws -> Result {
    do {
      return try body()
    } catch {
      Output.remark("error: \(error)")
      throw couldNotRun
    }
  }
}

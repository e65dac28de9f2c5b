import ArgumentParser
import VirgaRuntime

extension ExitCode {
  /// The input has problems, which were printed.
  static let problems = ExitCode(ExitStatus.problems)
  /// It could not run: no such file, no terminal.
  static let couldNotRun = ExitCode(ExitStatus.couldNotRun)
}

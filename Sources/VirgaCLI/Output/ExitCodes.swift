import ArgumentParser
import VirgaRuntime

extension ExitCode {
  /// The input has problems; they have been printed.
  static let problems = ExitCode(ExitStatus.problems)
  /// It could not run: no such file, no terminal.
  static let couldNotRun = ExitCode(ExitStatus.couldNotRun)
}

import ArgumentParser

extension ExitCode {
  /// The input has problems; they have been printed.
  static let problems = ExitCode(1)
  /// It could not run: no such file, no terminal.
  static let couldNotRun = ExitCode(2)
}

/// Exit codes of the program.
package enum ExitStatus {
  /// The input has problems, which were printed.
  package static let problems: Int32 = 1
  /// It could not run: for instance a missing file or no terminal.
  package static let couldNotRun: Int32 = 2
  /// Added to the number of the signal that ended the program: SIGTERM (15) gives 143.
  static let signalOffset: Int32 = 128
}

/// Exit codes of the program.
package enum ExitStatus {
  /// The input has problems, which were printed.
  package static let problems: Int32 = 1
  /// It could not run: for instance a missing file or no terminal.
  package static let couldNotRun: Int32 = 2
  /// Plus the number of the signal that ended it.
  static let signal: Int32 = 128
}

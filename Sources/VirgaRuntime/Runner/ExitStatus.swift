/// What a program ends with, as shells see it.
package enum ExitStatus {
  /// The input has problems; they have been printed.
  package static let problems: Int32 = 1
  /// It could not run: no such file, no terminal.
  package static let couldNotRun: Int32 = 2
}

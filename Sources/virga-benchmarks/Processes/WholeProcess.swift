/// The resource usage of a complete run.
struct WholeProcess {
  /// Wall-clock milliseconds.
  var wall: Double
  /// User-mode processor milliseconds.
  var user: Double
  /// The peak memory.
  var mebibytes: Double

  /// Runs the program; nil if it fails to start or to run.
  init?(_ words: [String]) {
    let start = Clock.now
    guard let process = ChildProcess(words, .nowhere) else { return nil }
    let end = process.end()
    guard (0...1).contains(end.code) else { return nil }
    wall = Clock.now - start
    user = end.userMilliseconds
    mebibytes = end.peakMebibytes
  }

  /// The peak memory of a program; `launcher` is this program.
  ///
  /// Linux counts the launching process's memory too, so a small process must launch it: a second
  /// copy of this program, called with ``peakOption``.
  static func peak(_ words: [String], launcher: String) -> Double? {
    Script.figure([launcher, peakOption] + words)
  }

  /// The first argument of that copy, followed by the program and its arguments.
  static let peakOption = "--print-peak-memory"
}

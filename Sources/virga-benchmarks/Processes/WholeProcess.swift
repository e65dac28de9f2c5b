/// What a program takes from start to end.
struct WholeProcess {
  /// Milliseconds from start to end.
  var wall: Double
  /// Milliseconds of the processor in the program itself.
  var user: Double
  /// The most memory that it had at once.
  var mebibytes: Double

  /// Runs the program; nil where it can't be started or could not run.
  init?(_ words: [String]) {
    let start = Clock.now
    guard let process = ChildProcess(words, .nowhere) else { return nil }
    let end = process.end()
    guard (0...1).contains(end.code) else { return nil }
    wall = Clock.now - start
    user = end.userMilliseconds
    mebibytes = end.peakMebibytes
  }

  /// The most memory that a program had at once; `launcher` is this program.
  ///
  /// Linux counts the memory of whoever starts a program as the program's own, so that something small has to start
  /// it: a second, idle copy of this program, called with ``peakOption``.
  static func peak(_ words: [String], launcher: String) -> Double? { Script.figure([launcher, peakOption] + words) }

  /// The first argument of that copy; the program and its arguments follow.
  static let peakOption = "--print-peak-memory"
}

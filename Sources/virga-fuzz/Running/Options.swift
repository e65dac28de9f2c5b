/// The parsed command line.
struct Options {
  /// The program itself.
  var program: String
  /// How long to run.
  var seconds: Double
  /// The seed of the random numbers.
  var seed: UInt64
  /// The file for the current text; only the worker process has one.
  var inputFile: String?

  /// Whether this process runs the texts, rather than watching the one that does.
  var isWorker: Bool { inputFile != nil }

  /// Nil if the arguments are not `SECONDS [SEED]`.
  init?(_ arguments: [String]) {
    guard (2...4).contains(arguments.count), let seconds = Double(arguments[1]), seconds > 0 else { return nil }
    program = arguments[0]
    self.seconds = seconds
    guard let seed = arguments.count > 2 ? UInt64(arguments[2]) : 1 else { return nil }
    self.seed = seed
    inputFile = arguments.count > 3 ? arguments[3] : nil
  }
}

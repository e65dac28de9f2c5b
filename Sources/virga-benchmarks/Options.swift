/// What the command line asks for.
struct Options {
  /// Whether to repeat less, for a look rather than for figures.
  var isQuick = false
  /// Whether what takes minutes is measured too.
  var isLong = false
  /// Whether only what has a bound is measured, and what exceeds it is a failure.
  var isCheck = false
  /// The program to measure: the one that was built beside this one.
  var program: String
  /// This program itself.
  let own: String
  /// What a row must mention one of; empty for every row.
  var words: [String] = []

  init(_ arguments: some Sequence<String>) {
    let own = CommandLine.arguments.first ?? "virga-benchmarks"
    self.own = own
    let folder = own.lastIndex(of: "/").map { String(own[...$0]) } ?? "./"
    program = folder + "virga"
    var rest = arguments.makeIterator()
    while let argument = rest.next() {
      switch argument {
      case "--quick": isQuick = true
      case "--long": isLong = true
      case "--check": (isCheck, isQuick) = (true, true)
      case "--program": program = rest.next() ?? program
      default: words.append(argument)
      }
    }
  }

  /// How often and how long to repeat what takes long.
  var patience: Patience { isQuick ? .quick : .usual }
}

/// How often something is repeated.
struct Patience {
  /// At least and at most so many times.
  var repetitions: ClosedRange<Int>
  /// No more than the least number of times beyond so many seconds.
  var seconds: Double
  /// How many keys are sent to a program.
  var keys: Int
  /// How often a program is started for its first frame.
  var starts: Int

  static let usual = Patience(repetitions: 3...300, seconds: 2, keys: 48, starts: 9)
  /// For what takes minutes.
  static let once = Patience(repetitions: 1...1, seconds: 0, keys: 16, starts: 1)
  static let quick = Patience(repetitions: 1...30, seconds: 0.3, keys: 16, starts: 3)
}

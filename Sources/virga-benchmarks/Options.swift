/// The command-line options.
struct Options {
  /// Whether to repeat less often, for a quick look.
  var isQuick = false
  /// Whether to include rows that take minutes.
  var isLong = false
  /// Whether to measure only rows with a bound, and to fail if one is exceeded.
  var isCheck = false
  /// The program to measure; by default the one built with this one.
  var program: String
  /// The real tool, to run side by side with `virga fml`; without it, noted figures are compared.
  var peer = "nimbus-fml"
  /// The path of this program.
  let own: String
  /// Selects the rows that contain one of these words; empty for all.
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
      case "--peer": peer = rest.next() ?? peer
      default: words.append(argument)
      }
    }
  }

  /// How often and how long to repeat slow measurements.
  var sampling: Sampling { isQuick ? .quick : .usual }
}

/// How often measurements are repeated.
struct Sampling {
  /// The minimum and maximum number of repetitions.
  var repetitions: ClosedRange<Int>
  /// The time in seconds after which only the minimum is required.
  var seconds: Double
  /// The number of keys sent to a program.
  var keys: Int
  /// The number of starts for measuring the first frame.
  var starts: Int

  static let usual = Sampling(repetitions: 3...300, seconds: 2, keys: 48, starts: 9)
  /// For measurements that take minutes.
  static let once = Sampling(repetitions: 1...1, seconds: 0, keys: 16, starts: 1)
  static let quick = Sampling(repetitions: 1...30, seconds: 0.3, keys: 16, starts: 3)
}

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Tries texts on all surfaces in turn, each for the same time.
struct Worker {
  /// The statistics of a surface.
  private struct Tally {
    var executions = 0
    var seconds = 0.0
    var slowest = 0.0
  }

  /// The number of seconds above which a text is a failure. Unoptimized code takes many times as long.
  #if DEBUG
    private static let longest = 30.0
  #else
    private static let longest = 1.0
  #endif

  private let options: Options

  init(_ options: Options) { self.options = options }

  /// Runs until the time is up and returns the exit code.
  func run() -> Int32 {
    guard let file = options.inputFile, let input = CurrentInput(file) else { return 2 }
    let surfaces = Surface.all
    var mutators = surfaces.indices.map { Mutator(surfaces[$0], seed: options.seed &+ UInt64($0) << 32) }
    var tallies = Array(repeating: Tally(), count: surfaces.count)
    let end = Self.now + options.seconds
    while Self.now < end {
      let turn = tallies.indices.min { tallies[$0].seconds < tallies[$1].seconds } ?? 0
      let text = mutators[turn].next()
      input.note(surfaces[turn].name, text)
      let start = Self.worked
      surfaces[turn].read(text)
      let taken = Self.worked - start
      tallies[turn].executions += 1
      tallies[turn].seconds += taken
      tallies[turn].slowest = max(tallies[turn].slowest, taken)
      if taken > Self.longest {
        print("\(surfaces[turn].name) takes \(taken) s; the text is in \(input.keep(seed: options.seed))")
        return 1
      }
    }
    show(surfaces, tallies)
    return 0
  }

  private func show(_ surfaces: [Surface], _ tallies: [Tally]) {
    print("seed \(options.seed)")
    for (surface, tally) in zip(surfaces, tallies) {
      print("\(surface.name): \(tally.executions) executions, slowest \(Int(tally.slowest * 1e6)) µs")
    }
    print("\(tallies.reduce(0) { $0 + $1.executions }) executions, at most \(Self.peakMebibytes) MiB")
  }

  /// The seconds of the monotonic clock.
  private static var now: Double { seconds(CLOCK_MONOTONIC) }

  /// The CPU seconds used by this process, regardless of the load on the machine.
  private static var worked: Double { seconds(CLOCK_PROCESS_CPUTIME_ID) }

  private static func seconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private static var peakMebibytes: Int {
    var usage = rusage()
    #if canImport(Darwin)
      getrusage(RUSAGE_SELF, &usage)
      return usage.ru_maxrss >> 20
    #else
      getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
      return usage.ru_maxrss >> 10
    #endif
  }
}

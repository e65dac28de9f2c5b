/// The speed of this machine at this moment, by which the bounds of times are adjusted.
///
/// A bound is what a person notices on the machine on which it was set. A slower or busier machine
/// says nothing about the program, so there its bounds are higher in proportion.
enum MachineSpeed {
  /// How often the fixed work is measured, whose median is used, as for the rows.
  private static let repetitions = 9

  /// The median time of the fixed work, in milliseconds, on an idle machine with two cores of an
  /// Intel Xeon, which meets the bounds as they are.
  private static let referenceTime = 6.5

  /// How many times longer the fixed work takes now than on the reference machine; at least 1.
  static var slowdown: Double {
    let sampling = Sampling(repetitions: repetitions...repetitions, seconds: 0, keys: 0, starts: 0)
    return max(1, sampling.time(doFixedWork) / referenceTime)
  }

  /// Work such as the console does for a key: strings, a dictionary, and sorting.
  private static func doFixedWork() {
    var lengths: [String: Int] = [:]
    for number in 0..<10_000 { lengths["name-\(number &* 7919 % 10_007)", default: 0] += number }
    keep(lengths.sorted { $0.key < $1.key })
  }
}

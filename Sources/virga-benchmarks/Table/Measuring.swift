import CVirgaPlatform

/// A monotonic clock.
enum Clock {
  /// Milliseconds since an arbitrary moment.
  static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
  }
}

extension Sampling {
  /// The median duration of `body` in milliseconds, after a warm-up run.
  func time(_ body: () -> Void) -> Double {
    median { () -> Double in
      let start = Clock.now
      body()
      return Clock.now - start
    } ?? 0
  }

  /// The median result of `body`, after a warm-up run; nil if it returns nil.
  func median(of body: () -> Double?) -> Double? {
    guard body() != nil else { return nil }
    var figures: [Double] = []
    let end = Clock.now + seconds * 1e3
    while figures.count < repetitions.lowerBound
      || (figures.count < repetitions.upperBound && Clock.now < end)
    {
      guard let figure = body() else { break }
      figures.append(figure)
    }
    return figures.median
  }

  private func median(_ body: () -> Double) -> Double? { median(of: { body() }) }
}

extension [Double] {
  /// The median; nil if empty.
  var median: Double? {
    guard !isEmpty else { return nil }
    let sorted = sorted()
    let middle = count / 2
    return count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
  }
}

/// Keeps a result alive so that the compiler does not optimize its computation away.
@inline(never)
func keep<Value>(_ value: Value) {}

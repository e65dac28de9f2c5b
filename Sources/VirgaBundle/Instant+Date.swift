public import Foundation
public import VirgaTargeting

extension Targeting.Instant {
  private static let nanosecondsOfSecond = 1_000_000_000

  /// The instant of a date, rounded to nanoseconds.
  ///
  /// A date that no instant can have gives the first or the last instant.
  public init(_ date: Date) {
    let time = date.timeIntervalSince1970
    let wholeSeconds = time.rounded(.down)
    guard let seconds = Int64(exactly: wholeSeconds) else {
      self.init(seconds: time < 0 ? .min : .max)
      return
    }
    let fraction = (time - wholeSeconds) * Double(Self.nanosecondsOfSecond)
    // A fraction just below one would round up to a whole second, which `nanoseconds` cannot have.
    let lastNanosecond = Int32(Self.nanosecondsOfSecond - 1)
    let nanoseconds = min(Int32(fraction.rounded()), lastNanosecond)
    self.init(seconds: seconds, nanoseconds: nanoseconds)
  }

  /// The instant as a date, rounded to what a date can store: in our time, to less than a
  /// microsecond.
  public var date: Date {
    let fraction = Double(nanoseconds) / Double(Self.nanosecondsOfSecond)
    return Date(timeIntervalSince1970: Double(seconds) + fraction)
  }
}

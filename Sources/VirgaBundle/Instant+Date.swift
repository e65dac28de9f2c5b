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
    let nanoseconds = min(Int32(fraction.rounded()), Int32(Self.nanosecondsOfSecond - 1))
    self.init(seconds: seconds, nanoseconds: nanoseconds)
  }

  /// The instant as a date, whose precision is less than a microsecond in our time.
  public var date: Date {
    let fraction = Double(nanoseconds) / Double(Self.nanosecondsOfSecond)
    return Date(timeIntervalSince1970: Double(seconds) + fraction)
  }
}

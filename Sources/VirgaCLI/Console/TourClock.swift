import VirgaConsole
import VirgaTargeting

/// The clock of a guided tour, which always shows the same: it stands while a stop is read, and goes on from the last one.
struct TourClock {
  private var stop: Int?
  private var reached = Instant.epoch

  /// The clock of a tour that has not begun, or of no tour at all.
  init(isTour: Bool = false) { stop = isTour ? -1 : nil }

  /// Notes that the stop with a number, from 1, was reached.
  mutating func reach(_ number: Int, at now: Instant) {
    stop = number - 1
    reached = now
  }

  /// The time that the console is told; that of the machine where there is no tour.
  func now(_ now: Instant) -> Instant {
    guard let stop else { return now }
    let start = Tour.time(ofStop: max(stop, 0))
    guard stop == Tour.demo.stops.count - 1 else { return start }
    return Instant(seconds: start.seconds + max(0, now.seconds - reached.seconds))
  }
}

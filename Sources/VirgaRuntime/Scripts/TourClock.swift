import VirgaConsole
import VirgaTargeting

/// The clock of a guided tour, which is the same each time: it stands still at a stop, and runs from the last one on.
struct TourClock {
  private var stop: Int?
  private var reached = Instant.epoch

  /// The clock before the first stop; the machine's if there is no tour.
  init(isTour: Bool = false) { stop = isTour ? -1 : nil }

  /// Sets the clock to a stop, counted from 1.
  mutating func reach(_ number: Int, at now: Instant) {
    stop = number - 1
    reached = now
  }

  /// The time for the console, when the machine's clock shows `now`.
  func now(_ now: Instant) -> Instant {
    guard let stop else { return now }
    let start = Tour.time(ofStop: max(stop, 0))
    guard stop == Tour.demo.stops.count - 1 else { return start }
    return Instant(seconds: start.seconds + max(0, now.seconds - reached.seconds))
  }
}

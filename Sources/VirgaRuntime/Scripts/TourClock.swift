import VirgaConsole
import VirgaTargeting

struct TourClock {
  private var stop: Int?
  private var reached = Instant.epoch

  /// Sets the clock to before the first stop; without a tour it is the machine's clock.
  init(isTour: Bool = false) { stop = isTour ? -1 : nil }

  /// Sets the clock to a stop, counted from 1.
  mutating func reach(_ number: Int, at now: Instant) {
    stop = number - 1
    reached = now
  }

  /// The console's time when the machine's clock shows `now`.
  func now(_ now: Instant) -> Instant {
    guard let stop else { return now }
    let start = Tour.time(ofStop: max(stop, 0))
    guard stop == Tour.stops.count - 1 else { return start }
    return Instant(seconds: start.seconds + max(0, now.seconds - reached.seconds))
  }
}

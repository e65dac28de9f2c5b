public import VirgaTargeting

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The machine's clock.
public enum SystemClock {
  /// The time now, in UTC.
  public static func now() -> Instant {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Instant(seconds: Int64(time.tv_sec), nanoseconds: Int32(time.tv_nsec))
  }
}

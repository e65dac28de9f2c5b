#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Standard output and standard error.
enum Output {
  /// Sends what was printed so far, so that a row is seen when it is done.
  static func flush() { _ = fflush(nil) }
}

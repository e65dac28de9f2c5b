import CVirgaPlatform

/// Standard output and standard error.
enum Output {
  /// Flushes the output so that a row appears when it is done.
  static func flush() { _ = fflush(nil) }
}

import CVirgaPlatform
import VirgaSource
package import VirgaTargeting

/// In debug builds, reports once what an app has not set up yet.
package final class SetupReminder: Sendable {
  /// Receives the sentence instead of standard error, for tests.
  @TaskLocal package static var listener: (@Sendable (String) -> Void)?

  private let wasReported = Locked(false)

  package init() {}

  /// Prints `sentence` on standard error, in debug builds and on the first call only.
  package func sayOnce(_ sentence: @autoclosure () -> String) {
    guard DebugBuild.isThisOne else { return }
    let isFirst = wasReported.withLock { wasReported in
      defer { wasReported = true }
      return !wasReported
    }
    guard isFirst else { return }
    // A test gets the sentence instead.
    if let listener = Self.listener { return listener(sentence()) }
    let line = Array("virga: \(sentence())\n".utf8)
    // Whether it could be written does not matter to the app.
    _ = line.withUnsafeBytes { bytes in write(STDERR_FILENO, bytes.baseAddress, bytes.count) }
  }
}

/// How this code was built.
package enum DebugBuild {
  /// Whether this code was built for debugging.
  package static var isThisOne: Bool {
    #if DEBUG
      true
    #else
      false
    #endif
  }
}

/// The machine's clock.
package enum SystemClock {
  /// The current time in UTC.
  package static func now() -> Instant {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Instant(seconds: Int64(time.tv_sec), nanoseconds: Int32(time.tv_nsec))
  }
}

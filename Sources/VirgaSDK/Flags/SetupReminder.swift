#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// In debug builds, reports once what an app has not set up yet.
package final class SetupReminder: Sendable {
  /// Receives the sentence instead of standard error, for tests.
  @TaskLocal package static var listener: (@Sendable (String) -> Void)?

  private let wasReported = Locked(false)

  /// Creates a reminder that has not been given yet.
  package init() {}

  /// Prints `sentence` on the first call only.
  package func say(_ sentence: @autoclosure () -> String) {
    guard DebugBuild.isThisOne else { return }
    let isFirst = wasReported.withLock { wasReported in
      defer { wasReported = true }
      return !wasReported
    }
    guard isFirst else { return }
    if let listener = Self.listener { return listener(sentence()) }
    _ = Array("virga: \(sentence())\n".utf8).withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}

/// How this code was built.
public enum DebugBuild {
  /// Whether it was built for debugging.
  public static var isThisOne: Bool {
    #if DEBUG
      true
    #else
      false
    #endif
  }
}

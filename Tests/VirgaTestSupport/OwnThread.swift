package import Testing

/// Runs each test on a separate thread, ``OwnThread/width`` at a time.
///
/// For tests that mostly wait for other programs and would otherwise occupy the few threads that
/// all tests share.
package struct OwnThread: SuiteTrait, TestTrait, TestScoping {
  /// The number of these tests that run concurrently.
  static let width = 6

  private static let slots = Slots(width)

  package var isRecursive: Bool { true }

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    await Self.slots.enter()
    defer { Self.slots.leave() }
    guard #available(macOS 15, iOS 18, *) else { return try await function() }
    try await withTaskExecutorPreference(ThreadExecutor()) { try await function() }
  }
}

extension Trait where Self == OwnThread {
  /// Runs the test on a separate thread, concurrently with a few others.
  package static var ownThread: OwnThread { OwnThread() }
}

/// Starts a thread for each job.
@available(macOS 15, iOS 18, *)
private final class ThreadExecutor: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    BackgroundThread.run { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

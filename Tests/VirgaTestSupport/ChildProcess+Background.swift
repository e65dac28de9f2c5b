extension ChildProcess {
  /// The number of concurrent programs in the background: compilers need a whole processor and much
  /// memory.
  private static let slots = Slots(2)

  /// Runs a program like `run`, on a separate thread.
  ///
  /// A compiler that takes minutes must not occupy one of the few threads that tests share.
  package static func runInBackground(
    _ words: [String], environment: [String: String] = [:], input: String = ""
  ) async throws -> ChildProcess {
    await slots.enter()
    defer { slots.leave() }
    return try await withCheckedThrowingContinuation { continuation in
      BackgroundThread.run {
        continuation.resume(with: Result { try run(words, environment: environment, input: input) })
      }
    }
  }
}

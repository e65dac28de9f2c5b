package import VirgaSource

/// A change of a value, as streams of changes yield it.
public struct ValueChange<Value: Sendable>: Sendable {
  /// The value before the change: the one that the reader of the stream got last.
  public let old: Value
  /// The value now.
  public let new: Value
}

extension ValueChange: Equatable where Value: Equatable {}

/// A value that was read, with what tells whether it differs from another one.
package struct ReadValue<Value: Sendable, Identity: Equatable & Sendable>: Sendable {
  package let value: Value
  package let identity: Identity

  package init(_ value: Value, identity: Identity) {
    self.value = value
    self.identity = identity
  }
}

extension ValueChange {
  /// A stream of the changes from now on.
  ///
  /// The value is read when the stream's reader waits for it, in the reader's task, and not when it
  /// changes. A slow reader gets one change for several, and none if they cancel each other out.
  ///
  /// - Parameters:
  ///   - read: Reads the value with its identity: it has changed if the identity differs.
  ///   - observe: Has `action` called whenever the value may have changed. The tokens are cancelled
  ///     when the stream ends: its task is cancelled, or nobody has the stream any longer.
  package static func stream<Identity: Equatable & Sendable>(
    of read: @escaping @Sendable () -> ReadValue<Value, Identity>,
    observing observe: (_ action: @escaping @Sendable () -> Void) -> [ObserverToken]
  ) -> AsyncStream<ValueChange> {
    // A signal says that the value may have changed. One waiting signal is enough: the value is
    // read after it.
    let (signals, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let tokens = observe { continuation.yield() }
    continuation.onTermination = { _ in
      for token in tokens { token.cancel() }
    }
    // Read after the observers were added, so that no change is lost in between. Each signal then
    // replaces it by the value of that time.
    let last = Locked(read())
    return AsyncStream(unfolding: { () async -> ValueChange? in
      for await _ in signals {
        // Nil if the value has the same identity as the last one: then the next signal is awaited.
        if let change = change(replacing: last, with: read()) { return change }
      }
      return nil
    })
  }

  /// Stores the value that was read now in place of the last one, and returns the change; nil if
  /// both have the same identity, such as the same JSON: then the value did not change.
  private static func change<Identity: Equatable & Sendable>(
    replacing last: Locked<ReadValue<Value, Identity>>, with now: ReadValue<Value, Identity>
  ) -> ValueChange? {
    let before = last.withLock { last in
      let before = last
      last = now
      return before
    }
    guard before.identity != now.identity else { return nil }
    return ValueChange(old: before.value, new: now.value)
  }
}

/// Something that can say when it may have changed: an SDK, stored preferences, flags.
///
/// Streams of changes such as `FeatureClient.changes(of:)` follow it. A type of your own that
/// cannot say so needs nothing; streams then notice its changes together with other ones.
public protocol ChangeReporting: Sendable {
  /// Calls `action` after every change, on any thread, until the token is cancelled.
  ///
  /// Nil, the default, if changes are not reported.
  func observeChanges(_ action: @escaping @Sendable () -> Void) -> ObserverToken?
}

extension ChangeReporting {
  /// Nil: changes are not reported.
  public func observeChanges(_ action: @escaping @Sendable () -> Void) -> ObserverToken? { nil }
}

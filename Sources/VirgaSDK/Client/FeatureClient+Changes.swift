public import VirgaSource

extension FeatureClient {
  /// Calls `action` after every change of enrollments or of the session; features then return their
  /// new values.
  ///
  /// Called on the thread that made the change, until the token is cancelled.
  @discardableResult
  public func whenApplied(_ action: @escaping @Sendable () -> Void) -> ObserverToken {
    observers.add(action)
  }

  /// The same as ``whenApplied(_:)``; the token is never nil.
  public func observeChanges(_ action: @escaping @Sendable () -> Void) -> ObserverToken? {
    whenApplied(action)
  }

  /// A stream with one element for every change, or for several if the reader is slow.
  public var appliedUpdates: AsyncStream<Void> { observers.stream() }

  /// The changes of a feature from now on: the feature before and after.
  ///
  /// ```swift
  /// for await change in client.changes(of: CirrusNimbus.shared.features.homescreen) {
  ///   show(change.new.greeting, insteadOf: change.old.greeting)
  /// }
  /// ```
  ///
  /// The stream yields only if a variable differs, app settings included, from the feature that its
  /// reader got last, and once if it changed several times meanwhile. Both features are snapshots:
  /// they do not change later, not even with an app setting. Features are compared as JSON. The
  /// stream can be read in any task, and ends when that is cancelled.
  ///
  /// It follows the SDK that the feature is connected to, usually this client, also if the feature
  /// is connected to another one later. Settings are followed if their ``Preferences`` report
  /// changes.
  public func changes<Feature>(
    of feature: FeatureHolder<Feature>
  ) -> AsyncStream<ValueChange<Feature>> {
    feature.changes()
  }
}

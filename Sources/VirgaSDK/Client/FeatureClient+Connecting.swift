import VirgaExperiments
import VirgaJSON
import VirgaSource

extension FeatureClient {
  /// Connects all features of a manifest: they get their configs from this client, and again after every change.
  ///
  /// Several recipes may configure a co-enrolling feature of the manifest at once. Where recipes were applied before, one
  /// that was kept out for such a feature enters when they are applied the next time.
  public func connect(_ manifest: some FeatureManifestInterface) {
    manifest.initialize { [weak self] in self }
    let (now, coenrolling) = (configuration.clock(), NameSet(manifest.getCoenrollingFeatureIds()))
    state.withLock { state in
      state.client.coenrollingFeatures.formUnion(coenrolling)
      if state.telemetry != nil { state.refresh() }
      if let host { state.take(from: host, context: configuration.context, now: now) }
      state.caches.append { manifest.invalidateCachedValues() }
    }
    manifest.invalidateCachedValues()
  }

  /// Connects one feature that belongs to no manifest, such as a hand-written one.
  public func connect<Feature>(_ holder: FeatureHolder<Feature>) {
    holder.with { [weak self] in self }
    state.withLock { $0.caches.append { [weak holder] in holder?.with(cachedValue: nil) } }
  }

  /// Calls `action` after every change of enrollments or of the session, once features give their new values.
  ///
  /// It is called on the thread that caused the change, until the token is cancelled.
  @discardableResult
  public func whenApplied(_ action: @escaping @Sendable () -> Void) -> ObserverToken { observers.add(action) }

  /// One element for every change, as ``whenApplied(_:)`` reports them; a slow reader gets one for several.
  public var appliedUpdates: AsyncStream<Void> { observers.stream() }
}

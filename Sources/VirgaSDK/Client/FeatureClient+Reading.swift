import Dispatch
public import VirgaExperiments
import VirgaSource
public import VirgaTargeting

extension FeatureClient {
  /// The recipes in which the client is enrolled now, sorted by slug, each with its branch.
  public var activeExperiments: [(recipe: Recipe, branch: String)] {
    let enrollments = enrollments
    return enrollments.recipes.compactMap { recipe in
      enrollments.activeBranch(of: recipe.slug).map { (recipe, $0) }
    }
  }

  /// The branch of an experiment or rollout in which the client is enrolled now; nil if it is not enrolled.
  public func getExperimentBranch(experimentId slug: String) -> String? { enrollments.activeBranch(of: slug) }

  /// What became of every recipe.
  public var enrollments: EnrollmentState { state.withLock { $0.enrollments } }

  /// The id by which the client is bucketed.
  public var clientID: String? { state.withLock { $0.client.attributes.clientID } }
}

extension FeatureClient {
  /// Changes what is known of the client, such as recorded attributes, for the next evaluation.
  ///
  /// If another thread changes the client meanwhile, `change` runs again on the newer one.
  ///
  /// ```swift
  /// client.updateClient { $0.attributes.recorded["is_default_browser"] = .boolean(true) }
  /// ```
  public func updateClient(_ change: @Sendable (inout Client) -> Void) {
    while true {
      let before = state.withLock { $0.client }
      var after = before
      change(&after)
      let isStored = state.withLock { [after] state in
        guard state.client == before else { return false }
        state.client = after
        return true
      }
      if isStored { return save() }
    }
  }

  /// Evaluates a targeting expression for the client as it is now, such as the trigger of a message.
  ///
  /// - Throws: What is wrong with the expression or with what it was given.
  public func evaluate(_ expression: Expression) throws -> Bool {
    var (client, records) = state.withLock { ($0.client, $0.enrollments.records) }
    client.now = configuration.clock()
    return try expression.matches(client.context(with: records))
  }
}

// Behavioral events, which targeting expressions count. Rule: VirgaTargeting/BehavioralEvents.
extension FeatureClient {
  /// Counts a behavioral event, which targeting expressions see at the next evaluation.
  public func recordEvent(_ event: String, count: UInt64 = 1) {
    let now = configuration.clock()
    if let host {
      try? host.count(event, count: count, secondsAgo: nil, at: now)
      return
    }
    state.withLock { $0.client.events.record(event, count: count, at: now) }
    save()
  }

  /// Counts a behavioral event that happened some seconds ago, to try out targeting.
  ///
  /// - Throws: `EventStore.Failure.invalidDuration` if `seconds` is negative, or longer ago than events are kept.
  public func recordPastEvent(
    _ event: String, secondsAgo seconds: Int64, count: UInt64 = 1
  ) throws(EventStore.Failure) {
    let now = configuration.clock()
    if let host { return try host.count(event, count: count, secondsAgo: seconds, at: now) }
    try state.withLock { state throws(EventStore.Failure) in
      try state.client.events.recordPast(event, secondsAgo: seconds, count: count, at: now)
    }
    save()
  }

  /// Moves the clock of behavioral events forward, to try out targeting; it then stands still until the next start.
  ///
  /// The clock of a client that lives on a session is the console's, and stays as it is.
  ///
  /// - Throws: `EventStore.Failure.invalidDuration` if `seconds` is negative.
  public func advanceEventTime(bySeconds seconds: Int64) throws(EventStore.Failure) {
    guard host == nil else { return }
    let now = configuration.clock()
    try state.withLock { state throws(EventStore.Failure) in
      try state.client.events.advanceTime(by: seconds, at: now)
    }
  }

  /// Forgets all behavioral events; those of a session stay, for the console clears them.
  public func clearEvents() {
    guard host == nil else { return }
    state.withLock { $0.client.events.clear() }
    save()
  }
}

extension FeatureClient {
  /// Where the client stands with its store.
  struct Saving {
    /// Why the store could not be read; as long as it is set, nothing is saved.
    var loadFailure: String?
    /// Why the last state could not be written.
    var saveFailure: String?
    /// Whether a save is queued that has not read the state yet.
    var isQueued = false

    mutating func load(from store: (any ClientStore)?) -> SavedClient? {
      do {
        return try store?.load()
      } catch {
        loadFailure = "\(error)"
        return nil
      }
    }
  }

  /// What an app keeps for the next start; ``init(_:saved:)`` takes it back.
  public var saved: SavedClient {
    state.withLock { state in
      SavedClient(
        clientID: state.client.attributes.clientID, enrollments: state.enrollments, events: state.client.events,
        pending: state.pending)
    }
  }

  /// Why the store could not be read or written; nil while all is well.
  ///
  /// A store that could not be read is left alone until ``replaceStoredState()``.
  public var storeFailure: String? { state.withLock { $0.saving.loadFailure ?? $0.saving.saveFailure } }

  /// Overwrites a store that could not be read with the state of this client, and saves from now on.
  public func replaceStoredState() {
    state.withLock { $0.saving.loadFailure = nil }
    save()
  }

  /// Waits until everything that happened before this call is saved; an app calls it before it is suspended.
  public func flush() { saveQueue.sync {} }

  /// Saves the state in the background; several changes in a row may be saved as one.
  func save() {
    guard let store = configuration.store else { return }
    let isNew = state.withLock { state in
      guard state.saving.loadFailure == nil, !state.saving.isQueued else { return false }
      state.saving.isQueued = true
      return true
    }
    guard isNew else { return }
    saveQueue.async { [self] in
      state.withLock { $0.saving.isQueued = false }
      do {
        try store.save(saved)
        state.withLock { $0.saving.saveFailure = nil }
      } catch {
        state.withLock { $0.saving.saveFailure = "\(error)" }
      }
    }
  }
}

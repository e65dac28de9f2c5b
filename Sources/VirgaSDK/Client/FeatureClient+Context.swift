public import VirgaExperiments
public import VirgaJSON
import VirgaSource
import VirgaTargeting

extension FeatureClient {
  /// Changes what is known about the client, such as its locale, and evaluates the current recipes
  /// again.
  ///
  /// ```swift
  /// let changes = await client.update { $0.locale = "de-DE" }
  /// ```
  ///
  /// Afterwards features have their new values, and observers were called. Returns the changes of
  /// enrollments, which are also recorded; none if no recipes have been applied yet. Pending
  /// recipes stay pending. A client whose context comes from a hosting session does nothing and
  /// returns none.
  ///
  /// Runs off the caller's thread, `change` and observers included. If another thread changes the
  /// client meanwhile, `change` runs again on the newer context.
  @discardableResult
  public func update(
    _ change: @Sendable (inout Context) -> Void
  ) async -> [VirgaExperiments.EnrollmentChange] {
    guard hostingSession == nil else { return [] }
    while true {
      let before = state.withLock { $0.client }
      var context = Context(before.attributes)
      // `change` and the clock are code of the app, so they run outside the lock.
      change(&context)
      let now = configuration.clock()
      let outcome = state.withLock { [attributes = context.attributes] state in
        state.setAttributes(attributes, ifClientIs: before, at: now)
      }
      if let outcome { return recordSaveAndNotify(outcome) }
    }
  }

  /// The attributes of a client that its app knows, and that targeting expressions read.
  ///
  /// Those that the SDK computes, such as `nimbus_id`, `days_since_install` and `current_date`, are
  /// not among them: setting one has no effect.
  public struct Context: Equatable, Sendable {
    fileprivate(set) var attributes: ClientAttributes

    init(_ attributes: ClientAttributes) { self.attributes = attributes }

    /// The language and region, such as `de-DE`; nil if the app does not say.
    public var locale: String? {
      get { self["locale"]?.stringValue }
      set { self["locale"] = newValue.map(JSONValue.string) }
    }

    /// The channel, such as `release`; nil if the app does not say.
    public var channel: String? {
      get { self["channel"]?.stringValue }
      set { self["channel"] = newValue.map(JSONValue.string) }
    }

    /// An attribute by its name in targeting expressions; nil if the app does not give it.
    ///
    /// Setting it replaces the attribute in every source. One that all apps have, such as
    /// `channel`, becomes an application attribute; any other becomes a recorded attribute, which
    /// an app records before each evaluation.
    public subscript(name: String) -> JSONValue? {
      get {
        // In the order in which the sources override each other.
        let value =
          attributes.recorded[name] ?? attributes.custom[name] ?? attributes.application[name]
        return value?.json
      }
      set {
        let value = newValue.map { ExpressionValue($0) }
        // Otherwise the value of another source could override the new one, or remain after setting
        // nil.
        attributes.custom[name] = nil
        if ClientAttributes.applicationNames.contains(name) {
          attributes.recorded[name] = nil
          attributes.setApplicationAttribute(name, to: value)
        } else {
          attributes.recorded[name] = value
        }
      }
    }
  }
}

/// What an evaluation knew about the client, apart from the time.
struct EvaluatedContext: Equatable, Sendable {
  /// The attributes that expressions read.
  let attributes: JSONObject
  /// The behavioral events.
  let events: EventStore

  init(attributes: JSONObject, events: EventStore) {
    self.attributes = attributes
    self.events = events
  }

  /// What is known about a client now; if it differs from what the last evaluation knew, recipes
  /// are evaluated again.
  ///
  /// `current_date` is left out, because it differs each time. The whole days since the
  /// installation and the update are included, so another day is a difference.
  init(_ client: Client) {
    var assembled = client.attributes.assembled(at: client.now)
    assembled["current_date"] = nil
    // Sorted, because this is saved, and a dictionary has another order in each run.
    let sorted = assembled.sorted { $0.key < $1.key }
    attributes = JSONObject(named: sorted.map { ($0.key, $0.value.json) })
    events = client.events
  }
}

extension FeatureClient.State {
  /// Whether what is known about the client has changed since the last evaluation; false until
  /// enrollments are known.
  ///
  /// Sets the client's clock to `now`, because the days since the installation depend on it.
  mutating func hasContextChanged(settingClockTo now: Instant) -> Bool {
    guard areEnrollmentsKnown else { return false }
    client.now = now
    return evaluatedContext != EvaluatedContext(client)
  }

  /// Sets the client's attributes and evaluates the current recipes again.
  ///
  /// If the client is no longer `before`, because another thread changed it, changes nothing and
  /// returns nil. While enrollments are unknown, there are no recipes to evaluate,
  /// and the outcome is empty.
  fileprivate mutating func setAttributes(
    _ attributes: ClientAttributes, ifClientIs before: Client, at now: Instant
  ) -> FeatureClient.Outcome? {
    guard client == before else { return nil }
    client.attributes = attributes
    return areEnrollmentsKnown ? evaluateCurrentRecipes(at: now) : FeatureClient.Outcome()
  }
}

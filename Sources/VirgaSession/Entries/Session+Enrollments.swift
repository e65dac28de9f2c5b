package import VirgaExperiments
package import VirgaFlags
package import VirgaJSON
package import VirgaTargeting

extension Session {
  /// The session's recipes in payload order; unreadable ones are left out.
  package var recipes: [Recipe] { recipeSlugs.compactMap { readableRecipes[$0] } }

  /// The slugs of all recipes by their positions in the payload; those without a position come
  /// first, by slug.
  package var recipeSlugs: [String] {
    let beforeAll: Int64 = -1
    let sortedBySlug = names(of: .recipe).enumerated().map { index, slug in
      (slug: slug, position: recipePosition(of: slug) ?? beforeAll, index: index)
    }
    // Recipes with the same position stay sorted by slug.
    let sorted = sortedBySlug.sorted { first, second in
      (first.position, first.index) < (second.position, second.index)
    }
    return sorted.map(\.slug)
  }

  /// The position of a recipe in the payload order; nil if the session stores none for it.
  package func recipePosition(of slug: String) -> Int64? {
    guard let position = self[.recipeOrder, slug]?.integerValue else { return nil }
    return Database.validIDsAndRevisions.contains(position) ? position : nil
  }

  /// The position after all stored ones.
  package var nextRecipePosition: Int64 {
    let last = names(of: .recipeOrder).compactMap(recipePosition).max()
    return last.map { $0 + 1 } ?? 0
  }

  package func recipe(_ slug: String) -> Recipe? { readableRecipes[slug] }

  /// The forced branches, sorted by slug.
  package var forcedBranches: [(slug: String, branch: String)] {
    names(of: .branch).compactMap { slug in self[.branch, slug]?.stringValue.map { (slug, $0) } }
  }

  /// The slugs of the recipes that the person opted out of, sorted; their entries are null.
  package var optedOutSlugs: [String] {
    names(of: .branch).filter { self[.branch, $0]?.stringValue == nil }
  }

  /// The stored outcomes of recipes, with their reasons.
  package var enrollments: EnrollmentState {
    let records = entries(of: .enrollment).compactMapValues { EnrollmentStatus($0) }
    // A recipe without a record was not evaluated yet, so the state does not have it.
    var state = EnrollmentState(
      recipes: readableRecipes.values.filter { records[$0.slug] != nil }, records: records,
      takesPartInExperiments: takesPart(in: .experiments),
      takesPartInRollouts: takesPart(in: .rollouts))
    // The entry of a status also has the decision, which is its reason.
    state.decisions = entries(of: .enrollment).compactMapValues { entry in
      EnrollmentState.decision(in: entry)
    }
    return state
  }

  /// Whether the client takes part in recipes of a kind; true by default.
  package func takesPart(in kind: Participation) -> Bool {
    self[.participation, kind.rawValue]?.booleanValue ?? true
  }

  /// The preferences of the app's user, by key.
  package var preferences: [Name: JSONValue] { entries(of: .preference) }

  /// The id that determines the client's buckets; nil before the first evaluation.
  package var clientID: String? { self[.context, ClientKey.clientID]?.stringValue }

  /// The client's time at the machine's time `wall`: that of a stopped clock, or `wall` moved by
  /// the clock's offset, which is in seconds; `wall` itself if the session has no clock.
  package func now(wall: Instant) -> Instant {
    guard let clock = self[.clock] else { return wall }
    let stoppedAt = clock["at"]?.stringValue.flatMap(Instant.init(iso8601:))
    if let stoppedAt { return stoppedAt }
    let moved = wall.advanced(by: clock["offset"]?.integerValue ?? 0)
    // An offset can lead out of the years that a date can be written in.
    return Instant(clamping: moved.seconds, nanoseconds: Int64(moved.nanoseconds))
  }

  package var isClockStopped: Bool { self[.clock]?["at"] != nil }

  /// The counts of all behavioral events.
  package var behavior: EventStore {
    let counts = names(of: .behavior).map { event in (event, self[.behavior, event] ?? [:]) }
    return EventStore(json: JSONObject(counts))
  }

  /// The counts of one behavioral event.
  package func behavior(of event: String) -> EventStore {
    EventStore(json: [event: self[.behavior, event] ?? [:]])
  }

  /// How often a behavioral event was recorded in the years that are counted, at the machine's time
  /// `wall`; at most `UInt64.max`.
  package func eventCount(of event: String, wall: Instant) -> UInt64 {
    // No other interval is counted as far back as years. A bucket has the count of one year.
    let counter = behavior(of: event).counter(of: event, by: .years, at: now(wall: wall))
    return (counter?.buckets ?? []).reduce(0) { sum, count in
      let (total, overflow) = sum.addingReportingOverflow(count)
      return overflow ? .max : total
    }
  }

  /// The choices for a configured flag: a test's draw and weights, or the lock of an unlock flag.
  ///
  /// A draw is the number, from 0 to 99.9999, that selects one of a test's variations by their
  /// weights.
  ///
  /// Without a stored draw a test uses its file's fixed draw, or else one derived from the client's
  /// id and the flag's name. Without stored weights or a stored lock, those of its file count.
  /// Rule: VirgaFlags/Draws.
  package func choices(of flag: ConfiguredFlag) -> ConfiguredFlagOverrides {
    var choices = ConfiguredFlagOverrides()
    if flag.isTest {
      let storedDraw = self[.draw, flag.name]?.doubleValue
      choices.draw = storedDraw ?? flag.drawInFile ?? defaultDraw(of: flag.name)
      choices.weights = self[.weights, flag.name]?.arrayValue?.compactMap(\.doubleValue)
    } else if flag.kind == .unlock {
      // The state of the lock: true if it is unlocked.
      choices.lock = self[.lock, flag.name]?.booleanValue
    }
    return choices
  }

  /// The draw of a test without a stored or fixed draw: the number, from 0 to 99.9999, that selects
  /// the test's variation.
  ///
  /// It is derived from the client id, so that a client always gets the same one. Another `salt`
  /// gives another draw.
  package func defaultDraw(of name: String, salt: String = "") -> Double {
    let hash = BucketHash(
      of: .array([.string(clientID ?? ""), .string("flag"), .string(name), .string(salt)]))
    let step = (hash.fraction * Self.drawSteps).rounded(.down)
    let stepsPerPercent = Self.drawSteps / 100
    // The greatest hash would give 100, which is beyond the last step.
    return min(step, Self.drawSteps - 1) / stepsPerPercent
  }

  /// The number of different draws, from 0 to 99.9999.
  private static let drawSteps = 1_000_000.0
}

/// The kinds of recipes that the client can be opted out of.
package enum Participation: String, CaseIterable, Sendable {
  /// Recipes that compare branches.
  case experiments
  /// Recipes that deliver one branch to a growing share of clients.
  case rollouts
}

extension Recipe {
  /// The recipe in an entry; nil if it cannot be read.
  package init?(entry: JSONValue) {
    guard let recipe = RecipeBatch(.array([entry])).recipes.first else { return nil }
    self = recipe
  }

  /// The recipe in the entry named `slug`; nil if it cannot be read, or if its own slug is another
  /// one: two entries could then have the same slug.
  init?(entry: JSONValue, slug: String) {
    self.init(entry: entry)
    guard self.slug.isSameName(as: slug) else { return nil }
  }
}

/// The names of targeting attributes that virga itself sets.
package enum ClientKey {
  package static let appName = "app_name"
  package static let channel = "channel"
  package static let clientID = "nimbus_id"
}

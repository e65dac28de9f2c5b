package import VirgaExperiments
package import VirgaFlags
package import VirgaJSON
package import VirgaTargeting

extension Session {
  /// The session's recipes in payload order; unreadable ones are left out.
  package var recipes: [Recipe] { recipeSlugs.compactMap { readRecipes[$0] } }

  /// The slugs of all recipes in payload order; those without a position come first, by slug.
  package var recipeSlugs: [String] {
    names(of: .recipe).map { ($0, recipePosition(of: $0) ?? -1) }.enumerated().sorted {
      ($0.element.1, $0.offset) < ($1.element.1, $1.offset)
    }.map(\.element.0)
  }

  /// The position of a recipe in the payload order; nil if the session stores none for it.
  package func recipePosition(of slug: String) -> Int64? {
    self[.recipeOrder, slug]?.integerValue.flatMap { Self.recipePositions.contains($0) ? $0 : nil }
  }

  package var nextRecipePosition: Int64 {
    (names(of: .recipeOrder).compactMap(recipePosition).max() ?? -1) + 1
  }

  /// The plausible positions: a session file can contain any number.
  private static let recipePositions: ClosedRange<Int64> = 0...1 << 53

  package func recipe(_ slug: String) -> Recipe? { readRecipes[slug] }

  /// The forced branches, sorted by slug.
  package var forcedBranches: [(slug: String, branch: String)] {
    names(of: .branch).compactMap { slug in self[.branch, slug]?.stringValue.map { (slug, $0) } }
  }

  /// The slugs of the recipes that the person opted out of, sorted.
  package var optedOut: [String] {
    names(of: .branch).filter { self[.branch, $0]?.stringValue == nil }
  }

  package var enrollments: EnrollmentState {
    let records = all(.enrollment).compactMapValues { EnrollmentStatus($0) }
    var state = EnrollmentState(
      recipes: readRecipes.values.filter { records[$0.slug] != nil }, records: records,
      takesPartInExperiments: takesPart(in: .experiments),
      takesPartInRollouts: takesPart(in: .rollouts))
    state.decisions = all(.enrollment).compactMapValues(EnrollmentState.decision)
    return state
  }

  /// Whether the client takes part in recipes of a kind; true by default.
  package func takesPart(in kind: Participation) -> Bool {
    self[.participation, kind.rawValue]?.booleanValue ?? true
  }

  /// The preferences of the app's user, by key.
  package var preferences: [Name: JSONValue] { all(.preference) }

  /// The id that determines the client's buckets; nil before the first evaluation.
  package var clientID: String? { self[.context, ClientKey.clientID]?.stringValue }

  package func now(wall: Instant) -> Instant {
    guard let clock = self[.clock] else { return wall }
    if let at = clock["at"]?.stringValue.flatMap(Instant.init(iso8601:)) { return at }
    let moved = wall.advanced(by: clock["offset"]?.integerValue ?? 0)
    return Instant(clamping: moved.seconds, nanoseconds: Int64(moved.nanoseconds))
  }

  package var isClockFrozen: Bool { self[.clock]?["at"] != nil }

  package var behavior: EventStore {
    EventStore(json: JSONObject(names(of: .behavior).map { ($0, self[.behavior, $0] ?? [:]) }))
  }

  package func behavior(of event: String) -> EventStore {
    EventStore(json: [event: self[.behavior, event] ?? [:]])
  }

  /// How often a behavioral event was recorded in the years kept, at the machine's time `wall`.
  package func eventCount(of event: String, wall: Instant) -> UInt64 {
    let counter = behavior(of: event).counter(of: event, by: .years, at: now(wall: wall))
    return (counter?.buckets ?? []).reduce(0) { sum, count in
      let (total, overflow) = sum.addingReportingOverflow(count)
      return overflow ? .max : total
    }
  }

  /// What the session stores for a configured flag: draw, lock state, weights.
  ///
  /// Without a stored draw a test uses its file's fixed draw, or else one derived from the client's
  /// id and the flag's name. Rule: VirgaFlags/Draws.
  package func kept(of flag: ConfiguredFlag) -> ConfiguredFlagOverrides {
    var kept = ConfiguredFlagOverrides()
    if flag.isTest {
      kept.draw =
        self[.draw, flag.name]?.doubleValue ?? flag.fixedDraw ?? defaultDraw(of: flag.name)
      kept.weights = self[.weights, flag.name]?.arrayValue?.compactMap(\.doubleValue)
    } else if flag.kind == .unlock {
      kept.lock = self[.lock, flag.name]?.booleanValue
    }
    return kept
  }

  /// The draw of a test that has not been redrawn; another `salt` gives another draw.
  package func defaultDraw(of name: String, salt: String = "") -> Double {
    let client = self[.context, "nimbus_id"]?.stringValue ?? ""
    let hash = BucketHash(
      of: .array([.string(client), .string("flag"), .string(name), .string(salt)]))
    return min((hash.fraction * Self.drawSteps).rounded(.down), Self.drawSteps - 1)
      / (Self.drawSteps / 100)
  }

  private static let drawSteps = 1_000_000.0
}

package enum Participation: String, CaseIterable, Sendable {
  /// Recipes that compare branches.
  case experiments
  /// Recipes that deliver one branch to a growing share of clients.
  case rollouts
}

extension Recipe {
  package init?(entry: JSONValue) {
    guard let recipe = RecipeBatch(.array([entry])).recipes.first else { return nil }
    self = recipe
  }

  /// Nil if the entry is not a recipe, or if its slug differs: two entries could then have the same
  /// slug.
  init?(entry: JSONValue, slug: String) {
    self.init(entry: entry)
    guard self.slug.isSameName(as: slug) else { return nil }
  }
}

package enum ClientKey {
  package static let appName = "app_name"
  package static let channel = "channel"
  package static let clientID = "nimbus_id"
}

package import VirgaExperiments
package import VirgaFlags
package import VirgaJSON
public import VirgaTargeting

extension Session {
  /// The recipes that the session knows, in payload order; what can no longer be read is left out.
  package var recipes: [Recipe] { recipeSlugs.compactMap { readRecipes[$0] } }

  /// The slugs of all recipes in payload order: that of the files that they came from.
  ///
  /// Sessions of earlier versions keep no order: their recipes come first, sorted by slug.
  package var recipeSlugs: [String] {
    names(of: .recipe).map { ($0, recipePlace(of: $0) ?? -1) }.enumerated().sorted {
      ($0.element.1, $0.offset) < ($1.element.1, $1.offset)
    }.map(\.element.0)
  }

  /// The place of a recipe in the payload order; nil if the session keeps none for it.
  package func recipePlace(of slug: String) -> Int64? {
    self[.recipeOrder, slug]?.integerValue.flatMap { Self.recipePlaces.contains($0) ? $0 : nil }
  }

  /// The first place after those of all recipes.
  package var nextRecipePlace: Int64 { (names(of: .recipeOrder).compactMap(recipePlace).max() ?? -1) + 1 }

  /// A session file can hold any number; counting never gets beyond these.
  private static let recipePlaces: ClosedRange<Int64> = 0...1 << 53

  /// The recipe called `slug`; nil where there is none, or where it can no longer be read.
  package func recipe(_ slug: String) -> Recipe? { readRecipes[slug] }

  /// The branches that the person forced, sorted by slug.
  package var forcedBranches: [(slug: String, branch: String)] {
    names(of: .branch).compactMap { slug in self[.branch, slug]?.stringValue.map { (slug, $0) } }
  }

  /// The slugs of the recipes that the person took the client out of, sorted.
  package var optedOut: [String] { names(of: .branch).filter { self[.branch, $0]?.stringValue == nil } }

  /// What became of the recipes, as it was evaluated last.
  package var enrollments: EnrollmentState {
    let records = all(.enrollment).compactMapValues { EnrollmentStatus($0) }
    return EnrollmentState(
      recipes: readRecipes.values.filter { records[$0.slug] != nil }, records: records,
      takesPartInExperiments: takesPart(in: .experiments), takesPartInRollouts: takesPart(in: .rollouts))
  }

  /// Whether the client takes part in recipes of a kind; it does until somebody says otherwise.
  package func takesPart(in kind: Participation) -> Bool { self[.participation, kind.rawValue]?.booleanValue ?? true }

  /// What the user of the app chose, by preference key.
  package var preferences: [Name: JSONValue] { all(.preference) }
}

/// The kinds of recipes in which a client takes part or not.
package enum Participation: String, CaseIterable, Sendable {
  /// Those that compare branches.
  case experiments
  /// Those that bring one branch to ever more clients.
  case rollouts
}

extension Recipe {
  /// The recipe that an entry keeps; nil where it is none.
  package init?(entry: JSONValue) {
    guard let recipe = RecipeBatch(.array([entry])).recipes.first else { return nil }
    self = recipe
  }

  /// The recipe that an entry called `slug` keeps; nil where it is none.
  ///
  /// One that calls itself otherwise than its entry does is not read: two entries could hold the same slug.
  init?(entry: JSONValue, slug: String) {
    self.init(entry: entry)
    guard self.slug.isSameName(as: slug) else { return nil }
  }
}

/// Attributes of a client that the session itself knows.
package enum ClientKey {
  package static let appName = "app_name"
  package static let channel = "channel"
  package static let clientID = "nimbus_id"
}

extension Session {
  /// The id by which the client is drawn; nil before the first evaluation.
  public var clientID: String? { self[.context, ClientKey.clientID]?.stringValue }

  /// The session's time while the wall shows `wall`.
  public func now(wall: Instant) -> Instant {
    switch self[.clock] {
    case .some(let clock):
      if let at = clock["at"]?.stringValue.flatMap(Instant.init(iso8601:)) { return at }
      let moved = wall.advanced(by: clock["offset"]?.integerValue ?? 0)
      return Instant(clamping: moved.seconds, nanoseconds: Int64(moved.nanoseconds))
    case nil: return wall
    }
  }

  /// Whether the session's clock stands still.
  public var clockStands: Bool { self[.clock]?["at"] != nil }

  /// The behavioural events of the client.
  public var behavior: EventStore {
    EventStore(json: JSONObject(names(of: .behavior).map { ($0, self[.behavior, $0] ?? [:]) }))
  }

  /// One behavioural event of the client, without all others.
  package func behavior(of event: String) -> EventStore {
    EventStore(json: [event: self[.behavior, event] ?? [:]])
  }

  /// How often a behavioural event was recorded in the years that are kept, while the wall shows `wall`.
  package func eventCount(of event: String, wall: Instant) -> UInt64 {
    let counter = behavior(of: event).counter(of: event, by: .years, at: now(wall: wall))
    return (counter?.buckets ?? []).reduce(0) { sum, count in
      let (total, overflow) = sum.addingReportingOverflow(count)
      return overflow ? .max : total
    }
  }
}

extension Session {
  /// What the session keeps of a configured flag: draw, lock state, weights.
  ///
  /// A test without a stored draw has the one that its file fixes, else one that follows from the client's id: a client
  /// keeps it, and has another one for each flag. Rule: VirgaFlags/Draws.
  package func kept(of flag: ConfiguredFlag) -> FlagChoices {
    var kept = FlagChoices()
    if flag.isTest {
      kept.draw = self[.draw, flag.name]?.doubleValue ?? flag.fixedDraw ?? ownDraw(of: flag.name)
      kept.weights = self[.weights, flag.name]?.arrayValue?.compactMap(\.doubleValue)
    } else if flag.kind == .unlock {
      kept.lock = self[.lock, flag.name]?.booleanValue
    }
    return kept
  }

  /// The draw of a test that nobody drew again; `salt` makes another one.
  package func ownDraw(of name: String, salt: String = "") -> Double {
    let client = self[.context, "nimbus_id"]?.stringValue ?? ""
    let hash = BucketHash(of: .array([.string(client), .string("flag"), .string(name), .string(salt)]))
    return min((hash.fraction * Self.drawSteps).rounded(.down), Self.drawSteps - 1) / (Self.drawSteps / 100)
  }

  private static let drawSteps = 1_000_000.0
}

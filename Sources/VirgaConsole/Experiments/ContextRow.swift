import VirgaCanvas
import VirgaExperiments
import VirgaJSON
package import VirgaSession
import VirgaTargeting

/// Something that is known of the client, or that a recipe asks for.
package struct ContextRow: Equatable, Sendable {
  /// What it is.
  package enum Kind: Equatable, Sendable {
    /// A targeting attribute.
    case attribute
    /// The time.
    case clock
    /// Whether the client takes part.
    case participation(Participation)
    /// A behavioural event.
    case event
  }

  /// What it is.
  package let kind: Kind
  /// What it is called.
  package let name: String
  /// Its value in words; nil where it is undefined.
  package let value: String?
  /// Whether the session holds it, rather than taking it for granted or computing it.
  package let isSet: Bool
  /// Whether the selected recipe reads it.
  package let isRead: Bool
  /// Whether it is why the client is not in the recipe.
  package var isDeciding = false
  /// Where the value comes from, where the session does not hold it: `from locale`, `computed`.
  package var origin = ""
  /// What the value may be, and what it tells.
  package let note: String

  /// The rows: attributes that the recipe reads, the others, the clock, what the client takes part in, events.
  static func rows(
    _ session: Session, _ client: Client, _ enrollments: EnrollmentState, reading expression: Expression?,
    deciding: Set<String>,
    in surroundings: Surroundings
  ) -> [ContextRow] {
    let names = expression?.attributeNames ?? []
    let asked = expression?.eventNames ?? []
    let values = client.context(with: enrollments.records).attributes
    let shown = values.filter { name, value in value != .null || names.contains(name) }.keys
    let attributes = Set(shown).union(names).map { name in
      let value = values[name] ?? (name == "is_already_enrolled" ? .boolean(false) : nil)
      return ContextRow(
        kind: .attribute, name: name, value: value?.json.compact, isSet: session[.context, name] != nil,
        isRead: names.contains(name), isDeciding: deciding.contains(name),
        origin: value == nil || session[.context, name] != nil ? "" : origin(of: name, in: surroundings),
        note: notes[name] ?? "")
    }
    let ranked = attributes.map { (rank: $0.rank, row: $0) }
      .sorted { $0.rank == $1.rank ? $0.row.name < $1.row.name : $0.rank < $1.rank }
    let now = session.now(wall: surroundings.time)
    let clock = ContextRow(
      kind: .clock, name: "clock", value: now.minuteText, isSet: session[.clock] != nil, isRead: false,
      note: session[.clock] == nil
        ? "runs with the wall" : session.clockStands ? "stands still" : "runs ahead or behind")
    return ranked.map(\.row) + [clock] + Participation.allCases.map { participation($0, session) }
      + asked.union(session.names(of: .behavior)).sorted().map { event($0, asked.contains($0), session, now) }
  }

  /// What attributes may be and tell, by name.
  private static let notes = Dictionary(
    uniqueKeysWithValues: KnownAttribute.all.map { ($0.name, "\($0.kinds): \($0.summary)") })

  /// Where a value comes from that nobody set.
  private static func origin(of name: String, in surroundings: Surroundings) -> String {
    switch name {
    case "language", "region": "from locale"
    case "channel": "from the screen"
    case "app_name": surroundings.manifest?.appName != nil ? "from the manifest" : "from the recipes"
    case _ where ClientAttributes.computedNames.contains(name): "computed"
    default: "not set"
    }
  }

  /// What decided first, then what else the recipe reads, then what was set, what is taken for granted, and last what is computed.
  private var rank: Int {
    isDeciding ? -1 : isRead ? 0 : isSet ? 1 : ClientAttributes.computedNames.contains(name) ? 3 : 2
  }

  private static func participation(_ kind: Participation, _ session: Session) -> ContextRow {
    ContextRow(
      kind: .participation(kind), name: kind.rawValue, value: session.takesPart(in: kind) ? "takes part" : "opted out",
      isSet: session[.participation, kind.rawValue] != nil, isRead: false, note: "whether the client takes part")
  }

  /// A sum that ends at the largest number, as a session may hold counts of any size.
  private static func added(_ sum: UInt64, _ count: UInt64) -> UInt64 {
    let (all, isTooLarge) = sum.addingReportingOverflow(count)
    return isTooLarge ? .max : all
  }

  private static func event(_ name: String, _ isRead: Bool, _ session: Session, _ now: Instant) -> ContextRow {
    let buckets = session.behavior.counter(of: name, by: .days, at: now)?.buckets ?? []
    let today = buckets.first ?? 0
    return ContextRow(
      kind: .event, name: name, value: "\(buckets.reduce(0, added)) in 56 days, \(today) today",
      isSet: session[.behavior, name] != nil, isRead: isRead, note: "a behavioural event")
  }
}

extension Instant {
  /// The date and the minute: `2026-11-21 12:04`.
  var minuteText: String {
    let text = description
    guard text.utf8.count >= 16, let end = text.index(text.startIndex, offsetBy: 16, limitedBy: text.endIndex) else {
      return text
    }
    return String(text[..<end].map { $0 == "T" ? " " : $0 })
  }
}

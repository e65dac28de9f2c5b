import VirgaExperiments
import VirgaJSON
import VirgaSession
import VirgaTargeting
import VirgaWorkbench

/// A fact about the client, or an attribute that a recipe asks for.
struct ContextRow: ListItem {
  package enum Kind: Hashable, Sendable {
    case attribute
    case clock
    case participation(Participation)
    case event
  }

  package let kind: Kind
  package let name: String
  /// The value in words; nil if undefined.
  package internal(set) var value: String?
  /// Whether the session sets it, instead of a default or a computed value.
  let isSet: Bool
  var isRead = false
  /// Whether it keeps the client out of the recipe.
  package var isDeciding = false
  /// The origin of the value if the session does not set it: `from locale`, `computed`.
  var origin = ""
  /// Its type and meaning.
  package let note: String

  /// An attribute and an event can have the same name.
  package struct ID: Hashable, Sendable {
    let kind: Kind
    let name: Name
  }

  package var id: ID { ID(kind: kind, name: Name(name)) }

  func rank(_ filter: Filter, fuzzy: Bool) -> Int? { filter.containsWhole(name) ? 0 : nil }

  /// The value is null if the attribute has none.
  init(attribute name: String, _ value: ExpressionValue, isSet: Bool, in operationContext: OperationContext) {
    self.init(.attribute, name, value: value.json.compact, isSet: isSet, note: Self.notes[name] ?? "")
    if !isSet { origin = Self.origin(of: name, in: operationContext) }
  }

  init(undefined name: String) {
    self.init(.attribute, name, value: nil, isSet: false, note: Self.notes[name] ?? "")
  }

  init(clock now: Instant, of session: Session) {
    let note =
      session[.clock] == nil
      ? "is the time of day" : session.isClockFrozen ? "stands still" : "was moved and keeps running"
    self.init(.clock, "clock", value: now.minuteText, isSet: session[.clock] != nil, note: note)
  }

  init(participation kind: Participation, of session: Session) {
    self.init(
      .participation(kind), kind.rawValue, value: session.takesPart(in: kind) ? "takes part" : "opted out",
      isSet: session[.participation, kind.rawValue] != nil, note: "whether the client takes part")
  }

  /// - Parameter days: The counts, newest day first.
  init(event name: String, days: [UInt64], isSet: Bool, isRead: Bool) {
    // The counts in a session can be arbitrarily large.
    let sum = days.reduce(0 as UInt64) { sum, count in
      let (all, isTooLarge) = sum.addingReportingOverflow(count)
      return isTooLarge ? .max : all
    }
    self.init(
      .event, name, value: "\(sum) in 56 days, \(days.first ?? 0) today", isSet: isSet, note: "a behavioral event")
    self.isRead = isRead
  }

  private init(_ kind: Kind, _ name: String, value: String?, isSet: Bool, note: String) {
    (self.kind, self.name, self.value, self.isSet, self.note) = (kind, name, value, isSet, note)
  }

  private static let notes = Dictionary(
    uniqueKeysWithValues: KnownAttribute.all.map { ($0.name, "\($0.kinds): \($0.summary)") })

  private static func origin(of name: String, in operationContext: OperationContext) -> String {
    switch name {
    case "language", "region": "from locale"
    case "channel": "from the screen"
    case "app_name": operationContext.manifest?.appName != nil ? "from the manifest" : "from the recipes"
    case _ where ClientAttributes.computedNames.contains(name): "computed"
    default: "not set"
    }
  }

  func hasName(_ name: String) -> Bool { self.name.isSameName(as: name) }
}

extension Instant {
  /// As in `2026-11-21 12:04`.
  var minuteText: String {
    String(description.prefix(16).map { $0 == "T" ? " " : $0 })
  }
}

/// The data about the client, computed once for all recipes until it changes.
struct KnownClient: Sendable {
  let client: Client
  let context: TargetingContext
  let owners: FeatureOwners
  /// In the order used without a recipe.
  private let attributes: [ContextRow]
  private let clock: ContextRow
  private let participations: [ContextRow]
  let session: Session

  init(_ session: Session, _ enrollments: EnrollmentState, in operationContext: OperationContext) {
    let client = session.client(in: operationContext)
    let context = client.context(with: enrollments.records)
    (self.session, self.client, self.context, owners) = (session, client, context, FeatureOwners(enrollments))
    // First set values, then defaults, then computed ones.
    func rank(_ row: ContextRow) -> Int { row.isSet ? 1 : ClientAttributes.computedNames.contains(row.name) ? 3 : 2 }
    attributes = context.attributes.map { name, value in
      ContextRow(attribute: name.text, value, isSet: session[.context, name.text] != nil, in: operationContext)
    }.sorted { (rank($0), $0.name) < (rank($1), $1.name) }
    clock = ContextRow(clock: client.now, of: session)
    participations = Participation.allCases.map { ContextRow(participation: $0, of: session) }
  }

  /// The rows for an expression, in their order.
  ///
  /// Deciding attributes come first, then others that it reads, the clock, other attributes with a value, participation
  /// and events.
  ///
  /// - Parameter isEnrolled: Whether the client is in the expression's recipe; nil if it has none.
  func rows(reading expression: Expression?, deciding: Set<Name>, isEnrolled: Bool?) -> [ContextRow] {
    let names = expression?.attributeNames ?? []
    var missing = names
    missing.subtract(Set(naming: attributes.lazy.map(\.name)))
    let undefined = missing.map { ContextRow(undefined: $0.text) }
    let rows = (undefined + attributes).map { attribute in
      var row = attribute
      row.isRead = names.contains(row.name)
      row.isDeciding = deciding.contains(row.name)
      if let isEnrolled, row.name == "is_already_enrolled" { row.value = "\(isEnrolled)" }
      return row
    }
    let asked = rows.filter { $0.isRead || $0.isDeciding }
      .sorted { ($0.isDeciding ? 0 : 1, $0.name) < ($1.isDeciding ? 0 : 1, $1.name) }
    let others = rows.filter { !$0.isRead && !$0.isDeciding && $0.value != nil && $0.value != "null" }
    return asked + [clock] + others + participations + events(asked: expression?.eventNames ?? [])
  }

  private func events(asked: Set<Name>) -> [ContextRow] {
    var names = Set(naming: session.names(of: .behavior))
    names.formUnion(asked)
    return names.sorted().map(\.text).map { name in
      let days = client.events.counter(of: name, by: .days, at: client.now)?.buckets ?? []
      return ContextRow(event: name, days: days, isSet: session[.behavior, name] != nil, isRead: asked.contains(name))
    }
  }
}

import VirgaJSON
import VirgaSession
import VirgaTargeting
import VirgaWorkbench

/// Something that is known of the client, or that a recipe asks for.
struct ContextRow: ListItem {
  /// What it is.
  package enum Kind: Hashable, Sendable {
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
  package internal(set) var value: String?
  /// Whether the session holds it, rather than taking it for granted or computing it.
  let isSet: Bool
  /// Whether the selected recipe reads it.
  var isRead = false
  /// Whether it is why the client is not in the recipe.
  package var isDeciding = false
  /// Where the value comes from, where the session does not hold it: `from locale`, `computed`.
  var origin = ""
  /// What the value may be, and what it tells.
  package let note: String

  /// What identifies a row: an attribute and an event may have one name.
  package struct ID: Hashable, Sendable {
    let kind: Kind
    let name: Name
  }

  package var id: ID { ID(kind: kind, name: Name(name)) }

  func rank(_ filter: Filter, scattered: Bool) -> Int? { filter.containsWhole(name) ? 0 : nil }

  /// An attribute, null where nobody gave it a value.
  init(attribute name: String, _ value: ExpressionValue, isSet: Bool, in surroundings: Surroundings) {
    self.init(.attribute, name, value: value.json.compact, isSet: isSet, note: Self.notes[name] ?? "")
    if !isSet { origin = Self.origin(of: name, in: surroundings) }
  }

  /// An attribute that an expression asks for in vain.
  init(undefined name: String) {
    self.init(.attribute, name, value: nil, isSet: false, note: Self.notes[name] ?? "")
  }

  /// The time of the session.
  init(clock now: Instant, of session: Session) {
    let note =
      session[.clock] == nil ? "is the time of day" : session.clockStands ? "stands still" : "was moved, and runs on"
    self.init(.clock, "clock", value: now.minuteText, isSet: session[.clock] != nil, note: note)
  }

  /// Whether the client takes part in a kind of recipes.
  init(participation kind: Participation, of session: Session) {
    self.init(
      .participation(kind), kind.rawValue, value: session.takesPart(in: kind) ? "takes part" : "opted out",
      isSet: session[.participation, kind.rawValue] != nil, note: "whether the client takes part")
  }

  /// A behavioural event with its counts, the newest day first.
  init(event name: String, days: [UInt64], isSet: Bool, isRead: Bool) {
    // A session may hold counts of any size.
    let sum = days.reduce(0 as UInt64) { sum, count in
      let (all, isTooLarge) = sum.addingReportingOverflow(count)
      return isTooLarge ? .max : all
    }
    self.init(
      .event, name, value: "\(sum) in 56 days, \(days.first ?? 0) today", isSet: isSet, note: "a behavioural event")
    self.isRead = isRead
  }

  private init(_ kind: Kind, _ name: String, value: String?, isSet: Bool, note: String) {
    self.kind = kind
    self.name = name
    self.value = value
    self.isSet = isSet
    self.note = note
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

  /// Whether it has that very name.
  func isCalled(_ name: String) -> Bool { self.name.isSameName(as: name) }

  /// Whether there is a value, which null is not.
  var hasValue: Bool { value != nil && value != "null" }

  /// Where it stands where no recipe reads it: what was set, what is taken for granted, and last what is computed.
  var usualRank: Int { isSet ? 1 : ClientAttributes.computedNames.contains(name) ? 3 : 2 }
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

import VirgaJSON
import VirgaSession
import VirgaTargeting
import VirgaWorkbench

/// A fact about the client, or an attribute that a recipe asks for.
struct ContextRow: ListItem {
  package enum Kind: Hashable, Sendable {
    case attribute
    case clock
    /// Whether the client takes part in a kind of recipe.
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

  var hasValue: Bool { value != nil && value != "null" }

  /// Without a recipe: first set values, then defaults, then computed ones.
  var defaultRank: Int { isSet ? 1 : ClientAttributes.computedNames.contains(name) ? 3 : 2 }
}

extension Instant {
  /// As in `2026-11-21 12:04`.
  var minuteText: String {
    let text = description
    guard text.utf8.count >= 16, let end = text.index(text.startIndex, offsetBy: 16, limitedBy: text.endIndex) else {
      return text
    }
    return String(text[..<end].map { $0 == "T" ? " " : $0 })
  }
}

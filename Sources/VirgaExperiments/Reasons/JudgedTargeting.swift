package import VirgaJSON
package import VirgaTargeting

/// A targeting expression with everything that it read when it was judged, to explain it again
/// later.
package struct JudgedTargeting: Equatable, Sendable {
  package let expression: String
  /// The attributes that it names; an undefined one is missing.
  package let attributes: [Name: ExpressionValue]
  /// The behavioral events that it counts.
  package let events: EventStore
  /// The preferences that it names, as far as the user had set them.
  package let preferences: Set<Name>
  /// The time, to the second.
  package let time: Instant

  /// Records what the targeting of a recipe reads; nil if everyone is targeted or the expression is
  /// invalid.
  init?(of recipe: Recipe, in context: TargetingContext) {
    guard let text = recipe.targeting, let parsed = try? Expression(text) else { return nil }
    let names = parsed.attributeNames
    expression = text
    attributes = context.attributes.filter { names.contains($0.key) }
    // Events and preferences are not attributes: the expression has their names as strings.
    events = EventStore(
      counters: context.events.counters.filter { text.containsBytes(of: $0.key.text) })
    preferences = context.userSetPreferences.filter { text.containsBytes(of: $0.text) }
    // A session can move the clock of the events, and targeting counts events by that clock. It is
    // stored in whole seconds.
    time = context.events.now(wall: context.now).wholeSeconds
  }

  /// The value of every part of the expression when it was judged; nil if the expression is
  /// invalid.
  ///
  /// A value of the whole expression that is not a boolean is an error.
  package var explanation: Explanation? {
    let context = TargetingContext(
      attributes: attributes, events: events, now: time, userSetPreferences: preferences,
      sampler: BucketHash.sampler)
    return (try? Expression(expression))?.explained(in: context, mustBeBoolean: true)
  }

  /// The longest stored form, in bytes; a longer one is not stored, and only the sentence remains.
  private static let maxLength = 16_384

  /// The targeting as a session stores it; nil if it has more than `maxLength` bytes, so that it is
  /// not stored.
  var json: JSONValue? {
    var object: JSONObject = ["expression": .string(expression), "time": .integer(time.seconds)]
    if !attributes.isEmpty { object["attributes"] = ExpressionValue.object(attributes).json }
    if !events.json.isEmpty { object["events"] = .object(events.json) }
    if !preferences.isEmpty {
      object["preferences"] = .array(preferences.sorted().map { .string($0.text) })
    }
    let json = JSONValue.object(object)
    return json.compact.utf8.count > Self.maxLength ? nil : json
  }

  /// Reads what ``json`` wrote, which leaves out empty members; nil without an expression or a
  /// time.
  init?(_ json: JSONValue) {
    guard let expression = json["expression"]?.stringValue, let seconds = json["time"]?.integerValue
    else { return nil }
    self.expression = expression
    attributes = ExpressionValue.members(of: json["attributes"]?.objectValue ?? [:])
    events = EventStore(json: json["events"]?.objectValue ?? [:])
    preferences = Set(naming: (json["preferences"]?.arrayValue ?? []).compactMap(\.stringValue))
    time = Instant(seconds: seconds)
  }
}

extension Instant {
  /// The instant without its nanoseconds.
  var wholeSeconds: Instant { Instant(seconds: seconds) }

  /// The date, as in `2026-11-28`.
  var dayText: String { String(description.prefix("2026-11-28".count)) }
}

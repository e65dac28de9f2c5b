import VirgaJSON

/// Conditions that hold together, by the part of an expression that they are about.
struct ConditionSet: Sendable {
  private var conditions: [Name: [ValueCondition]] = [:]

  init() {}

  /// A single condition.
  init(_ subject: Name, _ condition: ValueCondition) { add(condition, to: subject) }

  /// Adds a condition on `subject`, a part of an expression.
  ///
  /// One on `isFirstRun`, a string, becomes one on the Boolean `is_first_run`.
  mutating func add(_ condition: ValueCondition, to subject: Name) {
    guard subject == "isFirstRun" else {
      conditions[subject, default: []].append(condition)
      return
    }
    // A condition without a translation is left out. Fewer conditions cover more clients: the set
    // may cover too many clients, but never too few.
    guard let translated = condition.translatedToBoolean else { return }
    conditions["is_first_run", default: []].append(translated)
  }

  /// The conditions of both sets.
  func joined(with other: ConditionSet) -> ConditionSet {
    var joined = self
    joined.conditions.merge(other.conditions) { $0 + $1 }
    return joined
  }

  /// The part whose conditions exclude each other, of several the first one by name; nil if no
  /// conditions do.
  var conflictingSubject: Name? {
    let conflicts = conditions.lazy.filter { $0.value.areContradictory }.map(\.key)
    return conflicts.min()
  }
}

extension ValueCondition {
  /// The condition on the Boolean `is_first_run` that says the same as this one on `isFirstRun`,
  /// which is the string `true` or `false`; nil if none does.
  fileprivate var translatedToBoolean: ValueCondition? {
    switch self {
    case .isOne(let values): .isOne(of: values.map(Self.boolean))
    case .isNone(let values): .isNone(of: values.map(Self.boolean))
    // Both strings count as true, even `false`, so truth tells nothing about the run; the other
    // conditions are about numbers and versions.
    case .isTruthy, .isOrdered, .isVersion: nil
    }
  }

  /// Converts a value of `isFirstRun`, the string `true` or `false`, to one of `is_first_run`, a
  /// Boolean.
  ///
  /// Any other value stays as it is.
  private static func boolean(_ value: ExpressionValue) -> ExpressionValue {
    switch value {
    case .string("true"): .boolean(true)
    case .string("false"): .boolean(false)
    default: value
    }
  }
}

/// What is known of a client while it is decided whether an expression can hold for it.
package struct ClientFacts: Sendable {
  private(set) var conditions = ConditionSet()
  /// Whether it may have recorded behavioral events.
  private(set) var canHaveEvents = true

  /// Any client.
  package static let anyClient = ClientFacts()

  /// A client that is not in the recipe.
  package static let notEnrolled = anyClient.with(
    "is_already_enrolled", .isOne(of: [.boolean(false)]))

  /// A client that is not in the recipe, in any run of the app but its first.
  package static let notInFirstRun = notEnrolled.with(
    "is_first_run", .isOne(of: [.boolean(false)]))

  /// A client that is not in the recipe, in the first run of the app: it was installed today, and
  /// recorded no behavioral event.
  package static let inFirstRun: ClientFacts = {
    var facts = notEnrolled.with("is_first_run", .isOne(of: [.boolean(true)]))
    for name: Name in ["days_since_install", "days_since_update"] {
      facts = facts.with(name, .isOne(of: [.integer(0)]))
    }
    facts.canHaveEvents = false
    return facts
  }()

  /// A client that is in a recipe, in any run of the app but its first.
  ///
  /// Targeting such as `is_first_run` excludes this client, so that it leaves the recipe.
  package static func staying(in slug: String) -> ClientFacts {
    anyClient.inRecipe(slug)
      .with("is_already_enrolled", .isOne(of: [.boolean(true)]))
      .with("is_first_run", .isOne(of: [.boolean(false)]))
  }

  /// The same client, which is also in the recipe with this slug.
  package func inRecipe(_ slug: String) -> ClientFacts {
    let slug = ExpressionValue.string(slug)
    return with(Self.membershipName(of: slug, in: "active_experiments"), .isTruthy(true))
      .with(Self.membershipName(of: slug, in: "enrollments"), .isTruthy(true))
      .with(Self.memberName(slug, of: "enrollments_map"), .isNone(of: [.null]))
  }

  /// The same client with one more fact: a condition that holds for `subject`, an attribute or
  /// another part of expressions.
  private func with(_ subject: Name, _ condition: ValueCondition) -> ClientFacts {
    var facts = self
    facts.conditions.add(condition, to: subject)
    return facts
  }

  /// The name of the part `value in list`.
  static func membershipName(of value: ExpressionValue, in list: String) -> Name {
    Name("\(value) in \(list)")
  }

  /// The name of the part `subject[key]`, however it is written.
  static func memberName(_ key: ExpressionValue, of subject: String) -> Name {
    Name("\(subject)[\(key)]")
  }
}

package import VirgaJSON

/// A config or a part of one, with its layers or without, or a change of one: all that the real
/// SDK's merge needs to know of it.
package protocol Overlayable {
  /// Whether it removes what it meets: a null, or what a null has removed.
  var isNothing: Bool { get }
  /// Its members joined with those of `upper`; nil unless both are objects. `join` gives nil for a
  /// member that goes.
  func joined(with upper: Self, _ join: (_ lower: Self?, _ upper: Self) -> Self?) -> Self?
  func replacing(_ lower: Self) -> Self
  /// What is left of a lower value that this null removes; nil for nothing at all.
  func removing(_ lower: Self) -> Self?
}

extension Overlayable {
  /// Patches this config over a lower one, as the real SDK merges configs.
  ///
  /// Objects are joined key by key and anything else is replaced. It is not quite a JSON merge
  /// patch: a null removes what it meets, but where it meets nothing it stays. Rule:
  /// VirgaExperiments/Layering.
  package func overlaid(on lower: Self?) -> Self? {
    guard let lower else { return self }
    if let joined = lower.joined(with: self, { $1.overlaid(on: $0) }) { return joined }
    return isNothing ? removing(lower) : replacing(lower)
  }
}

extension JSONValue: Overlayable {
  package var isNothing: Bool { isNull }

  package func joined(
    with upper: JSONValue, _ join: (JSONValue?, JSONValue) -> JSONValue?
  ) -> JSONValue? {
    guard case .object(var members) = self, case .object(let patch) = upper else { return nil }
    for (key, value) in patch { members[key] = join(members[key], value) }
    return .object(members)
  }

  package func replacing(_ lower: JSONValue) -> JSONValue { self }

  package func removing(_ lower: JSONValue) -> JSONValue? { nil }
}

extension JSONObject {
  /// Patches this config over a lower one, as the real SDK merges configs (Rule:
  /// VirgaExperiments/Layering).
  package func overlaid(on lower: JSONObject) -> JSONObject {
    JSONValue.object(self).overlaid(on: .object(lower))?.objectValue ?? [:]
  }
}

extension JSONValue {
  /// Whether an edit changes anything over the config that recipes send: nulls that hide nothing do
  /// not.
  package func hasEffect(over lower: @autoclosure () -> JSONObject) -> Bool {
    guard case .object(let config) = self, hasOnlyNulls else { return true }
    let lower = lower()
    return config.contains { key, value in lower[key].map { value.hides($0) } ?? false }
  }

  /// Whether it is null, or an object with nothing else in it.
  private var hasOnlyNulls: Bool {
    guard case .object(let members) = self else { return isNull }
    return !members.isEmpty && members.allSatisfy { $0.value.hasOnlyNulls }
  }

  private func hides(_ lower: JSONValue) -> Bool {
    guard case .object(let members) = self, case .object(let others) = lower else { return true }
    return members.contains { key, value in others[key].map { value.hides($0) } ?? false }
  }
}

extension MergedValue: Overlayable {
  package var isNothing: Bool { isRemoved || isNull }

  package func joined(
    with upper: MergedValue, _ join: (MergedValue?, MergedValue) -> MergedValue?
  ) -> MergedValue? {
    guard var members, let patch = upper.members else { return nil }
    Self.join(&members, patch) {
      if let joined = join($0, $1) { $0 = joined }
    } adding: {
      join(nil, $0)
    }
    var result = self
    result.members = members
    return result
  }

  /// A null removes a value, but remembers it; what is removed in a higher config leaves a value of
  /// a lower one alone.
  package func removing(_ lower: MergedValue) -> MergedValue? {
    if lower.isRemoved { return replacing(lower) }
    if isRemoved { return lower.effective(despite: self) }
    var result = replacing(lower)
    result.markRemoved()
    return result
  }
}

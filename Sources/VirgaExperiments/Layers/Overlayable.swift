package import VirgaJSON

/// The real SDK's merge of configs, written once for JSON, for values that know their layers
/// (``MergedValue``), and for changes of an edit.
///
/// A conforming type is a config or a part of one.
package protocol Overlayable {
  /// Whether it removes the lower value instead of replacing it: a null, or a value that a null of
  /// its own config removed.
  var removesLower: Bool { get }
  /// The members of this object joined with those of a higher one; nil unless both are objects.
  ///
  /// `join` gives the value of each member of `upper`, and nil for a member that is removed;
  /// `lower` is nil if this object lacks the member.
  func joined(with upper: Self, _ join: (_ lower: Self?, _ upper: Self) -> Self?) -> Self?
  /// This value in place of a lower one.
  func replacing(_ lower: Self) -> Self
  /// What is left after this null removed a lower value: nil, or a value that remembers both.
  func remainder(of lower: Self) -> Self?
}

extension Overlayable {
  /// Patches this config over a lower one, as the real SDK merges configs; nil if this is a null
  /// over a JSON value, which removes it.
  ///
  /// Objects are joined key by key, a null removes the lower value, and anything else replaces it.
  /// Unlike in a JSON merge patch, a null without a lower value stays:
  /// `{"a": null, "b": null, "c": 2}` over `{"a": 1, "c": 1}` gives `{"c": 2, "b": null}`.
  /// Rule: VirgaExperiments/Layering.
  package func overlaid(on lower: Self?) -> Self? {
    guard let lower else { return self }
    let joined = lower.joined(with: self) { lowerMember, upperMember in
      upperMember.overlaid(on: lowerMember)
    }
    if let joined { return joined }
    // A null over a ``MergedValue`` gives a value that is marked as removed and keeps its history;
    // a null over a JSON value gives nil.
    return removesLower ? remainder(of: lower) : replacing(lower)
  }
}

extension JSONValue: Overlayable {
  package var removesLower: Bool { isNull }

  /// Joins two objects key by key; nil if one of the values is not an object.
  ///
  /// `join` gets nil as `lower` if only `upper` has the key. A member for which it returns nil is
  /// left out; one that only this object has stays.
  package func joined(
    with upper: JSONValue, _ join: (_ lower: JSONValue?, _ upper: JSONValue) -> JSONValue?
  ) -> JSONValue? {
    guard case .object(var members) = self, case .object(let patch) = upper else { return nil }
    for (key, value) in patch { members[key] = join(members[key], value) }
    return .object(members)
  }

  package func replacing(_ lower: JSONValue) -> JSONValue { self }

  package func remainder(of lower: JSONValue) -> JSONValue? { nil }
}

extension JSONObject {
  /// Patches this config over a lower one, as the real SDK merges configs.
  ///
  /// Rule: VirgaExperiments/Layering.
  package func overlaid(on lower: JSONObject) -> JSONObject {
    JSONValue.object(self).overlaid(on: .object(lower))?.objectValue ?? [:]
  }
}

extension JSONValue {
  /// Whether an edit changes anything over the config that recipes send.
  ///
  /// Only an edit of nothing but nulls can have no effect: `{"size": {"rows": null}}` has none over
  /// `{"size": {"wide": true}}`, because there are no `rows` to remove.
  package func hasEffect(over lower: @autoclosure () -> JSONObject) -> Bool {
    guard hasOnlyNulls, case .object = self else { return true }
    return removesAnything(of: .object(lower()))
  }

  /// Whether it is null, or an object that has members, all with only nulls in them.
  private var hasOnlyNulls: Bool {
    guard case .object(let members) = self else { return isNull }
    return !members.isEmpty && members.allSatisfy { $0.value.hasOnlyNulls }
  }

  /// Whether this value, which has only nulls, removes or replaces any part of a lower one: a null
  /// removes whatever is there, and an object replaces what is not an object.
  private func removesAnything(of lower: JSONValue) -> Bool {
    guard case .object(let members) = self, case .object(let lowerMembers) = lower else {
      return true
    }
    return members.contains { key, value in
      guard let lowerMember = lowerMembers[key] else { return false }
      return value.removesAnything(of: lowerMember)
    }
  }
}

extension MergedValue: Overlayable {
  package var removesLower: Bool { isRemoved || isNull }

  /// Joins two objects key by key; nil if one of the values is not an object.
  ///
  /// A member that both have stays, even if a null removes it, so that its history is not lost.
  /// `join` gets nil as `lower` if only `upper` has the key; the member is left out if `join` then
  /// returns nil.
  package func joined(
    with upper: MergedValue, _ join: (_ lower: MergedValue?, _ upper: MergedValue) -> MergedValue?
  ) -> MergedValue? {
    guard var members, let patch = upper.members else { return nil }
    // For two members `join` never returns nil: one that a null removed stays, marked as removed.
    Self.join(&members, patch) { lowerMember, upperMember in
      if let joined = join(lowerMember, upperMember) { lowerMember = joined }
    } adding: { newMember in
      join(nil, newMember)
    }
    // The object itself belongs to the lower layer, which created it; each member has its own
    // layer.
    var result = self
    result.members = members
    return result
  }

  /// What is left after this null was patched over a lower value: a null that is marked as removed,
  /// with the lower value in its history.
  ///
  /// A null removes only once: if this one already removed a value, the lower one stays effective.
  /// If the lower value is a removed null itself, this null becomes an ordinary value.
  ///
  /// Never nil: unlike plain JSON, a merged value always leaves something, for its history.
  package func remainder(of lower: MergedValue) -> MergedValue? {
    // Nothing is left to remove, and a null that removes nothing is an ordinary value.
    if lower.isRemoved { return replacing(lower) }
    // This null already removed a value of its own config, such as another experiment's `title`:
    // experiments are merged with each other first. It does not remove a rollout's `title` too,
    // which is effective again, with this null and what it removed in its history.
    if isRemoved { return lower.restored(below: self) }
    var null = replacing(lower)
    null.markRemoved()
    return null
  }
}

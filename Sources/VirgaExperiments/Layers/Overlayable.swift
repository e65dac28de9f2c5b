package import VirgaJSON

/// A config or a part of one, with its layers or without: all that the real SDK's merge needs to know of it.
protocol Overlayable {
  /// Whether it says nothing: a null, or what a null has removed.
  var isNothing: Bool { get }
  var withoutNulls: Self { get }
  /// Its members joined with those of `upper`; nil unless both are objects. `join` gives nil for a member that goes.
  func joined(with upper: Self, _ join: (_ lower: Self?, _ upper: Self) -> Self?) -> Self?
  func replacing(_ lower: Self) -> Self
  /// What is left of a lower value that this null removes; nil for nothing at all.
  func removing(_ lower: Self) -> Self?
  /// This value under a higher one that says nothing.
  func standing(under upper: Self) -> Self
}

extension Overlayable {
  /// Patches this config over a lower one, as the real SDK merges configs.
  ///
  /// Objects are joined key by key and anything else is replaced. It is not quite a JSON merge patch: a null removes what
  /// it meets, but where it meets nothing it stays. Rule: VirgaExperiments/Layering.
  func overlaid(on lower: Self?) -> Self? {
    guard let lower else { return self }
    if let joined = lower.joined(with: self, { $1.overlaid(on: $0) }) { return joined }
    return isNothing ? removing(lower) : replacing(lower)
  }

  /// Applies this config to a default, as the real SDK completes configs: a null at any depth selects the default.
  ///
  /// Rule: VirgaExperiments/Layering.
  func applied(to standard: Self?) -> Self? {
    guard let standard else { return isNothing ? nil : withoutNulls }
    if isNothing { return standard.standing(under: self) }
    return standard.joined(with: self) { $1.applied(to: $0) } ?? withoutNulls.replacing(standard)
  }
}

extension JSONValue: Overlayable {
  var isNothing: Bool { isNull }

  var withoutNulls: JSONValue {
    guard case .object(let members) = self else { return self }
    return .object(JSONObject(members.lazy.filter { !$0.value.isNull }.map { ($0.key, $0.value.withoutNulls) }))
  }

  func joined(with upper: JSONValue, _ join: (JSONValue?, JSONValue) -> JSONValue?) -> JSONValue? {
    guard case .object(var members) = self, case .object(let patch) = upper else { return nil }
    for (key, value) in patch { members[key] = join(members[key], value) }
    return .object(members)
  }

  func replacing(_ lower: JSONValue) -> JSONValue { self }

  func removing(_ lower: JSONValue) -> JSONValue? { nil }

  func standing(under upper: JSONValue) -> JSONValue { self }
}

extension JSONObject {
  /// Patches this config over a lower one, as the real SDK merges configs (Rule: VirgaExperiments/Layering).
  package func overlaid(on lower: JSONObject) -> JSONObject {
    JSONValue.object(self).overlaid(on: .object(lower))?.objectValue ?? [:]
  }

  /// Applies this config to a feature's defaults; a null selects the default (Rule: VirgaExperiments/Layering).
  package func applied(to defaults: JSONObject) -> JSONObject {
    JSONValue.object(self).applied(to: .object(defaults))?.objectValue ?? [:]
  }
}

extension MergedValue: Overlayable {
  var isNothing: Bool { isRemoved || (members == nil && written.kind == .null) }

  var withoutNulls: MergedValue {
    guard let members else { return self }
    var result = self
    result.members = members.compactMap { member in
      member.value.isNothing ? nil : MergedMember(key: member.key, value: member.value.withoutNulls)
    }
    return result
  }

  func joined(
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

  /// A null removes a value, but remembers it; what is removed in a higher config leaves a value of a lower one alone.
  func removing(_ lower: MergedValue) -> MergedValue? {
    if lower.isRemoved { return replacing(lower) }
    if isRemoved { return lower.standing(under: self) }
    var result = replacing(lower)
    result.markRemoved()
    return result
  }

  func standing(under upper: MergedValue) -> MergedValue { standing(under: upper.chain) }

  private func standing(under higher: [MergedValue]) -> MergedValue {
    guard !higher.isEmpty else { return self }
    var result = self
    if let members, !members.isEmpty {
      result.members = members.map { member in
        MergedMember(key: member.key, value: member.value.standing(under: higher.compactMap { $0.part(member.key) }))
      }
    } else {
      result.append(removed: higher)
    }
    return result
  }

  /// What this value says about one of its members; a value that is not an object speaks for all of them.
  private func part(_ key: String) -> MergedValue? { members == nil ? self : self[key]?.withoutHistory }
}

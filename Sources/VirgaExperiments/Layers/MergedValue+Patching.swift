import VirgaJSON

extension MergedValue {
  /// This config with another patched over it: objects are joined key by key, anything else is replaced, null removes.
  ///
  /// Rule: VirgaExperiments/Layering.
  func patched(by upper: MergedValue) -> MergedValue {
    if isTakenAway { return upper.after(replaced) }
    if upper.isTakenAway { return passed(by: upper.replaced) }
    if var members, let patch = upper.members {
      Self.join(&members, patch) { $0 = $0.patched(by: $1) }
      var result = self
      result.members = members
      return result
    }
    return upper.isNull ? upper.replacing(self).takenAway : upper.replacing(self)
  }

  /// This default with a config over it; a null, at any depth, stands for the default.
  ///
  /// Rule: VirgaExperiments/Layering.
  package func configured(by config: MergedValue) -> MergedValue {
    if config.isNothing { return passed(by: config.history) }
    guard var members, let patch = config.members else { return config.withoutNulls.replacing(self) }
    let known = Set(naming: members.lazy.map(\.key))
    let lasting = patch.filter { known.contains($0.key) || !$0.value.isNothing }
    Self.join(&members, lasting) {
      $0 = $0.configured(by: $1)
    } adding: {
      $0.withoutNulls
    }
    var result = self
    result.members = members
    return result
  }

  /// Whether a config says nothing here: a null, or what a null has taken away.
  private var isNothing: Bool { isTakenAway || isNull }

  private var isNull: Bool { members == nil && written.kind == .null }

  /// What was said here so far, the lowest layer first.
  private var history: [MergedValue] { isTakenAway ? replaced : replaced + [bare] + withdrawn }

  /// This null, which took away what it replaced.
  private var takenAway: MergedValue {
    var result = self
    result.replaced.append(bare)
    result.isTakenAway = true
    return result
  }

  private func after(_ earlier: [MergedValue]) -> MergedValue {
    var result = self
    result.replaced = earlier + replaced
    return result
  }

  /// This value, which counts although higher layers said something else that a null took away.
  private func passed(by higher: [MergedValue]) -> MergedValue {
    guard !higher.isEmpty else { return self }
    var result = self
    if let members, !members.isEmpty {
      result.members = members.map { member in
        MergedMember(key: member.key, value: member.value.passed(by: higher.compactMap { $0.part(member.key) }))
      }
    } else {
      result.withdrawn += higher
    }
    return result
  }

  /// What this value says about one of its members; what is no object speaks for all of them.
  private func part(_ key: String) -> MergedValue? { members == nil ? self : self[key]?.bare }

  private var withoutNulls: MergedValue {
    guard let members else { return self }
    var result = self
    result.members = members.compactMap { member in
      member.value.isNothing ? nil : MergedMember(key: member.key, value: member.value.withoutNulls)
    }
    return result
  }
}

extension MergedValue {
  /// What one layer gives: every part of `written` belongs to `layer`.
  init(_ written: WrittenValue, layer: Layer) {
    self.init(layer: layer, written: written)
    guard written.kind == .object else { return }
    var members: [MergedMember] = []
    members.reserveCapacity(written.count)
    for member in written.members {
      members.append(MergedMember(key: member.key, value: MergedValue(member.value, layer: layer)))
    }
    self.members = written.document.hasRepeatedKeys ? Self.withoutRepeats(members) : members
  }

  private static func withoutRepeats(_ members: [MergedMember]) -> [MergedMember] {
    var places: [String: Int] = [:]
    var kept: [MergedMember] = []
    for member in members {
      if let place = places[member.key] {
        kept[place] = member
      } else {
        places[member.key] = kept.count
        kept.append(member)
      }
    }
    return kept
  }

  /// This value with `upper` over it: objects join member by member, anything else is replaced, also by null.
  ///
  /// Source of the rule: FML: Default algorithm.
  func merged(under upper: MergedValue) -> MergedValue {
    guard let members, let patch = upper.members else { return upper.replacing(self) }
    var result = self
    result.members = Self.joined(members, patch) { $0.merged(under: $1) }
    return result
  }

  /// This value, the defaults of an object type, completed by what was written for it.
  ///
  /// The same as ``merged(under:)``, but a value that already knows this default does not count it again.
  func completed(by upper: MergedValue) -> MergedValue {
    if let members, let patch = upper.members {
      var result = upper
      result.members = Self.joined(members, patch) { $0.completed(by: $1) }
      return result
    }
    if upper.written.isSame(as: written) || upper.replaced.contains(where: { $0.written.isSame(as: written) }) {
      return upper
    }
    return upper.replacing(self)
  }

  /// This value in place of a lower one, which it remembers.
  func replacing(_ lower: MergedValue) -> MergedValue {
    var result = self
    result.replaced = lower.replaced + [lower.bare] + lower.withdrawn + replaced
    return result
  }

  private static let fewMembers = 12

  /// The members of both, those of `lower` first; `join` makes one value of two, `adding` changes those that are new.
  static func joined(
    _ lower: [MergedMember], _ upper: [MergedMember], with join: (MergedValue, MergedValue) -> MergedValue,
    adding: (MergedValue) -> MergedValue = { $0 }
  ) -> [MergedMember] {
    var result = lower
    let isLong = lower.count > fewMembers && upper.count > 2
    var places: [String: Int] = [:]
    if isLong { for (place, member) in lower.enumerated() { places[member.key] = place } }
    for member in upper {
      let place = isLong ? places[member.key] : lower.firstIndex { $0.key == member.key }
      if let place {
        result[place].value = join(lower[place].value, member.value)
      } else {
        result.append(MergedMember(key: member.key, value: adding(member.value)))
      }
    }
    return result
  }
}

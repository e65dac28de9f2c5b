package import VirgaJSON

extension MergedValue {
  /// What one layer gives: every part of `written` belongs to `layer`.
  package init(_ written: WrittenValue, layer: Layer) {
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
    var places: NameTable<Int> = [:]
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

  /// Lays `upper` over this value: objects join member by member, anything else is replaced, also by null.
  ///
  /// Source of the rule: FML: Default algorithm.
  package mutating func merge(_ upper: MergedValue) {
    guard var joined = members, let patch = upper.members else { return giveWay(to: upper) }
    // The members have one owner while they grow: a copy would cost as much as all of them, block by block.
    members = nil
    Self.join(&joined, patch) { $0.merge($1) }
    members = joined
  }

  /// This value, the defaults of an object type, completed by what was written for it.
  ///
  /// The same as ``merge(_:)``, but a value that already knows this default does not count it again.
  package func completed(by upper: MergedValue) -> MergedValue {
    if var members, let patch = upper.members {
      Self.join(&members, patch) { $0 = $0.completed(by: $1) }
      var result = upper
      result.members = members
      return result
    }
    if upper.written.isSame(as: written) || upper.replaced.contains(where: { $0.written.isSame(as: written) }) {
      return upper
    }
    return upper.replacing(self)
  }

  /// This value in place of a lower one, which it remembers.
  package func replacing(_ lower: MergedValue) -> MergedValue {
    var result = lower
    result.giveWay(to: self)
    return result
  }

  /// Lets another value take its place, which remembers it; a long memory is handed on, not copied.
  private mutating func giveWay(to upper: MergedValue) {
    var memory = replaced
    replaced = []
    memory.append(bare)
    memory += withdrawn
    memory += upper.replaced
    self = upper
    replaced = memory
  }

  private static let fewMembers = 12

  /// Joins the members of `upper` to those of `lower`, new ones behind them.
  ///
  /// `join` makes one value of two, `adding` changes those that are new.
  static func join(
    _ lower: inout [MergedMember], _ upper: [MergedMember], with join: (inout MergedValue, MergedValue) -> Void,
    adding: (MergedValue) -> MergedValue = { $0 }
  ) {
    let known = lower.indices
    let isLong = lower.count > fewMembers && upper.count > 2
    var places: NameTable<Int> = [:]
    if isLong { for (place, member) in lower.enumerated() { places[member.key] = place } }
    for member in upper {
      let place = isLong ? places[member.key] : lower[known].firstIndex { $0.key.isSameName(as: member.key) }
      if let place {
        join(&lower[place].value, member.value)
      } else {
        lower.append(MergedMember(key: member.key, value: adding(member.value)))
      }
    }
  }
}

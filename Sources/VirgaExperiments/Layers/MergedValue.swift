package import VirgaJSON
package import VirgaSource

/// A merged value with its layers.
///
/// Objects and maps are trees; arrays and scalars are leaves, because they are replaced as a whole.
package struct MergedValue: Sendable {
  package enum Content: Sendable {
    case leaf(JSONValue)
    /// The members of an object, in order.
    case object([MergedMember])
  }

  /// The layer of the value; for an object, the layer that created it.
  package private(set) var layer: Layer
  package let written: LocatedValue
  /// The members of an object; nil for a leaf.
  package var members: [MergedMember]?
  /// Whether it is the null of a config that removed a value, so that nothing is left here.
  package private(set) var isRemoved = false
  /// What other layers said here, lowest first: those that it overrides, then those that a null removed.
  private var others: [MergedValue] = []
  /// How many of the others it overrides.
  private var overridden = 0

  package init(layer: Layer, written: LocatedValue, members: [MergedMember]? = nil) {
    self.layer = layer
    self.written = written
    self.members = members
  }

  package var content: Content {
    if let members { .object(members) } else { .leaf(written.json) }
  }

  package var location: SourceLocation? { written.location }

  /// Everything that layers said here, lowest first, itself included; a layer that repeats a value is listed too.
  package var history: [LayerEntry] {
    var entries = others.enumerated().map { $1.entry($0 < overridden ? .overridden : .removed) }
    entries.insert(entry(isRemoved ? .removed : .effective), at: overridden)
    return entries
  }

  private func entry(_ state: LayerEntry.State) -> LayerEntry {
    LayerEntry(layer: layer, value: json, location: location, state: state)
  }

  var withoutHistory: MergedValue {
    var result = self
    (result.others, result.overridden) = ([], 0)
    return result
  }

  /// What layers said here so far, lowest first, without the null that removed it.
  var chain: [MergedValue] {
    isRemoved ? others : others[..<overridden] + [withoutHistory] + others[overridden...]
  }

  mutating func append(removed higher: [MergedValue]) { others += higher }

  /// Makes this null the one that removed what it overrides; it is part of what higher layers may bring back.
  mutating func markRemoved() {
    others.append(withoutHistory)
    overridden = others.count
    isRemoved = true
  }

  package var json: JSONValue {
    guard let members else { return written.json }
    var object = JSONObject()
    for member in members where !member.value.isRemoved { object[member.key] = member.value.json }
    return .object(object)
  }

  package subscript(key: String) -> MergedValue? {
    members?.first { $0.key.isSameName(as: key) }?.value
  }

  /// Creates the value of one layer: every part of `written` belongs to `layer`.
  package init(_ written: LocatedValue, layer: Layer) {
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
    var indices: [Name: Int] = [:]
    var kept: [MergedMember] = []
    for member in members {
      if let index = indices[member.key] {
        kept[index] = member
      } else {
        indices[member.key] = kept.count
        kept.append(member)
      }
    }
    return kept
  }

  /// Overlays `upper`, a default: objects are joined member by member, anything else is replaced, also by null.
  ///
  /// Rule: VirgaExperiments/Layering.
  package mutating func overlay(_ upper: MergedValue) {
    guard var joined = members, let patch = upper.members else { return yield(to: upper) }
    // Taken out so that the members are uniquely referenced while they grow, which avoids a copy for every block.
    members = nil
    Self.join(&joined, patch) { $0.overlay($1) }
    members = joined
  }

  /// Completes the written value `upper` with this default of an object type.
  ///
  /// The same as ``overlay(_:)``, but a value that already knows this default does not count it again.
  package func completed(by upper: MergedValue) -> MergedValue {
    if var members, let patch = upper.members {
      Self.join(&members, patch) { $0 = $0.completed(by: $1) }
      var result = upper
      result.members = members
      return result
    }
    if upper.written.isSame(as: written)
      || upper.others[..<upper.overridden].contains(where: { $0.written.isSame(as: written) })
    {
      return upper
    }
    return upper.replacing(self)
  }

  /// Returns this value in place of a lower one, which becomes part of its history.
  func replacing(_ lower: MergedValue) -> MergedValue {
    var result = lower
    result.yield(to: self)
    return result
  }

  /// Replaces this value by another, which takes over its history without copying it.
  private mutating func yield(to upper: MergedValue) {
    var memory = others
    others = []
    if !isRemoved { memory.insert(withoutHistory, at: overridden) }
    memory += upper.others[..<upper.overridden]
    let count = memory.count
    memory += upper.others[upper.overridden...]
    self = upper
    (others, overridden) = (memory, count)
  }

  private static let linearJoinLimit = 12

  /// Joins the members of `upper` to those of `lower`; `adding` changes or drops new ones.
  static func join(
    _ lower: inout [MergedMember], _ upper: [MergedMember], with join: (inout MergedValue, MergedValue) -> Void,
    adding: (MergedValue) -> MergedValue? = { $0 }
  ) {
    let known = lower.indices
    let isLong = lower.count > linearJoinLimit && upper.count > 2
    var indices: [Name: Int] = [:]
    if isLong { for (index, member) in lower.enumerated() { indices[member.key] = index } }
    for member in upper {
      let index = isLong ? indices[member.key] : lower[known].firstIndex { $0.key.isSameName(as: member.key) }
      if let index {
        join(&lower[index].value, member.value)
      } else if let value = adding(member.value) {
        lower.append(MergedMember(key: member.key, value: value))
      }
    }
  }
}

package struct MergedMember: Sendable {
  package let key: String
  package internal(set) var value: MergedValue

  package init(key: String, value: MergedValue) {
    self.key = key
    self.value = value
  }
}

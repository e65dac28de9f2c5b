package import VirgaJSON
package import VirgaSource

/// A merged value with its layers.
///
/// Objects and maps are trees; arrays and scalars are leaves, because they are replaced as a whole.
package struct MergedValue: Sendable {
  /// The content of a merged value.
  package enum Content: Sendable {
    /// A scalar or an array.
    case leaf(JSONValue)
    /// The members of an object, in order.
    case object([MergedMember])
  }

  /// The layer of the value; for an object, the layer that created it.
  package private(set) var layer: Layer
  /// The written value with its location.
  package let written: WrittenValue
  /// The members of an object; nil for a leaf.
  package var members: [MergedMember]?
  /// The values that it replaced, lowest layer first.
  var replaced: [MergedValue]
  /// Values of higher layers, lowest first, that a null removed.
  var withdrawn: [MergedValue] = []
  /// Whether this is a config's null that removed a value, so that there is none.
  package var isTakenAway = false

  package init(layer: Layer, written: WrittenValue, members: [MergedMember]? = nil, replaced: [MergedValue] = []) {
    self.layer = layer
    self.written = written
    self.members = members
    self.replaced = replaced
  }

  /// The members or the JSON.
  package var content: Content {
    if let members { .object(members) } else { .leaf(written.json) }
  }

  /// Where it was written; nil if it is not from a file.
  package var location: SourceLocation? { written.location }

  /// The values that it replaced, lowest layer first, including equal ones.
  package var beneath: [LayerEntry] { replaced.map(\.entry) }

  /// Values of higher layers, lowest first, that a null removed; the null is last.
  package var overruled: [LayerEntry] { withdrawn.map(\.entry) }

  /// All values, lowest layer first: replaced, effective, removed.
  package var entries: [LayerEntry] { beneath + [entry] + overruled }

  private var entry: LayerEntry { LayerEntry(layer: layer, value: json, location: location) }

  /// The value without its history.
  var bare: MergedValue {
    var result = self
    result.replaced = []
    result.withdrawn = []
    return result
  }

  /// The value without layers.
  package var json: JSONValue {
    guard let members else { return written.json }
    var object = JSONObject()
    for member in members where !member.value.isTakenAway { object[member.key] = member.value.json }
    return .object(object)
  }

  /// The member called `key` of an object; nil if it has none.
  package subscript(key: String) -> MergedValue? {
    members?.first { $0.key.isSameName(as: key) }?.value
  }
}

/// A member of a merged object.
package struct MergedMember: Sendable {
  /// Its key.
  package let key: String
  /// Its value.
  package internal(set) var value: MergedValue

  package init(key: String, value: MergedValue) {
    self.key = key
    self.value = value
  }
}

extension MergedValue {
  /// Creates the value of one layer: every part of `written` belongs to `layer`.
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

  /// Merges `upper` over this value: objects by member; anything else is replaced, even by null.
  ///
  /// Rule: VirgaExperiments/Layering.
  package mutating func merge(_ upper: MergedValue) {
    guard var joined = members, let patch = upper.members else { return giveWay(to: upper) }
    // Taken out so that the members are uniquely referenced while they grow, which avoids a copy for every block.
    members = nil
    Self.join(&joined, patch) { $0.merge($1) }
    members = joined
  }

  /// Completes the written value `upper` with this default of an object type.
  ///
  /// Like ``merge(_:)``, but a value whose history already contains this default does not get it again.
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

  /// Returns this value in place of a lower one, which becomes part of its history.
  package func replacing(_ lower: MergedValue) -> MergedValue {
    var result = lower
    result.giveWay(to: self)
    return result
  }

  /// Replaces this value by another, which takes over its history without copying it.
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

  /// Joins the members of `upper` to those of `lower`; new ones are appended.
  ///
  /// `join` merges two values, `adding` transforms new ones.
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

package import VirgaJSON
package import VirgaSource

/// A merged value with its layers.
///
/// Objects and maps are trees; arrays and scalars are leaves, because they are replaced as a whole.
/// It is JSON merged from layers until it is read: then it is what an app has
/// (`VirgaManifest/Reading`).
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
  package var members: [MergedMember]? {
    didSet { indices = nil }
  }
  /// The members' indices by key, if ``indexed()`` was called; a class, because few values have
  /// them.
  private var indices: MemberIndices?
  /// Whether it is the null of a config that removed a value, so that nothing is left here.
  package private(set) var isRemoved = false
  /// What other layers said here, lowest first: those that it overrides, then higher ones without
  /// effect.
  private var others: [MergedValue] = []
  /// How many of the others it overrides.
  private var overridden = 0
  /// What an app makes of it; nil if an app reads it as it is written.
  private var appReading: AppReading?

  /// How an app reads a value; a class, because few values have one and all are copied often.
  private final class AppReading: Sendable {
    /// The leaf that an app reads in place of the written one.
    let leaf: JSONValue?
    /// The elements that an app reads of an array.
    let elements: [MergedValue]?
    /// What became of the value if it is not simply in effect, overridden or removed.
    let state: LayerEntry.State?

    init(leaf: JSONValue? = nil, elements: [MergedValue]? = nil, state: LayerEntry.State? = nil) {
      self.leaf = leaf
      self.elements = elements
      self.state = state
    }
  }

  private final class MemberIndices: Sendable {
    let byKey: [Name: Int]

    init(_ members: [MergedMember]) {
      byKey = Dictionary(members.enumerated().map { (Name($1.key), $0) }) { first, _ in first }
    }
  }

  package init(layer: Layer, written: LocatedValue, members: [MergedMember]? = nil) {
    self.layer = layer
    self.written = written
    self.members = members
  }

  package var content: Content {
    if let members { .object(members) } else { .leaf(json) }
  }

  /// The elements of an array as an app reads them, if they are objects, maps or lists; else nil,
  /// also before reading.
  package var readElements: [MergedValue]? { appReading?.elements }

  package var location: SourceLocation? { written.location }

  package var isNull: Bool { members == nil && written.kind == .null }

  /// Everything that layers said here, lowest first, itself included; a layer that repeats a value
  /// is listed too.
  package var history: [LayerEntry] {
    var entries = others.enumerated().map { $1.entry($0 < overridden ? .overridden : .removed) }
    entries.insert(entry(isRemoved ? .removed : .effective), at: overridden)
    return entries
  }

  /// `usual` is the state unless reading decided on another one.
  private func entry(_ usual: LayerEntry.State) -> LayerEntry {
    LayerEntry(layer: layer, value: json, location: location, state: appReading?.state ?? usual)
  }

  /// Whether an app uses the value; false for a default that its type does not allow.
  package var isEffective: Bool {
    if isRemoved { return false }
    if case .ignored? = appReading?.state { return false }
    return true
  }

  /// The value alone, without what other layers said.
  package var withoutHistory: MergedValue {
    var result = self
    (result.others, result.overridden) = ([], 0)
    return result
  }

  /// What layers said here so far, lowest first, itself included; a removed value is among the
  /// others already.
  private var chain: [MergedValue] {
    isRemoved ? others : others[..<overridden] + [withoutHistory] + others[overridden...]
  }

  /// Makes this null the one that removed what it overrides; it is part of what higher layers may
  /// bring back.
  mutating func markRemoved() {
    others.append(withoutHistory)
    overridden = others.count
    isRemoved = true
  }

  package var json: JSONValue {
    guard let members else {
      if let readElements { return .array(readElements.map(\.json)) }
      return appReading?.leaf ?? written.json
    }
    var object = JSONObject()
    for member in members where !member.value.isRemoved { object[member.key] = member.value.json }
    return .object(object)
  }

  package subscript(key: String) -> MergedValue? {
    guard let members else { return nil }
    if let indices { return indices.byKey[key].map { members[$0].value } }
    return members.first { $0.key.isSameName(as: key) }?.value
  }

  /// A copy that finds a member of a long object in constant time, for readers that look up every
  /// member.
  package func indexed() -> MergedValue {
    guard let members else { return self }
    var result = self
    result.members = members.map { MergedMember(key: $0.key, value: $0.value.indexed()) }
    if members.count > Self.linearSearchLimit { result.indices = MemberIndices(members) }
    return result
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

  /// Overlays `upper`, a default: objects are joined member by member, anything else is replaced,
  /// also by null.
  ///
  /// Rule: VirgaExperiments/Layering.
  package mutating func overlay(_ upper: MergedValue) {
    guard var joined = members, let patch = upper.members else { return yield(to: upper) }
    // Taken out so that the members are uniquely referenced while they grow, which avoids a copy
    // for every block.
    members = nil
    Self.join(&joined, patch) { $0.overlay($1) }
    members = joined
  }

  /// Completes the written value `upper` with this default of an object type.
  ///
  /// The same as ``overlay(_:)``, but a value that already knows this default does not count it
  /// again.
  package func completed(by upper: MergedValue) -> MergedValue {
    if var members, let patch = upper.members {
      Self.join(&members, patch) { $0 = $0.completed(by: $1) }
      var result = upper
      result.members = members
      return result
    }
    return upper.overriding(self)
  }

  /// Returns this value in place of a lower one, which becomes part of its history unless it is
  /// already.
  package func overriding(_ lower: MergedValue) -> MergedValue {
    let isKnown =
      written.isSame(as: lower.written)
      || others[..<overridden].contains { $0.written.isSame(as: lower.written) }
    return isKnown ? self : replacing(lower)
  }

  /// Returns this value in place of a lower one, which becomes part of its history.
  package func replacing(_ lower: MergedValue) -> MergedValue {
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

  /// The value that this one overrides, with what that overrides; nil if it overrides nothing.
  package var lower: MergedValue? {
    guard overridden > 0 else { return nil }
    var lower = others[overridden - 1]
    lower.others = Array(others[..<(overridden - 1)])
    lower.overridden = overridden - 1
    return lower
  }

  /// The value with each lower one that `fault` finds wrong marked as ignored for that reason.
  package func judgingLower(_ fault: (MergedValue) -> String?) -> MergedValue {
    guard overridden > 0 else { return self }
    var result = self
    for index in 0..<overridden {
      if let reason = fault(others[index]) {
        result.others[index] = others[index].withState(.ignored(reason))
      }
    }
    return result
  }

  /// This default with the removed values of a higher layer in its history.
  package func effective(despite upper: MergedValue) -> MergedValue {
    effective(despite: upper.chain)
  }

  /// This default with the ignored value of a higher layer in its history; `reason` is as in "7.5
  /// is not an Int".
  package func ignoring(_ upper: MergedValue, because reason: String) -> MergedValue {
    let below = upper.others[..<upper.overridden].map { lower in
      lower.appReading?.state == nil ? lower.withState(.overridden) : lower
    }
    let ignored = upper.withoutHistory.withState(.ignored(reason))
    return effective(despite: below + [ignored] + upper.others[upper.overridden...])
  }

  private func effective(despite higher: [MergedValue]) -> MergedValue {
    guard !higher.isEmpty else { return self }
    var result = self
    if let members, !members.isEmpty {
      result.members = members.map { member in
        MergedMember(
          key: member.key,
          value: member.value.effective(despite: higher.compactMap { $0.part(member.key) }))
      }
    } else {
      result.others += higher
    }
    return result
  }

  /// What this value says about one of its members; a value that is not an object speaks for all of
  /// them.
  private func part(_ key: String) -> MergedValue? {
    guard members != nil else { return self }
    let part = self[key]?.withoutHistory
    guard let state = appReading?.state else { return part }
    return part?.withState(state)
  }

  /// The value with a state of its own, such as a default that its type does not allow.
  package func withState(_ state: LayerEntry.State) -> MergedValue {
    var result = self
    result.appReading = AppReading(
      leaf: appReading?.leaf, elements: appReading?.elements, state: state)
    return result
  }

  /// The leaf as an app reads it, such as 3 for `3.0`.
  package func read(as leaf: JSONValue) -> MergedValue {
    var result = self
    result.appReading = AppReading(leaf: leaf, state: appReading?.state)
    return result
  }

  /// The array with the elements that an app reads.
  package func read(as elements: [MergedValue]) -> MergedValue {
    var result = self
    result.appReading = AppReading(elements: elements, state: appReading?.state)
    return result
  }

  /// The object with the members that an app reads.
  package func read(as members: [MergedMember]) -> MergedValue {
    var result = self
    result.members = members
    return result
  }

  private static let linearSearchLimit = 12

  /// Joins the members of `upper` to those of `lower`; `adding` changes or drops new ones.
  package static func join(
    _ lower: inout [MergedMember], _ upper: [MergedMember],
    with join: (inout MergedValue, MergedValue) -> Void,
    adding: (MergedValue) -> MergedValue? = { $0 }
  ) {
    let known = lower.indices
    let isLong = lower.count > linearSearchLimit && upper.count > 2
    var indices: [Name: Int] = [:]
    if isLong { for (index, member) in lower.enumerated() { indices[member.key] = index } }
    for member in upper {
      let index =
        isLong ? indices[member.key] : lower[known].firstIndex { $0.key.isSameName(as: member.key) }
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
  package var value: MergedValue

  package init(key: String, value: MergedValue) {
    self.key = key
    self.value = value
  }
}

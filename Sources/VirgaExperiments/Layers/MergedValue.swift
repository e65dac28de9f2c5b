package import VirgaJSON
package import VirgaSource

/// A value merged from several layers, with the values that all layers gave it.
///
/// Objects and maps are trees; arrays and scalars are leaves, because they are replaced as a whole.
/// Each part has its own history: if a rollout sets `size.rows` to 2 and an experiment to 3,
/// `size.rows` is 3, belongs to the experiment, and overrides the 2 of the rollout.
///
/// The value is JSON until it is read through its type: then it is what an app has
/// (`VirgaManifest/Reading`).
package struct MergedValue: Sendable {
  package enum Content: Sendable {
    case leaf(JSONValue)
    /// The members of an object, in order.
    case object([MergedMember])
  }

  /// The layer of the value; for an object, the layer that created it.
  package private(set) var layer: Layer
  /// The value as its layer gave it, with its position.
  package let written: LocatedValue
  /// The members of an object; nil for a leaf.
  package var members: [MergedMember]? {
    didSet { indices = nil }
  }
  /// The members' indices by key, if ``indexed()`` was called; a class, because few values have
  /// them.
  private var indices: MemberIndices?
  /// Whether it is a null that removed a lower value, so that there is no value at all.
  package private(set) var isRemoved = false
  /// The values of other layers for this part, lowest first: first those that this value overrides,
  /// then those of higher layers, which have no effect because a null removed them or an app
  /// ignores them.
  ///
  /// A null that removed lower values is a value of its layer too: a copy of it is the last that it
  /// overrides.
  private var valuesOfOtherLayers: [MergedValue] = []
  /// How many of ``valuesOfOtherLayers``, from the first, this value overrides.
  private var overriddenCount = 0
  /// How an app reads the value; nil if an app reads it as it is written.
  private var appReading: AppReading?

  /// How an app reads a value; a class, because few values have one and all are copied often.
  private final class AppReading: Sendable {
    /// The leaf that an app reads in place of the written one.
    let leaf: JSONValue?
    /// The elements that an app reads of an array.
    let elements: [MergedValue]?
    /// The state to report in place of the usual one: effective, overridden or removed.
    let state: LayerEntry.State?

    /// A leaf or elements that are nil are read as they are written.
    ///
    /// Without a `state`, the value is reported as effective, overridden or removed.
    init(leaf: JSONValue? = nil, elements: [MergedValue]? = nil, state: LayerEntry.State? = nil) {
      self.leaf = leaf
      self.elements = elements
      self.state = state
    }
  }

  private final class MemberIndices: Sendable {
    let byKey: [Name: Int]

    init(_ members: [MergedMember]) {
      let indices = members.enumerated().map { index, member in (Name(member.key), index) }
      byKey = Dictionary(indices) { first, _ in first }
    }
  }

  /// A value that one layer gave, so far without the values of other layers; `members` are those
  /// of an object, nil for a leaf.
  package init(layer: Layer, written: LocatedValue, members: [MergedMember]? = nil) {
    self.layer = layer
    self.written = written
    self.members = members
  }

  private var overriddenValues: ArraySlice<MergedValue> { valuesOfOtherLayers[..<overriddenCount] }

  /// The values of higher layers, which a null removed or apps ignore.
  private var higherValuesWithoutEffect: ArraySlice<MergedValue> {
    valuesOfOtherLayers[overriddenCount...]
  }

  package var content: Content {
    if let members { .object(members) } else { .leaf(json) }
  }

  /// The elements of an array as an app reads them; nil before the value is read, and if the
  /// elements are not objects, maps or lists.
  package var readElements: [MergedValue]? { appReading?.elements }

  package var location: SourceLocation? { written.location }

  package var isNull: Bool { members == nil && written.kind == .null }

  /// The values that all layers gave this part, lowest first, this one included; a layer that
  /// repeats a lower value is listed too.
  ///
  /// Those of higher layers have no effect, because a null removed them or apps ignore them.
  package var history: [LayerEntry] {
    let overridden = overriddenValues.map { $0.entry(defaultState: .overridden) }
    let own = entry(defaultState: isRemoved ? .removed : .effective)
    // A value that apps ignore has its own state already, so any other one was removed.
    let higher = higherValuesWithoutEffect.map { $0.entry(defaultState: .removed) }
    return overridden + [own] + higher
  }

  /// The entry of this value, with `defaultState` unless reading gave it another state.
  private func entry(defaultState: LayerEntry.State) -> LayerEntry {
    let state = appReading?.state ?? defaultState
    return LayerEntry(layer: layer, value: json, location: location, state: state)
  }

  /// Whether an app uses the value; false for a null that removed lower values, and for a value
  /// that apps ignore, such as a default that its type does not allow.
  package var isEffective: Bool {
    if isRemoved { return false }
    if case .ignored? = appReading?.state { return false }
    return true
  }

  /// The value alone, without the values of other layers, for the history of another value; its
  /// members keep their histories.
  package var withoutHistory: MergedValue {
    var result = self
    result.valuesOfOtherLayers = []
    result.overriddenCount = 0
    return result
  }

  /// The values that all layers gave this part, lowest first, this one included, each without its
  /// own history.
  private var valuesOfAllLayers: [MergedValue] {
    // The other values of a null that removed lower ones already contain a copy of it.
    isRemoved
      ? valuesOfOtherLayers : overriddenValues + [withoutHistory] + higherValuesWithoutEffect
  }

  /// Marks this null as one that removed the values that it overrides.
  ///
  /// A copy of the null is added to those values: if a lower value becomes effective again, its
  /// history shows which null removed the others.
  mutating func markRemoved() {
    valuesOfOtherLayers.append(withoutHistory)
    // The copy is the last of the values that count as overridden.
    overriddenCount = valuesOfOtherLayers.count
    isRemoved = true
  }

  /// The value as an app reads it, or as it is written if it was not read yet.
  package var json: JSONValue {
    guard let members else {
      // An app reads objects, maps and lists in an array one by one; of a leaf, it may read another
      // value, such as 3 for `3.0`.
      if let readElements { return .array(readElements.map(\.json)) }
      return appReading?.leaf ?? written.json
    }
    var object = JSONObject()
    for member in members where !member.value.isRemoved { object[member.key] = member.value.json }
    return .object(object)
  }

  /// A member of an object; nil for a leaf, and if there is none.
  package subscript(key: String) -> MergedValue? {
    guard let members else { return nil }
    // Only a long object has indices, and only in a copy that `indexed()` made.
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
    // Looking for repeated keys takes time, and hardly any document has one.
    self.members = written.document.hasRepeatedKeys ? Self.withoutRepeats(members) : members
  }

  /// The members with one for each key: the last value at the first position.
  private static func withoutRepeats(_ members: [MergedMember]) -> [MergedMember] {
    var indices: [Name: Int] = [:]
    var result: [MergedMember] = []
    for member in members {
      if let index = indices[member.key] {
        result[index] = member
      } else {
        indices[member.key] = result.count
        result.append(member)
      }
    }
    return result
  }

  /// Overlays a higher default: objects are joined member by member, anything else is replaced.
  ///
  /// Unlike in a config, a null replaces a value too: null over 3 is null.
  /// Rule: VirgaExperiments/Layering.
  package mutating func overlay(_ upper: MergedValue) {
    guard var joined = members, let patch = upper.members else { return replace(with: upper) }
    // Taken out so that the members are uniquely referenced while they grow: else each overlay
    // would copy them all.
    members = nil
    Self.join(&joined, patch) { lowerMember, upperMember in lowerMember.overlay(upperMember) }
    members = joined
  }

  /// Returns `upper`, a default of a variable, with the members that it lacks from this default of
  /// its object type: `{"rows": 2}` over the default `{"rows": 1, "wide": true}` becomes `{"rows":
  /// 2, "wide": true}`.
  ///
  /// Two objects are joined member by member, and the result has the layer and the location of
  /// `upper`. Any other `upper` stays, with this default in its history.
  package func completing(_ upper: MergedValue) -> MergedValue {
    if var members, let patch = upper.members {
      Self.join(&members, patch) { lowerMember, upperMember in
        lowerMember = lowerMember.completing(upperMember)
      }
      var result = upper
      result.members = members
      return result
    }
    return upper.overriding(self)
  }

  /// Returns this value in place of a lower one, which is added to the values that it overrides.
  ///
  /// Nothing is added if the lower value is one of these already, or this value itself, so that the
  /// same default can be applied twice.
  package func overriding(_ lower: MergedValue) -> MergedValue {
    // Compared by their positions in a document, because two layers may give equal values.
    let isLowerItself = written.isSame(as: lower.written)
    let isInHistory = overriddenValues.contains { $0.written.isSame(as: lower.written) }
    return isLowerItself || isInHistory ? self : replacing(lower)
  }

  /// Returns this value in place of a lower one, which becomes part of its history.
  package func replacing(_ lower: MergedValue) -> MergedValue {
    var result = lower
    result.replace(with: self)
    return result
  }

  /// Replaces this value by a higher one; this value and its history become overridden values.
  ///
  /// In `valuesOfOtherLayers`, the first `overriddenCount` values are overridden; those after them
  /// belong to higher layers and have no effect.
  private mutating func replace(with upper: MergedValue) {
    var allValues = valuesOfOtherLayers
    // Taken out so that the array is uniquely referenced and grows without a copy.
    valuesOfOtherLayers = []
    // This value comes directly after those that it overrides. A null that removed lower values is
    // already there: ``markRemoved()`` added a copy of it.
    if !isRemoved { allValues.insert(withoutHistory, at: overriddenCount) }
    allValues += upper.overriddenValues
    // The upper value overrides everything so far.
    let overriddenCount = allValues.count
    allValues += upper.higherValuesWithoutEffect
    self = upper
    valuesOfOtherLayers = allValues
    self.overriddenCount = overriddenCount
  }

  /// The highest value that this one overrides, with the lower ones as its own history; nil if this
  /// value overrides nothing.
  ///
  /// An app reads it if it cannot use this value.
  package var lower: MergedValue? {
    guard var lower = overriddenValues.last else { return nil }
    // All its other values are lower ones, which it overrides.
    lower.valuesOfOtherLayers = Array(overriddenValues.dropLast())
    lower.overriddenCount = lower.valuesOfOtherLayers.count
    return lower
  }

  /// The value with some of the values that it overrides marked as ignored: those for which `fault`
  /// returns why an app could not use them, such as a wrong type.
  package func markingIgnoredLower(_ fault: (MergedValue) -> String?) -> MergedValue {
    guard overriddenCount > 0 else { return self }
    var result = self
    // The first of `valuesOfOtherLayers` are those that this value overrides.
    for index in 0..<overriddenCount {
      if let reason = fault(valuesOfOtherLayers[index]) {
        result.valuesOfOtherLayers[index] = valuesOfOtherLayers[index].withState(.ignored(reason))
      }
    }
    return result
  }

  /// This lower value, which is effective again because the values of `upper` were removed; they
  /// are added to its history.
  package func restored(below upper: MergedValue) -> MergedValue {
    addingHigher(upper.valuesOfAllLayers)
  }

  /// This default, which is effective because an app ignores `upper`, the value of a higher layer.
  ///
  /// That value is added to its history, with the reason, as in "7.5 is not an Int".
  package func ignoring(_ upper: MergedValue, because reason: String) -> MergedValue {
    // In a history, values of higher layers are reported as removed unless they have a state of
    // their own. Those that the ignored value overrides were not removed, so they get the state
    // "overridden"; one that apps ignore too keeps its own state.
    let overridden = upper.overriddenValues.map { lower in
      let hasOwnState = lower.appReading?.state != nil
      return hasOwnState ? lower : lower.withState(.overridden)
    }
    let ignored = upper.withoutHistory.withState(.ignored(reason))
    return addingHigher(overridden + [ignored] + upper.higherValuesWithoutEffect)
  }

  /// This value with values of higher layers, which have no effect, added to its history; for an
  /// object, to the history of each member.
  ///
  /// With `{"rows": 2}` as the higher value, `{"rows": 1, "wide": true}` gets the 2 in the history
  /// of `rows`; with a null, both members get the null.
  private func addingHigher(_ higher: [MergedValue]) -> MergedValue {
    guard !higher.isEmpty else { return self }
    var result = self
    if let members, !members.isEmpty {
      result.members = members.map { member in
        let higherOfMember = higher.compactMap { $0.valueGiven(to: member.key) }
        return MergedMember(key: member.key, value: member.value.addingHigher(higherOfMember))
      }
    } else {
      // A leaf, or an object without members that could take them. The values of higher layers are
      // the last of the history.
      result.valuesOfOtherLayers += higher
    }
    return result
  }

  /// The value that this one gives to a member; nil if it is an object without the member.
  ///
  /// A value that is not an object, such as a null or a 3, is given to every member: it replaces
  /// the whole object.
  private func valueGiven(to key: String) -> MergedValue? {
    guard members != nil else { return self }
    let member = self[key]?.withoutHistory
    // An object that apps ignore is ignored with all of its members.
    guard let state = appReading?.state else { return member }
    return member?.withState(state)
  }

  /// The value with a state that is reported in place of the usual one (effective, overridden or
  /// removed), such as `ignored` for a default that its type does not allow.
  package func withState(_ state: LayerEntry.State) -> MergedValue {
    var result = self
    result.appReading = AppReading(
      leaf: appReading?.leaf, elements: appReading?.elements, state: state)
    return result
  }

  /// This leaf as an app reads it, such as 3 for `3.0`; its history and its state stay.
  package func replacingLeaf(asRead leaf: JSONValue) -> MergedValue {
    var result = self
    result.appReading = AppReading(leaf: leaf, state: appReading?.state)
    return result
  }

  /// This array with its elements as an app reads them; its history and its state stay.
  package func replacingElements(asRead elements: [MergedValue]) -> MergedValue {
    var result = self
    result.appReading = AppReading(elements: elements, state: appReading?.state)
    return result
  }

  /// This object with its members as an app reads them; its history and its state stay.
  package func replacingMembers(asRead members: [MergedMember]) -> MergedValue {
    var result = self
    result.members = members
    return result
  }

  /// The number of members up to which comparing all keys is faster than a table.
  private static let linearSearchLimit = 12

  /// Joins the members of `upper` to those of `lower`, whose order they keep; new ones are
  /// appended.
  ///
  /// - Parameters:
  ///   - lower: The members to change.
  ///   - upper: The members to join to them.
  ///   - join: Changes a lower member that has the same key as an upper one.
  ///   - adding: Returns the value for a member that only `upper` has; nil leaves it out.
  package static func join(
    _ lower: inout [MergedMember], _ upper: [MergedMember],
    with join: (inout MergedValue, MergedValue) -> Void,
    adding: (MergedValue) -> MergedValue? = { $0 }
  ) {
    // Without the members that are appended, which no key of `upper` can match.
    let lowerRange = lower.indices
    // A table is not worth its cost for one or two look-ups.
    let fewLookUps = 2
    let usesTable = lower.count > linearSearchLimit && upper.count > fewLookUps
    var indices: [Name: Int] = [:]
    if usesTable { for (index, member) in lower.enumerated() { indices[member.key] = index } }
    for member in upper {
      let index =
        usesTable
        ? indices[member.key]
        : lower[lowerRange].firstIndex { $0.key.isSameName(as: member.key) }
      if let index {
        join(&lower[index].value, member.value)
      } else if let value = adding(member.value) {
        lower.append(MergedMember(key: member.key, value: value))
      }
    }
  }
}

/// A member of an object or an entry of a map.
package struct MergedMember: Sendable {
  package let key: String
  package var value: MergedValue

  package init(key: String, value: MergedValue) {
    self.key = key
    self.value = value
  }
}

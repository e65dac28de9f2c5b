package import VirgaExperiments
package import VirgaJSON
package import VirgaSource

/// A variable of a feature with its value.
package struct MergedVariable: Sendable {
  package let variable: Variable
  package internal(set) var value: MergedValue
}

/// A feature with the values of its variables: the merged JSON of one channel's defaults and
/// configs, or what an app reads of it.
package struct MergedFeature: Sendable {
  package let feature: FeatureDefinition
  /// The requested channel; nil for none.
  package let channel: String?
  /// Its variables with their values, sorted by name.
  package private(set) var variables: [MergedVariable]

  let types: TypeTable
  /// Whether all objects are filled in from their definitions; false after a patch, which may have
  /// added others.
  private var isFilled = false

  /// The feature with the defaults of its variables, before default blocks are merged.
  ///
  /// Fields that an object of a default lacks are filled in.
  ///
  /// - Parameter channel: The requested channel, which is only stored here; nil for none.
  init(_ feature: FeatureDefinition, channel: String?, types: TypeTable) {
    self.feature = feature
    self.channel = channel
    self.types = types
    variables = feature.variables.map { variable in
      let value = MergedValue(variable.defaultOrNull, layer: .variableDefault)
      return MergedVariable(variable: variable, value: value)
    }
    fillInObjects()
  }

  /// The feature's variables in the order in which they were written.
  package var variablesInWrittenOrder: [MergedVariable] {
    variables.sorted { left, right in
      left.variable.nameNode.index < right.variable.nameNode.index
    }
  }

  /// The feature's values as the members of an object.
  var members: [MergedMember] {
    variables.map { MergedMember(key: $0.variable.name, value: $0.value) }
  }

  /// The values without layers, in the order in which variables were written.
  package var json: JSONObject {
    var object = JSONObject()
    for each in variablesInWrittenOrder { object[each.variable.name] = each.value.json }
    return object
  }

  /// The value of the variable called `name`; nil if there is none.
  package subscript(name: String) -> MergedValue? {
    feature.variables.position(of: name, by: \.name).map { variables[$0].value }
  }

  /// A copy whose values find their members in constant time, see `MergedValue.indexed()`.
  package func indexed() -> MergedFeature {
    var result = self
    result.replaceValues { _, value in value.indexed() }
    return result
  }

  /// Applies a config; names that are not variables are ignored.
  ///
  /// Objects are filled in from their definitions first. Rule: VirgaManifest/Merging.
  package mutating func overlay(_ patch: JSONValue, layer: Layer) {
    overlay(LocatedValue(patch), layer: layer)
  }

  /// Applies a config that has positions; one that is not an object is ignored, and so are names
  /// that are not variables.
  ///
  /// Objects are filled in from their definitions first, so that the config changes single fields
  /// of complete objects.
  package mutating func overlay(_ patch: LocatedValue, layer: Layer) {
    guard patch.kind == .object else { return }
    fillInObjects()
    merge(MergedValue(patch, layer: layer))
  }

  /// Fills in objects from their definitions: with `text: String = "none"` in `Sign`, `{size: 2}`
  /// of a `Sign` becomes `{text: none, size: 2}`.
  ///
  /// A map stays as it is if filling in its objects would take too much memory.
  mutating func fillInObjects() {
    guard !isFilled else { return }
    isFilled = true
    // Read once, because the loop changes this value.
    let types = types
    for index in variables.indices {
      let value = variables[index].value
      let type = variables[index].variable.type
      guard types.canFill(value, as: type) else { continue }
      variables[index].value = value.filled(as: type, object: types.filledObject)
    }
  }

  /// Replaces the value of each variable by the result of `newValue`, unless that is nil.
  mutating func replaceValues(_ newValue: (Variable, MergedValue) -> MergedValue?) {
    // The new values may have objects that lack fields: ``fillInObjects()`` has to run again.
    isFilled = false
    for index in variables.indices {
      if let value = newValue(variables[index].variable, variables[index].value) {
        variables[index].value = value
      }
    }
  }

  /// Merges the members of `patch` over the variables of the same name; other names are ignored.
  mutating func merge(_ patch: MergedValue) {
    // The patch may add objects that lack fields: ``fillInObjects()`` has to run again.
    isFilled = false
    for member in patch.members ?? [] {
      // `variables` has the same order as the variables of the feature.
      guard let index = feature.variables.position(of: member.key, by: \.name) else { continue }
      variables[index].value.overlay(member.value)
    }
  }

  /// Folds the blocks that apply in `channel` into one patch and merges that; in no channel (nil),
  /// only blocks for every channel apply.
  ///
  /// Merged one by one, `{badges: null}` would remove the default of the map `badges` before
  /// `{badges: {new: 1}}` is merged; folded, the later block replaces the null first.
  /// Rule: VirgaManifest/DefaultBlocks.
  ///
  /// - Parameter layer: The layer of a block, given the channels that it names.
  mutating func merge(_ blocks: [DefaultBlock], in channel: String?, layer: ([String]) -> Layer) {
    var folded: MergedValue?
    for block in blocks where block.applies(in: channel) {
      let patch = MergedValue(block.value, layer: layer(block.channels))
      if folded == nil { folded = patch } else { folded?.overlay(patch) }
    }
    if let folded { merge(folded) }
  }

  /// The strings of the alias `name` in the merged values, sorted.
  ///
  /// Rule: VirgaManifest/StringAliases.
  package func strings(ofAlias name: String) -> [String] { AliasSets(self).strings(ofAlias: name) }

  /// The allowed values of a type, each with a description; nil if the type is open-ended.
  package func choices(of type: VariableType) -> [(value: JSONValue, description: String)]? {
    switch type {
    case .boolean: [(true, ""), (false, "")]
    case .enumeration(let name):
      (types.enumeration(name)?.variants ?? []).map { variant in
        (.string(variant.name), variant.description)
      }
    case .alias(let name): strings(ofAlias: name).map { string in (.string(string), "") }
    case .option(let inner): choices(of: inner).map { $0 + [(.null, "no value")] }
    case .list, .map, .object, .string, .int, .double, .text, .image: nil
    }
  }

  /// The values that are not objects with members: scalars, arrays and empty objects, depth first.
  package func leaves() -> [MergedLeaf] {
    var leaves: [MergedLeaf] = []
    for each in variablesInWrittenOrder {
      each.value.addLeaves(at: [.key(each.variable.name)], to: &leaves)
    }
    return leaves
  }
}

/// One row of a merged feature: a scalar, an array or an empty object.
package struct MergedLeaf: Sendable {
  /// The path, as `JSONPath` writes it: `sections-enabled.pocket`.
  package let path: String
  package let value: JSONValue
  /// The layer that gave it.
  package let layer: Layer
  package let location: SourceLocation?
  /// Everything that layers said here, lowest first; see ``MergedValue/history``.
  package let history: [LayerEntry]

  /// Why a layer is ignored and what apps use instead, as in "7.5 is not an Int; apps use the
  /// default 5".
  package func sentence(ignoring reason: String) -> String { history.sentence(ignoring: reason) }
}

extension MergedValue {
  /// Adds the value if it is a scalar, an array or an empty object, or else the leaves of its
  /// members.
  ///
  /// A member that a null removed is only kept for its history: it is not a value, so not a leaf.
  fileprivate func addLeaves(at path: JSONPath, to leaves: inout [MergedLeaf]) {
    if let members, !members.isEmpty {
      for member in members where !member.value.isRemoved {
        member.value.addLeaves(at: path.appending(key: member.key), to: &leaves)
      }
    } else {
      leaves.append(
        MergedLeaf(
          path: path.description, value: json, layer: layer, location: location, history: history))
    }
  }
}

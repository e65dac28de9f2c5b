package import VirgaExperiments
package import VirgaJSON

/// The merged value of one variable.
package struct MergedVariable: Sendable {
  /// The variable.
  package let variable: Variable
  /// Its value.
  package internal(set) var value: MergedValue
}

/// A feature with the defaults of one channel, and whatever was laid over them.
package struct MergedFeature: Sendable {
  /// The feature.
  package let feature: FeatureDefinition
  /// The channel asked for; nil for none.
  package let channel: String?
  /// Its variables with their values, sorted by name.
  package private(set) var variables: [MergedVariable]

  let types: TypeTable

  /// What the variables are by their own defaults, objects filled in.
  init(_ feature: FeatureDefinition, channel: String?, types: TypeTable) {
    self.feature = feature
    self.channel = channel
    self.types = types
    variables = feature.variables.map {
      MergedVariable(variable: $0, value: $0.filledDefault(object: types.filledObject))
    }
  }

  /// Its variables in the order in which their author wrote them.
  package var writtenVariables: [MergedVariable] {
    variables.sorted { $0.variable.nameNode.index < $1.variable.nameNode.index }
  }

  /// The merged config without layers, variables as they were written.
  package var json: JSONObject {
    var object = JSONObject()
    for each in writtenVariables { object[each.variable.name] = each.value.json }
    return object
  }

  /// The value of the variable called `name`; nil where there is none.
  package subscript(name: String) -> MergedValue? {
    feature.variables.position(named: name).map { variables[$0].value }
  }

  /// Lays a config over it; names that are no variables are dropped.
  ///
  /// Objects are completed from their definitions first. Source of the rule: FML: Default algorithm.
  package mutating func lay(_ patch: JSONValue, layer: Layer) {
    lay(WrittenValue(patch), layer: layer)
  }

  /// Lays a config over it that a person wrote; names that are no variables are dropped.
  package mutating func lay(_ patch: WrittenValue, layer: Layer) {
    guard patch.kind == .object else { return }
    fill()
    merge(MergedValue(patch, layer: layer))
  }

  /// Completes the objects in what is merged so far.
  mutating func fill() {
    let types = types
    for index in variables.indices {
      variables[index].value = variables[index].value.filled(
        as: variables[index].variable.type, object: types.filledObject)
    }
  }

  /// Replaces the value of every variable for which `change` gives another.
  mutating func change(_ change: (Variable, MergedValue) -> MergedValue?) {
    for index in variables.indices {
      if let value = change(variables[index].variable, variables[index].value) { variables[index].value = value }
    }
  }

  /// Merges an object of variables over what there is.
  mutating func merge(_ patch: MergedValue) {
    for member in patch.members ?? [] {
      guard let index = feature.variables.position(named: member.key) else { continue }
      variables[index].value.merge(member.value)
    }
  }

  /// Folds the blocks that apply in `channel` into one patch and merges that.
  ///
  /// Source of the rule: FML: Default blocks.
  mutating func merge(_ blocks: [DefaultBlock], in channel: String?, layer: ([String]) -> Layer) {
    var folded: MergedValue?
    for block in blocks where block.applies(in: channel) {
      let patch = MergedValue(block.value, layer: layer(block.channels))
      if folded == nil { folded = patch } else { folded?.merge(patch) }
    }
    if let folded { merge(folded) }
  }
}

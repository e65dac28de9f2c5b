package import VirgaExperiments
package import VirgaJSON
package import VirgaSource

/// One row of a merged feature: a scalar, an array or an empty object.
package struct MergedLeaf: Sendable {
  /// The way to it, as ``VirgaJSON/JSONPath`` spells it: `sections-enabled.pocket`.
  package let path: String
  /// The value.
  package let value: JSONValue
  /// The layer that gave it.
  package let layer: Layer
  /// Where it was written.
  package let location: SourceLocation?
  /// What it replaced, lowest layer first.
  package let beneath: [LayerEntry]
  /// What higher layers said, lowest first, until a null took that away; see ``MergedValue/overruled``.
  package let overruled: [LayerEntry]
}

extension MergedFeature {
  /// A row per scalar, array and empty object, depth first.
  package func leaves() -> [MergedLeaf] {
    var leaves: [MergedLeaf] = []
    for each in writtenVariables { each.value.addLeaves(at: [.key(each.variable.name)], to: &leaves) }
    return leaves
  }
}

extension MergedValue {
  fileprivate func addLeaves(at path: JSONPath, to leaves: inout [MergedLeaf]) {
    if let members, !members.isEmpty {
      for member in members where !member.value.isTakenAway {
        member.value.addLeaves(at: path.appending(key: member.key), to: &leaves)
      }
    } else {
      leaves.append(
        MergedLeaf(
          path: path.description, value: json, layer: layer, location: location, beneath: beneath,
          overruled: overruled))
    }
  }
}

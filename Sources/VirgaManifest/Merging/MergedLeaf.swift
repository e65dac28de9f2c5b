public import VirgaJSON
public import VirgaSource

/// One row of a merged feature: a scalar, an array or an empty object.
public struct MergedLeaf: Sendable {
  /// The way to it, as ``VirgaJSON/JSONPath`` spells it: `sections-enabled.pocket`.
  public let path: String
  /// The value.
  public let value: JSONValue
  /// The layer that gave it.
  public let layer: Layer
  /// Where it was written.
  public let location: SourceLocation?
  /// What it replaced, lowest layer first.
  public let beneath: [LayerEntry]
  /// What higher layers said, lowest first, until a null took that away; see ``MergedValue/overruled``.
  public let overruled: [LayerEntry]
}

extension MergedFeature {
  /// A row per scalar, array and empty object, depth first.
  public func leaves() -> [MergedLeaf] {
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

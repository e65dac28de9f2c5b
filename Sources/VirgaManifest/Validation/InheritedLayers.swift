import VirgaJSON

/// The layers below one value of a default block: the earlier blocks, then the default.
///
/// Compares layers without merging them, because most manifests have no redundant defaults.
struct InheritedLayers {
  struct Layer {
    /// The indices of the channels in which it applies; nil if it applies in all of them.
    var channels: Set<Int>?
    /// The value; nil if unknown.
    var value: LocatedValue?
    /// The type whose objects fill it in; nil if it is not filled in.
    var filling: VariableType?
  }

  /// From the topmost to the lowest.
  private(set) var layers: [Layer]

  init(_ layers: [Layer]) { self.layers = layers }

  /// Whether the layers already give `value` in every one of `channels`.
  func say(_ value: LocatedValue, in channels: Set<Int>) -> Bool {
    var open = channels
    for layer in layers {
      let covered = layer.channels ?? open
      guard !covered.isDisjoint(with: open) else { continue }
      guard let written = layer.value, Self.repeats(value, written) else { return false }
      open.subtract(covered)
      if open.isEmpty { return true }
    }
    return false
  }

  /// An empty object changes no object; any other value must be equal.
  private static func repeats(_ value: LocatedValue, _ lower: LocatedValue) -> Bool {
    if value.kind == .object { return lower.kind == .object && value.count == 0 }
    if value.kind == lower.kind, !value.isAbsent, !lower.isAbsent, value.hasText(of: lower) { return true }
    return value.kind == .string || value.count != lower.count ? false : value.json == lower.json
  }

  /// The layers below a member of an object that is on top of these layers.
  func member(_ key: LocatedValue, named name: String, of types: TypeTable) -> InheritedLayers {
    var found: [Layer] = []
    found.reserveCapacity(layers.count + 1)
    for layer in layers {
      guard let written = layer.value, written.kind == .object else {
        found.append(Layer(channels: layer.channels, value: nil))
        continue
      }
      let member = written.value(ofKeyLike: key)
      switch layer.filling {
      case .object(let object):
        if let member { found.append(Layer(channels: layer.channels, value: member)) }
        guard let field = types.object(object)?.field(name) else { continue }
        found.append(Layer(channels: layer.channels, value: field.inherited, filling: field.type))
      case .map(_, let item):
        if let member { found.append(Layer(channels: layer.channels, value: member, filling: item)) }
      default:
        if let member { found.append(Layer(channels: layer.channels, value: member)) }
      }
    }
    return InheritedLayers(found)
  }
}

extension Variable {
  var inherited: LocatedValue { defaultValue ?? LocatedValue(absentFrom: nameNode) }
}

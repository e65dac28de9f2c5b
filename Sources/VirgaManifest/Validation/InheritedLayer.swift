import VirgaJSON

/// A layer below one value of a default block: an earlier block, or the default.
///
/// Compares layers without merging them, because most manifests have no redundant defaults.
struct InheritedLayer {
  /// The indices of the channels in which it applies; nil if it applies in all of them.
  var channels: Set<Int>?
  /// The value; nil if unknown.
  var value: LocatedValue?
  /// The type whose objects fill it in; nil if it is not filled in.
  var filling: VariableType?
}

/// From the topmost to the lowest.
extension [InheritedLayer] {
  /// Whether the layers already give `value` in every one of `channels`.
  func say(_ value: LocatedValue, in channels: Set<Int>) -> Bool {
    var open = channels
    for layer in self {
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
  func member(_ key: LocatedValue, named name: String, of types: TypeTable) -> [InheritedLayer] {
    flatMap { layer -> [InheritedLayer] in
      guard let written = layer.value, written.kind == .object else { return [.init(channels: layer.channels)] }
      let item: VariableType? = if case .map(_, let item) = layer.filling { item } else { nil }
      let member = written.value(ofKeyLike: key)
        .map { InheritedLayer(channels: layer.channels, value: $0, filling: item) }
      guard case .object(let object) = layer.filling, let field = types.object(object)?.field(name) else {
        return member.map { [$0] } ?? []
      }
      let below = InheritedLayer(channels: layer.channels, value: field.inherited, filling: field.type)
      return member.map { [$0, below] } ?? [below]
    }
  }
}

extension Variable {
  var inherited: LocatedValue { defaultValue ?? LocatedValue(absentFrom: nameNode) }
}

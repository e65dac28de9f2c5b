public import VirgaJSON
import VirgaManifest

extension Operations {
  /// Sets what the user of the app chose under a preference key; nil unsets it.
  ///
  /// - Throws: A refusal where a variable with this `pref-key` takes another kind of value.
  public func setPreference(_ key: String, to value: JSONValue?) throws(Refusal) -> Operation {
    let tied = variables(tiedTo: key)
    if let value, let other = tied.first(where: { !$0.variable.type.takesPreference(value) }) {
      let name = "\(other.feature.id).\(other.variable.name)"
      throw Refusal("`\(key)` sets \(name), which is \(other.variable.type), not \(value.label)")
    }
    return try set(.preference, key, to: value, as: "preference \(key)", feature: tied.first?.feature.id)
  }

  /// Sets what a developer chose for a flag: a Boolean or the name of a variation; nil unsets it.
  public func setDebug(_ name: String, to value: JSONValue?, feature: String? = nil) throws(Refusal) -> Operation {
    try set(.debug, name, to: value, as: "debug override \(name)", feature: feature)
  }

  /// Locks or unlocks an unlock flag; nil gives it back its own state.
  public func setLock(_ flag: String, isUnlocked: Bool?) throws(Refusal) -> Operation {
    let label = isUnlocked.map { $0 ? "unlock \(flag)" : "lock \(flag)" }
    return try set(.lock, flag, to: isUnlocked.map(JSONValue.boolean), as: "lock of \(flag)", label: label)
  }

  /// Sets the draw of a JSON-configured test, 0 to 100; nil lets it be drawn again.
  public func setDraw(_ flag: String, to draw: JSONValue?) throws(Refusal) -> Operation {
    if let draw, !(draw.doubleValue.map { (0...100).contains($0) } ?? false) {
      throw Refusal("a draw is a number from 0 to 100, not \(draw.label)")
    }
    return try set(.draw, flag, to: draw, as: "draw of \(flag)")
  }

  /// Sets weights of a JSON-configured test in place of those of its file; nil gives it back its own.
  public func setWeights(_ flag: String, to weights: [JSONValue]?) throws(Refusal) -> Operation {
    if let bad = weights?.first(where: { !($0.doubleValue.map { $0 >= 0 && $0.isFinite } ?? false) }) {
      throw Refusal("a weight is a number from 0 on, not \(bad.label)")
    }
    return try set(.weights, flag, to: weights.map(JSONValue.array), as: "weights of \(flag)")
  }

  private func set(
    _ kind: EntryKind, _ name: String, to value: JSONValue?, as title: String, label: String? = nil,
    feature: String? = nil
  ) throws(Refusal) -> Operation {
    guard value != nil || session[kind, name] != nil else { throw Refusal("\(title) is unset already") }
    if let value, value == session[kind, name] { throw Refusal("\(title) is \(value.label) already") }
    var draft = try draft()
    draft.set(kind, name, to: value)
    if kind == .preference { draft.evolve() }
    return try draft.finished(label ?? value.map { "set \(title) = \($0.label)" } ?? "clear \(title)", feature: feature)
  }

  /// The variables that a preference sets.
  private func variables(tiedTo key: String) -> [(feature: Feature, variable: Variable)] {
    (surroundings.manifest?.features ?? []).flatMap { feature in
      feature.variables.filter { $0.preferenceKey == key }.map { (feature, $0) }
    }
  }
}

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
    guard value != session[.preference, key] else {
      throw Refusal("preference \(key) is \(value?.label ?? "unset") already")
    }
    var draft = try draft()
    draft.set(.preference, key, to: value)
    draft.evolve()
    let label = value.map { "set preference \(key) = \($0.label)" } ?? "clear preference \(key)"
    return try draft.finished(label, feature: tied.first?.feature.id)
  }

  /// The variables that a preference sets.
  private func variables(tiedTo key: String) -> [(feature: Feature, variable: Variable)] {
    (surroundings.manifest?.features(preference: key) ?? []).flatMap { feature in
      feature.variables.filter { $0.preferenceKey == key }.map { (feature, $0) }
    }
  }
}

package import VirgaJSON
import VirgaManifest
package import VirgaSession

extension Operations {
  /// Sets what the user of the app chose: an app setting, or a flag's preference; nil unsets it.
  ///
  /// - Throws: A refusal where a variable with this `pref-key` takes another kind of value.
  package func setPreference(_ key: String, to value: JSONValue?) throws(Refusal) -> SessionOperation {
    if let refusal = refusal(toSet: key, value) { throw refusal }
    var draft = try draft()
    draft.set(.preference, key, to: value)
    draft.evolve()
    let what = words(key)
    let label = value.map { "set \(what) = \($0.label)" } ?? "clear \(what)"
    return try draft.finished(label, feature: variables(tiedTo: key).first?.feature.id)
  }

  /// Why what the user chose is not set to a value; nil if it can be.
  func refusal(toSet key: String, _ value: JSONValue?) -> Refusal? {
    if let value, let other = variables(tiedTo: key).first(where: { !$0.variable.type.takesPreference(value) }) {
      let name = "\(other.feature.id).\(other.variable.name)"
      return Refusal("`\(key)` sets \(name), which is \(other.variable.type), not \(value.label)")
    }
    return value == session[.preference, key]
      ? Refusal("\(words(key)) is \(value?.label ?? "unset") already", changesNothing: true) : nil
  }

  private func words(_ key: String) -> String {
    "\(EntryKey(.preference, key).title(in: surroundings.manifest)) \(key)"
  }

  /// The variables with an app setting.
  private func variables(tiedTo key: String) -> [(feature: FeatureDefinition, variable: Variable)] {
    (surroundings.manifest?.features(preference: key) ?? []).flatMap { feature in
      feature.variables.filter { $0.preferenceKey == key }.map { (feature, $0) }
    }
  }
}

import VirgaExperiments
package import VirgaFlags
import VirgaJSON
package import VirgaManifest
package import VirgaSession
import VirgaSource

/// A stored entry that no longer matches the manifest or the flags.
///
/// It is kept, but has no effect or only part of it.
package struct Orphan: Hashable, Sendable {
  /// The entry.
  package var key: EntryKey
  /// The reason, a sentence without a period.
  package var reason: String
}

extension Session {
  /// The entries that do not match a manifest, because it changed or is another one.
  ///
  /// - Parameter catalogue: The known flags; nil to skip entries that only flags read.
  package func orphans(in manifest: Manifest, catalogue: FlagCatalogue? = nil) -> [Orphan] {
    let flags = catalogue.map { Set($0.rows.flatMap(\.entryKeys)) }
    return keys.compactMap { key in
      (reason(key, manifest) ?? flagReason(key, manifest, flags)).map { Orphan(key: key, reason: $0) }
    }
  }

  /// Why a stored flag choice has no effect: no flag reads it, or its variable has another type.
  private func flagReason(_ key: EntryKey, _ manifest: Manifest, _ flags: Set<EntryKey>?) -> String? {
    switch key.kind {
    case .preference:
      let tied = manifest.features.flatMap { feature in
        feature.variables.filter { $0.preferenceKey == key.name }.map { (feature.id, $0) }
      }
      guard let value = self[key], let (feature, variable) = tied.first(where: { !$1.type.takesPreference(value) })
      else { return tied.isEmpty && flags?.contains(key) == false ? "nothing reads `\(key.name)`" : nil }
      return "\(feature).\(variable.name) is \(variable.type), not \(value.label)"
    case .debug, .lock, .draw, .weights: return flags?.contains(key) == false ? "no flag reads `\(key.name)`" : nil
    default: return nil
    }
  }

  private func reason(_ key: EntryKey, _ manifest: Manifest) -> String? {
    switch key.kind {
    case .channel:
      guard let name = self[key]?.stringValue, !manifest.channels.containsName(name) else { return nil }
      return "the manifest has no channel `\(name)`"
    case .edit:
      guard let feature = manifest.feature(key.name), let config = self[key] else {
        return "the manifest has no feature `\(key.name)`"
      }
      let check = manifest.check(config: LocatedValue(config), feature: feature, channel: channel(in: manifest))
      return check.problems.first { $0.severity == .error }?.message
    // The base of a draft is not reported: the draft is.
    case .draft: return manifest.feature(key.name) == nil ? "the manifest has no feature `\(key.name)`" : nil
    case .branch:
      guard let recipe = recipe(key.name) else { return "the session has no recipe `\(key.name)`" }
      guard let branch = self[key]?.stringValue, recipe.branch(branch) == nil else { return nil }
      return "the recipe `\(key.name)` has no branch `\(branch)`"
    case .recipe: return recipe(key.name) == nil ? "it can't be read as a recipe with that slug" : nil
    default: return nil
    }
  }
}

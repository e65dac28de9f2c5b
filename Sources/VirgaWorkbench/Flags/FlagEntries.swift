package import VirgaFlags
import VirgaJSON
package import VirgaManifest
package import VirgaSession

extension FlagDefinition {
  /// The session entries of the flag itself, without an edit of its feature.
  package var entryKeys: [EntryKey] {
    var keys: [EntryKey] = []
    if let preferenceKey { keys.append(EntryKey(.preference, preferenceKey)) }
    if let debugKey { keys.append(EntryKey(.debug, debugKey)) }
    if kind == .unlock { keys.append(EntryKey(.lock, storedName)) }
    if kind.isTest { keys += [EntryKey(.draw, storedName), EntryKey(.weights, storedName)] }
    return keys
  }

  /// The app settings that can set the build value: the `pref-key` of each variable the flag reads.
  package func appSettings(in manifest: Manifest?) -> [EntryKey] {
    guard let manifest else { return [] }
    return (reading?.paths ?? []).compactMap { path in
      guard case .key(let name)? = path.path.components.first else { return nil }
      return manifest.feature(path.feature)?.variable(name)?.preferenceKey.map { EntryKey(.preference, $0) }
    }
  }

  /// All entries that override the flag: its own, and the app settings it follows.
  package func overrideKeys(in manifest: Manifest?) -> [EntryKey] { entryKeys + appSettings(in: manifest) }
}

extension Session {
  /// Stored preferences and debug overrides that belong to neither a flag nor a variable.
  package func flagOrphans(in catalogue: FlagCatalogue, manifest: Manifest?) -> [FlagOrphan] {
    let tied = Set(naming: (manifest?.features ?? []).flatMap { $0.variables.compactMap(\.preferenceKey) })
    return catalogue.orphans(
      preferences: names(of: .preference).filter { !tied.contains($0) }, debug: names(of: .debug))
  }
}

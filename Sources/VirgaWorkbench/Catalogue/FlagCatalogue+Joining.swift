package import VirgaFlags
import VirgaJSON
package import VirgaManifest
package import VirgaSource

extension FlagCatalogue {
  /// The whole catalogue: what files say, checked against the manifest, then the flags that follow from it, then those of a
  /// JSON configuration.
  ///
  /// A file's row replaces the derived one that reads the same value; keys that a file gives a flag of the
  /// configuration join that flag. Ids that two sources have are qualified by the source.
  /// Source of the rules: Flags: What a terminal equivalent must offer; Confusions to prevent.
  package static func joined(
    files: [FlagCatalogue] = [], manifest: Manifest? = nil, configured: [ConfiguredFlag] = [],
    problems: [Problem] = []
  ) -> FlagCatalogue {
    var joining = CatalogueJoining(problems: problems)
    for file in files { joining.add(file) }
    if let manifest {
      joining.check(against: manifest)
      joining.derive(from: manifest)
    }
    joining.add(configured: configured)
    return joining.catalogue(debugChannels: files.debugChannels, developmentChannels: files.developmentChannels)
  }
}

extension [FlagCatalogue] {
  fileprivate var debugChannels: NameSet {
    last { $0.debugChannels != FlagEnvironment.usualDebugChannels }?.debugChannels ?? FlagEnvironment.usualDebugChannels
  }

  fileprivate var developmentChannels: NameSet {
    last { $0.developmentChannels != FlagEnvironment.usualDevelopmentChannels }?.developmentChannels
      ?? FlagEnvironment.usualDevelopmentChannels
  }
}

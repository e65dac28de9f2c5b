package import VirgaFlags
import VirgaJSON
package import VirgaManifest
package import VirgaSource

/// Joins the flags of several sources into one catalogue.
struct CatalogueMerger {
  private var flags: [FlagDefinition] = []
  private var problems: [Problem]
  /// The indices of ``flags`` by id.
  private var indices: [Name: Int] = [:]
  /// The flags of catalogue files that only give a preference key to a flag of a JSON
  /// configuration, and were not used yet.
  private var unusedPreferenceKeyFlags: [Name: FlagDefinition] = [:]

  init(problems: [Problem]) { self.problems = problems }

  /// Adds the flags of a catalogue file.
  ///
  /// A flag of a kind that only JSON configurations have is not added: it waits in
  /// `unusedPreferenceKeyFlags` to give its preference key to the flag of a configuration.
  mutating func add(_ file: FlagCatalogue) {
    problems += file.problems
    for flag in file.flags {
      let onlySuppliesPreferenceKey = flag.kind.isConfigured
      if onlySuppliesPreferenceKey {
        unusedPreferenceKeyFlags[flag.id] = flag
      } else if indices[flag.id] != nil {
        let message = "Give each flag its own id; the first one is used"
        problems.append(
          Problem(.error, "repeated-flag", path: "flags/\(flag.id)", message, at: flag.location))
      } else {
        append(flag)
      }
    }
  }

  /// Checks the flags so far against a manifest; a flag with options that lists none gets those of
  /// the enum that it reads.
  mutating func check(against manifest: Manifest) {
    var checker = CatalogueCheck(manifest)
    for index in flags.indices { flags[index] = checker.checked(flags[index]) }
    problems += checker.problems
  }

  /// Adds the flags of the manifest, except for values that a flag of a file reads.
  ///
  /// A flag of a file that reads several values replaces no flag.
  mutating func addFlags(derivedFrom manifest: Manifest) {
    let pathsOfFlags = flags.compactMap { $0.reading?.paths }
    let pathsReadAlone = Set(pathsOfFlags.filter { $0.count == 1 }.joined())
    let derived = DerivedFlags(of: manifest)
    problems += derived.problems
    for var flag in derived.flags {
      // Never nil: a flag of the manifest reads one value.
      guard let path = flag.reading?.paths.first else { continue }
      if pathsReadAlone.contains(path) { continue }
      // A flag of a file has the id, but reads something else.
      let isIDTaken = indices[flag.id] != nil
      if isIDTaken { flag.id = path.description }
      append(flag)
    }
  }

  /// Adds the flags of JSON configurations, with the preference keys that catalogue files give to
  /// them.
  ///
  /// Of several flags with the same name the first one is added. Preference keys for a flag that no
  /// configuration has are reported.
  mutating func add(configured: [ConfiguredFlag]) {
    var seen: Set<Name> = []
    // Inserting a name returns whether it is new.
    for configuredFlag in configured where seen.insert(configuredFlag.name) {
      var flag = FlagDefinition(configuredFlag)
      addPreferenceKey(to: &flag)
      // A flag that was added before, from the manifest or a file, has this id too. Both get a
      // prefix: `manifest:` the earlier one, `configuration:` the flag of the configuration.
      if let index = indices[flag.id] {
        reportClash(of: flag, renamingFlagAt: index)
        flag.id = "configuration:\(flag.id)"
      }
      append(flag)
    }
    reportUnusedPreferenceKeyFlags(configured)
  }

  /// Adds to a configured flag the preference key, the default and the description that a catalogue
  /// file gives to it, if one does.
  private mutating func addPreferenceKey(to flag: inout FlagDefinition) {
    guard let keyFlag = unusedPreferenceKeyFlags.removeValue(forKey: Name(flag.id)) else { return }
    flag.preferenceKey = keyFlag.preferenceKey
    flag.preferenceDefault = keyFlag.preferenceDefault
    if flag.description.isEmpty { flag.description = keyFlag.description }
  }

  /// Reports each flag of a catalogue file that only gives a preference key to a flag of a JSON
  /// configuration, if no configuration has that flag.
  private mutating func reportUnusedPreferenceKeyFlags(_ configured: [ConfiguredFlag]) {
    for flag in unusedPreferenceKeyFlags.values.sorted(by: { $0.id < $1.id }) {
      let problem = Problem(
        .warning, "unknown-configured-flag", path: "flags/\(flag.id)",
        "no JSON configuration has a flag `\(flag.id)`; fix its id or add it there",
        at: flag.location)
      let hint = NameSuggestions.hint(for: flag.id, among: configured.map(\.name))
      problems.append(problem.with(hint: hint))
    }
  }

  /// The joined catalogue, with the problems of all sources.
  ///
  /// Debug overrides count in `debugChannels` only, and `developmentChannels` show development
  /// flags.
  func catalogue(debugChannels: Set<Name>, developmentChannels: Set<Name>) -> FlagCatalogue {
    FlagCatalogue(
      flags, debugChannels: debugChannels, developmentChannels: developmentChannels,
      problems: problems + problemsOfSharedKeys())
  }

  /// Adds a flag at the end, and records its index.
  private mutating func append(_ flag: FlagDefinition) {
    indices[flag.id] = flags.count
    flags.append(flag)
  }

  /// Reports that a configured flag has the id of the flag at an index, and renames the flag at the
  /// index: `dark-mode` becomes `manifest:dark-mode`.
  private mutating func reportClash(
    of configured: FlagDefinition, renamingFlagAt index: Int
  ) {
    problems.append(
      Problem(
        .warning, "flag-clash", path: "flags/\(configured.id)",
        "the manifest and the JSON configuration both have a flag `\(configured.id)`; "
          + "here they are `manifest:\(configured.id)` and `configuration:\(configured.id)`",
        at: configured.location ?? flags[index].location))
    // From here on the flag is found by its new id only.
    flags[index].id = "manifest:\(configured.id)"
    indices[configured.id] = nil
    indices[flags[index].id] = index
  }

  /// A warning for each flag whose preference key an earlier flag has.
  private func problemsOfSharedKeys() -> [Problem] {
    var firstFlags: [Name: String] = [:]
    return flags.compactMap { flag in
      guard let key = flag.preferenceKey else { return nil }
      guard let first = firstFlags[key] else {
        firstFlags[key] = flag.id
        return nil
      }
      return Problem(
        .warning, "shared-preference-key", path: "flags/\(flag.id)",
        "\(first) and \(flag.id) share the preference key `\(key)`, so changing one changes the other; "
          + "give each its own", at: flag.location)
    }
  }
}

extension FlagCatalogue {
  /// The joined catalogue: flags of files, flags derived from the manifest, flags of a JSON
  /// configuration.
  ///
  /// The flags of files are checked against the manifest. A flag of a file replaces a derived flag
  /// that reads the same value, and one that only gives a preference key to a configured flag adds
  /// it to that flag. An id that two sources have gets a prefix.
  ///
  /// Rule: VirgaWorkbench/JoiningCatalogues.
  ///
  /// - Parameter problems: Those of reading the configurations, which the catalogue gets too.
  package static func joined(
    files: [FlagCatalogue] = [], manifest: Manifest? = nil, configured: [ConfiguredFlag] = [],
    problems: [Problem] = []
  ) -> FlagCatalogue {
    var merger = CatalogueMerger(problems: problems)
    for file in files { merger.add(file) }
    if let manifest {
      merger.check(against: manifest)
      merger.addFlags(derivedFrom: manifest)
    }
    merger.add(configured: configured)
    // Of several files that name channels, the last one counts.
    return merger.catalogue(
      debugChannels: files.channels(\.debugChannels, standard: defaultDebugChannels),
      developmentChannels: files.channels(
        \.developmentChannels, standard: defaultDevelopmentChannels))
  }
}

extension [FlagCatalogue] {
  /// The channels of the last catalogue with other channels than the standard ones; the standard
  /// ones if there is none.
  ///
  /// A file that names no channels has the standard ones, and must not override another file.
  fileprivate func channels(
    _ property: KeyPath<FlagCatalogue, Set<Name>>, standard: Set<Name>
  ) -> Set<Name> {
    let channelsOfFiles = map { $0[keyPath: property] }
    return channelsOfFiles.last { $0 != standard } ?? standard
  }
}

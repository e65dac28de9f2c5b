package import VirgaFlags
package import VirgaJSON
package import VirgaManifest
package import VirgaSession

/// All flags of a catalogue, resolved for a session; a change resolves only the flags that it
/// affects.
package struct SessionFlags: Sendable {
  package let catalogue: FlagCatalogue
  /// The results of the checks of each flag, in the order of the catalogue.
  package private(set) var answers: [FlagAnswer] = []
  package private(set) var environment: FlagEnvironment
  /// Simulated preferences, which are never stored.
  package var testOverrides = FlagTestOverrides() {
    didSet { resolveAllFlags() }
  }
  /// Whether the flags are resolved as in a debug build, which shows flags under development,
  /// whatever the channel.
  package var isDebugBuild = false {
    didSet {
      guard isDebugBuild != oldValue else { return }
      environment = environmentOfBuild(in: environment.channel)
      resolveAllFlags()
    }
  }

  package private(set) var session: Session
  package let manifest: Manifest?
  /// The flags of the JSON configurations by name.
  private let configuredFlagsByName: [Name: ConfiguredFlag]
  private let dependencies: FlagDependencies
  private var layers: SessionLayers
  /// The merged configs of the features that flags read.
  private var mergedFeatures: [Name: MergedFeature] = [:]

  /// Resolves all flags of a catalogue for a session in a channel.
  ///
  /// - Parameter configured: The flags of the JSON configurations from which the catalogue has its
  ///   configured flags; they also have what it lacks, such as the weights of a test.
  package init(
    _ catalogue: FlagCatalogue, configured: [ConfiguredFlag] = [], manifest: Manifest?,
    session: Session,
    channel: String?
  ) {
    self.catalogue = catalogue
    self.manifest = manifest
    self.session = session
    configuredFlagsByName = Dictionary(naming: configured, by: \.name)
    environment = catalogue.environment(channel: channel)
    layers = SessionLayers(session, manifest: manifest)
    dependencies = FlagDependencies(of: catalogue, manifest: manifest)
    // Flags are resolved from the merged configs.
    mergeAllConfigs()
    resolveAllFlags()
  }

  /// The results of the checks of the flag with an id; nil if the flag does not exist.
  package subscript(id: String) -> FlagAnswer? { catalogue.index(of: id).map { answers[$0] } }

  /// The flag of a JSON configuration that a flag of the catalogue was made from; nil if it was not
  /// made from one.
  package func configuredFlag(of flag: FlagDefinition) -> ConfiguredFlag? {
    flag.configuredName.flatMap { configuredFlagsByName[$0] }
  }

  /// The merged config of a feature; nil if no flag reads it.
  package func feature(_ id: String) -> MergedFeature? { mergedFeatures[id] }

  /// Updates the entries at `keys` from `session`; returns the affected flags.
  @discardableResult
  package mutating func update(
    _ keys: some Collection<EntryKey>, from session: Session
  ) -> AffectedFlags {
    self.session = session
    layers.update(keys, from: session)
    // Some entries, such as the channel or a recipe, may change any feature's config.
    let touchesEveryFlag = keys.contains { EntryKind.touchingEveryFlag.contains($0.kind) }
    if touchesEveryFlag {
      mergeAllConfigs()
      resolveAllFlags()
      return .all
    }
    return resolveFlags(dependingOn: keys)
  }

  /// Resolves the flags again that depend on one of the session's entries at `keys`; returns which,
  /// and whether an orphan is among the entries.
  ///
  /// First the configs that an entry may change are merged again: the answers depend on them.
  ///
  /// An orphan is a choice, such as a debug override, for a flag that does not exist.
  private mutating func resolveFlags(
    dependingOn keys: some Collection<EntryKey>
  ) -> AffectedFlags {
    var affectedIndices: Set<Int> = []
    var touchesOrphans = false
    for key in keys {
      for feature in changedFeatures(by: key) {
        mergeConfig(of: feature.text)
        affectedIndices.formUnion(dependencies.flagsByFeature[feature] ?? [])
      }
      if key.kind.isFlagChoice {
        let indicesOfFlags = dependencies.flagsByEntry[key]
        affectedIndices.formUnion(indicesOfFlags ?? [])
        let isOrphan = indicesOfFlags == nil
        if isOrphan { touchesOrphans = true }
      }
    }
    for index in affectedIndices { answers[index] = answer(catalogue.flags[index]) }
    return .flags(at: affectedIndices, touchesOrphans: touchesOrphans)
  }

  /// The features whose config an entry may change; for a preference, only those that flags read.
  ///
  /// Empty for all other kinds: most change no config. After a change of one that may change all
  /// configs, such as `.channel`, all flags are resolved again instead.
  private func changedFeatures(by key: EntryKey) -> Set<Name> {
    switch key.kind {
    case .edit: [Name(key.name)]
    case .preference: dependencies.featuresByPreference[key.name] ?? []
    case .channel, .recipe, .recipeOrder, .recipeFile, .enrollment, .branch, .participation,
      .context, .draft, .draftBase, .branchDraft, .clock, .behavior, .debug, .lock, .draw, .weights:
      []
    }
  }

  /// Updates all entries that differ in `session`; returns the affected flags.
  @discardableResult
  package mutating func update(from session: Session) -> AffectedFlags {
    update(session.keysDiffering(from: self.session), from: session)
  }

  /// Updates all entries that differ in `session`, and resolves the flags for `channel`.
  ///
  /// In the same channel, only the flags that depend on these entries are resolved.
  package mutating func update(from session: Session, channel: String?) {
    guard !channel.isSameName(as: environment.channel) else {
      update(from: session)
      return
    }
    // Every flag depends on the channel, so `setChannel` resolves all of them once, whatever else
    // has changed.
    layers.update(session.keysDiffering(from: self.session), from: session)
    self.session = session
    setChannel(channel)
  }

  /// The id of the first flag that an entry is a choice for; nil if no flag has the entry.
  package func idOfFlag(reading entry: EntryKey) -> String? {
    dependencies.flagsByEntry[entry]?.first.map { catalogue.flags[$0].id }
  }

  /// The indices in the catalogue of the flags with a stored override, ascending.
  ///
  /// A flag is also overridden if an app setting sets a variable that its build value is read from.
  /// App settings are entries of the kind `.preference` too.
  package var overriddenIndices: [Int] {
    var indices: Set<Int> = []
    for kind in EntryKind.allCases where kind.isFlagChoice {
      for name in session.entries(of: kind).keys {
        let key = EntryKey(kind, name.text)
        indices.formUnion(dependencies.flagsByEntry[key] ?? [])
        indices.formUnion(dependencies.flagsByAppSetting[key] ?? [])
      }
    }
    return indices.sorted()
  }

  /// Resolves all flags for another channel; does nothing if it is the current one.
  package mutating func setChannel(_ channel: String?) {
    guard !channel.isSameName(as: environment.channel) else { return }
    environment = environmentOfBuild(in: channel)
    mergeAllConfigs()
    resolveAllFlags()
  }

  /// The environment in a channel, that of a debug build if `isDebugBuild`.
  private func environmentOfBuild(in channel: String?) -> FlagEnvironment {
    catalogue.environment(channel: channel, isDebugBuild: isDebugBuild)
  }

  /// The results of the checks of a flag.
  private func answer(_ flag: FlagDefinition) -> FlagAnswer {
    FlagResolver.answer(flag, input(of: flag), in: environment)
  }

  /// Resolves all flags again.
  private mutating func resolveAllFlags() { answers = catalogue.flags.map { answer($0) } }

  /// Stores the merged configs of all features that flags read, as an app would read them, in
  /// `mergedFeatures`; resolving a flag uses them.
  private mutating func mergeAllConfigs() {
    mergedFeatures = [:]
    for feature in dependencies.flagsByFeature.keys { mergeConfig(of: feature.text) }
  }

  /// Stores the config of a feature as an app would read it, its defaults with the layers over
  /// them, in `mergedFeatures`; does nothing without a manifest that has the feature.
  private mutating func mergeConfig(of id: String) {
    guard let manifest, let feature = manifest.feature(id) else { return }
    let merged = manifest.reading(of: feature, channel: environment.channel, under: layers[id])
    // Flags look values up by path.
    mergedFeatures[id] = merged.indexed()
  }
}

extension SessionFlags: FlagInputs {
  /// The build value that a source reads in the merged configs.
  package func buildValue(of source: BuildValueSource) -> FlagBuildValue {
    source.buildValue { feature, path in mergedFeatures[feature]?[path] }
  }

  package func preference(forKey key: String) -> JSONValue? { session[.preference, key] }

  package func debugOverride(forKey key: String) -> JSONValue? { session[.debug, key] }

  package func configuredFlag(_ flag: FlagDefinition) -> ConfiguredFlag? {
    configuredFlag(of: flag)
  }

  package func choices(of flag: ConfiguredFlag) -> ConfiguredFlagOverrides {
    session.choices(of: flag)
  }

  package func testOverride(of flag: FlagDefinition) -> Bool? { testOverrides[flag.id] }
}

/// The flags that a change of the session affects.
package enum AffectedFlags: Equatable, Sendable {
  case all
  /// The flags at these indices of the catalogue, and possibly choices that belong to no flag.
  case flags(at: Set<Int>, touchesOrphans: Bool)
}

/// What the flags of a catalogue depend on, to find those that a change affects; flags are indices
/// of the catalogue.
private struct FlagDependencies: Sendable {
  /// The flags that read a feature.
  private(set) var flagsByFeature: [Name: [Int]] = [:]
  /// The flags for which an entry is a choice.
  private(set) var flagsByEntry: [EntryKey: [Int]] = [:]
  /// The flags that read a variable which an app setting sets.
  private(set) var flagsByAppSetting: [EntryKey: [Int]] = [:]
  /// The features that flags read and that have a variable for a preference.
  private(set) var featuresByPreference: [Name: Set<Name>] = [:]

  /// Finds what each flag of the catalogue depends on; without a manifest no feature has variables.
  init(of catalogue: FlagCatalogue, manifest: Manifest?) {
    for (index, flag) in catalogue.flags.enumerated() {
      addFlag(flag, at: index, manifest: manifest)
    }
    // A preference with the `pref-key` of a variable sets it, which changes what flags read.
    for feature in flagsByFeature.keys {
      for variable in manifest?.feature(feature.text)?.variables ?? [] {
        guard let key = variable.preferenceKey else { continue }
        featuresByPreference[key, default: []].insert(feature)
      }
    }
  }

  /// Adds the features that a flag reads, the entries that are choices for it, and the app settings
  /// that it follows.
  private mutating func addFlag(_ flag: FlagDefinition, at index: Int, manifest: Manifest?) {
    // A flag can read several values of a feature.
    for feature in Set(naming: flag.reading?.paths.map(\.feature) ?? []) {
      flagsByFeature[feature, default: []].append(index)
    }
    for key in flag.entryKeys { flagsByEntry[key, default: []].append(index) }
    for key in flag.appSettings(in: manifest) {
      flagsByAppSetting[key, default: []].append(index)
    }
  }
}

extension SessionFlags: Equatable {
  /// Whether both have the same flags with the same results, of the same session.
  ///
  /// Merged configs and other results that follow from these are not compared.
  package static func == (left: SessionFlags, right: SessionFlags) -> Bool {
    left.answers == right.answers && left.environment == right.environment
      && left.testOverrides == right.testOverrides && left.session == right.session
      && left.catalogue.flags == right.catalogue.flags
  }
}

extension EntryKind {
  /// The kinds of entries that may change any feature's config, or whether it is available.
  fileprivate static let touchingEveryFlag: [EntryKind] = [
    .channel, .recipe, .enrollment, .branch, .participation, .context,
  ]

  /// Whether entries of this kind are choices for a flag.
  fileprivate var isFlagChoice: Bool {
    switch self {
    case .preference, .debug, .lock, .draw, .weights: true
    case .channel, .edit, .draft, .draftBase, .branchDraft, .recipe, .recipeOrder, .recipeFile,
      .branch, .enrollment, .participation, .context, .clock, .behavior:
      false
    }
  }
}

extension Session {
  /// The keys of the entries that differ in two sessions, or that only one of them has.
  fileprivate func keysDiffering(from other: Session) -> [EntryKey] {
    EntryKind.allCases.flatMap { kind -> [EntryKey] in
      let entries = entries(of: kind)
      let otherEntries = other.entries(of: kind)
      if entries == otherEntries { return [] }
      let names = Set(entries.keys).union(otherEntries.keys)
      return names.filter { entries[$0] != otherEntries[$0] }.map { EntryKey(kind, $0.text) }
    }
  }
}

/// Simulated preferences: one for all flags, or one for each.
///
/// Never stored. Rule: VirgaFlags/TestOverrides.
package struct FlagTestOverrides: Equatable, Sendable {
  package var all: Bool?
  package var flags: [Name: Bool] = [:]

  package init() {}

  package var isEmpty: Bool { all == nil && flags.isEmpty }

  /// The simulated preference of the flag with an id; nil if none is simulated.
  package subscript(id: String) -> Bool? { flags[id] ?? all }
}

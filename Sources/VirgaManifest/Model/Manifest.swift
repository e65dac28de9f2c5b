import VirgaExperiments
import VirgaJSON
package import VirgaSource

/// A Feature Manifest: one file with all its includes and imports, checked and ready to merge.
package struct Manifest: Sendable {
  /// The file name without `.fml.yaml`, `.yaml`, `.yml` or `.json`.
  package let name: String
  /// The name to show: the file's, or its folder's if the file name is generic.
  ///
  /// Most apps call the file `nimbus.fml.yaml`, or name it after its only channel.
  package let title: String
  /// Every file that was read or looked for, in reading order.
  package let files: [ManifestFile]
  /// The top module first, then those it imports, in the order in which they were loaded.
  package let modules: [Module]
  /// The index of the top module in ``modules``.
  package static let topModuleIndex = 0
  /// The features of all modules, sorted by id (byte order).
  package let features: [FeatureDefinition]
  /// Problems that do not depend on the channel: files, structure, types, object defaults,
  /// examples.
  package let problems: [Problem]
  /// Whether every file that belongs to the manifest could be read.
  package internal(set) var isComplete = true

  /// The options with which it was loaded.
  var options = LoadingOptions()
  /// The index of each feature in `features`, by id.
  private let featureIndices: [Name: Int]
  /// The indices of the features that have a variable with a `pref-key`, by that key.
  private let featureIndicesByPreference: [Name: [Int]]

  /// Stores the parts and indexes the features by id and by preference key.
  ///
  /// Of several features with the same id, the first is found.
  init(
    name: String, files: [ManifestFile], modules: [Module], features: [FeatureDefinition],
    problems: [Problem]
  ) {
    self.name = name
    self.files = files
    self.modules = modules
    self.features = features
    self.problems = problems
    var featureIndices: [Name: Int] = [:]
    for (index, feature) in features.enumerated() where featureIndices[feature.id] == nil {
      featureIndices[feature.id] = index
    }
    self.featureIndices = featureIndices
    featureIndicesByPreference = Self.indicesByPreference(of: features)
    title = Self.title(name, of: modules, in: files)
  }

  /// The indices of the features that have a variable with a `pref-key`, by that key.
  private static func indicesByPreference(of features: [FeatureDefinition]) -> [Name: [Int]] {
    var indices: [Name: [Int]] = [:]
    for (index, feature) in features.enumerated() {
      for key in feature.variables.compactMap(\.preferenceKey) {
        // Several variables of one feature may have the same key; its index is then the last one.
        let hasFeature = indices[key]?.last == index
        if !hasFeature { indices[key, default: []].append(index) }
      }
    }
    return indices
  }

  /// The title of a manifest called `name`: its name, or if many manifests are called that, the
  /// innermost folder with a telling name.
  ///
  /// `fenix/menus.fml.yaml` gives `menus`, and `fenix/app/nimbus.fml.yaml` gives `fenix`.
  private static func title(
    _ name: String, of modules: [Module], in files: [ManifestFile]
  ) -> String {
    // Many files are called `nimbus.fml.yaml`, or after a channel, such as `release.fml.yaml`.
    let isGeneric = name == "nimbus" || modules.first?.channels.containsName(name) == true
    guard isGeneric, let file = files.first else { return name }
    let folders = file.path.split(separator: "/").dropLast()
    let tellingFolder = folders.last { !genericFolders.contains(String($0)) }
    return tellingFolder.map(String.init) ?? name
  }

  /// Names of folders that do not tell one manifest from another.
  private static let genericFolders: Set = [".", "app", "src", "main"]

  /// Whether the manifest was read from the same files with the same texts as another one: loading
  /// it again has changed nothing.
  package func hasSameFiles(as other: Manifest) -> Bool {
    files.elementsEqual(other.files) { left, right in
      left.path == right.path && left.source?.bytes == right.source?.bytes
    }
  }

  /// The module of the file that was loaded; others are imported.
  package var topModule: Module { modules[Self.topModuleIndex] }

  /// The channels that the top module declares.
  package var channels: [String] { modules.first?.channels ?? [] }

  /// The feature called `id`; nil if there is none.
  package func feature(_ id: String) -> FeatureDefinition? {
    featureIndices[id].map { features[$0] }
  }

  /// The ids that no feature has, in their order.
  package func unknownIDs(among ids: [String]) -> [String] {
    ids.filter { featureIndices[$0] == nil }
  }

  /// The features that have a variable with the `pref-key` `key`.
  package func features(withPreferenceKey key: String) -> [FeatureDefinition] {
    featureIndicesByPreference[key, default: []].map { features[$0] }
  }

  /// The enum called `name` in the module at index `module`; nil if there is none.
  package func enumeration(_ name: String, in module: Int) -> EnumDefinition? {
    modules[module].enumeration(name)
  }

  /// The object called `name` in the module at index `module`; nil if there is none.
  package func object(_ name: String, in module: Int) -> ObjectDefinition? {
    modules[module].object(name)
  }

  /// Merges the feature's defaults for `channel`; if nil, only blocks for every channel apply.
  ///
  /// The feature's own blocks come first, then those that each importing module adds.
  /// Rule: VirgaManifest/Merging.
  ///
  /// The result is not cached, so callers merge only the features that they need.
  package func merged(_ feature: FeatureDefinition, channel: String?) -> MergedFeature {
    let module = modules[feature.module]
    var merged = MergedFeature(feature, channel: channel, types: module.types)
    // An imported module may be resolved in another channel than the requested one.
    let ownChannel = self.channel(of: feature.module, requested: channel)
    merged.merge(feature.blocks, in: ownChannel) { channels in
      .manifestDefault(channels: channels)
    }
    for addition in feature.additions {
      // Objects that the blocks so far have added are filled in before more is merged over them.
      merged.fillInObjects()
      let importingChannel = self.channel(of: addition.module, requested: channel)
      merged.merge(addition.blocks, in: importingChannel) { channels in
        .importDefault(channels: channels)
      }
    }
    return merged
  }

  /// Merges the defaults of every feature for `channel`, in the order of `features`; the channel is
  /// nil if none is requested.
  package func merged(channel: String?) -> [MergedFeature] {
    features.map { merged($0, channel: channel) }
  }

  /// Channels in which the feature's defaults can differ, nil for no channel first.
  ///
  /// Of channels in which the same blocks apply, and so give the same defaults, only the first is
  /// included: `[nil, "beta"]` if some block is for `beta` and `release` and all others are for
  /// every channel.
  package func distinctChannels(of feature: FeatureDefinition) -> [String?] {
    // Whether each block applies, in each of the channels so far.
    var seen: Set<[Bool]> = []
    let noneAndChannels = [nil] + channels.map(Optional.some)
    return noneAndChannels.filter { channel in
      seen.insert(whichBlocksApply(of: feature, in: channel)).inserted
    }
  }

  /// Whether each of the feature's blocks applies in `channel` (nil if none is requested), in their
  /// order.
  private func whichBlocksApply(of feature: FeatureDefinition, in channel: String?) -> [Bool] {
    feature.blockGroups.flatMap { group in
      let channelOfModule = self.channel(of: group.module, requested: channel)
      return group.blocks.map { $0.applies(in: channelOfModule) }
    }
  }

  /// The channel in which the module at an index is resolved if the top module is resolved in
  /// `requested`.
  ///
  /// A module with one channel uses that. Otherwise an imported module uses the channel that its
  /// import names, and the top module uses `requested`, which is nil if none is requested.
  ///
  /// Rule: VirgaManifest/Channels.
  package func channel(of module: Int, requested: String?) -> String? {
    let module = modules[module]
    if module.channels.count == 1 { return module.channels[0] }
    return module.importChannel ?? requested
  }
}

/// A file that belongs to a manifest, readable or not.
package struct ManifestFile: Sendable {
  /// Its identity: an absolute path with symbolic links resolved, or a URL.
  package let path: String
  /// Where it was read: an absolute path, a URL, or `-`.
  package let readPath: String
  /// The short name that problems and locations use.
  package let shownName: String
  /// Its text; nil if it could not be read.
  package let source: SourceText?
}

import VirgaExperiments
import VirgaJSON
import VirgaManifest

/// The keys of all objects in the defaults of a feature, in any channel.
///
/// Collected once, because merging the defaults for every map would take time that grows with the
/// square of its keys.
struct DefaultKeys {
  private var root = Level()

  /// The keys of one object, in the order in which channels add them, and the objects inside it.
  private struct Level {
    var keys: [String] = []
    /// The level of each key's value, empty if that is not an object.
    var levelsByKey: [Name: Level] = [:]

    /// Adds the keys of an object to this level, and those of each object in it to the level of its
    /// key, which other channels may have filled already.
    mutating func add(_ members: [MergedMember]) {
      for member in members {
        let name = Name(member.key)
        if levelsByKey[name] == nil { keys.append(member.key) }
        levelsByKey[name, default: Level()].add(member.value.members ?? [])
      }
    }
  }

  /// Collects the keys of the objects and maps in the defaults of a feature in all channels; of
  /// channels with the same defaults only the first is read.
  init(of feature: FeatureDefinition, in manifest: Manifest) {
    for channel in manifest.distinctChannels(of: feature) {
      let merged = manifest.merged(feature, channel: channel)
      root.add(merged.variables.map { MergedMember(key: $0.variable.name, value: $0.value) })
    }
  }

  /// The keys of the object at a path; empty if the value is not an object.
  ///
  /// A level has the keys of one object, and a level for the value of each key.
  func keys(at path: JSONPath) -> [String] {
    var level = root
    for component in path.components {
      guard let levelOfValue = level.levelsByKey[Name(component.text)] else { return [] }
      level = levelOfValue
    }
    return level.keys
  }
}

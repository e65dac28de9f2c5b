import VirgaExperiments
import VirgaJSON
public import VirgaManifest
import VirgaSource

/// An entry that no longer fits what it is about; it is kept, and does nothing or only a part of what it says.
public struct Orphan: Hashable, Sendable {
  /// The entry.
  public var key: EntryKey
  /// Why it does not fit, in a sentence without a final full stop.
  public var reason: String
}

extension Session {
  /// The entries that do not fit a manifest: it was changed after they were made, or is another one.
  public func orphans(in manifest: Manifest) -> [Orphan] {
    keys.compactMap { key in reason(key, manifest).map { Orphan(key: key, reason: $0) } }
  }

  private func reason(_ key: EntryKey, _ manifest: Manifest) -> String? {
    switch key.kind {
    case .channel:
      guard let name = self[key]?.stringValue, !manifest.channels.contains(name) else { return nil }
      return "the manifest has no channel `\(name)`"
    case .edit:
      guard let feature = manifest.feature(key.name), let config = self[key] else {
        return "the manifest has no feature `\(key.name)`"
      }
      let check = manifest.check(config: WrittenValue(config), feature: feature, channel: channel(in: manifest))
      return check.problems.first { $0.severity == .error }?.message
    case .draft: return manifest.feature(key.name) == nil ? "the manifest has no feature `\(key.name)`" : nil
    case .branch:
      guard let recipe = recipe(key.name) else { return "the session has no recipe `\(key.name)`" }
      guard let branch = self[key]?.stringValue, recipe.branch(branch) == nil else { return nil }
      return "the recipe `\(key.name)` has no branch `\(branch)`"
    default: return nil
    }
  }
}

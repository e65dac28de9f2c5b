import VirgaFiles

/// The default location of sessions.
package enum SessionFolder {
  /// The folder for sessions: `virga` in `$XDG_STATE_HOME`, else in `~/.local/state`; nil without a
  /// home.
  ///
  /// Source of the rule: XDG Base Directory Specification, which says to ignore relative paths.
  package static func folder(environment: [String: String]) -> String? {
    if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") {
      return FilePath.joined(state, "virga")
    }
    guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
    return FilePath.joined(home, ".local/state/virga")
  }

  /// The file name of a manifest's session: `app.virga` for `app.fml.yaml`, and `app-2.virga` for
  /// one of the same name in another folder, which has the `number` 2.
  package static func fileName(manifest: String, number: Int = 1) -> String {
    var name = FilePath.name(of: manifest)
    // `.fml` is the last one to remove, because it comes before the others in a name.
    for ending in [".yaml", ".yml", ".json", ".fml"]
    where name.hasSuffix(ending) && name.count > ending.count {
      name.removeLast(ending.count)
    }
    let suffix = number > 1 ? "-\(number)" : ""
    return name + suffix + ".virga"
  }

  /// Opens or creates the session of a manifest.
  ///
  /// Manifests of the same name in different folders have the same file name. So it tries the file
  /// names with the numbers 1, 2 and so on, until one is free or has the session of this manifest.
  package static func open(
    manifest: String, environment: [String: String],
    _ options: SessionStore.Options = SessionStore.Options()
  ) throws(StoreFailure) -> SessionStore {
    var options = options
    options.manifest = manifest
    options.makesFolders = true
    guard let folder = folder(environment: environment) else {
      throw .unusable(
        fileName(manifest: manifest), reason: "HOME is not set; name a file with --session")
    }
    var number = 1
    while true {
      do {
        let path = FilePath.joined(folder, fileName(manifest: manifest, number: number))
        return try SessionStore(path, options)
      } catch {
        guard case .otherManifest = error, number < maxNumber else { throw error }
        number += 1
      }
    }
  }

  /// The greatest number that is tried for a file name.
  private static let maxNumber = 1000
}

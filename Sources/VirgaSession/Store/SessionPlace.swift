import VirgaFiles

/// Where sessions are kept when nobody says otherwise.
public enum SessionPlace {
  /// The folder for sessions: `virga` in `$XDG_STATE_HOME`, else in `~/.local/state`; nil without a home.
  ///
  /// Source of the rule: XDG Base Directory Specification, which has relative paths ignored.
  public static func folder(environment: [String: String]) -> String? {
    if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") { return FilePath.joined(state, "virga") }
    guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
    return FilePath.joined(home, ".local/state/virga")
  }

  /// The file name of the session of a manifest, by the manifest's path or name: that without its endings.
  ///
  /// - Parameter number: from 2 on, for manifests in other folders that have the same name.
  public static func fileName(manifest: String, number: Int = 1) -> String {
    var name = FilePath.name(of: manifest)
    for ending in [".yaml", ".yml", ".json", ".fml"] where name.hasSuffix(ending) && name.count > ending.count {
      name.removeLast(ending.count)
    }
    return name + (number > 1 ? "-\(number)" : "") + ".virga"
  }

  /// Opens the session of a manifest at its default place, and makes it where there is none.
  ///
  /// Manifests of the same name in different folders have sessions with numbers behind the name.
  ///
  /// - Throws: ``StoreFailure``.
  package static func open(
    manifest: String, environment: [String: String], _ options: SessionStore.Options = SessionStore.Options()
  ) throws(StoreFailure) -> SessionStore {
    var options = options
    options.manifest = manifest
    options.makesFolders = true
    guard let folder = folder(environment: environment) else {
      throw .unusable(
        fileName(manifest: manifest), reason: "there is no HOME to keep it in; name a file with --session")
    }
    var number = 1
    while true {
      do {
        let path = FilePath.joined(folder, fileName(manifest: manifest, number: number))
        return try SessionStore(path, options)
      } catch {
        guard case .otherManifest = error, number < most else { throw error }
        number += 1
      }
    }
  }

  private static let most = 1000
}

import VirgaFiles
import VirgaFlags
package import VirgaManifest
package import VirgaSource
import VirgaWorkbench

/// FeatureFlags configurations used without a manifest.
package struct FlagsWithoutManifest {
  /// The configurations as the person named them.
  package let sources: [String]

  /// The path that the session uses instead of a manifest's: that of the first configuration.
  package var path: String {
    if case .file(let path) = ConfigurationSource(sources[0]) { path } else { sources[0] }
  }

  /// The configurations, if `manifest` is one, or is nil and `flags` names only configurations; nil
  /// otherwise.
  package init?(manifest: String?, flags: [String], _ machine: Machine) {
    if let manifest {
      guard Self.kind(manifest, machine)?.isConfiguration == true else { return nil }
      let whole = Self.whole(manifest, machine)
      sources = [manifest] + flags.filter { Self.whole($0, machine) != whole }
    } else {
      guard !flags.isEmpty, flags.allSatisfy({ Self.kind($0, machine) != .catalogue }) else {
        return nil
      }
      sources = flags
    }
  }

  /// An empty manifest named after the configuration.
  package func manifest(_ machine: Machine) throws(Problems) -> Manifest {
    let path = Self.whole(path, machine)
    return try Self.loader(path).load(path)
  }

  static func loader(_ path: String) -> ManifestLoader {
    ManifestLoader(
      files: .memory([path: Array("{}".utf8)]), workingFolder: FilePath.folder(of: path))
  }

  static func whole(_ path: String, _ machine: Machine) -> String {
    FilePath.joined(machine.workingFolder, path)
  }

  /// The kind of a local file or of standard input; nil for anything else and for an unreadable
  /// file.
  ///
  /// A file whose name says that it is a manifest is not read for that.
  private static func kind(_ source: String, _ machine: Machine) -> FlagFileKind? {
    guard !source.hasPrefix("@"), !source.hasSuffix(".fml.yaml"), !source.hasSuffix(".fml.yml"),
      case .file(let path) = ConfigurationSource(source)
    else { return nil }
    let bytes =
      try? source == "-" ? machine.standardInput() : machine.files.read(whole(path, machine))
    return bytes.map { FlagFiles.kind(of: SourceText(name: source, bytes: $0)) }
  }
}

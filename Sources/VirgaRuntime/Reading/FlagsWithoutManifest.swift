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

  /// The configurations among what a person named; nil if a manifest is needed.
  ///
  /// There are two cases without a manifest: `manifest` is really a configuration, or it is nil and
  /// none of the `flags` is a catalogue, whose flags belong to a manifest.
  package init?(manifest: String?, flags: [String], _ machine: Machine) {
    if let manifest {
      guard Self.kind(manifest, machine)?.isConfiguration == true else { return nil }
      // A configuration named twice is read once.
      let path = Self.absolutePath(manifest, machine)
      sources = [manifest] + flags.filter { Self.absolutePath($0, machine) != path }
    } else {
      guard !flags.isEmpty else { return nil }
      guard flags.allSatisfy({ Self.kind($0, machine) != .catalogue }) else { return nil }
      sources = flags
    }
  }

  /// An empty manifest named after the configuration.
  package func manifest(_ machine: Machine) throws(Problems) -> Manifest {
    let path = Self.absolutePath(path, machine)
    return try Self.loader(path).load(path)
  }

  /// A loader for which the file at `path` is an empty manifest.
  static func loader(_ path: String) -> ManifestLoader {
    ManifestLoader(
      files: .memory([path: Array("{}".utf8)]), workingFolder: FilePath.folder(of: path))
  }

  static func absolutePath(_ path: String, _ machine: Machine) -> String {
    FilePath.joined(machine.workingFolder, path)
  }

  /// The kind of a local file or of standard input; nil for anything else and for an unreadable
  /// file.
  ///
  /// A file whose name says that it is a manifest is not read.
  private static func kind(_ source: String, _ machine: Machine) -> FlagFileKind? {
    let isInRepository = source.hasPrefix("@")
    let isNamedManifest = source.hasSuffix(".fml.yaml") || source.hasSuffix(".fml.yml")
    guard !isInRepository, !isNamedManifest else { return nil }
    guard case .file(let file) = ConfigurationSource(source) else { return nil }
    let path = absolutePath(file, machine)
    let bytes = try? source == "-" ? machine.standardInput() : machine.files.read(path)
    return bytes.map { FlagFiles.kind(of: SourceText(name: source, bytes: $0)) }
  }
}

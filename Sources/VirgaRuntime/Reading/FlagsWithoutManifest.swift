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

  /// The configurations, if `manifest` is one, or is nil and `flags` names only configurations; nil otherwise.
  ///
  /// `input` is the contents of standard input, if that is the manifest and was already read.
  package init?(manifest: String?, input: [UInt8]? = nil, flags: [String], _ machine: Machine) {
    if let manifest {
      let text = input.map { SourceText(name: manifest, bytes: $0) } ?? Self.text(manifest, machine)
      guard text.map(FlagFiles.isConfiguration) == true else { return nil }
      let whole = Self.whole(manifest, machine)
      sources = [manifest] + flags.filter { Self.whole($0, machine) != whole }
    } else {
      guard !flags.isEmpty, flags.allSatisfy({ Self.text($0, machine).map(FlagFiles.isCatalogue) != true }) else {
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
    ManifestLoader(files: .memory([path: []]), workingFolder: FilePath.folder(of: path))
  }

  static func whole(_ path: String, _ machine: Machine) -> String { FilePath.joined(machine.workingFolder, path) }

  /// The text of a local file; nil for anything else and for an unreadable file.
  private static func text(_ source: String, _ machine: Machine) -> SourceText? {
    guard source != "-", !source.hasPrefix("@"), case .file(let path) = ConfigurationSource(source),
      let bytes = try? machine.files.read(whole(path, machine))
    else { return nil }
    return SourceText(name: source, bytes: bytes)
  }
}

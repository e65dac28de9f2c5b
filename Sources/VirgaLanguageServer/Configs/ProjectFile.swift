import VirgaFiles
import VirgaManifest
import VirgaResources
import VirgaSource

extension Workspace {
  /// The rules of the project that a folder belongs to; nil without a file of rules.
  func rulesFile(for folder: String) -> RulesFile? {
    let path = RulesFile.path(for: folder) { path in
      let names = surroundings.folders.list(FilePath.folder(of: path)).map(\.name)
      return names.contains(FilePath.name(of: path))
    }
    guard let path, let source = source(path) else { return nil }
    let named = SourceText(name: path, bytes: source.bytes)
    return RulesFile(named, knownCodes: surroundings.problemCodes)
  }
}

import VirgaFiles
import VirgaJSON
import VirgaManifest
import VirgaResources
import VirgaSource

extension Workspace {
  /// The rules of the project that a folder belongs to, with the changes of an open file of rules;
  /// nil without such a file.
  func rulesFile(for folder: String) -> RulesFile? {
    let path = RulesFile.path(for: folder) { path in
      let isOpen = documents[surroundings.files.canonical(path)] != nil
      if isOpen { return true }
      let names = surroundings.folders.list(FilePath.folder(of: path)).map(\.name)
      return names.contains(FilePath.name(of: path))
    }
    guard let path, let source = source(path) else { return nil }
    let named = SourceText(name: path, bytes: source.bytes)
    return RulesFile(named, knownCodes: surroundings.problemCodes)
  }

  /// The rules of a project that name a manifest for an open document; nil if the client's settings
  /// name it.
  func rulesFile(naming manifest: String) -> RulesFile? {
    guard manifestOfSettings == nil else { return nil }
    let paths = documents.keys.sorted().map(\.text)
    let owner = paths.first { namedManifest(for: $0).isSameName(as: manifest) }
    return owner.flatMap { rulesFile(for: FilePath.folder(of: $0)) }
  }

  /// The manifest that the client's settings, or else the rules of the project, name for a file;
  /// nil if none is named.
  func namedManifest(for path: String) -> String? {
    if let manifest = manifestOfSettings {
      return surroundings.files.canonical(FilePath.joined(folder(of: path), manifest))
    }
    let rules = rulesFile(for: FilePath.folder(of: path))
    guard let rules, let manifest = rules.manifest else { return nil }
    let folderOfRules = FilePath.folder(of: rules.source.name)
    return surroundings.files.canonical(FilePath.joined(folderOfRules, manifest))
  }
}

import VirgaExperiments
import VirgaFiles
import VirgaJSON
import VirgaManifest
import VirgaSource

extension LanguageServer {
  /// Where the subject of a place is defined, or for a value of a block, the default that it
  /// overrides; null if it is defined nowhere.
  mutating func definition(_ place: DocumentPlace) -> JSONValue {
    guard let manifest = workspace.firstManifest(of: place.document.path)?.manifest,
      let subject = Subject(at: place, in: manifest)
    else { return .null }
    if case .file(let path) = subject.kind { return file(path, in: manifest, place.document) }
    let overridden = subject.overriddenDefault(in: manifest)
    let target = subject.target(in: manifest)
    let defined = target.flatMap { Occurrences(manifest: manifest).all(of: $0).first?.location }
    let found = overridden ?? defined ?? subject.declaration(in: manifest)
    return found.flatMap { location($0, in: manifest) } ?? .null
  }

  /// The start of a file that another one names; null if it is not on disk.
  private func file(
    _ path: String, in manifest: Manifest, _ document: OpenDocument
  ) -> JSONValue {
    // A path that begins with `@` names a file of a repository, which may be on the web.
    let joined = FilePath.joined(FilePath.folder(of: document.path), path)
    let resolved = workspace.surroundings.files.canonical(joined)
    let file =
      manifest.file(at: resolved) ?? manifest.file(named: path.hasPrefix("@") ? path : resolved)
    guard let file else { return .null }
    let local = file.readPath.hasPrefix("/") ? file.readPath : file.path
    guard local.hasPrefix("/") else { return .null }
    let start: JSONValue = ["line": 0, "character": 0]
    return [
      "uri": .string(workspace.uri(of: local)), "range": ["start": start, "end": start],
    ]
  }

  /// Every place where the name at a place is written, in all manifests of the workspace that have
  /// the file of its definition.
  mutating func references(_ place: DocumentPlace, includesDeclaration: Bool) -> JSONValue {
    var found: [JSONValue] = []
    let defined = definitionPlace(of: place)
    for loaded in workspace.allManifests(of: defined.document.path) {
      guard let manifest = loaded.manifest,
        let target = Subject(at: defined, in: manifest)?.target(in: manifest)
      else { continue }
      let occurrences = Occurrences(manifest: manifest).all(of: target)
      for occurrence in occurrences where includesDeclaration || !occurrence.isDefinition {
        guard let location = location(occurrence.location, in: manifest) else { continue }
        if !found.contains(location) { found.append(location) }
      }
    }
    return .array(found)
  }
}

extension Subject {
  /// Where the feature, variable or field is declared; nil for other subjects.
  func declaration(in manifest: Manifest) -> SourceLocation? {
    switch kind {
    case .definition(.field(let name, let object)):
      return manifest.object(object, in: module)?.field(name)?.location
    case .value(let owner, let path, _):
      return manifest.typedValue(at: path, of: owner, in: module)?.variable.location
    case .definition, .typeName, .alias, .file, .languageKey: return nil
    }
  }

  /// The default that a value of a block overrides; nil if the subject is not such a value.
  func overriddenDefault(in manifest: Manifest) -> SourceLocation? {
    guard case .value(.feature(let id), let path, let isKey) = kind else { return nil }
    guard let feature = manifest.feature(id) else { return nil }
    let written = isKey ? node.valueOfKey : node
    guard var location = written?.location else { return nil }
    // The document is named by its path, but the locations in the manifest as in problems.
    location.file = manifest.file(at: location.file)?.shownName ?? location.file
    for channel in manifest.checkedChannels {
      let merged = manifest.merged(feature, channel: channel)
      let history = merged.value(at: path.components)?.history ?? []
      let index = history.firstIndex { $0.location == location }
      guard let index, index > 0 else { continue }
      return history[index - 1].location
    }
    return nil
  }
}

extension LocatedValue {
  /// The value of the member whose key this is.
  var valueOfKey: LocatedValue? {
    let next = document.nodes[Int(index)].nextSibling
    return next >= 0 ? LocatedValue(document: document, index: next) : nil
  }
}

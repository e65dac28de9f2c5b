import VirgaJSON
import VirgaManifest
import VirgaSource

/// What a position of a manifest's file is about.
struct Subject {
  enum Kind {
    /// The name of something that is defined there, or an imported feature.
    case definition(ManifestPath.Definition)
    /// A name in the type of a variable or field.
    case typeName(String)
    /// The name of a string alias where it is declared.
    case alias(String)
    /// A key or a value of a config, or of a default.
    case value(ManifestPath.ConfigOwner, path: JSONPath, isKey: Bool)
    /// The path of an included or imported file, or of an example.
    case file(String)
    /// A key of the language, or its value.
    case languageKey(ManifestKey)
  }

  let kind: Kind
  /// Where it is.
  let range: SourceRange
  /// The innermost key or value.
  let node: LocatedValue
  /// The path of that, or of the member whose key it is.
  let path: ManifestPath
  /// The number of the module that the file belongs to.
  let module: Int

  /// What a position is about; nil if it is about nothing.
  ///
  /// - Parameter manifest: A manifest that has the document.
  init?(at place: DocumentPlace, in manifest: Manifest) {
    guard let document = place.document.document,
      let tree = TreePath(to: place.position, in: document),
      let range = tree.range
    else { return nil }
    // A file that the manifest does not know counts as one of the top module.
    let shownName = manifest.file(at: place.document.path)?.shownName
    module = shownName.map { manifest.module(ofFile: $0) } ?? Manifest.topModuleIndex
    node = tree.node
    // In the file of an example, the path begins with the steps to that example.
    let steps = shownName.map { manifest.steps(toFile: $0) } ?? []
    path = ManifestPath(steps + tree.components)
    if path.isType, !tree.isKey {
      let name = tree.node.typeNames.first { name in
        name.location.map { $0.range.start <= place.position && place.position <= $0.range.end }
          ?? false
      }
      guard let name, let location = name.location else { return nil }
      kind = .typeName(name.name)
      self.range = location.range
      return
    }
    self.range = range
    guard let kind = Self.kind(of: path, tree) else { return nil }
    self.kind = kind
  }

  /// What a path is about, unless it is about a type.
  private static func kind(of path: ManifestPath, _ tree: TreePath) -> Kind? {
    if tree.isKey, let definition = path.definition { return .definition(definition) }
    // The steps begin below the root of a config, where keys and values belong to the config.
    let isBelowRoot = path.stepsInConfig != nil
    if isBelowRoot, let config = path.config {
      return .value(config.owner, path: config.path, isKey: tree.isKey)
    }
    // At its root, only the value does: the key, such as `default`, is one of the language.
    if path.isInConfig, !tree.isKey, let config = path.config {
      return .value(config.owner, path: config.path, isKey: false)
    }
    guard !tree.isKey, let text = tree.node.string else { return path.key.map { .languageKey($0) } }
    let lastKey = path.components.reversed().lazy.compactMap { component -> String? in
      if case .key(let name) = component { name } else { nil }
    }.first
    switch lastKey {
    case "string-alias": return .alias(text)
    case "includes", "include", "path", "examples": return .file(text)
    default: return path.key.map { .languageKey($0) }
    }
  }
}

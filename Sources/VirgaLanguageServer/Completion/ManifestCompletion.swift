import VirgaFiles
import VirgaJSON
import VirgaManifest
import VirgaResources
import VirgaSource
import VirgaYAML

/// Finds what can be typed at a place of a manifest's file.
struct ManifestCompletion {
  let place: YAMLPlace
  let path: ManifestPath
  /// The last manifest that could be read; nil if the file belongs to none.
  let manifest: Manifest?
  /// The path of the file.
  let file: String
  /// The channel of the values that are offered.
  let channel: String?
  let surroundings: ServerSurroundings

  init(
    _ place: YAMLPlace, in manifest: Manifest?, file: String, channel: String?,
    _ surroundings: ServerSurroundings
  ) {
    self.place = place
    path = ManifestPath(place.path)
    self.manifest = manifest
    self.file = file
    self.channel = channel
    self.surroundings = surroundings
  }

  /// All items, also those that do not begin with the typed text, and the range that they replace.
  func find() -> (items: [CompletionItem], range: SourceRange) {
    let (items, range) = found
    return (place.written(items), range)
  }

  /// The items as they are written outside of quotes, and the range that they replace.
  private var found: (items: [CompletionItem], range: SourceRange) {
    if path.isInConfig { return (configItems, place.range) }
    if path.isType, place.expects != .key { return typeItems }
    if namesFile { return fileItems }
    let files = isExample ? fileItems.items : []
    return (keyItems + valueItems + files + snippets, place.range)
  }

  // MARK: Keys and values of the language

  /// The keys that the object lacks, required ones first.
  private var keyItems: [CompletionItem] {
    guard place.expects != .value else { return [] }
    let levels = path.levels
    let used = levels.flatMap { level in place.siblingKeys.compactMap { level.key($0)?.name } }
    let keys = levels.flatMap(\.keys).filter { key in
      key.presence != .outdated && !used.contains(key.name)
    }
    let required = keys.filter { $0.presence == .required }
    let others = keys.filter { $0.presence != .required }
    return (required + others).map(item)
  }

  /// The item of a key, with the beginning of its value.
  private func item(_ key: ManifestKey) -> CompletionItem {
    let isFilled = key.value.alternatives.contains { value in
      switch value {
      case .object, .map, .list, .config: true
      default: false
      }
    }
    let opensBlock = isFilled && !place.isInBrackets
    let isList = key.value.alternatives.contains { if case .list = $0 { true } else { false } }
    let blockStart = isList ? ":\n  - " : ":\n  "
    return CompletionItem(
      label: key.name, kind: .key, detail: key.presence == .required ? "required" : "",
      documentation: key.description, text: key.name + (opensBlock ? blockStart : ": "))
  }

  /// The values of the place: Booleans, choices, names of channels and of features.
  private var valueItems: [CompletionItem] {
    var items: [CompletionItem] = []
    for value in path.values.flatMap(\.alternatives) {
      switch value {
      case .boolean: items += Self.booleans
      case .choice(let choices): items += choices.map { valueItem($0) }
      case .map where isInImport && place.expects != .value: items += importedFeatures
      default: break
      }
    }
    if namesChannel, place.expects != .key { items += channels.map { valueItem($0) } }
    return items
  }

  private static let booleans = ["true", "false"].map { word in
    CompletionItem(label: word, kind: .value, text: word)
  }

  private func valueItem(_ text: String) -> CompletionItem {
    CompletionItem(label: text, kind: .value, text: WrittenName.plainOrQuoted(text))
  }

  private var snippets: [CompletionItem] {
    guard place.expects == .keyOrValue else { return [] }
    let items = path.values.flatMap(\.alternatives).flatMap { ManifestSnippets.items(of: $0) }
    // The names of imported features are known.
    return isInImport ? items.filter { $0.label != "feature" } : items
  }

  /// The last key of the path.
  private var lastKey: String? {
    let keys = path.components.compactMap { component -> String? in
      if case .key(let name) = component { name } else { nil }
    }
    return keys.last
  }

  private var isInImport: Bool {
    guard case .key(let name)? = path.components.first else { return false }
    return name == "imports" || name == "import"
  }

  // MARK: Channels and imports

  private var namesChannel: Bool {
    let isNamed = lastKey == "channel" || lastKey == "channels"
    // The root declares channels, so their names are new.
    return isNamed && path.components.count > 2
  }

  /// The channels of the manifest; for the channel of an import those of the imported modules.
  private var channels: [String] {
    guard let manifest else { return [] }
    let isOfImport = isInImport && !path.components.contains(.key("features"))
    guard isOfImport else { return manifest.channels }
    var seen: Set<Name> = []
    let imported = manifest.topModule.imports.compactMap(\.module)
    return imported.flatMap { manifest.modules[$0].channels }.filter { seen.insert($0) }
  }

  /// The features of imported modules, which an import can add defaults to.
  private var importedFeatures: [CompletionItem] {
    let features = manifest?.features.filter { !$0.isOfTopModule } ?? []
    let used = Set(naming: place.siblingKeys)
    return features.filter { !used.contains($0.id) }.map { feature in
      CompletionItem(
        label: feature.id, kind: .key, detail: "feature", documentation: feature.description,
        text: place.isInBrackets ? "\(feature.id): " : "\(feature.id):\n  ")
    }
  }

  // MARK: Types

  /// The types of the language and of the manifest; of a type such as `List<It` only the last name
  /// is replaced.
  private var typeItems: (items: [CompletionItem], range: SourceRange) {
    let words = TypePattern.suggestions.filter { !$0.contains("<") }.map { word in
      CompletionItem(label: word, kind: .type, text: word)
    }
    let generics = ["Option", "List", "Map"].map { name in
      CompletionItem(label: name, kind: .type, detail: "\(name)<…>", text: "\(name)<")
    }
    var range = place.range
    let isEnd = { (scalar: Unicode.Scalar) in "<>, ".unicodeScalars.contains(scalar) }
    let lastName = place.typed.unicodeScalars.reversed().prefix { !isEnd($0) }
    range.start = SourcePosition(
      line: range.end.line, column: range.end.column - lastName.count)
    return (definedTypes + words + generics, range)
  }

  /// The enums, objects and string aliases that the file's module defines.
  private var definedTypes: [CompletionItem] {
    guard let manifest, let shownName = manifest.file(at: file)?.shownName else { return [] }
    let module = manifest.modules[manifest.module(ofFile: shownName)]
    let enums = module.enums.map { definition in
      CompletionItem(
        label: definition.name, kind: .type, detail: "enum", documentation: definition.description,
        text: definition.name)
    }
    let objects = module.objects.map { definition in
      CompletionItem(
        label: definition.name, kind: .type, detail: "object",
        documentation: definition.description, text: definition.name)
    }
    return enums + objects + aliases
  }

  /// The string aliases of the feature around the place; those of all features for the field of an
  /// object.
  private var aliases: [CompletionItem] {
    var features = manifest?.features ?? []
    if case .variable(_, let id)? = path.enclosing {
      features = features.filter { $0.id.isSameName(as: id) }
    }
    let names = features.flatMap(\.variables).compactMap(\.stringAlias)
    return names.map { CompletionItem(label: $0, kind: .type, detail: "string alias", text: $0) }
  }

  // MARK: Files

  /// Whether the value is the path of a file.
  private var namesFile: Bool {
    guard place.expects != .key, let lastKey else { return false }
    return ["includes", "include", "path"].contains(lastKey)
      && path.values.contains { if case .object = $0 { false } else { true } }
  }

  /// Whether the value is an example: an object, or the path of its file.
  private var isExample: Bool {
    guard place.expects != .key, lastKey == "examples" else { return false }
    if case .index? = path.components.last { return true }
    return false
  }

  /// The files and folders beside the typed path, and the repositories that have a location.
  private var fileItems: (items: [CompletionItem], range: SourceRange) {
    let typedFolder = place.typed.lastIndex(of: "/").map { String(place.typed[...$0]) } ?? ""
    let folder = FilePath.joined(FilePath.folder(of: file), typedFolder.isEmpty ? "." : typedFolder)
    let entries = surroundings.folders.list(folder).sorted { $0.name < $1.name }
    let items = entries.compactMap { entry -> CompletionItem? in
      let endings = [".yaml", ".yml", ".json"]
      let isFile = endings.contains { entry.name.hasSuffix($0) }
      guard !entry.name.hasPrefix("."), entry.isFolder || isFile else { return nil }
      let text = typedFolder + entry.name + (entry.isFolder ? "/" : "")
      return CompletionItem(label: text, kind: entry.isFolder ? .folder : .file, text: text)
    }
    return (items + repositories, place.range)
  }

  /// The repositories of the repository files, such as `@owner/repo/`.
  private var repositories: [CompletionItem] {
    let names = surroundings.options.repositoryFiles.flatMap { path -> [String] in
      guard let bytes = try? surroundings.files.read(path) else { return [] }
      let source = SourceText(name: path, bytes: bytes)
      return LocatedDocument.read(source).document?.readableRoot?.members.map(\.key) ?? []
    }
    return names.map { name in
      let repository = name.hasPrefix("@") ? name : "@\(name)"
      // A text that begins with `@` needs quotes in YAML.
      return CompletionItem(
        label: "\(repository)/", kind: .folder, detail: "repository", text: "\"\(repository)/\"")
    }
  }

  // MARK: Configs

  /// What the types allow in a config, or in the default of a variable or field.
  private var configItems: [CompletionItem] {
    guard let manifest, let config = path.config else { return [] }
    switch config.owner {
    case .feature(let id):
      guard let feature = manifest.feature(id) else { return [] }
      let reading = manifest.reading(of: feature, channel: channel)
      return ConfigCompletions(place).items(in: reading, at: config.path)
    case .field:
      guard let shownName = manifest.file(at: file)?.shownName else { return [] }
      let module = manifest.module(ofFile: shownName)
      let value = manifest.typedValue(at: config.path, of: config.owner, in: module)
      return value.map { items(of: $0.type, in: module, of: manifest) } ?? []
    }
  }

  /// The values, or names, of a type that belongs to no feature.
  private func items(
    of type: VariableType, in module: Int, of manifest: Manifest
  ) -> [CompletionItem] {
    switch type.unwrapped {
    case .boolean: return Self.booleans
    case .enumeration(let name):
      let variants = manifest.enumeration(name, in: module)?.variants ?? []
      return variants.map { variant in
        CompletionItem(
          label: variant.name, kind: .variant, documentation: variant.description,
          text: WrittenName.plainOrQuoted(variant.name))
      }
    case .object(let name) where place.expects != .value:
      let used = Set(naming: place.siblingKeys)
      let fields = manifest.object(name, in: module)?.fields ?? []
      return fields.filter { !used.contains($0.name) }.map { field in
        CompletionItem(
          label: field.name, kind: .variable, detail: "\(field.type)",
          documentation: field.description,
          text: place.isInQuotes ? field.name : "\(field.name): ")
      }
    default: return []
    }
  }
}

/// Writes the completions of a config in YAML.
struct ConfigCompletions {
  private let place: YAMLPlace

  init(_ place: YAMLPlace) { self.place = place }

  /// What the types allow at a path of a config over the values of a feature.
  func items(in merged: MergedFeature, at path: JSONPath) -> [CompletionItem] {
    var found: [Completion] = []
    if place.expects != .value {
      found += merged.completions(at: path, expectsKey: true, siblingKeys: place.siblingKeys)
    }
    // An object that is begun on a line of its own begins with a name.
    let isBegun = place.expects == .keyOrValue && !found.isEmpty
    if place.expects != .key, !isBegun {
      found += merged.completions(at: path, expectsKey: false, siblingKeys: [])
    }
    return place.written(found.map(item))
  }

  private func item(_ completion: Completion) -> CompletionItem {
    let text: String
    let kind: CompletionItem.Kind
    switch completion.content {
    case .member(let name, let value):
      let key = WrittenName.plainOrQuoted(name)
      // After an open quote, only the name can follow.
      let written = place.isInQuotes ? nil : value
      text = written.map { "\(key): \(Self.text(of: $0))" } ?? key
      kind = .variable
    case .value(let value):
      text = Self.text(of: value)
      kind = .value
    }
    return CompletionItem(
      label: completion.label, kind: kind, detail: completion.detail, text: text)
  }

  /// A value in YAML on one line: names without quotes, anything else as in JSON.
  private static func text(of value: JSONValue) -> String {
    value.stringValue.map { WrittenName.plainOrQuoted($0) } ?? value.compact
  }
}

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
    let shownName = manifest?.file(at: file)?.shownName
    let steps = shownName.flatMap { manifest?.steps(toFile: $0) } ?? []
    path = ManifestPath(steps + place.path)
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
    if namesChannel, place.expects != .key { return channelItems }
    // An example is an object or the path of a file.
    let files = isExample ? fileItems.items : []
    // Keys where a value is expected, and values where a key is, are empty.
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
    CompletionItem(
      label: key.name, kind: .key, detail: key.presence == .required ? "required" : "",
      documentation: key.description, text: written(key.name, with: key.value))
  }

  /// A key with the beginning of its value, such as `"fields": {}` in JSON; the key alone if a
  /// colon follows already.
  ///
  /// YAML, with indentation (`.block`) or in brackets (`.flow`), begins only objects and lists.
  private func written(_ name: String, with value: ManifestValue) -> String {
    let key = place.style.text(name)
    if place.isBeforeColon { return key }
    switch place.style {
    case .block: return "\(key):\(value.indentedStart)"
    case .flow:
      let start = value.canBeContainer ? value.emptyJSON.compact : ""
      return "\(key): \(start)"
    case .json: return "\(key): \(value.emptyJSON.compact)"
    }
  }

  /// The values of the place: Booleans, choices and names of features.
  private var valueItems: [CompletionItem] {
    var items: [CompletionItem] = []
    for value in path.values.flatMap(\.alternatives) {
      switch value {
      case .boolean where place.expects != .key: items += Self.booleans
      case .choice(let choices) where place.expects != .key:
        items += choices.map { valueItem($0) }
      case .map(let inner) where isInImport && place.expects != .value:
        items += importedFeatures(inner)
      default: break
      }
    }
    return items
  }

  private static let booleans = ["true", "false"].map { word in
    CompletionItem(label: word, kind: .value, text: word)
  }

  private func valueItem(_ text: String) -> CompletionItem {
    CompletionItem(label: text, kind: .value, text: place.style.text(text))
  }

  /// Definitions with places to fill in, for the key or value at the cursor.
  private var snippets: [CompletionItem] {
    guard !place.isBeforeColon else { return [] }
    let values = path.values.flatMap(\.alternatives)
    if place.expects == .value {
      let isElement = if case .index? = path.components.last { true } else { false }
      return isElement ? values.flatMap { ManifestSnippets.elementItems(of: $0) } : []
    }
    let items = values.flatMap { ManifestSnippets.items(of: $0, place.style) }
    // In an import, the names of features are completed instead: they exist already.
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

  /// The channels, without the others of a list.
  ///
  /// The text of a default block may have several, too, as in `nightly, beta`: then only the one at
  /// the cursor is replaced.
  private var channelItems: (items: [CompletionItem], range: SourceRange) {
    let typed = place.typed
    guard typed.contains(",") || place.rest.contains(",") else {
      let others = channels.filter { !place.siblingElements.containsName($0) }
      return (others.map { valueItem($0) }, place.range)
    }
    let before = typed.lastIndex(of: ",").map { typed[..<$0] } ?? ""
    let named = before.split { $0 == "," || $0 == " " }.map(String.init)
    let items = channels.filter { !named.containsName($0) }.map { name in
      CompletionItem(label: name, kind: .value, text: name)
    }
    return (items, rangeOfWord { ", ".unicodeScalars.contains($0) })
  }

  /// Where the word around the cursor is that ends at some scalars; without the quotes around it.
  func rangeOfWord(_ isEnd: (Unicode.Scalar) -> Bool) -> SourceRange {
    let before = place.typed.unicodeScalars.reversed().prefix { !isEnd($0) }
    let after = place.rest.unicodeScalars.prefix { !isEnd($0) }
    var range = SourceRange(at: place.position)
    range.start.column -= before.count
    range.end.column += after.count
    return range
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
  ///
  /// - Parameter value: What an import has for a feature.
  private func importedFeatures(_ value: ManifestValue) -> [CompletionItem] {
    let features = manifest?.features.filter { !$0.isOfTopModule } ?? []
    let used = Set(naming: place.siblingKeys)
    return features.filter { !used.contains($0.id) }.map { feature in
      CompletionItem(
        label: feature.id, kind: .key, detail: "feature", documentation: feature.description,
        text: written(feature.id, with: value))
    }
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
      let written = place.style == .json ? place.style.text(text) : text
      return CompletionItem(label: text, kind: entry.isFolder ? .folder : .file, text: written)
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
      let completions = TypeCompletions(manifest: manifest, module: module, place: place)
      return value.map { completions.items(of: $0.type) } ?? []
    }
  }
}

extension ManifestValue {
  /// Whether it can be an object or a list.
  fileprivate var canBeContainer: Bool {
    alternatives.contains { value in
      switch value {
      case .object, .map, .list, .config: true
      case .text, .string, .url, .boolean, .choice, .type, .any, .either, .optional: false
      }
    }
  }

  /// What follows the colon of its key in YAML with indentation: a new line for an object or a
  /// list.
  fileprivate var indentedStart: String {
    guard canBeContainer else { return " " }
    let isList = alternatives.contains { if case .list = $0 { true } else { false } }
    return isList ? "\n  - " : "\n  "
  }

  /// The empty value of its kind in JSON, such as `{}` or `""`.
  fileprivate var emptyJSON: JSONValue {
    switch alternatives.first {
    case .object?, .map?, .config?: [:]
    case .list?: []
    case .boolean?: false
    case .any?: .null
    case .text?, .string?, .url?, .choice?, .type?, .either?, .optional?, nil: ""
    }
  }
}

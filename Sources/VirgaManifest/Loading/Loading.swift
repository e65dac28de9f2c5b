import VirgaFiles
import VirgaJSON
import VirgaSource

struct Loading {
  /// The maximum number of channels of a module: every feature is merged and checked in each of
  /// them.
  static let mostChannels = 200

  var store: FileStore
  private(set) var problems: [Problem] = []
  private var isComplete = true
  private var modules: [Module?] = []
  private var moduleIndexes: [Name: Int] = [:]
  /// The features of each module, sorted by id.
  private var features: [[FeatureDefinition]] = []

  /// The node paths of the file that had the last problem.
  private var paths: NodePaths?

  init(_ store: FileStore) { self.store = store }

  mutating func load(_ source: SourceText, at address: FileAddress) throws(Problems) -> Manifest {
    guard loadModule(address, source, channel: nil) != nil else { throw Problems(problems) }
    checkSharedNames()
    let modules = modules.compactMap { $0 }
    checkSchemas(modules)
    var all = features.flatMap { $0 }
    all.sort { $0.id.isSameName(as: $1.id) ? $0.module < $1.module : Name($0.id) < Name($1.id) }
    var manifest = Manifest(
      name: Self.name(of: source.name), files: store.files, modules: modules, features: all,
      problems: problems.inFileOrder(store.files))
    manifest.isComplete = isComplete
    manifest.options = store.options
    return manifest
  }

  private static func name(of file: String) -> String {
    let name = FilePath.name(of: file)
    for ending in [".fml.yaml", ".fml.yml", ".fml.json", ".yaml", ".yml", ".json"]
    where name.hasSuffix(ending) {
      return String(name.dropLast(ending.count))
    }
    return name
  }

  mutating func path(of written: LocatedValue) -> String {
    if paths?.document !== written.document { paths = NodePaths(written.document) }
    return paths?.text(of: written.index) ?? ""
  }

  mutating func report(
    _ code: Problem.Code, _ message: String, at name: LocatedName, hint: String? = nil
  ) {
    add([
      Problem(.error, code, path: path(of: name.written), message, at: name.written.location).with(
        hint: hint)
    ])
  }

  mutating func report(
    _ severity: Problem.Severity, _ code: Problem.Code, path: String, _ message: String,
    at location: SourceLocation?
  ) {
    add([Problem(severity, code, path: path, message, at: location)])
  }

  mutating func add(_ found: [Problem]) { problems += found }

  /// Notes that the values lack a file that cannot be read.
  mutating func leaveOut() { isComplete = false }

  /// Runs `body`; a file that it cannot read does not make the values incomplete.
  mutating func keepingCompleteness<Value>(_ body: (inout Loading) -> Value) -> Value {
    let wasComplete = isComplete
    defer { isComplete = wasComplete }
    return body(&self)
  }

  /// Reports them whichever channel is asked for; `channels` is nil if only an including file knows
  /// them.
  mutating func checkChannels(of blocks: [DefaultBlock], _ channels: [String]?, code: Problem.Code)
  {
    guard let channels else { return }
    let declared = Set(naming: channels)
    for block in blocks {
      for name in block.channelNames where !declared.contains(name.text) {
        report(
          code, "the channel `\(name.text)` is not declared; the file declares \(channels.listed)",
          at: name,
          hint: NameSuggestions.hint(for: name.text, among: channels.prefix(500)))
      }
    }
  }

  mutating func checkSchemas(_ modules: [Module]) {
    for (index, module) in modules.enumerated() {
      var checker = SchemaChecker(types: module.types, options: store.options)
      checker.check(features[index], about: module.about)
      problems += checker.problems
    }
  }

  mutating func checkSharedNames() {
    guard modules.count > 1 else { return }
    var owners: [Name: Int] = [:]
    for (index, module) in modules.enumerated() {
      guard let module else { continue }
      let names =
        features[index].map { ("features", $0.id, $0.location) }
        + module.enums.map { ("enum", $0.name, $0.location) }
        + module.objects.map { ("objects", $0.name, $0.location) }
      for (kind, name, location) in names {
        guard let owner = owners["\(kind)/\(name)"] else {
          owners["\(kind)/\(name)"] = index
          continue
        }
        let other = modules[owner]?.shownName ?? ""
        report(
          .error, "module-clash", path: kind,
          "`\(name)` is defined in \(location.file) and in \(other): names must be unique across imported modules",
          at: location)
      }
    }
  }

  /// Depth first; returns the module's index, or nil if its file cannot be read.
  @discardableResult
  mutating func loadModule(
    _ address: FileAddress, _ source: SourceText, channel: String?, depth: Int = 0
  ) -> Int? {
    let identity = store.identity(of: address)
    let index = modules.count
    var draft = ModuleDraft()
    var seen: Set<Name> = [Name(identity)]
    let top = IncludingFile(address: address, source: source, trail: [identity])
    guard let tree = readTree(top, into: &draft, seen: &seen) else { return nil }
    moduleIndexes[identity] = index
    modules.append(nil)
    var resolver = TypeResolver(draft)
    let types = resolver.table(draft)
    features.append(resolver.features(draft, types, module: index))
    problems += resolver.problems
    let declaredNames = tree.draft.channels
    let channels = declaredNames.prefix(Self.mostChannels).map(\.text)
    if declaredNames.count > channels.count {
      let message =
        "a manifest has at most \(Self.mostChannels) channels; this one and all later ones are ignored"
      report("too-many-channels", message, at: declaredNames[channels.count])
    }
    if channels.isEmpty {
      report(
        .warning, "no-channels", path: "channels",
        "\(source.name) declares no channels: it can only be included; add `channels`",
        at: tree.draft.root.start)
    }
    modules[index] = Module(
      path: identity, shownName: source.name, about: tree.draft.about, channels: channels,
      importChannel: channel,
      imports: [], types: types)
    // A top file without channels is meant to be included by a file that declares them.
    let declared = channels.isEmpty && depth == 0 ? nil : declaredNames.map(\.text)
    checkChannels(of: features[index].flatMap(\.blocks), declared, code: "unknown-block-channel")
    let imports = tree.imports.all.map { importModule($0, by: index, declared, depth: depth) }
    modules[index]?.imports = imports
    return index
  }

  private mutating func importModule(
    _ joined: JoinedImport, by importer: Int, _ channels: [String]?, depth: Int
  ) -> ModuleImport {
    let index = moduleIndex(of: joined, depth: depth)
    for addition in joined.additions {
      checkChannels(of: addition.blocks, channels, code: "unknown-addition-channel")
    }
    for additions in joined.groups { if let index { add(additions, to: index, by: importer) } }
    return ModuleImport(
      path: joined.path.text, channel: joined.channel.text, module: index,
      features: Set(naming: joined.additions.lazy.map(\.feature.text)).sorted().map(\.text),
      location: joined.path.written.location)
  }

  private mutating func moduleIndex(of joined: JoinedImport, depth: Int) -> Int? {
    if let known = moduleIndexes[joined.identity] {
      checkSecondImport(joined, of: known)
      return known
    }
    guard depth < Self.deepest else {
      report(
        "too-deep", "imports are nested more than \(Self.deepest) levels deep", at: joined.path)
      return nil
    }
    guard let source = source(joined.address, joined.path, missing: "missing-import") else {
      return nil
    }
    guard
      let index = loadModule(joined.address, source, channel: joined.channel.text, depth: depth + 1)
    else {
      return nil
    }
    checkImported(index, joined)
    return index
  }

  private mutating func checkSecondImport(_ joined: JoinedImport, of known: Int) {
    guard let module = modules[known], let first = module.importChannel,
      !first.isSameName(as: joined.channel.text),
      module.channels.count != 1
    else { return }
    report(
      "import-channel-clash",
      "\(joined.path.text) is imported with two different channels: elsewhere with `\(first)`, which is used",
      at: joined.channel)
  }

  private mutating func checkImported(_ index: Int, _ joined: JoinedImport) {
    guard let module = modules[index] else { return }
    if module.channels.count != 1, !module.channels.containsName(joined.channel.text) {
      report(
        "unknown-import-channel",
        "\(module.shownName) has no channel `\(joined.channel.text)`; it declares \(module.channels.listed)",
        at: joined.channel)
    }
    if module.about?.isGenerating != true {
      report(
        .warning, "import-without-about", path: "about",
        "\(module.shownName) is imported but names no class for Swift or Kotlin in `about`: "
          + "no code can be generated for it", at: joined.path.written.location)
    }
  }

  private mutating func add(_ additions: [JoinedImport.Addition], to index: Int, by importer: Int) {
    var blocks: [Int: [DefaultBlock]] = [:]
    for addition in additions {
      guard let featureIndex = features[index].position(of: addition.feature.text, by: \.id) else {
        let name = addition.feature
        problems.append(
          Problem(
            .error, "unknown-imported-feature", path: "features/\(name.text)",
            "Cannot override `\(name.text)`: \(modules[index]?.shownName ?? "") has no such feature",
            at: name.written.location
          ).with(hint: NameSuggestions.hint(for: name.text, among: features[index].map(\.id))))
        continue
      }
      features[index][featureIndex].examples += addition.examples
      blocks[featureIndex, default: []] += addition.blocks
    }
    for (featureIndex, blocks) in blocks where !blocks.isEmpty {
      features[index][featureIndex].additions.append(
        ImportAddition(module: importer, blocks: blocks))
    }
  }
}

extension [String] {
  /// The names as messages list them, `["a", "b"]`, at most 50.
  var listed: String {
    let few = prefix(50)
    let rest = count > few.count ? ["and \(count - few.count) more"] : []
    return "[" + (few.map { "\"\($0)\"" } + rest).joined(separator: ", ") + "]"
  }
}

extension LocatedValue {
  var start: SourceLocation? {
    guard let location else { return nil }
    let start = location.range.start
    return SourceLocation(
      file: location.file,
      range: SourceRange(start, SourcePosition(line: start.line, column: start.column + 1)))
  }
}

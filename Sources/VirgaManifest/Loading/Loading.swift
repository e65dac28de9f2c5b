import VirgaFiles
import VirgaJSON
import VirgaSource

/// One loading of a manifest: its modules, features and problems so far.
///
/// A file and its includes are one module, and so is each imported file with its includes.
struct Loading {
  /// The maximum number of channels of a module: every feature is merged and checked in each of
  /// them.
  static let maximumChannels = 200

  var store: FileStore
  private(set) var problems: [Problem] = []
  /// Whether every file that the values depend on could be read.
  private var isComplete = true
  /// The modules in the order in which loading them began.
  ///
  /// A module is added without its imports, which get their modules after it.
  private var modules: [Module] = []
  /// The index of each module, by the identity of its top file.
  private var moduleIndices: [Name: Int] = [:]
  /// The features of each module, sorted by id.
  private var features: [[FeatureDefinition]] = []

  /// The node paths of the file that had the last problem, cached for its next one.
  private var cachedPaths: NodePaths?

  /// A loading that has read no file yet.
  init(_ store: FileStore) { self.store = store }

  /// The manifest whose top file is `source`; throws if that is not a manifest.
  mutating func load(_ source: SourceText, at address: FileAddress) throws(Problems) -> Manifest {
    // Also loads the files that it includes and imports. No import names a channel for the top
    // file.
    guard loadModule(address, source, channel: nil) != nil else { throw Problems(problems) }
    reportNamesOfSeveralModules()
    checkEachModule()
    var manifest = Manifest(
      name: Self.name(of: source.name), files: store.files, modules: modules,
      features: sortedFeatures(), problems: problems.inFileOrder(store.files))
    // False if a file could not be read, so that values may be missing.
    manifest.isComplete = isComplete
    manifest.options = store.options
    return manifest
  }

  /// The features of all modules, sorted by id in byte order.
  ///
  /// Of two features with the same id, which is an error, that of the module loaded first comes
  /// first.
  private func sortedFeatures() -> [FeatureDefinition] {
    features.joined().sorted { left, right in
      let haveSameID = left.id.isSameName(as: right.id)
      return haveSameID ? left.module < right.module : Name(left.id) < Name(right.id)
    }
  }

  /// The manifest's name: `a/app.fml.yaml` gives `app`.
  private static func name(of file: String) -> String {
    let name = FilePath.name(of: file)
    for ending in [".fml.yaml", ".fml.yml", ".fml.json", ".yaml", ".yml", ".json"]
    where name.hasSuffix(ending) {
      return String(name.dropLast(ending.count))
    }
    return name
  }

  /// The path of a node in its file, such as `features/app-menu`.
  mutating func path(of written: LocatedValue) -> String {
    // Computed for one file at a time: its problems are usually reported one after the other.
    if cachedPaths?.document !== written.document { cachedPaths = NodePaths(written.document) }
    return cachedPaths?.text(of: written.index) ?? ""
  }

  /// Reports an error at a name of a manifest, with a hint at how to fix it if one is known.
  mutating func report(
    _ code: Problem.Code, _ message: String, at name: LocatedName, hint: String? = nil
  ) {
    let path = path(of: name.written)
    let problem = Problem(.error, code, path: path, message, at: name.written.location)
    add([problem.with(hint: hint)])
  }

  /// Reports a problem of any severity, with its path; nil for `location` if it is in no file.
  mutating func report(
    _ severity: Problem.Severity, _ code: Problem.Code, path: String, _ message: String,
    at location: SourceLocation?
  ) {
    add([Problem(severity, code, path: path, message, at: location)])
  }

  /// Adds problems to those found so far.
  mutating func add(_ found: [Problem]) { problems += found }

  /// Records that a file of the manifest cannot be read, so that values may be missing.
  mutating func markIncomplete() { isComplete = false }

  /// Runs `body`, which reads files without values, such as examples: one that cannot be read does
  /// not make the manifest incomplete.
  mutating func keepingCompleteness<Value>(_ body: (inout Loading) -> Value) -> Value {
    let wasComplete = isComplete
    defer { isComplete = wasComplete }
    return body(&self)
  }

  /// Reports each channel of a block that is not one of the `declared` channels, whether or not
  /// the block applies.
  ///
  /// - Parameter declared: Nil if the file is meant to be included, so that the channels are not
  ///   known; then nothing is reported.
  mutating func reportUndeclaredChannels(
    of blocks: [DefaultBlock], declared: [String]?, code: Problem.Code
  ) {
    guard let channels = declared else { return }
    let known = Set(naming: channels)
    // Looking for similar names takes time, so hints compare the name with the first channels only.
    let comparedChannels = channels.prefix(Hints.maximumCompared)
    for block in blocks {
      for name in block.channelNames where !known.contains(name.text) {
        report(
          code, "the channel `\(name.text)` is not declared; the file declares \(channels.listed)",
          at: name, hint: NameSuggestions.hint(for: name.text, among: comparedChannels))
      }
    }
  }

  /// Checks the types, defaults, names and preferences of each module by itself.
  private mutating func checkEachModule() {
    for (index, module) in modules.enumerated() {
      var checker = SchemaChecker(types: module.types, options: store.options)
      checker.check(features[index], about: module.about)
      problems += checker.problems
    }
  }

  /// Reports names of features and types that two modules declare.
  private mutating func reportNamesOfSeveralModules() {
    guard modules.count > 1 else { return }
    // The index of the first module that declares each name, by kind and name: `features/menu`.
    var firstModules: [Name: Int] = [:]
    for index in modules.indices {
      for declaration in declarations(ofModuleAt: index) {
        let nameWithKind = "\(declaration.kind)/\(declaration.name)"
        if let first = firstModules[nameWithKind] {
          reportClash(of: declaration, withModuleAt: first)
        } else {
          firstModules[nameWithKind] = index
        }
      }
    }
  }

  /// Reports a feature or type with the name of a feature or type of the same kind that the module
  /// at `index` declares.
  private mutating func reportClash(of declaration: Declaration, withModuleAt index: Int) {
    let file = declaration.location.file
    let otherFile = modules[index].shownName
    report(
      .error, "module-clash", path: declaration.kind,
      "`\(declaration.name)` is defined in \(file) and in \(otherFile): names must be unique across imported modules",
      at: declaration.location)
  }

  /// A feature or a type of a module.
  private struct Declaration {
    /// `features`, `enum` or `objects`, which is the path of a problem with the name.
    let kind: String
    let name: String
    let location: SourceLocation
  }

  /// The features and types that a module declares.
  ///
  /// The kind becomes the path of a problem with the name. As in nimbus-fml, it is `features` or
  /// `objects`, but `enum` in the singular.
  private func declarations(ofModuleAt index: Int) -> [Declaration] {
    let module = modules[index]
    var all = features[index].map {
      Declaration(kind: "features", name: $0.id, location: $0.location)
    }
    all += module.enums.map { Declaration(kind: "enum", name: $0.name, location: $0.location) }
    all += module.objects.map { Declaration(kind: "objects", name: $0.name, location: $0.location) }
    return all
  }

  /// Loads the file `source` with its includes as one module, then the modules that it imports.
  ///
  /// - Parameters:
  ///   - channel: The channel that the first import of the module names; nil for the top module.
  ///   - depth: How many imports lead to the module; 0 for the top module.
  /// - Returns: The module's index; nil if its file is not a manifest, which is reported.
  mutating func loadModule(
    _ address: FileAddress, _ source: SourceText, channel: String?, depth: Int = 0
  ) -> Int? {
    let identity = store.identity(of: address)
    var moduleDraft = ModuleDraft()
    // The identities of the files that are read into this module.
    var seen: Set<Name> = [Name(identity)]
    let topFile = IncludingFile(address: address, source: source, includeChain: [identity])
    guard let tree = readTree(topFile, into: &moduleDraft, seen: &seen) else { return nil }
    // Before the imports are loaded, because these may import this module.
    let index = addModule(
      moduleDraft, topFile: tree.ownDraft, identity: identity, shownName: source.name,
      importChannel: channel)
    // Nil if the file is meant to be included by one that declares the channels.
    let knownChannels = Self.knownChannels(of: tree.ownDraft, isTopModule: depth == 0)
    reportUndeclaredChannels(
      of: features[index].flatMap(\.blocks), declared: knownChannels, code: "unknown-block-channel")
    let imports = tree.imports.all.map { joinedImport in
      importModule(joinedImport, by: index, declaredChannels: knownChannels, depth: depth)
    }
    modules[index].imports = imports
    return index
  }

  /// The channels that a file declares, also those beyond the maximum, which its module lacks; nil
  /// if the file is meant to be included, so that they are not known.
  private static func knownChannels(of topFile: FileDraft, isTopModule: Bool) -> [String]? {
    // The top file of a manifest without channels is meant for a file that declares them.
    let isMeantForIncluding = topFile.channels.isEmpty && isTopModule
    return isMeantForIncluding ? nil : topFile.channels.map(\.text)
  }

  /// Adds a module and its features; returns the index of the module.
  ///
  /// Its imports are set later, when the modules that it imports are loaded.
  ///
  /// - Parameters:
  ///   - draft: What all files of the module declare.
  ///   - topFile: The content of the file that includes the others; only its channels and its
  ///     `about` are used.
  ///   - identity: The identity of that file, by which imports find the module.
  ///   - channel: The channel that the first import of the module names; nil for the top module.
  private mutating func addModule(
    _ draft: ModuleDraft, topFile: FileDraft, identity: String, shownName: String,
    importChannel channel: String?
  ) -> Int {
    let index = modules.count
    moduleIndices[identity] = index
    let types = resolveTypes(addingFeaturesOf: draft, ofModuleAt: index)
    reportChannelCount(of: topFile, file: shownName)
    let channels = topFile.channels.prefix(Self.maximumChannels).map(\.text)
    modules.append(
      Module(
        path: identity, shownName: shownName, about: topFile.about, channels: channels,
        importChannel: channel, imports: [], types: types))
    return index
  }

  /// Adds the features of a module with the types of their variables; returns the module's types.
  private mutating func resolveTypes(
    addingFeaturesOf draft: ModuleDraft, ofModuleAt index: Int
  ) -> TypeTable {
    var resolver = TypeResolver(draft)
    let types = resolver.typeTable(of: draft)
    features.append(resolver.features(of: draft, module: index))
    problems += resolver.problems
    return types
  }

  /// Reports the channels of a file beyond the maximum, which are ignored, and a file without any.
  private mutating func reportChannelCount(of draft: FileDraft, file: String) {
    if draft.channels.count > Self.maximumChannels {
      let firstIgnored = draft.channels[Self.maximumChannels]
      let message =
        "a manifest has at most \(Self.maximumChannels) channels; this one and all later ones are ignored"
      report("too-many-channels", message, at: firstIgnored)
    }
    if draft.channels.isEmpty {
      report(
        .warning, "no-channels", path: "channels",
        "\(file) declares no channels: it can only be included; add `channels`",
        at: draft.root.startLocation)
    }
  }

  /// Loads an imported module if it is not loaded yet, and adds the import's additions to its
  /// features: default blocks and examples.
  ///
  /// - Parameters:
  ///   - importer: The index of the importing module.
  ///   - declaredChannels: The channels that the importing module declares; nil if it is meant to
  ///     be included, so that they are not known.
  ///   - depth: How many imports lead to the importing module.
  /// - Returns: The import as the importing module stores it; its `module` is nil if the imported
  ///   module cannot be loaded.
  private mutating func importModule(
    _ joined: JoinedImport, by importer: Int, declaredChannels: [String]?, depth: Int
  ) -> ModuleImport {
    let index = loadIfNew(joined, depth: depth)
    // The additions of all groups.
    for addition in joined.additions {
      reportUndeclaredChannels(
        of: addition.blocks, declared: declaredChannels, code: "unknown-addition-channel")
    }
    // A module that cannot be loaded has no features to add to.
    if let index {
      // In order, because each group patches the result of the one before.
      for group in joined.groups { addAdditions(group, toModuleAt: index, by: importer) }
    }
    let changedFeatures = Set(naming: joined.additions.lazy.map(\.feature.text))
    return ModuleImport(
      path: joined.path.text, channel: joined.channel.text, module: index,
      features: changedFeatures.sorted().map(\.text), location: joined.path.written.location)
  }

  /// Loads the imported module at its first import; returns its index, or nil if it cannot be
  /// loaded, which is reported.
  ///
  /// - Parameter depth: How many imports lead to the importing module.
  private mutating func loadIfNew(_ joined: JoinedImport, depth: Int) -> Int? {
    if let known = moduleIndices[joined.identity] {
      reportChannelClash(of: joined, ofModuleAt: known)
      return known
    }
    guard let index = loadImported(joined, depth: depth + 1) else { return nil }
    reportUnknownChannel(of: joined, ofModuleAt: index)
    // Unlike an included file, an imported one must have names for Swift or Kotlin code.
    reportMissingNamesForCode(of: joined, ofModuleAt: index)
    return index
  }

  /// Loads an imported module and returns its index; nil if it is nested too deep or cannot be
  /// loaded, which is reported.
  ///
  /// - Parameter depth: How many imports lead to the imported module.
  private mutating func loadImported(_ joined: JoinedImport, depth: Int) -> Int? {
    guard depth <= Self.maximumDepth else {
      report(
        "too-deep", "imports are nested more than \(Self.maximumDepth) levels deep",
        at: joined.path)
      return nil
    }
    guard
      let source = source(
        at: joined.address, namedBy: joined.path, codeIfMissing: "missing-import")
    else { return nil }
    return loadModule(joined.address, source, channel: joined.channel.text, depth: depth)
  }

  /// Reports a second import of a module that names another channel than the first.
  ///
  /// A module with one channel always uses that one, and the top module is resolved in the
  /// requested channel: imports of these are not reported.
  private mutating func reportChannelClash(of joined: JoinedImport, ofModuleAt index: Int) {
    let module = modules[index]
    guard module.channels.count != 1 else { return }
    // Nil for the top module.
    guard let firstChannel = module.importChannel else { return }
    guard !firstChannel.isSameName(as: joined.channel.text) else { return }
    report(
      "import-channel-clash",
      "\(joined.path.text) is imported with two different channels: elsewhere with `\(firstChannel)`, which is used",
      at: joined.channel)
  }

  /// Reports an import of a channel that the module does not have.
  private mutating func reportUnknownChannel(of joined: JoinedImport, ofModuleAt index: Int) {
    let module = modules[index]
    // A module with one channel uses that one, whatever the import says.
    let usesRequestedChannel = module.channels.count != 1
    guard usesRequestedChannel, !module.channels.containsName(joined.channel.text) else { return }
    report(
      "unknown-import-channel",
      "\(module.shownName) has no channel `\(joined.channel.text)`; it declares \(module.channels.listed)",
      at: joined.channel)
  }

  /// Reports an import of a module without names for Swift or Kotlin code: none can be generated.
  ///
  /// The problem is located at the import, but its path is `about` in the imported module, where
  /// the names are missing.
  private mutating func reportMissingNamesForCode(of joined: JoinedImport, ofModuleAt index: Int) {
    let module = modules[index]
    guard module.about?.hasNamesForCode != true else { return }
    report(
      .error, "import-without-about", path: "about",
      "\(module.shownName) is imported but names no class for Swift or Kotlin in `about`: "
        + "no code can be generated for it; add the names there, or include it",
      at: joined.path.written.location)
  }

  /// Adds blocks and examples to the features of the module at `index`.
  ///
  /// The blocks for one feature become one addition, whose blocks apply together as one patch.
  /// Reports each addition to a feature that the module does not have.
  ///
  /// - Parameter importer: The index of the module that makes the additions.
  private mutating func addAdditions(
    _ additions: [JoinedImport.Addition], toModuleAt index: Int, by importer: Int
  ) {
    // By the index of the feature in `features[index]`, the features of the module.
    var blocksOfFeature: [Int: [DefaultBlock]] = [:]
    for addition in additions {
      guard let featureIndex = features[index].position(of: addition.feature.text, by: \.id) else {
        reportUnknownFeature(addition.feature, ofModuleAt: index)
        continue
      }
      features[index][featureIndex].examples += addition.examples
      blocksOfFeature[featureIndex, default: []] += addition.blocks
    }
    for (featureIndex, blocks) in blocksOfFeature where !blocks.isEmpty {
      features[index][featureIndex].additions.append(
        ImportAddition(module: importer, blocks: blocks))
    }
  }

  /// Reports the name of a feature that the imported module at `index` does not have.
  private mutating func reportUnknownFeature(_ name: LocatedName, ofModuleAt index: Int) {
    let moduleName = modules[index].shownName
    let problem = Problem(
      .error, "unknown-imported-feature", path: "features/\(name.text)",
      "Cannot override `\(name.text)`: \(moduleName) has no such feature",
      at: name.written.location)
    let hint = NameSuggestions.hint(for: name.text, among: features[index].map(\.id))
    problems.append(problem.with(hint: hint))
  }
}

extension [String] {
  /// The names as messages list them: `["a", "b"]`, or `["a", …, and 7 more]` for more than 50.
  var listed: String {
    let maximumListed = 50
    var items = prefix(maximumListed).map { "\"\($0)\"" }
    if count > maximumListed { items.append("and \(count - maximumListed) more") }
    return "[" + items.joined(separator: ", ") + "]"
  }
}

extension LocatedValue {
  /// The location of the value's first character, for a problem of the value as a whole, which may
  /// have many lines; nil for a value that is in no file.
  var startLocation: SourceLocation? {
    guard let location else { return nil }
    let start = location.range.start
    let afterFirst = SourcePosition(line: start.line, column: start.column + 1)
    return SourceLocation(file: location.file, range: SourceRange(start, afterFirst))
  }
}

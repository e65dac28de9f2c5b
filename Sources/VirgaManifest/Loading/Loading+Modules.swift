import VirgaJSON
import VirgaSource

extension Loading {
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
    let channels = tree.draft.channels.map(\.text)
    if channels.isEmpty {
      problems.append(
        Problem(
          .warning, "no-channels", path: "channels",
          "\(source.name) declares no channels: it can only be included; add `channels`", at: tree.draft.root.start))
    }
    modules[index] = Module(
      path: identity, shownName: source.name, about: tree.draft.about, channels: channels, importChannel: channel,
      imports: [], types: types)
    // A top file without channels is meant to be included by a file that declares them.
    let declared = channels.isEmpty && depth == 0 ? nil : channels
    checkChannels(of: features[index].flatMap(\.blocks), declared, code: "unknown-block-channel")
    let imports = tree.imports.all.map { importModule($0, by: index, declared, depth: depth) }
    modules[index]?.imports = imports
    return index
  }

  private mutating func importModule(
    _ joined: JoinedImport, by importer: Int, _ channels: [String]?, depth: Int
  ) -> ModuleImport {
    let index = moduleIndex(of: joined, depth: depth)
    for addition in joined.additions { checkChannels(of: addition.blocks, channels, code: "unknown-addition-channel") }
    if let index { add(joined, to: index, by: importer) }
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
      report("too-deep", "imports are nested more than \(Self.deepest) levels deep", at: joined.path)
      return nil
    }
    guard let source = source(joined.address, joined.path, missing: "missing-import") else { return nil }
    guard let index = loadModule(joined.address, source, channel: joined.channel.text, depth: depth + 1) else {
      return nil
    }
    checkImported(index, joined)
    return index
  }

  private mutating func checkSecondImport(_ joined: JoinedImport, of known: Int) {
    guard let module = modules[known], let first = module.importChannel, !first.isSameName(as: joined.channel.text),
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
      problems.append(
        Problem(
          .warning, "import-without-about", path: "about",
          "\(module.shownName) is imported but names no class for Swift or Kotlin in `about`: "
            + "no code can be generated for it", at: joined.path.written.location))
    }
  }

  private mutating func add(_ joined: JoinedImport, to index: Int, by importer: Int) {
    var blocks: [Int: [DefaultBlock]] = [:]
    for addition in joined.additions {
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
      features[index][featureIndex].additions.append(ImportAddition(module: importer, blocks: blocks))
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
      file: location.file, range: SourceRange(start, SourcePosition(line: start.line, column: start.column + 1)))
  }
}

import VirgaJSON
import VirgaSource

extension Loading {
  /// Every channel that a block names has to be declared, even if another one is asked for.
  ///
  /// `channels` is nil if only the including file knows which channels exist.
  mutating func checkChannels(of blocks: [DefaultBlock], _ channels: [String]?, code: Problem.Code) {
    guard let channels else { return }
    let declared = NameSet(channels)
    for block in blocks {
      for name in block.channelNames where !declared.contains(name.text) {
        problems.append(
          Problem(
            .error, code, path: path(of: name.written),
            "the channel `\(name.text)` is not declared; the file declares \(channels.listed)",
            at: name.written.location, hint: NearNames.hint(for: name.text, among: channels.prefix(500))))
      }
    }
  }

  /// Checks what each module declares.
  mutating func checkSchemas(_ modules: [Module]) {
    for (index, module) in modules.enumerated() {
      var checker = SchemaChecker(types: module.types, options: store.options)
      checker.check(features[index], about: module.about)
      problems += checker.problems
    }
    guard var repeats = RepeatedDefaults(modules) else { return }
    for feature in features.joined() { repeats.check(feature) }
    problems += repeats.problems
  }

  /// No two modules may share the name of a feature, an enum or an object.
  mutating func checkSharedNames() {
    var owners: [String: NameTable<Int>] = [:]
    for (index, module) in modules.enumerated() {
      guard let module else { continue }
      checkNames("features", features[index].map { ($0.id, $0.location) }, of: index, &owners)
      checkNames("enum", module.enums.map { ($0.name, $0.location) }, of: index, &owners)
      checkNames("objects", module.objects.map { ($0.name, $0.location) }, of: index, &owners)
    }
  }

  private mutating func checkNames(
    _ kind: String, _ names: [(String, SourceLocation)], of index: Int, _ owners: inout [String: NameTable<Int>]
  ) {
    guard modules.count > 1 else { return }
    for (name, location) in names {
      guard let owner = owners[kind, default: [:]][name] else {
        owners[kind, default: [:]][name] = index
        continue
      }
      let other = modules[owner]?.shownName ?? ""
      problems.append(
        Problem(
          .error, "module-clash", path: kind,
          "`\(name)` stands in \(location.file) and in \(other): names of modules that belong together must not conflict",
          at: location))
    }
  }
}

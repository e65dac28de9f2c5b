import VirgaFiles
import VirgaJSON
package import VirgaSource

struct Loading {
  var store: FileStore
  var problems: [Problem] = []
  var isComplete = true
  var modules: [Module?] = []
  var moduleIndexes: [Name: Int] = [:]
  /// The features of each module, sorted by id.
  var features: [[FeatureDefinition]] = []

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
    for ending in [".fml.yaml", ".fml.yml", ".fml.json", ".yaml", ".yml", ".json"] where name.hasSuffix(ending) {
      return String(name.dropLast(ending.count))
    }
    return name
  }

  mutating func path(of written: LocatedValue) -> String {
    if let paths, paths.document === written.document { return paths.text(of: written.index) }
    let paths = NodePaths(written.document)
    self.paths = paths
    return paths.text(of: written.index)
  }

  mutating func report(_ code: Problem.Code, _ message: String, at name: LocatedName, hint: String? = nil) {
    problems.append(
      Problem(.error, code, path: path(of: name.written), message, at: name.written.location).with(hint: hint))
  }
}

extension [Problem] {
  /// The problems in file order; those without a location come first.
  package func inFileOrder(_ files: [ManifestFile]) -> [Problem] {
    let ranks = Dictionary(files.enumerated().map { ($1.shownName, $0) }, uniquingKeysWith: { first, _ in first })
    let keyed = enumerated().map { index, problem in
      (problem.location.map { ranks[$0.file] ?? Int.max } ?? -1, problem.location?.range.start ?? .start, index)
    }
    return keyed.sorted { $0 < $1 }.map { self[$0.2] }
  }
}

extension Loading {
  /// Reports them whichever channel is asked for; `channels` is nil if only an including file knows them.
  mutating func checkChannels(of blocks: [DefaultBlock], _ channels: [String]?, code: Problem.Code) {
    guard let channels else { return }
    let declared = Set(naming: channels)
    for block in blocks {
      for name in block.channelNames where !declared.contains(name.text) {
        report(
          code, "the channel `\(name.text)` is not declared; the file declares \(channels.listed)", at: name,
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
        features[index].map { ("features", $0.id, $0.location) } + module.enums.map { ("enum", $0.name, $0.location) }
        + module.objects.map { ("objects", $0.name, $0.location) }
      for (kind, name, location) in names {
        guard let owner = owners["\(kind)/\(name)"] else {
          owners["\(kind)/\(name)"] = index
          continue
        }
        let other = modules[owner]?.shownName ?? ""
        problems.append(
          Problem(
            .error, "module-clash", path: kind,
            "`\(name)` is defined in \(location.file) and in \(other): names must be unique across imported modules",
            at: location))
      }
    }
  }
}

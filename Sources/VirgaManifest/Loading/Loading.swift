import VirgaFiles
import VirgaJSON
package import VirgaSource

/// One run of a loader: what was read so far, and what was wrong with it.
struct Loading {
  var store: FileStore
  var problems: [Problem] = []
  var isComplete = true
  var modules: [Module?] = []
  var moduleIndexes: NameTable<Int> = [:]
  /// The features of each module, sorted by id.
  var features: [[FeatureDefinition]] = []

  /// The ways to the nodes of the file that had the last problem.
  private var paths: NodePaths?

  init(_ store: FileStore) { self.store = store }

  /// The manifest with its top file in `source`.
  mutating func load(_ source: SourceText, at address: FileAddress) throws(Problems) -> Manifest {
    let start = ModulePlace(address: address, identity: store.identity(of: address), name: source.name)
    guard loadModule(start, source, channel: nil) != nil else { throw Problems(problems) }
    checkSharedNames()
    let modules = modules.compactMap { $0 }
    checkSchemas(modules)
    var all = features.flatMap { $0 }
    all.sort { $0.id.isSameName(as: $1.id) ? $0.module < $1.module : $0.id.utf8Precedes($1.id) }
    return Manifest(
      name: Self.name(of: source.name), files: store.files, modules: modules, features: all,
      problems: problems.inFileOrder(store.files), isComplete: isComplete, options: store.options)
  }

  private static func name(of file: String) -> String {
    let name = FilePath.name(of: file)
    for ending in [".fml.yaml", ".fml.yml", ".fml.json", ".yaml", ".yml", ".json"] where name.hasSuffix(ending) {
      return String(name.dropLast(ending.count))
    }
    return name
  }

  /// The way to a node in its file.
  mutating func path(of written: WrittenValue) -> String {
    if let paths, paths.document === written.document { return paths.text(of: written.index) }
    let paths = NodePaths(written.document)
    self.paths = paths
    return paths.text(of: written.index)
  }

  /// Notes a problem that a path mentioned in a file has.
  mutating func report(_ code: Problem.Code, path: String = "", _ message: String, at name: WrittenName) {
    let path = path.isEmpty ? self.path(of: name.written) : path
    problems.append(Problem(.error, code, path: path, message, at: name.written.location))
  }
}

/// Where a module lies and what problems call it.
struct ModulePlace {
  var address: FileAddress
  var identity: String
  var name: String
}

extension [Problem] {
  /// The problems in the order in which a person reads the files; those without a place come first.
  package func inFileOrder(_ files: [ManifestFile]) -> [Problem] {
    let ranks = Dictionary(files.enumerated().map { ($1.shownName, $0) }, uniquingKeysWith: { first, _ in first })
    let keyed = enumerated().map { place, problem in
      (problem.location.map { ranks[$0.file] ?? Int.max } ?? -1, problem.location?.range.start ?? .start, place)
    }
    return keyed.sorted { $0 < $1 }.map { self[$0.2] }
  }
}

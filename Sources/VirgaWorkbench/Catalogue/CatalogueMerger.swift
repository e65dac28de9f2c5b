package import VirgaFlags
import VirgaJSON
package import VirgaManifest
package import VirgaSource

/// Joins the rows of several sources into one catalogue.
struct CatalogueMerger {
  private var rows: [FlagDefinition] = []
  private var problems: [Problem]
  private var indices: [Name: Int] = [:]
  /// Rows of catalogue files that only give keys to a flag of a JSON configuration.
  private var keysOfConfigured: [Name: FlagDefinition] = [:]

  init(problems: [Problem]) { self.problems = problems }

  mutating func add(_ file: FlagCatalogue) {
    problems += file.problems
    for row in file.rows {
      if row.kind.isConfigured {
        keysOfConfigured[row.id] = row
      } else if indices[row.id] != nil {
        let message = "Give each flag its own id; the first one is used"
        problems.append(
          Problem(.error, "repeated-flag", path: "flags/\(row.id)", message, at: row.location))
      } else {
        append(row)
      }
    }
  }

  mutating func check(against manifest: Manifest) {
    var check = CatalogueCheck(manifest)
    for index in rows.indices { rows[index] = check.checked(rows[index]) }
    problems += check.problems
  }

  /// Adds the flags of the manifest that no file has.
  mutating func derive(from manifest: Manifest) {
    let read = Set(
      rows.compactMap { row in row.reading.flatMap { $0.paths.count == 1 ? $0.paths[0] : nil } })
    let derived = DerivedFlags(of: manifest)
    problems += derived.problems
    for var row in derived.rows {
      guard let path = row.reading?.paths.first, !read.contains(path) else { continue }
      if indices[row.id] != nil { row.id = path.description }
      append(row)
    }
  }

  mutating func add(configured: [ConfiguredFlag]) {
    var seen: Set<Name> = []
    for flag in configured where seen.insert(flag.name) {
      var row = FlagDefinition(flag)
      if let keys = keysOfConfigured.removeValue(forKey: Name(row.id)) {
        row.preferenceKey = keys.preferenceKey
        row.preferenceDefault = keys.preferenceDefault
        if row.description.isEmpty { row.description = keys.description }
      }
      if let index = indices[row.id] {
        qualify(index, row)
        row.id = "configuration:\(row.id)"
      }
      append(row)
    }
    for row in keysOfConfigured.values.sorted(by: { $0.id < $1.id }) {
      problems.append(
        Problem(
          .warning, "unknown-configured-flag", path: "flags/\(row.id)",
          "no JSON configuration has a flag `\(row.id)`; fix its id or add it there",
          at: row.location
        ).with(hint: NameSuggestions.hint(for: row.id, among: configured.map(\.name))))
    }
  }

  func catalogue(debugChannels: Set<Name>, developmentChannels: Set<Name>) -> FlagCatalogue {
    FlagCatalogue(
      rows, debugChannels: debugChannels, developmentChannels: developmentChannels,
      problems: problems + sharedKeys())
  }

  private mutating func append(_ row: FlagDefinition) {
    indices[row.id] = rows.count
    rows.append(row)
  }

  /// Qualifies both flags of an id by their source.
  private mutating func qualify(_ index: Int, _ configured: FlagDefinition) {
    problems.append(
      Problem(
        .warning, "flag-clash", path: "flags/\(configured.id)",
        "the manifest and the JSON configuration both have a flag `\(configured.id)`; "
          + "here they are `manifest:\(configured.id)` and `configuration:\(configured.id)`",
        at: configured.location ?? rows[index].location))
    rows[index].id = "manifest:\(configured.id)"
    indices[configured.id] = nil
    indices[rows[index].id] = index
  }

  private func sharedKeys() -> [Problem] {
    var owners: [Name: String] = [:]
    return rows.compactMap { row in
      guard let key = row.preferenceKey else { return nil }
      guard let owner = owners[key] else {
        owners[key] = row.id
        return nil
      }
      return Problem(
        .warning, "shared-preference-key", path: "flags/\(row.id)",
        "\(owner) and \(row.id) share the preference key `\(key)`, so changing one changes the other; "
          + "give each its own", at: row.location)
    }
  }
}

extension FlagCatalogue {
  /// The joined catalogue: rows of files, flags derived from the manifest, flags of a JSON
  /// configuration.
  ///
  /// The rows of files are checked against the manifest. One that reads the same value as a derived
  /// flag replaces it; one that only gives keys to a configured flag adds them to that flag. If two
  /// sources have an id, it is qualified. Rule: VirgaWorkbench/JoiningCatalogues.
  package static func joined(
    files: [FlagCatalogue] = [], manifest: Manifest? = nil, configured: [ConfiguredFlag] = [],
    problems: [Problem] = []
  ) -> FlagCatalogue {
    var joining = CatalogueMerger(problems: problems)
    for file in files { joining.add(file) }
    if let manifest {
      joining.check(against: manifest)
      joining.derive(from: manifest)
    }
    joining.add(configured: configured)
    return joining.catalogue(
      debugChannels: files.channels(\.debugChannels, besides: defaultDebugChannels),
      developmentChannels: files.channels(
        \.developmentChannels, besides: defaultDevelopmentChannels))
  }
}

extension [FlagCatalogue] {
  /// The last channels that differ from the standard ones.
  fileprivate func channels(
    _ path: KeyPath<FlagCatalogue, Set<Name>>, besides standard: Set<Name>
  ) -> Set<Name> {
    map { $0[keyPath: path] }.last { $0 != standard } ?? standard
  }
}

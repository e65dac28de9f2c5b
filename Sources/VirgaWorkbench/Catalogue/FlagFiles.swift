package import VirgaFiles
package import VirgaFlags
import VirgaJSON
package import VirgaManifest
package import VirgaSource
package import VirgaTargeting
package import VirgaWeb
import VirgaYAML

/// The combined content of flag files: catalogues, and configurations of flags and tests.
package struct FlagFiles: Sendable {
  private struct File: Sendable {
    var name: String
    var load: FlagLoadResult
    var catalogue: FlagCatalogue?
    var flags: [ConfiguredFlag] = []
    var problems: [Problem] = []

    var isMissing: Bool { load.used == .nothing && !load.failures.isEmpty }
    var isBroken: Bool {
      flags.isEmpty && catalogue?.rows.isEmpty != false && all.contains { $0.severity == .error }
    }
    var all: [Problem] { problems + (catalogue?.problems ?? []) }
  }

  private var files: [File] = []

  package init() {}

  /// Reads `sources`; what each of them is, `kind(of:)` decides.
  package init(_ sources: [SourceText]) {
    for source in sources { add(source) }
  }

  package mutating func add(_ source: SourceText, at time: Instant? = nil) {
    let text = LocatedText(source)
    let kind = FlagFileKind(text.written)
    let isJSON = Self.isJSON(source)
    let load = FlagLoadResult(
      source: ConfigurationSource(source.name), used: .configuration, time: time)
    var file = File(name: source.name, load: load)
    // An app reads configurations as JSON only, so the reader of catalogues refuses one in YAML.
    if !(kind == .configuration && isJSON) {
      file.catalogue = FlagCatalogue.read(text, name: source.name)
    }
    if kind.isConfiguration, isJSON {
      let configuration = FlagConfiguration(source)
      file.flags = configuration.flags
      file.problems = configuration.problems
      file.load.problems = configuration.problems
    }
    files.append(file)
  }

  /// Whether a text begins like a JSON configuration, after a byte order mark; a catalogue may be
  /// YAML.
  private static func isJSON(_ source: SourceText) -> Bool {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text =
      source.bytes.starts(with: mark) ? source.bytes.dropFirst(mark.count) : source.bytes[...]
    let first = text.first { !$0.isSpace }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
  }

  /// What a text is, in YAML or JSON; unknown if it cannot be read.
  package static func kind(of source: SourceText) -> FlagFileKind {
    FlagFileKind(LocatedText(source).written)
  }

  /// Adds a configuration merged with its cache and fallback; `source` is its text, which may be a
  /// catalogue too.
  package mutating func add(
    _ set: LoadedFlags, of name: String, catalogue source: SourceText? = nil
  ) {
    var file = File(name: name, load: set.load)
    file.flags = set.merged.flags
    file.problems = set.load.problems
    if let text = source.map({ LocatedText($0) }), text.written?["flags"] != nil {
      file.catalogue = FlagCatalogue.read(text, name: name)
    }
    files.append(file)
  }

  package mutating func add(_ failure: FileFailure, of name: String) {
    files.append(
      File(name: name, load: FlagLoadResult(source: ConfigurationSource(name), failures: [failure]))
    )
  }

  /// A copy in which files that are broken or failed to load keep their earlier content (Rule:
  /// VirgaFlags/Sources).
  package func keeping(_ earlier: FlagFiles) -> FlagFiles {
    var all = self
    for (index, file) in files.enumerated() where file.isMissing || file.isBroken {
      let known = earlier.files.first {
        $0.name.isSameName(as: file.name) && $0.load.used != .nothing && !$0.isBroken
      }
      guard var kept = known else { continue }
      kept.load.failures = file.load.failures
      if file.isBroken { kept.problems = file.all }
      if file.isMissing {
        kept.load.used = .cache
        for flag in kept.flags.indices { kept.flags[flag].origin = .cached }
      }
      all.files[index] = kept
    }
    return all
  }

  package var isEmpty: Bool { files.isEmpty }

  package var catalogues: [FlagCatalogue] { files.compactMap(\.catalogue) }

  /// The flags of the JSON configurations; of equal names the first wins.
  package var configured: [ConfiguredFlag] {
    var seen: Set<Name> = []
    return files.flatMap { file in file.flags.filter { seen.insert($0.name) } }
  }

  /// The problems of the configurations, and the files that could not be loaded.
  package var problems: [Problem] {
    files.flatMap { file in
      file.load.failures.prefix(1).map { _ in
        Problem(file.isMissing ? .error : .warning, "unreadable", "\(file.load)")
      } + file.problems
    }
  }

  package var failures: [FileFailure] { files.filter(\.isMissing).flatMap(\.load.failures) }

  package func load(of flag: ConfiguredFlag) -> FlagLoadResult? {
    files.first { file in file.flags.contains { $0.name.isSameName(as: flag.name) } }?.load
  }

  package var isLoading: Bool { files.contains(where: \.load.isLoading) }

  package func catalogue(with manifest: Manifest?) -> FlagCatalogue {
    FlagCatalogue.joined(
      files: catalogues, manifest: manifest, configured: configured, problems: problems)
  }
}

extension FlagCatalogue {
  /// Reads a catalogue file: an object with an array `flags`, in YAML or JSON.
  ///
  /// A row with an error is skipped. Features are checked later, when the catalogue is joined with
  /// a manifest.
  package static func read(_ source: SourceText) -> FlagCatalogue {
    read(LocatedText(source), name: source.name)
  }
}

extension ConfigurationReading {
  /// Reads files, and the web with `curl` within `timeout` seconds and the time `budget` of all
  /// servers.
  package static func machine(
    timeout: Int = 10, budget: WebTimeBudget? = nil
  ) -> ConfigurationReading {
    let reading = WebReading(timeout: timeout, budget: budget)
    return ConfigurationReading(web: { url throws(FileFailure) in try reading.read(url) })
  }
}

package import VirgaFiles
package import VirgaFlags
import VirgaJSON
package import VirgaManifest
package import VirgaSource
package import VirgaTargeting
package import VirgaWeb
import VirgaYAML

/// What files of flags say together: catalogues, and configurations of flags and tests.
package struct FlagFiles: Sendable {
  /// What one file says, and what became of the attempt to read it.
  private struct File: Sendable {
    var name: String
    var load: FlagLoad
    var catalogue: FlagCatalogue?
    var flags: [ConfiguredFlag] = []
    var problems: [Problem] = []

    /// Whether nothing of it is known.
    var isMissing: Bool { load.used == .nothing && !load.failures.isEmpty }
  }

  private var files: [File] = []

  /// No files.
  package init() {}

  /// Reads `sources`: a file with `flags` is a catalogue, one with `features` or an array alone a JSON configuration.
  package init(_ sources: [SourceText]) {
    for source in sources { add(source) }
  }

  /// Reads one more file, whose text was loaded at `time`.
  package mutating func add(_ source: SourceText, at time: Instant? = nil) {
    let text = WrittenText(source)
    let isConfiguration = Self.isJSON(source) && (text.written?.kind == .array || text.written?["features"] != nil)
    let load = FlagLoad(source: ConfigurationSource(source.name), used: .configuration, time: time)
    var file = File(name: source.name, load: load)
    if !isConfiguration || text.written?["flags"] != nil {
      file.catalogue = FlagCatalogue.read(text, name: source.name)
    }
    if isConfiguration {
      let configuration = FlagConfiguration(JSONDocument.parse(source))
      file.flags = configuration.flags
      file.problems = configuration.problems
      file.load.problems = configuration.problems
    }
    files.append(file)
  }

  /// Whether a text begins as the JSON of a configuration does, behind a mark of its encoding; a catalogue may be YAML.
  private static func isJSON(_ source: SourceText) -> Bool {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = source.bytes.starts(with: mark) ? source.bytes.dropFirst(mark.count) : source.bytes[...]
    let first = text.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
  }

  /// Whether a text is a FeatureFlags configuration, as no manifest is: a JSON object with `features` as a list.
  package static func isConfiguration(_ source: SourceText) -> Bool {
    isJSON(source) && WrittenText(source).written?["features"]?.kind == .array
  }

  /// Whether a text is a catalogue and no JSON configuration.
  package static func isCatalogue(_ source: SourceText) -> Bool {
    let written = WrittenText(source).written
    return written?["flags"] != nil && written?["features"] == nil
  }

  /// Adds the configuration called `name` as it was merged with what was kept of it and its fallback.
  ///
  /// - Parameter source: the text that was read of it just now, which may be a catalogue too.
  package mutating func add(_ set: FlagSet, of name: String, catalogue source: SourceText? = nil) {
    var file = File(name: name, load: set.load)
    file.flags = set.merged.flags
    file.problems = set.load.problems
    if let text = source.map(WrittenText.init), text.written?["flags"] != nil {
      file.catalogue = FlagCatalogue.read(text, name: name)
    }
    files.append(file)
  }

  /// Notes that the file called `name` could not be loaded.
  package mutating func add(_ failure: FileFailure, of name: String) {
    files.append(File(name: name, load: FlagLoad(source: ConfigurationSource(name), failures: [failure])))
  }

  /// These files; one that could not be loaded has what it had in an earlier read.
  ///
  /// Rule: VirgaFlags/Sources.
  package func keeping(_ earlier: FlagFiles) -> FlagFiles {
    var all = self
    for (place, file) in files.enumerated() where file.isMissing {
      guard var kept = earlier.files.first(where: { $0.name.isSameName(as: file.name) && $0.load.used != .nothing })
      else {
        continue
      }
      kept.load.used = .cache
      kept.load.failures = file.load.failures
      for flag in kept.flags.indices { kept.flags[flag].origin = .cached }
      all.files[place] = kept
    }
    return all
  }
}

extension FlagFiles {
  /// Whether there are none.
  package var isEmpty: Bool { files.isEmpty }

  /// How many flags they name.
  package var count: Int { files.reduce(0) { $0 + $1.flags.count + ($1.catalogue?.rows.count ?? 0) } }

  /// The catalogues, in the order of the files.
  package var catalogues: [FlagCatalogue] { files.compactMap(\.catalogue) }

  /// The flags of the JSON configurations; of equal names the first counts.
  package var configured: [ConfiguredFlag] {
    var seen: Set<Name> = []
    return files.flatMap { file in file.flags.filter { seen.insert($0.name) } }
  }

  /// What is wrong with the configurations, and which files could not be loaded.
  package var problems: [Problem] {
    files.flatMap { file in
      file.load.failures.prefix(1).map { _ in
        Problem(file.isMissing ? .error : .warning, "unreadable", "\(file.load)")
      } + file.problems
    }
  }

  /// Why files could not be loaded of which nothing is known either.
  package var failures: [FileFailure] { files.filter(\.isMissing).flatMap(\.load.failures) }

  /// What became of the last attempt to read the file that has a flag of a JSON configuration.
  package func load(of flag: ConfiguredFlag) -> FlagLoad? {
    files.first { file in file.flags.contains { $0.name.isSameName(as: flag.name) } }?.load
  }

  /// Whether one of them is still being fetched.
  package var isLoading: Bool { files.contains(where: \.load.isLoading) }

  /// Whether one of them is in the web, so that what was read of it is kept.
  package var isAnyInWeb: Bool {
    files.contains { file in
      if case .web = file.load.source { true } else { false }
    }
  }

  /// The flags of the files and of `manifest` together, with all that is wrong with them.
  package func catalogue(with manifest: Manifest?) -> FlagCatalogue {
    FlagCatalogue.joined(files: catalogues, manifest: manifest, configured: configured, problems: problems)
  }
}

extension FlagCatalogue {
  /// What a catalogue file says: an object with an array `flags`, in YAML or JSON.
  ///
  /// A row with an error is left out, the others apply. Whether its features exist is checked when it is joined with a
  /// manifest.
  package static func read(_ source: SourceText) -> FlagCatalogue { read(WrittenText(source), name: source.name) }
}

extension ConfigurationReading {
  /// Reads the machine's files and, through the `curl` program, the web.
  ///
  /// A read from the web ends after `timeout` seconds, or when servers have used up all `patience`.
  package static func machine(timeout: Int = 10, patience: WebPatience? = nil) -> ConfigurationReading {
    let reading = WebReading(timeout: timeout, patience: patience)
    return ConfigurationReading(web: { url throws(FileFailure) in try reading.read(url) })
  }
}

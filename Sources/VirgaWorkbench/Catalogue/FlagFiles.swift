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
  /// What was read of one file.
  private struct File: Sendable {
    var name: String
    var loadResult: FlagLoadResult
    var catalogue: FlagCatalogue?
    var flags: [ConfiguredFlag] = []
    var problems: [Problem] = []

    /// Whether it could not be loaded, not even from a cache.
    var failedToLoad: Bool { loadResult.used == .nothing && !loadResult.failures.isEmpty }
    /// Whether it has errors and no flags.
    var isBroken: Bool {
      let hasFlags = !flags.isEmpty || catalogue?.flags.isEmpty == false
      return !hasFlags && allProblems.contains { $0.severity == .error }
    }
    var allProblems: [Problem] { problems + (catalogue?.problems ?? []) }

    /// Sets the flags and problems of the configuration that the file is.
    ///
    /// They are also set in `loadResult`, which has the problems of what was loaded.
    mutating func setConfiguration(_ configuration: FlagConfiguration) {
      flags = configuration.flags
      problems = configuration.problems
      loadResult.problems = configuration.problems
    }
  }

  private var files: [File] = []

  package init() {}

  /// Reads `sources`, each as a catalogue, a configuration or both.
  package init(_ sources: [SourceText]) {
    for source in sources { add(source) }
  }

  /// Adds a text as a catalogue, a configuration or both.
  ///
  /// - Parameters:
  ///   - source: The text of a file.
  ///   - time: When the text was read; nil for a text of the program, as in the demo.
  package mutating func add(_ source: SourceText, at time: Instant? = nil) {
    let text = LocatedText(source)
    let kind = FlagFileKind(text.written)
    let isJSON = Self.isJSON(source)
    // It was just read: it does not come from a cache or a fallback.
    let loadResult = FlagLoadResult(
      source: ConfigurationSource(source.name), used: .configuration, time: time)
    var file = File(name: source.name, loadResult: loadResult)
    // Apps do not read a configuration in YAML: the reader of catalogues reports it.
    let isOnlyConfigurationInJSON = kind == .configuration && isJSON
    if !isOnlyConfigurationInJSON { file.catalogue = FlagCatalogue.read(text) }
    // A text that is both a catalogue and a configuration is read as both.
    let isReadByApps = kind.isConfiguration && isJSON
    if isReadByApps { file.setConfiguration(FlagConfiguration(source)) }
    files.append(file)
  }

  /// Whether a text begins with a bracket, like JSON, possibly after a byte order mark and blanks.
  private static func isJSON(_ source: SourceText) -> Bool {
    let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let hasMark = source.bytes.starts(with: byteOrderMark)
    let text = source.bytes.dropFirst(hasMark ? byteOrderMark.count : 0)
    let first = text.first { !$0.isSpace }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
  }

  /// Whether a text is a catalogue, a configuration or both; unknown if it cannot be read.
  package static func kind(of source: SourceText) -> FlagFileKind {
    FlagFileKind(LocatedText(source).written)
  }

  /// Adds a configuration merged with its cache and fallback.
  ///
  /// - Parameter source: The text of the file, which may be a catalogue too; nil if the file could
  ///   not be read, so that only its cache or fallback is there.
  package mutating func add(
    _ loaded: LoadedFlags, of name: String, catalogue source: SourceText? = nil
  ) {
    var file = File(name: name, loadResult: loaded.loadResult)
    file.flags = loaded.merged.flags
    file.problems = loaded.loadResult.problems
    if let source {
      let text = LocatedText(source)
      // Only a catalogue has a list `flags`.
      let isCatalogue = text.written?["flags"] != nil
      if isCatalogue { file.catalogue = FlagCatalogue.read(text) }
    }
    files.append(file)
  }

  /// Adds a file that could not be loaded: it has no flags, and the failure becomes one of
  /// ``problems``.
  package mutating func add(_ failure: FileFailure, of name: String) {
    files.append(
      File(
        name: name,
        loadResult: FlagLoadResult(source: ConfigurationSource(name), failures: [failure]))
    )
  }

  /// A copy in which files that failed to load or are broken, with errors and no flags, have the
  /// content that they had in `earlier`.
  ///
  /// Why they could not be used stays, as a failure or as problems. Rule: VirgaFlags/Sources.
  package func fallingBack(to earlier: FlagFiles) -> FlagFiles {
    var result = self
    for (index, file) in files.enumerated() where file.failedToLoad || file.isBroken {
      guard var fallback = earlier.usableFile(named: file.name) else { continue }
      fallback.loadResult.failures = file.loadResult.failures
      // `fallback` has the earlier catalogue. The problems of the broken one are kept here.
      if file.isBroken { fallback.problems = file.allProblems }
      // The flags are marked as read earlier, unless the file was loaded and is only broken.
      if file.failedToLoad {
        fallback.loadResult.used = .cache
        for flagIndex in fallback.flags.indices { fallback.flags[flagIndex].origin = .cached }
      }
      result.files[index] = fallback
    }
    return result
  }

  /// The file with a name if it was loaded and is not broken.
  ///
  /// A broken file has errors and no flags.
  private func usableFile(named name: String) -> File? {
    files.first { file in
      let wasLoaded = file.loadResult.used != .nothing
      return file.name.isSameName(as: name) && wasLoaded && !file.isBroken
    }
  }

  package var isEmpty: Bool { files.isEmpty }

  package var catalogues: [FlagCatalogue] { files.compactMap(\.catalogue) }

  /// The flags of the JSON configurations; of equal names the first wins.
  package var configured: [ConfiguredFlag] {
    var seen: Set<Name> = []
    // Inserting a name returns whether it is new.
    return files.flatMap { file in file.flags.filter { seen.insert($0.name) } }
  }

  /// Whether a JSON configuration has a flag under development.
  package var hasDevelopmentFlag: Bool {
    files.contains { file in file.flags.contains(where: \.isDevelopment) }
  }

  /// The problems of the configurations, and one for each file that could not be loaded.
  package var problems: [Problem] {
    files.flatMap { file -> [Problem] in
      if file.loadResult.failures.isEmpty { return file.problems }
      // With a cache or a fallback, the flags are known nevertheless; a file that failed to load
      // has neither.
      let severity: Problem.Severity = file.failedToLoad ? .error : .warning
      return [Problem(severity, "unreadable", "\(file.loadResult)")] + file.problems
    }
  }

  /// Why files could not be loaded.
  package var failures: [FileFailure] {
    files.filter(\.failedToLoad).flatMap(\.loadResult.failures)
  }

  /// How the file that has a flag was loaded; nil if none has it.
  package func loadResult(of flag: ConfiguredFlag) -> FlagLoadResult? {
    files.first { file in file.flags.contains { $0.name.isSameName(as: flag.name) } }?.loadResult
  }

  package var isLoading: Bool { files.contains(where: \.loadResult.isLoading) }

  /// The flags of all files, joined with those of a manifest.
  package func catalogue(with manifest: Manifest?) -> FlagCatalogue {
    FlagCatalogue.joined(
      files: catalogues, manifest: manifest, configured: configured, problems: problems)
  }
}

extension FlagCatalogue {
  /// Reads a catalogue file: an object with an array `flags`, in YAML or JSON.
  ///
  /// A flag with an error is skipped. Features are checked later, when the catalogue is joined with
  /// a manifest.
  package static func read(_ source: SourceText) -> FlagCatalogue {
    read(LocatedText(source))
  }
}

extension ConfigurationReading {
  /// Reads configurations from files of this machine, and from the web with `curl`.
  ///
  /// - Parameters:
  ///   - timeout: How long one request may take, in seconds.
  ///   - budget: The time for the requests to all servers together; nil for no limit.
  package static func fromFilesAndWeb(
    timeout: Int = 10, budget: WebTimeBudget? = nil
  ) -> ConfigurationReading {
    let reading = WebReading(timeout: timeout, budget: budget)
    // By default, files are read from the disk.
    return ConfigurationReading(web: { url throws(FileFailure) in try reading.read(url) })
  }
}

package import VirgaFiles
package import VirgaFlags
import VirgaJSON
import VirgaSource
import VirgaWeb
package import VirgaWorkbench

/// Reads the files that define flags: catalogues and JSON configurations.
///
/// Configurations from the web are cached, and the cache is used if fetching fails.
/// Rule: VirgaFlags/Sources.
package struct FlagReader: Sendable {
  /// The files and URLs as the person named them.
  package var sources: [String] = []
  /// The file to use if a web configuration is neither reachable nor cached.
  package var fallback: String?
  /// Whether the demo is shown, which has its own flags if no file is named.
  package var isDemo = false
  /// Resolves relative paths and reads files.
  package var machine = Machine.current
  package var reading = ConfigurationReading.fromFilesAndWeb(budget: Machine.webTimeBudget)

  package init() {}

  /// Reads all files, and collects the reasons why some could not be read.
  ///
  /// - Parameter asksWeb: Whether to fetch those on the web; if not, takes cached copies, marked as
  ///   loading.
  package func read(asksWeb: Bool = true) -> FlagFiles {
    if sources.isEmpty { return isDemo ? DemoManifest.flags : FlagFiles() }
    var files = FlagFiles()
    for source in sources {
      if Self.isWeb(source) {
        addWeb(source, asksWeb: asksWeb, to: &files)
      } else {
        addLocal(source, to: &files)
      }
    }
    return files
  }

  /// Adds a local file or standard input, or the reason why it cannot be read.
  private func addLocal(_ source: String, to files: inout FlagFiles) {
    do throws(FileFailure) {
      let name = source == "-" ? "standard input" : source
      let bytes = try bytes(at: path(of: source))
      files.add(SourceText(name: name, bytes: bytes), at: Machine.now())
    } catch {
      files.add(error, of: source)
    }
  }

  /// The bytes of a local file, or of standard input for `-`.
  private func bytes(at path: String) throws(FileFailure) -> [UInt8] {
    try path == "-" ? machine.standardInput() : machine.files.read(path)
  }

  /// The absolute path of a local file; a URL and `-` unchanged.
  private func path(of source: String) -> String {
    Self.isWeb(source) || source == "-" ? source : FilePath.joined(machine.workingFolder, source)
  }

  /// ``reading``, whose fallback may also be standard input.
  private var configurationReading: ConfigurationReading {
    var reading = reading
    reading.files.read = { [self] path throws(FileFailure) in try bytes(at: path) }
    return reading
  }

  /// Adds the flags of the web configuration at a URL, and stores it in the cache.
  ///
  /// If it cannot be fetched or is not asked for, its cached copy is used, or else the fallback. A
  /// catalogue at the URL is added as a file.
  private func addWeb(_ source: String, asksWeb: Bool, to files: inout FlagFiles) {
    let configurationSource = ConfigurationSource.web(source)
    let caching = caching(of: source)
    let reading = configurationReading
    // Draws the variations of tests that have no draw yet.
    var random = SystemRandomNumberGenerator()
    // Begins with the cached copy or the fallback.
    var loaded = LoadedFlags(
      source: configurationSource, fallback: fallback.map { .file(path(of: $0)) }, caching: caching,
      reading: reading,
      random: &random)
    guard asksWeb else {
      // Later the web is asked: until then, the flags count as loading.
      loaded.loadResult.isLoading = true
      return files.add(loaded, of: source)
    }
    let time = Machine.now()
    do throws(FileFailure) {
      let bytes = try reading.bytes(of: configurationSource)
      let text = SourceText(name: source, bytes: bytes)
      guard FlagFiles.kind(of: text) != .catalogue else { return files.add(text, at: time) }
      let configuration = try reading.configuration(of: bytes, from: source)
      loaded.apply(.success(configuration), from: configurationSource, at: time, random: &random)
      do throws(FileFailure) {
        try caching.write(loaded.cache)
      } catch {
        // The flags are valid even if they cannot be cached.
        loaded.loadResult.failures.append(error)
      }
      // The text may be a catalogue too.
      files.add(loaded, of: source, catalogue: text)
    } catch {
      // The cached copy or the fallback stays in use.
      loaded.apply(.failure(error), from: configurationSource, at: time, random: &random)
      files.add(loaded, of: source)
    }
  }

  /// Anything that looks like a URL is on the web, as in a manifest's includes.
  private static func isWeb(_ source: String) -> Bool { source.contains("://") }

  /// Whether any file is on the web; the fallback does not count, because it is only used if a file
  /// on the web cannot be read.
  package var asksWeb: Bool { sources.contains(where: Self.isWeb) }

  /// The paths of the local files, to watch.
  package var files: [String] {
    let named = fallback.map { sources + [$0] } ?? sources
    let localFiles = named.filter { source in
      let isStandardInput = source == "-"
      return !isStandardInput && !Self.isWeb(source)
    }
    return localFiles.map(path)
  }
}

// The cache of web configurations.
extension FlagReader {
  /// Clears the cache; the next fetch brings the flags back.
  package func clearCache() throws(FileFailure) {
    for source in sources { try caching(of: source).delete() }
  }

  /// The cache of the configuration at a URL, in `$XDG_CACHE_HOME` or `~/.cache`.
  ///
  /// Local files are not cached.
  private func caching(of source: String) -> FlagCaching {
    guard Self.isWeb(source),
      let folder = machine.folder("XDG_CACHE_HOME", or: ".cache").map({ $0 + "/flags" })
    else { return .none }
    // `f` for flags; the names of the texts in the web cache begin with other letters.
    var caching = FlagCaching.file("\(folder)/f\(WebCache.hash(of: source))")
    // The folder is created with the first file in it.
    caching.write = { [write = caching.write] cache throws(FileFailure) in
      try FileWriting.makePrivateFolder(folder)
      try write(cache)
    }
    return caching
  }
}

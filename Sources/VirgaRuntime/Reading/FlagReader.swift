package import VirgaFiles
package import VirgaFlags
import VirgaJSON
import VirgaSource
import VirgaWeb
package import VirgaWorkbench

/// Reads the files that define flags: catalogues and JSON configurations.
///
/// Configurations from the web are cached, and the cache is used if fetching fails. Rule:
/// VirgaFlags/Sources.
package struct FlagReader: Sendable {
  /// The files and URLs as the person named them.
  package var sources: [String] = []
  /// The file to use if a web configuration is neither reachable nor cached.
  package var fallback: String?
  /// Whether the demo is shown, which has its own flags if no file is named.
  package var isDemo = false
  /// Resolves relative paths and reads files.
  package var machine = Machine.current
  package var reading = ConfigurationReading.machine(budget: Machine.webTimeBudget)

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
        add(source, asksWeb: asksWeb, to: &files)
      } else {
        do throws(FileFailure) {
          let name = source == "-" ? "standard input" : source
          let bytes =
            try source == "-" ? machine.standardInput() : machine.files.read(path(of: source))
          files.add(SourceText(name: name, bytes: bytes), at: Machine.now())
        } catch {
          files.add(error, of: source)
        }
      }
    }
    return files
  }

  private func path(of source: String) -> String {
    Self.isWeb(source) || source == "-" ? source : FilePath.joined(machine.workingFolder, source)
  }

  private var configurationReading: ConfigurationReading {
    var reading = reading
    reading.files.read = { [machine] path throws(FileFailure) in
      try path == "-" ? machine.standardInput() : machine.files.read(path)
    }
    return reading
  }

  /// Adds the web configuration at `source`, its cached copy or the fallback.
  private func add(_ source: String, asksWeb: Bool, to files: inout FlagFiles) {
    let configurationSource = ConfigurationSource.web(source)
    let caching = caching(of: source)
    let reading = configurationReading
    var random = SystemRandomNumberGenerator()
    var set = LoadedFlags(
      source: configurationSource, fallback: fallback.map { .file(path(of: $0)) }, caching: caching,
      reading: reading,
      random: &random)
    guard asksWeb else {
      set.load.isLoading = true
      return files.add(set, of: source)
    }
    let time = Machine.now()
    do throws(FileFailure) {
      let bytes = try reading.bytes(of: configurationSource)
      let text = SourceText(name: source, bytes: bytes)
      guard FlagFiles.kind(of: text) != .catalogue else { return files.add(text, at: time) }
      let configuration = try reading.configuration(of: bytes, from: source)
      set.apply(.success(configuration), from: configurationSource, at: time, random: &random)
      do throws(FileFailure) { try caching.write(set.cache) } catch {
        set.load.failures.append(error)
      }
      files.add(set, of: source, catalogue: text)
    } catch {
      set.apply(.failure(error), from: configurationSource, at: time, random: &random)
      files.add(set, of: source)
    }
  }

  /// Anything that looks like a URL is on the web, as in a manifest's includes.
  private static func isWeb(_ source: String) -> Bool { source.contains("://") }

  /// Whether any file is on the web.
  package var asksWeb: Bool { sources.contains(where: Self.isWeb) }

  /// The paths of the local files, to watch.
  package var files: [String] {
    (sources + [fallback].compactMap(\.self)).filter { $0 != "-" && !Self.isWeb($0) }.map(path)
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
    var caching = FlagCaching.file("\(folder)/f\(WebCache.name(of: source))")
    caching.write = { [write = caching.write] cache throws(FileFailure) in
      try FileWriting.makePrivateFolder(folder)
      try write(cache)
    }
    return caching
  }
}

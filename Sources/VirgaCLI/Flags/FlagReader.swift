import VirgaFiles
import VirgaFlags
import VirgaJSON
import VirgaSource
import VirgaWeb
import VirgaWorkbench

/// Reads the files of flags, as often as it is asked to.
///
/// What was read of a configuration in the web is kept for the time when it cannot be (Flags: Sources, cache, merge).
struct FlagReader: Sendable {
  /// The files and URLs, as they were named.
  var places: [String] = []
  /// The file that counts where a configuration in the web cannot be read, and none was kept.
  var fallback: String?
  /// Whether the demo is shown, which has flags of its own where no file is named.
  var isDemo = false
  /// Where relative paths start from, and what reads files.
  var machine = Machine.current
  /// What reads the web.
  var reading = ConfigurationReading.machine(patience: Machine.webPatience)

  /// What the files say, and why some of them say nothing.
  func read() -> FlagFiles { read(asksWeb: true) }

  /// What the files say without those in the web, of which what was kept counts until they are there.
  func readKept() -> FlagFiles { read(asksWeb: false) }

  private func read(asksWeb: Bool) -> FlagFiles {
    if places.isEmpty { return isDemo ? DemoManifest.flags : FlagFiles() }
    var files = FlagFiles()
    for place in places {
      if case .web = Self.source(place) {
        add(place, asksWeb: asksWeb, to: &files)
      } else {
        do throws(FileFailure) {
          files.add(SourceText(name: place, bytes: try bytes(of: place)), at: Machine.now())
        } catch {
          files.add(error, of: place)
        }
      }
    }
    return files
  }

  private func bytes(of place: String) throws(FileFailure) -> [UInt8] {
    try place == "-" ? machine.standardInput() : machine.files.read(path(of: place))
  }

  private func path(of place: String) -> String {
    guard case .file(let path) = Self.source(place) else { return place }
    return FilePath.joined(machine.workingFolder, path)
  }

  /// Adds what the web has at `place`, or what was kept of it, or the fallback.
  private func add(_ place: String, asksWeb: Bool, to files: inout FlagFiles) {
    let source = Self.source(place)
    let caching = caching(of: place)
    var random = SystemRandomNumberGenerator()
    var set = FlagSet(
      source: source, fallback: fallback.map { .file(path(of: $0)) }, caching: caching, reading: reading,
      random: &random)
    guard asksWeb else {
      set.load.isLoading = true
      return files.add(set, of: place)
    }
    let time = Machine.now()
    do throws(FileFailure) {
      let bytes = try reading.bytes(of: source)
      let text = SourceText(name: place, bytes: bytes)
      guard !FlagFiles.isCatalogue(text) else { return files.add(text, at: time) }
      let configuration = try reading.configuration(of: bytes, from: place)
      set.take(.success(configuration), from: source, at: time, random: &random)
      do throws(FileFailure) { try caching.write(set.cache) } catch { set.load.failures.append(error) }
      files.add(set, of: place, catalogue: text)
    } catch {
      set.take(.failure(error), from: source, at: time, random: &random)
      files.add(set, of: place)
    }
  }

  /// Where a place of the command line is: a URL of any scheme is asked for in the web, as in includes of a manifest.
  private static func source(_ place: String) -> ConfigurationSource {
    place.contains("://") ? .web(place) : .file(place)
  }

  /// Whether reading has to wait for the web.
  var asksWeb: Bool {
    places.contains { place in
      if case .web = Self.source(place) { true } else { false }
    }
  }

  /// The files of this machine among them, to be watched.
  var files: [String] {
    (places + [fallback].compactMap(\.self)).filter { place in
      if case .file = Self.source(place) { place != "-" } else { false }
    }.map(path)
  }
}

// What is kept of configurations in the web.
extension FlagReader {
  /// Forgets what was kept of one flag, or of all: it is back as soon as a configuration is read that has it.
  func forget(_ flag: String?) throws(FileFailure) {
    for place in places {
      let caching = caching(of: place)
      guard let flag else {
        try caching.delete()
        continue
      }
      guard var cache = try caching.read(), cache.flags.contains(where: { $0.name == flag }) else { continue }
      cache.flags.removeAll { $0.name == flag }
      cache.state.draws[flag] = nil
      cache.state.locks[flag] = nil
      try caching.write(cache)
    }
  }

  /// Where a configuration in the web is kept: below `$XDG_CACHE_HOME`, else `~/.cache`; nothing else is kept.
  private func caching(of place: String) -> FlagCaching {
    guard case .web(let url) = Self.source(place), let folder = Self.cacheFolder(machine.environment) else {
      return .none
    }
    var caching = FlagCaching.file("\(folder)/f\(WebCache.name(of: url))")
    caching.write = { [write = caching.write] cache throws(FileFailure) in
      try FileWriting.makePrivateFolder(folder)
      try write(cache)
    }
    return caching
  }

  private static func cacheFolder(_ environment: [String: String]) -> String? {
    if let folder = environment["XDG_CACHE_HOME"], folder.hasPrefix("/") { return folder + "/virga/flags" }
    guard let home = environment["HOME"], !home.isEmpty else { return nil }
    return home + "/.cache/virga/flags"
  }
}

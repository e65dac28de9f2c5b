import ArgumentParser
import VirgaFiles
import VirgaManifest
import VirgaRuntime
import VirgaSource
import VirgaWeb

/// The options with which manifests are loaded from files, repositories and the web.
struct ManifestOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A file with the locations of @owner/repo repositories; repeatable.", valueName: "file"),
    completion: .file())
  var repoFile: [String] = []

  @Option(
    help: ArgumentHelp(
      "A folder, mode 0700, to cache fetched files; they are revalidated after five minutes.",
      valueName: "folder"), completion: .directory)
  var cacheDir: String?

  @Flag(help: "Fetch nothing; use only the cache folder.")
  var offline = false

  @Option(
    help: ArgumentHelp(
      "The branch, tag or commit of the repository of an @ manifest.", valueName: "ref"))
  var ref: String?

  @Flag(help: "Accept gecko-pref with non-optional types and with a default.")
  var laxGeckoPrefValidation = false

  /// A loader with these options.
  ///
  /// - Parameter workingFolder: The folder that relative paths start at; nil for the machine's.
  func loader(
    _ machine: Machine = .current, workingFolder: String? = nil,
    _ options: LoadingOptions = LoadingOptions()
  ) -> ManifestLoader {
    ManifestLoader(
      files: files(machine), workingFolder: workingFolder ?? machine.workingFolder,
      options: loading(machine, options))
  }

  /// The options of a loader: `options` with those of the command line, and with a way to fetch
  /// files from the web.
  func loading(
    _ machine: Machine, _ options: LoadingOptions = LoadingOptions()
  ) -> LoadingOptions {
    var options = options
    options.repositoryFiles = repoFile.map { repositoryFile($0, machine) }
    options.ref = ref
    options.allowsLaxPreferences = laxGeckoPrefValidation
    let remote = remoteFiles(machine)
    options.fetch = { url throws(FileFailure) in try remote.read(url) }
    return options
  }

  /// The files on the web, read as the options say.
  func remoteFiles(_ machine: Machine = .current) -> RemoteFiles {
    RemoteFiles(
      cache: cacheDir.map { WebCache(folder: FilePath.joined(machine.workingFolder, $0)) },
      isOffline: offline,
      token: machine.environment["GITHUB_BEARER_TOKEN"], budget: Machine.webTimeBudget)
  }

  /// The absolute path of a repository file; a URL or a path in a repository unchanged.
  private func repositoryFile(_ path: String, _ machine: Machine) -> String {
    if path == "-" { return Self.standardInput }
    let isRemote = path.hasPrefix("@") || path.isURL
    return isRemote ? path : FilePath.joined(machine.workingFolder, path)
  }

  /// The files of the machine; a repository file may be standard input.
  private func files(_ machine: Machine) -> FileReading {
    guard repoFile.contains("-") else { return machine.files }
    var files = machine.files
    files.read = { path throws(FileFailure) in
      try path == Self.standardInput ? machine.standardInput() : machine.files.read(path)
    }
    return files
  }

  /// The path by which a loader asks for standard input.
  private static let standardInput = "/dev/stdin"

  /// Notes which inputs the options name, see `Inputs`.
  ///
  /// - Throws: The exit code, after printing why one of them cannot be used.
  func claim(_ machine: Machine = .current) throws {
    try Inputs.claim(repoFile, for: "--repo-file", readsURLs: true, machine)
    try Inputs.claim(folders: [cacheDir], for: "--cache-dir", machine)
  }

  /// Loads the manifest at a path or URL, or from standard input for `-`.
  ///
  /// - Throws: ``Problems`` if the file is not a manifest.
  func load(_ path: String, _ options: LoadingOptions = LoadingOptions()) throws -> Manifest {
    // Refuses standard input or a pipe that is named twice.
    try claim()
    try Inputs.claim([path], for: "the manifest", readsURLs: true)
    let loader = loader(Machine.current, options)
    guard path == "-" else { return try loader.load(path) }
    return try loader.load(text: Inputs.read("-"), name: "-")
  }
}

import ArgumentParser
import VirgaFiles
import VirgaManifest
import VirgaRuntime
import VirgaWeb

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

  @Option(help: ArgumentHelp("The branch, tag or commit of the repository of an @ manifest.", valueName: "ref"))
  var ref: String?

  /// Relative paths start at `workingFolder`, or else at the machine's working folder.
  func loader(
    _ machine: Machine = .current, workingFolder: String? = nil, _ options: LoadingOptions = LoadingOptions()
  ) -> ManifestLoader {
    var options = options
    options.repositoryFiles = repoFile.map { $0.hasPrefix("@") ? $0 : FilePath.joined(machine.workingFolder, $0) }
    options.ref = ref
    let remote = RemoteFiles(
      cache: cacheDir.map { WebCache(folder: FilePath.joined(machine.workingFolder, $0)) }, isOffline: offline,
      token: machine.environment["GITHUB_BEARER_TOKEN"], budget: Machine.webTimeBudget)
    options.fetch = { url throws(FileFailure) in try remote.read(url) }
    return ManifestLoader(
      files: machine.files, workingFolder: workingFolder ?? machine.workingFolder, options: options)
  }

  /// - Throws: ``Problems`` if the file is not a manifest.
  func load(_ path: String, _ options: LoadingOptions = LoadingOptions()) throws -> Manifest {
    try Inputs.claim([path], for: "the manifest")
    let loader = loader(.current, options)
    guard path == "-" else { return try loader.load(path) }
    return try loader.load(text: Inputs.read("-"), name: "-")
  }
}

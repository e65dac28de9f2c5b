import ArgumentParser
import VirgaManifest
import VirgaSource

/// How a manifest and the files that it mentions are found.
struct ManifestOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A file that says where the repositories of @owner/repo paths are; repeatable.", valueName: "file"))
  var repoFile: [String] = []

  @Option(help: ArgumentHelp("The branch, tag or commit of the repository of an @ manifest.", valueName: "ref"))
  var ref: String?

  /// What reads manifests with these options.
  func loader(_ machine: Machine = .current) -> ManifestLoader {
    ManifestLoader(files: machine.files, workingFolder: machine.workingFolder, options: loading)
  }

  /// Reads the manifest called `path`; `-` is standard input.
  ///
  /// - Throws: ``Problems`` where nothing of it can be used.
  func load(_ path: String) throws -> Manifest {
    guard path == "-" else { return try loader().load(path) }
    return try loader().load(text: Inputs.read("-"), name: "-")
  }

  private var loading: LoadingOptions {
    var options = LoadingOptions()
    options.repositoryFiles = repoFile
    options.ref = ref
    return options
  }
}

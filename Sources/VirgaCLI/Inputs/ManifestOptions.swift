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

  /// What reads manifests with these options, from the working folder or from another one.
  func loader(_ machine: Machine = .current, workingFolder: String? = nil) -> ManifestLoader {
    var options = LoadingOptions()
    options.repositoryFiles = repoFile.map { $0.hasPrefix("@") ? $0 : FilePath.joined(machine.workingFolder, $0) }
    options.ref = ref
    return ManifestLoader(
      files: machine.files, workingFolder: workingFolder ?? machine.workingFolder, options: options)
  }

  /// Reads the manifest called `path`; `-` is standard input.
  ///
  /// - Throws: ``Problems`` where nothing of it can be used.
  func load(_ path: String) throws -> Manifest {
    guard path == "-" else { return try loader().load(path) }
    return try loader().load(text: Inputs.read("-"), name: "-")
  }
}

import ArgumentParser
import VirgaFiles
import VirgaRuntime
import VirgaSource

extension ManifestVersion {
  /// Finds the versions of a manifest at both ends of a range of revisions.
  ///
  /// - Throws: A usage error if a revision does not exist or the manifest is not on disk; the exit
  ///   code, after printing why git cannot read it.
  static func found(
    _ range: RevisionRange, of path: String, _ machine: Machine = .current
  ) throws -> Pair {
    // Not standard input, a repository as in `@owner/repository`, or a URL.
    let isOnDisk = path != "-" && !path.hasPrefix("@") && !path.isURL
    guard isOnDisk else {
      throw ValidationError("--rev needs a manifest on disk, in a git repository; \(path) is not")
    }
    do {
      return try pair(range, of: FilePath.joined(machine.workingFolder, path))
    } catch {
      // A mistyped revision is a mistake in the arguments; anything else is a failure of git.
      if error.isName { throw ValidationError("\(error)") }
      Output.remark("error: \(error)")
      throw ExitCode.couldNotRun
    }
  }
}

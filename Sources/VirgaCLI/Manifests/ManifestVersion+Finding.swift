import ArgumentParser
import VirgaFiles
import VirgaRuntime
import VirgaSource

extension ManifestVersion {
  /// Finds both versions of a manifest, as `pair` does.
  ///
  /// - Throws: A usage error if a revision does not exist or the manifest is not on disk; the exit
  ///   code, after printing why git cannot read it.
  static func found(
    _ range: RevisionRange, of path: String, _ machine: Machine = .current
  ) throws -> Pair {
    let isOnDisk = path != "-" && !path.hasPrefix("@") && !path.isURL
    guard isOnDisk else {
      throw ValidationError("--rev needs a manifest on disk, in a git repository; \(path) is not")
    }
    do {
      return try pair(range, of: FilePath.joined(machine.workingFolder, path))
    } catch {
      if error.isName { throw ValidationError("\(error)") }
      Output.remark("error: \(error)")
      throw ExitCode.couldNotRun
    }
  }
}

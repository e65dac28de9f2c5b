import VirgaFiles
import VirgaRuntime
import VirgaSource

/// How reports for other programs name files: relative to the root of the repository, or outside of
/// one to the working folder.
struct ReportedFiles {
  /// The folder that the names are relative to; an absolute path.
  let base: String
  private let workingFolder: String

  /// Looks for the repository in the working folder of `machine` and in the folders above it.
  init(_ machine: Machine) {
    workingFolder = machine.workingFolder
    let root = FilePath.repositoryRoot(above: workingFolder, exists: FileWriting.exists)
    base = root ?? workingFolder
  }

  /// The name of a problem's file; nil for standard input, for a URL, and for a file that is not
  /// below ``base``.
  func name(of file: String) -> String? {
    let isElsewhere = file == "-" || file.isURL || file.hasPrefix("@")
    guard !isElsewhere else { return nil }
    let path = FilePath.relative(FilePath.joined(workingFolder, file), ifBelow: base)
    return path.hasPrefix("/") ? nil : path
  }
}

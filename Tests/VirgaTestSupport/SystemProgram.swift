#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Programs of the machine that some tests need.
package enum SystemProgram {
  /// The folders in which programs are looked for.
  package static let searchPath = Repository.environment("PATH") ?? "/usr/bin:/bin"

  /// What such programs find in their environment: some of them are found by others below the home folder.
  package static let environment = ["PATH": searchPath, "HOME": Repository.environment("HOME") ?? "/"]

  /// The path of a program; nil where it is not installed.
  package static func path(of name: String) -> String? {
    searchPath.split(separator: ":").map { "\($0)/\(name)" }.first { (path: String) in access(path, X_OK) == 0 }
  }
}

import CVirgaPlatform

/// Installed programs that some tests need.
package enum SystemProgram {
  /// The folders in which programs are searched.
  package static let searchPath = Repository.environment("PATH") ?? "/usr/bin:/bin"

  /// The environment of such programs; some need files in the home folder.
  package static let environment = [
    "PATH": searchPath, "HOME": Repository.environment("HOME") ?? "/",
  ]

  /// The path of a program; nil if it is not installed.
  package static func path(of name: String) -> String? {
    searchPath.split(separator: ":").map { "\($0)/\(name)" }.first { (path: String) in
      access(path, X_OK) == 0
    }
  }
}

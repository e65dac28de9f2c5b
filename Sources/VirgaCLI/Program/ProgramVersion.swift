import CVirgaCurses
import CVirgaSQLite
import CVirgaYAML

/// The version of virga, and of the libraries that it runs with.
enum ProgramVersion {
  /// With `-dev` between two releases: that of the next one, which is not released yet.
  static let number = "0.2.0-dev"

  /// What `virga --version` prints: the version, the commit, the compiler and the libraries.
  static var description: String {
    let curses = String(cString: virga_curses_version())
    let yaml = String(cString: yaml_get_version_string())
    return
      "virga \(number)\n\(commit)\nSwift \(compiler)\n\(curses), libyaml \(yaml), SQLite \(sqlite)"
  }

  /// The version of SQLite.
  static var sqlite: String { String(cString: sqlite3_libversion()) }

  /// The commit that the program was built from.
  private static var commit: String {
    // `git archive` replaces the placeholder, which begins with `$`.
    let isPlaceholder = SourceCommit.hash.hasPrefix("$")
    return isPlaceholder
      ? "unknown commit (built in a checkout)" : "commit \(SourceCommit.hash)"
  }

  /// The version of the compiler, as far as a program can ask for it.
  private static var compiler: String {
    #if compiler(>=6.5)
      "6.5 or later"
    #elseif compiler(>=6.4)
      "6.4"
    #elseif compiler(>=6.3)
      "6.3"
    #else
      "6.2"
    #endif
  }
}

import VirgaConsole
import VirgaFiles
import VirgaSource

/// The console's configuration file.
enum ConfigFile {
  /// Reads `virga/config.yaml` in `$XDG_CONFIG_HOME`, else in `~/.config`; what is not there changes nothing.
  static func read(_ machine: Machine) -> ConsoleConfig {
    guard let path = path(machine.environment), let bytes = try? machine.files.read(path) else {
      return ConsoleConfig()
    }
    return ConsoleConfig(SourceText(name: path, bytes: bytes))
  }

  /// Where the file is; nil where the environment names no folder.
  static func path(_ environment: [String: String]) -> String? {
    if let folder = environment["XDG_CONFIG_HOME"], folder.hasPrefix("/") { return folder + "/virga/config.yaml" }
    guard let home = environment["HOME"], !home.isEmpty else { return nil }
    return home + "/.config/virga/config.yaml"
  }
}

extension ConsoleConfig {
  /// Says what is wrong with the file.
  func sayProblems() {
    for problem in problems { Output.remark(problem.rendered()) }
  }
}

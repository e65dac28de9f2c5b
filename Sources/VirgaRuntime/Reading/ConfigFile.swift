package import VirgaConsole
import VirgaFiles
import VirgaSource

/// The person's configuration of the console.
package enum ConfigFile {
  /// Reads `virga/config.yaml` in `$XDG_CONFIG_HOME` or `~/.config`; a missing file means no
  /// settings.
  package static func read(_ machine: Machine) -> ConsoleConfig {
    guard let path = path(on: machine), let bytes = try? machine.files.read(path) else {
      return ConsoleConfig()
    }
    return ConsoleConfig(SourceText(name: path, bytes: bytes))
  }

  /// The file's path; nil if the environment names no folder.
  package static func path(on machine: Machine) -> String? {
    machine.folder("XDG_CONFIG_HOME", or: ".config").map { $0 + "/config.yaml" }
  }
}

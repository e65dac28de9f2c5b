import CVirgaEmbedded

/// The articles about the program, embedded so that the program can show them.
package enum Articles {
  /// Each article: what `virga help` calls it, the name of its file without its ending, and its
  /// Markdown.
  package static let all: [(topic: String, name: String, bytes: [UInt8])] =
    EmbeddedFile.files(virga_embedded_articles).map { file in
      (topics[file.name] ?? file.name, file.name, file.bytes)
    }

  private static let topics = [
    "TheConsole": "console",
    "Keys": "keys",
    "Configuration": "configuration",
    "Scripts": "scripts",
    "Commands": "commands",
    "ProblemCodes": "problems",
    "Sessions": "sessions",
    "FlagsAndTests": "flags-and-tests",
    "OnADevice": "devices",
    "ReviewingAChange": "reviews",
    "ComingFromNimbusCLI": "coming-from-nimbus",
  ]
}

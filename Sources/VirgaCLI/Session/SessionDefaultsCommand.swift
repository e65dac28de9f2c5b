import ArgumentParser
import VirgaJSON
import VirgaRuntime
import VirgaSession
import VirgaWorkbench

struct SessionDefaultsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "defaults",
    abstract: "Print the default blocks that make the session's edits permanent.",
    discussion: """
      Each block is indented for its place in the manifest, below a comment with the file and the line after which \
      it belongs. Nothing is written.
      """)

  @Option(
    help: ArgumentHelp(
      "The channel of the blocks (default: the session's).", valueName: "name"),
    completion: .channels)
  var channel: String?

  @OptionGroup var target: SessionTarget
  @OptionGroup var output: FormatOption

  /// Prints the blocks, or reports why there are none.
  func run() throws {
    let open = try target.open(isReadOnly: true)
    let channel = try channel.map { name in
      try open.manifest.map { try ManifestNames.channel(name, of: $0) } ?? name
    }
    let operations = open.store.session.operations(in: open.operationContext())
    try open.report(output) {
      let defaults = try operations.defaultsOfEdits(in: channel)
      if output.isJSON {
        Output.json(.array(defaults.map { .object($0.json) }))
      } else {
        Output.document(defaults.map(\.textWithPlace).joined(separator: "\n"))
      }
      return nil
    }
  }
}

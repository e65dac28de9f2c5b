import ArgumentParser
import VirgaJSON
import VirgaManifest
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

  /// Prints the default blocks that make the session's edits permanent, or reports why it cannot.
  func run() throws {
    let open = try target.open(isReadOnly: true)
    let channel = try checkedChannel(of: open.manifest)
    let operations = open.store.session.operations(in: open.operationContext())
    try open.report(output) {
      let defaults = try operations.defaultsOfEdits(in: channel)
      if output.isJSON {
        Output.json(.array(defaults.map { .object($0.json) }))
      } else {
        Output.document(defaults.map(\.textWithPlace).joined(separator: "\n"))
      }
      // Nothing was changed.
      return nil
    }
  }

  /// The channel of `--channel`, nil without the option.
  ///
  /// - Throws: A usage error if the manifest does not have the channel.
  private func checkedChannel(of manifest: Manifest?) throws -> String? {
    guard let name = channel, let manifest else { return channel }
    return try ManifestNames.channel(name, of: manifest)
  }
}

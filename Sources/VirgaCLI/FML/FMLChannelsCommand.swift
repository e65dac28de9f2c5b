import ArgumentParser
import VirgaJSON
import VirgaManifest
import VirgaRuntime

struct FMLChannelsCommand: ParsableCommand {
  static let configuration = CommandConfiguration.fml(
    "channels",
    abstract: "Print the channels of a manifest, one per line.")

  @Argument(help: "The manifest: a path, a URL or @owner/repository/path.", completion: .manifest)
  var input: String

  @Flag(help: "Print a JSON list.")
  var json = false

  @OptionGroup var options: FMLOptions

  /// Prints a line for each channel, or with `--json` a list on one line.
  func run() throws {
    let channels = try options.load(input).channels
    if json {
      Output.json(text: JSONValue.array(channels.map { .string($0) }).compact + "\n")
    } else {
      channels.forEach { Output.line($0) }
    }
  }
}

import ArgumentParser
import VirgaJSON
import VirgaManifest
import VirgaRuntime
import VirgaSource

struct FMLChannelsCommand: ParsableCommand {
  static let configuration = CommandConfiguration.fml(
    "channels",
    abstract: "Print the channels of a manifest, one per line.")

  @Argument(help: "The manifest: a path, a URL or @owner/repository/path.", completion: .manifest)
  var input: String

  @Flag(help: "Print a JSON list.")
  var json = false

  @OptionGroup var options: FMLOptions

  func run() throws {
    let channels = try options.load(input).channels
    if json {
      Output.line(JSONValue.array(channels.map { .string($0) }).compact)
    } else {
      Output.line(channels.map(\.inOneLine).joined(separator: "\n"))
    }
  }
}

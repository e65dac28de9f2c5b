import ArgumentParser
import VirgaGenerate
import VirgaManifest

struct FMLSingleFileCommand: ParsableCommand {
  static let configuration = CommandConfiguration.fml(
    "single-file",
    abstract: "Merge a manifest with its includes and imports into one file for one channel.")

  @Argument(help: "The manifest: a path, a URL or @owner/repository/path.", completion: .manifest)
  var input: String

  @Argument(
    help: """
      The file to write, JSON if its name ends in .json, or a folder, in which the file is named after the manifest \
      and the channel; - writes to standard output.
      """, completion: .file())
  var output: String

  // Nil by default: for each default the parser would look up at every start how to spell it.
  @Option(help: "The channel whose defaults apply. (default: release)", completion: .channels)
  var channel: String?

  @Flag(help: "Keep the code names, so that code can be generated from the file.")
  var keepNames = false

  @OptionGroup var options: FMLOptions

  /// Writes the merged manifest, as JSON if the output ends in `.json`, else as YAML.
  ///
  /// If the output is a folder, the file is named after manifest and channel; the channel is
  /// `release` unless one is named.
  func run() throws {
    try FMLOptions.checkOutput(output)
    let channel = channel ?? "release"
    let (manifest, merged) = try options.loadValid(input, channel: channel)
    let document = SingleFile.json(
      of: manifest, channel: channel, features: merged, keepsNames: keepNames)
    let form: DocumentForm = output.hasSuffix(".json") ? .json : .yaml
    // A slash would make a folder of the name.
    let channelInName = channel.replacing("/", with: "-")
    try FMLOptions.write(
      form.text(document), to: output, named: "\(manifest.name)-\(channelInName).fml.yaml")
  }
}

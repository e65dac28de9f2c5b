import ArgumentParser
import VirgaJSON
import VirgaManifest
import VirgaSource

/// `virga compare`: the values of several channels side by side.
struct CompareCommand: ManifestCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Print what differs between the channels of a manifest.")

  @Argument(help: ArgumentHelp("The manifest; - reads standard input.", valueName: "manifest"))
  var path: String

  @Option(help: ArgumentHelp("The channels to compare, with commas between; all where left out.", valueName: "a,b"))
  var channels: String?

  @Option(help: ArgumentHelp("Only this feature; repeatable.", valueName: "id"))
  var feature: [String] = []

  @Flag(help: "Print every row, not only those that differ.")
  var all = false

  @OptionGroup var manifestOptions: ManifestOptions
  @OptionGroup var output: FormatOption

  func run() throws {
    let manifest = try loadedManifest(path)
    let channels = try chosenChannels(of: manifest)
    let features = try feature.isEmpty ? manifest.features : feature.map { try self.feature($0, of: manifest) }
    let problems = manifest.problems + channels.flatMap { manifest.problems(in: $0) }
    let hasErrors = remarkErrors(ProblemOutput.distinct(problems))
    let rows = features.flatMap { ChannelComparison.rows(of: $0, in: manifest, channels: channels, all: all) }
    output.isJSON ? printJSON(rows) : printText(rows, channels)
    if hasErrors { throw ExitCode.problems }
  }

  private func chosenChannels(of manifest: Manifest) throws -> [String] {
    guard let channels else {
      if manifest.channels.isEmpty { throw ValidationError("\(manifest.name) declares no channels to compare") }
      return manifest.channels
    }
    let names = channels.split(whereSeparator: { $0 == "," || $0 == " " }).map(String.init)
    if names.count < 2 { throw ValidationError("--channels takes two or more with commas between, as in a,b") }
    return try names.compactMap { try channel($0, of: manifest) }
  }

  private func printJSON(_ rows: [ChannelComparison.Row]) {
    Output.json(
      .array(
        rows.map { row in
          var values = JSONObject()
          for (channel, value) in row.values { if let value { values[channel] = value } }
          return ["feature": .string(row.feature), "path": .string(row.path), "values": .object(values)]
        }))
  }

  private func printText(_ rows: [ChannelComparison.Row], _ channels: [String]) {
    guard !rows.isEmpty else {
      Output.line("\(channels.joined(separator: ", ")): no differences")
      return
    }
    Output.table(
      rows.map { row in [row.feature, row.path] + row.values.map { $0.value?.compact ?? "–" } },
      heads: ["Feature", "Path"] + channels)
  }
}

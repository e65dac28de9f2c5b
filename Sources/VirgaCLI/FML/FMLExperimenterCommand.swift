import ArgumentParser
import VirgaFiles
import VirgaGenerate
import VirgaJSON
import VirgaRuntime
import VirgaSource
import VirgaYAML

struct FMLExperimenterCommand: ParsableCommand {
  static let configuration = CommandConfiguration.fml(
    "generate-experimenter",
    abstract: "Write the document that describes the features to Experimenter.",
    aliases: ["experimenter"])

  @Argument(help: "The manifest: a path, a URL or @owner/repository/path.", completion: .manifest)
  var input: String

  @Argument(
    help:
      "The file to write, .yaml or .json, or a folder, which gets experimenter.yaml; - writes to standard output.",
    completion: .file())
  var output: String

  @Option(help: "Accepted and ignored: the document does not depend on it.", completion: .channels)
  var channel: String?

  @OptionGroup var options: FMLOptions

  /// Writes the document, in the form that the ending of the output names; a folder gets
  /// `experimenter.yaml`.
  func run() throws {
    try FMLOptions.checkOutput(output)
    let form = try documentForm(of: output)
    let manifest = try options.loadValid(input, channel: nil).manifest
    Output.remark(ExperimenterDocument.warnings(of: manifest))
    let document = form.text(ExperimenterDocument.json(of: manifest))
    try FMLOptions.write(document, to: output, named: "experimenter.yaml")
  }

  /// The form for the output's file name; YAML in a folder.
  private func documentForm(of output: String) throws -> DocumentForm {
    if FileWriting.namesFolder(output, from: Machine.current.workingFolder) { return .yaml }
    guard let form = DocumentForm(fileName: output) else {
      throw FMLOptions.failure("\(output): the name must end in .yaml or .json")
    }
    return form
  }
}

/// How a document is written.
enum DocumentForm {
  case yaml, json, compactJSON

  /// The form for a file name's extension: YAML, JSON, or compact JSON for a source file.
  ///
  /// Standard output, `-`, is YAML; nil for other extensions.
  init?(fileName: String) {
    switch fileName.split(separator: ".").last.map(String.init) {
    case "yaml", "yml", "-": self = .yaml
    case "json": self = .json
    case "kt", "kts", "kotlin", "swift": self = .compactJSON
    default: return nil
    }
  }

  /// The document in this form.
  func text(_ value: JSONValue) -> String {
    switch self {
    case .yaml: YAMLPrinter.print(value)
    case .json: value.pretty()
    case .compactJSON: value.compact
    }
  }
}

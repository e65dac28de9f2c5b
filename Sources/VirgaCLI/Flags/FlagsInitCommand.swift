import ArgumentParser
import VirgaFlags
import VirgaGenerate
import VirgaJSON
import VirgaRuntime
import VirgaSource
import VirgaWorkbench
import VirgaYAML

struct FlagsInitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Print a catalogue file with every flag derived from the manifest.")

  @Option(
    help: ArgumentHelp("The manifest (default: the embedded demo).", valueName: "manifest"),
    completion: .manifest)
  var manifest: String?

  @OptionGroup var files: FlagFileOptions
  @OptionGroup var manifestOptions: ManifestOptions

  @Option(help: "The format: yaml, json, or swift (ids, options and keys of the flags as code).")
  var format: CatalogueFormat?

  @Flag(help: "Print JSON, like --format json.")
  var json = false

  enum CatalogueFormat: String, ExpressibleByArgument, CaseIterable { case yaml, json, swift }

  /// Prints the catalogue of the manifest's flags, joined with the flags in `--flags`.
  ///
  /// `--format swift` prints code for it instead.
  func run() throws {
    // Ends the program if a pipe, which can be read only once, is named twice.
    try files.claim()
    let manifest = try manifestOptions.loadedManifest(manifest)
    let read = try files.read(isDemo: false, isOffline: manifestOptions.offline, Machine.current)
    let catalogue = read.catalogue(with: manifest)
    Output.remark(catalogue.problems)
    let value = JSONValue.object(catalogue.json)
    switch format ?? (json ? .json : .yaml) {
    case .yaml: Output.document(YAMLPrinter.print(value))
    case .json: Output.json(value)
    case .swift: Output.document(try code(for: catalogue))
    }
  }

  /// The ids, options and keys of the flags as Swift code; ends the program if a name is invalid.
  private func code(for catalogue: FlagCatalogue) throws -> String {
    do throws(Problems) {
      return try SwiftFlags.file(for: catalogue)
    } catch {
      Output.remark(error.all)
      throw ExitCode.problems
    }
  }
}

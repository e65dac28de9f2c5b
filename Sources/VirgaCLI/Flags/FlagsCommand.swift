import ArgumentParser
import VirgaFlags
import VirgaGenerate
import VirgaJSON
import VirgaRuntime
import VirgaSession
import VirgaSource
import VirgaWorkbench
import VirgaYAML

/// `virga flags`: every flag with its three checks, and what people choose for it.
struct FlagsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "flags",
    abstract: "List flags with their three checks, and set what the user or a developer chooses.",
    discussion: """
      Without --flags every Boolean variable, field and map entry of the manifest is a flag, and every enum one with \
      options.
      """,
    subcommands: [
      FlagsListCommand.self, FlagsGetCommand.self, FlagsSetCommand.self, FlagsClearCommand.self, FlagsInitCommand.self,
    ],
    defaultSubcommand: FlagsListCommand.self)
}

/// `virga flags list`: a row for each flag.
struct FlagsListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List every flag with its build value, choices and checks.")

  @Option(
    help: ArgumentHelp(
      "Only flags of this kind; repeatable: \(FlagKind.allCases.map(\.rawValue).joined(separator: ", ")).",
      valueName: "kind"), transform: Self.kind)
  var kind: [FlagKind] = []

  @Flag(help: "Only flags for which something is stored.")
  var overridden = false

  @Flag(help: "Only flags whose checks differ.")
  var differing = false

  @Flag(help: "Only flags that are on.")
  var enabled = false

  @OptionGroup var flagOptions: FlagOptions
  @OptionGroup var output: FormatOption

  func run() throws {
    let desk = try flagOptions.open(isReadOnly: true)
    desk.remarkProblems()
    FlagOutput(desk.flags).print(desk.flags.catalogue.rows.filter { passes($0, desk) }, isJSON: output.isJSON)
    if desk.hasErrors { throw ExitCode.problems }
  }

  private static func kind(_ name: String) throws -> FlagKind {
    guard let kind = FlagKind(rawValue: name) else {
      let hint = NearNames.ending(for: name, among: FlagKind.allCases.map(\.rawValue))
      throw ValidationError("there is no kind \(name)\(hint)")
    }
    return kind
  }

  private func passes(_ row: FlagRow, _ desk: FlagDesk) -> Bool {
    guard kind.isEmpty || kind.contains(row.kind), let answer = desk.flags[row.id] else { return false }
    if overridden, !desk.flags.isOverridden(row) { return false }
    if differing, !answer.differs { return false }
    return !enabled || answer.isOn(.buildAndUser, of: row) ?? (answer.buildAndUser.value != nil)
  }
}

/// `virga flags get`: one flag, explained.
struct FlagsGetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "get", abstract: "Explain what a flag answers and why.")

  @Argument(help: ArgumentHelp("The flag's id.", valueName: "flag"))
  var flag: String

  @OptionGroup var flagOptions: FlagOptions
  @OptionGroup var output: FormatOption

  func run() throws {
    let desk = try flagOptions.open(isReadOnly: true)
    let row = try desk.row(flag)
    guard !output.isJSON else { return FlagOutput(desk.flags).print([row], isJSON: true) }
    FlagOutput(desk.flags).explain(row)
  }
}

/// `virga flags set`: stores a choice.
struct FlagsSetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Store what the app's user or a developer chooses for a flag.")

  @Argument(help: ArgumentHelp("The flag's id.", valueName: "flag"))
  var flag: String

  @Argument(
    help: ArgumentHelp(
      "on, off, an option, a variation, locked, unlocked, a draw, or weights as in 50,50.", valueName: "value"))
  var value: String

  @Option(
    help: ArgumentHelp(
      "What to set: \(FlagLayer.allCases.map(\.rawValue).joined(separator: ", ")); "
        + "the preference where the flag has one, else the debug override or the lock.", valueName: "layer"))
  var layer: FlagLayer?

  @OptionGroup var flagOptions: FlagOptions
  @OptionGroup var output: FormatOption

  func run() throws {
    var desk = try flagOptions.open(isReadOnly: false)
    let row = try desk.row(flag)
    let operation = try (layer ?? FlagLayer(of: row)).change(row, to: value)
    try desk.perform { operations, flags throws(Refusal) in try operations.change([row], operation, in: flags) }
    FlagOutput(desk.flags).print([row], isJSON: output.isJSON)
  }
}

/// `virga flags clear`: makes choices unset again.
struct FlagsClearCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "clear", abstract: "Make what was chosen for flags unset again.")

  @Argument(help: ArgumentHelp("The flags' ids, or the keys of orphans.", valueName: "flag"))
  var flags: [String] = []

  @Flag(help: "Clear all that is stored for any flag, orphans included.")
  var all = false

  @Flag(help: "Forget what was kept of the configurations at the URLs of --flags.")
  var cache = false

  @Option(help: ArgumentHelp("Clear only this layer of each flag.", valueName: "layer"))
  var layer: FlagLayer?

  @OptionGroup var flagOptions: FlagOptions
  @OptionGroup var output: FormatOption

  func validate() throws {
    let names = [!flags.isEmpty, all].count { $0 }
    if names > 1 || names == 0 && !cache { throw ValidationError("name flags to clear, or --all") }
  }

  func run() throws {
    if cache { try forgetKept() }
    guard all || !flags.isEmpty else { return }
    var desk = try flagOptions.open(isReadOnly: false)
    let orphans = desk.store.session.flagOrphans(in: desk.flags.catalogue, manifest: desk.manifest)
    let named = orphans.filter { all || flags.contains($0.key) }
    let rows =
      all
      ? desk.flags.catalogue.rows
      : try flags.filter { key in !named.contains { $0.key == key } }.map { try desk.row($0) }
    try desk.perform { [layer] operations, flags throws(Refusal) in
      guard let layer else { return try operations.drop(rows, orphans: named) }
      return try operations.change(rows, layer.clearing, in: flags)
    }
    FlagOutput(desk.flags).print(all ? [] : rows, isJSON: output.isJSON)
  }

  private func forgetKept() throws {
    do {
      try flagOptions.files.reader(isDemo: false, isOffline: true, .current).forget(nil)
    } catch {
      Output.remark("error: \(error)")
      throw ExitCode.couldNotRun
    }
  }
}

/// `virga flags init`: a catalogue file to start from.
struct FlagsInitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init", abstract: "Print a catalogue file with every flag that follows from the manifest.")

  @Option(help: ArgumentHelp("The manifest; the embedded demo where left out.", valueName: "manifest"))
  var manifest: String?

  @OptionGroup var files: FlagFileOptions
  @OptionGroup var manifestOptions: ManifestOptions

  @Option(help: "What is printed: yaml, json, or swift, with the ids, options and keys of the flags as code.")
  var format: CatalogueFormat?

  @Flag(help: "Print JSON, as --format json does.")
  var json = false

  /// The languages of a catalogue by the words of the command line.
  enum CatalogueFormat: String, ExpressibleByArgument, CaseIterable { case yaml, json, swift }

  func run() throws {
    var options = FlagOptions()
    options.manifest = manifest
    options.manifestOptions = manifestOptions
    let manifest = try options.manifestOptions.loadedManifest(manifest)
    let isOffline = manifestOptions.offline
    let read = files.flags.isEmpty ? FlagFiles() : try files.read(isDemo: false, isOffline: isOffline, .current)
    let catalogue = read.catalogue(with: manifest)
    for problem in catalogue.problems { Output.remark(problem.rendered()) }
    let value = JSONValue.object(catalogue.json)
    switch format ?? (json ? .json : .yaml) {
    case .yaml: Output.document(YAMLPrinter.print(value))
    case .json: Output.document(value.pretty() + "\n")
    case .swift: Output.document(try code(for: catalogue))
    }
  }

  private func code(for catalogue: FlagCatalogue) throws -> String {
    do throws(Problems) {
      return try SwiftFlags.file(for: catalogue)
    } catch {
      for problem in error.all { Output.remark(problem.rendered()) }
      throw ExitCode.problems
    }
  }
}

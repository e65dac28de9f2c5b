import ArgumentParser
import VirgaFlags
import VirgaRuntime
import VirgaSession
import VirgaWorkbench

struct FlagsClearCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "clear", abstract: "Unset the choices stored for flags.")

  @Argument(
    help: ArgumentHelp("The flags' ids, or the keys of orphans.", valueName: "flag"),
    completion: .flags)
  var flags: [String] = []

  @Flag(help: "Clear everything stored for flags, including orphans.")
  var all = false

  @Flag(help: "Clear the cache of configurations at URLs of --flags.")
  var cache = false

  @Option(help: ArgumentHelp("Clear only this layer of each flag.", valueName: "layer"))
  var layer: FlagLayer?

  @OptionGroup var flagOptions: FlagOptions
  @OptionGroup var output: FormatOption

  func validate() throws {
    let names = [!flags.isEmpty, all].count { $0 }
    if names > 1 || names == 0 && !cache { throw ValidationError("give flags to clear, or --all") }
  }

  func run() throws {
    if cache { try forgetKept() }
    guard all || !flags.isEmpty else { return }
    var open = try flagOptions.open(isReadOnly: false)
    let orphans = open.store.session.flagOrphans(in: open.flags.catalogue, manifest: open.manifest)
    let named = orphans.filter { all || flags.contains($0.name) }
    let rows =
      all
      ? open.flags.catalogue.rows
      : try flags.filter { key in !named.contains { $0.name == key } }.map { try open.row($0) }
    try open.perform { [layer] operations, flags throws(Refusal) in
      guard let layer else { return try operations.drop(rows, orphans: named) }
      return try operations.change(rows, .clear(layer), in: flags)
    }
    FlagOutput(open.flags).print(all ? [] : rows.map(\.id), isJSON: output.isJSON)
  }

  private func forgetKept() throws {
    do {
      try flagOptions.files.reader(isDemo: false, isOffline: true, .current).clearCache()
    } catch {
      Output.remark("error: \(error)")
      throw ExitCode.couldNotRun
    }
  }
}

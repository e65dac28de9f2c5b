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

  /// Refuses flags together with `--all`, and options that clear nothing.
  func validate() throws {
    let namesFlags = !flags.isEmpty
    let isContradiction = namesFlags && all
    let clearsNothing = !namesFlags && !all && !cache
    if isContradiction || clearsNothing {
      throw ValidationError("give flags to clear, or --all")
    }
  }

  /// Clears the cache if asked to, then the choices of the named flags, or of all; prints the named
  /// flags.
  ///
  /// A name can also be that of an orphan, a stored choice that belongs to no flag.
  func run() throws {
    if cache { try clearCache() }
    let clearsOnlyCache = !all && flags.isEmpty
    if clearsOnlyCache { return }
    var open = try flagOptions.open(isReadOnly: false)
    let allOrphans = open.store.session.flagOrphans(
      in: open.flags.catalogue, manifest: open.manifest)
    let clearedOrphans = allOrphans.filter { all || flags.contains($0.name) }
    let clearedFlags =
      all ? open.flags.catalogue.flags : try namedFlags(in: open, except: clearedOrphans)
    try open.perform { [layer] operations, flags throws(Refusal) in
      // Only flags have layers: orphans are left alone.
      if let layer { return try operations.change(clearedFlags, .unset(layer), in: flags) }
      return try operations.drop(clearedFlags, orphans: clearedOrphans)
    }
    // With `--all`, the line that `perform` printed is enough.
    let shownIDs = all ? [] : clearedFlags.map(\.id)
    FlagOutput(open.flags).print(shownIDs, isJSON: output.isJSON)
  }

  /// The named flags; names that are keys of orphans are left out.
  private func namedFlags(
    in open: OpenFlags, except orphans: [EntryKey]
  ) throws -> [FlagDefinition] {
    let orphanNames = Set(orphans.map(\.name))
    return try flags.filter { !orphanNames.contains($0) }.map(open.flag)
  }

  /// Removes the cached copies of the configurations at the URLs given with `--flags`; fetches
  /// none.
  ///
  /// Ends the program, after printing why, if a copy cannot be deleted.
  private func clearCache() throws {
    do {
      // The demo's flags are not cached.
      try flagOptions.files.reader(isDemo: false, isOffline: true, Machine.current).clearCache()
    } catch {
      Output.remark("error: \(error)")
      throw ExitCode.couldNotRun
    }
  }
}

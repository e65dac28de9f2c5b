import VirgaFlags
import VirgaJSON
import VirgaSession
import VirgaSource
import VirgaWorkbench

/// The flags of manifest and flag files, and what they resolve to in the session.
///
/// Both are computed when they are read. Resolving every flag takes a third of the time of a key
/// that changes the channel, so it waits until resolved flags are shown.
struct FlagResolution: Sendable {
  private(set) var files = FlagFiles()
  /// Whether the flags are shown as a debug build shows them; the console's choice, not stored.
  var isDebugBuild = false
  /// Changes whenever files are loaded; cheaper to compare than the files.
  private var filesRevision = 0
  /// The catalogue and the resolved flags that were computed last, by any copy of this value.
  private var latestCatalogue = Locked<Catalogued?>(nil)
  private var latestResolved = Locked<Resolved?>(nil)

  /// The manifest and files that the flags come from, by their numbers.
  struct Sources: Equatable, Sendable {
    fileprivate let filesRevision: Int
    fileprivate let manifest: Int
  }

  /// Everything that decides what the flags resolve to.
  struct Input: Equatable, Sendable {
    fileprivate let session: Session
    fileprivate let channel: Name?
    fileprivate let isDebugBuild: Bool
    let sources: Sources
  }

  /// The catalogue of some sources.
  private struct Catalogued: Sendable {
    let sources: Sources
    let flags: FlagCatalogue
  }

  /// The flags as they were resolved for an input.
  private struct Resolved: Sendable {
    var input: Input
    var flags: SessionFlags
  }

  /// Replaces the flag files; a file that is broken or missing now keeps its earlier content.
  ///
  /// By `filesRevision`, lists notice that they are outdated.
  mutating func load(_ files: FlagFiles) {
    self.files = files.fallingBack(to: self.files)
    filesRevision += 1
    forgetResults()
  }

  /// Forgets what was computed; must be called when another manifest is shown.
  ///
  /// Copies of this value share what they compute, but number their files and manifests
  /// independently, so equal numbers no longer mean the same sources. The new locks are not shared.
  mutating func forgetResults() {
    latestCatalogue = Locked(nil)
    latestResolved = Locked(nil)
  }

  /// The flags as they are defined, computed again only if the manifest or the files have changed;
  /// nil before there is a manifest.
  func catalogue(of workspace: Workspace) -> FlagCatalogue? {
    guard let manifest = workspace.manifest else { return nil }
    let sources = sources(workspace)
    let latest = latestCatalogue.withLock { $0 }
    if let latest, latest.sources == sources { return latest.flags }
    let flags = files.catalogue(with: manifest)
    latestCatalogue.withLock { $0 = Catalogued(sources: sources, flags: flags) }
    return flags
  }

  /// Everything that decides now what the flags resolve to: a result for an equal input is still
  /// valid.
  func input(_ shared: Shared) -> Input {
    Input(
      session: shared.session, channel: shared.channel.map { Name($0) },
      isDebugBuild: isDebugBuild, sources: sources(shared.workspace))
  }

  /// All flags, resolved; nil before there is a manifest.
  ///
  /// After a change of the session, only the flags that it affects are resolved again.
  func resolved(_ shared: Shared) -> SessionFlags? {
    let input = input(shared)
    // The last resolved flags are moved out meanwhile, so that changing them copies nothing.
    var latest = latestResolved.withLock { $0.take() }
    // Also at first, when nothing has been resolved yet.
    let hasOtherManifestOrFiles = latest?.input.sources != input.sources
    if hasOtherManifestOrFiles {
      // Nil without a manifest.
      latest = resolvedFromScratch(shared).map { Resolved(input: input, flags: $0) }
    } else if latest?.input != input {
      // Only the session, the channel or the build changed.
      latest?.flags.update(from: shared.session, channel: shared.channel)
      latest?.flags.isDebugBuild = isDebugBuild
      latest?.input = input
    }
    latestResolved.withLock { $0 = latest }
    return latest?.flags
  }

  /// All flags of the catalogue, resolved without the results for an earlier input; nil before
  /// there is a manifest.
  private func resolvedFromScratch(_ shared: Shared) -> SessionFlags? {
    guard let catalogue = catalogue(of: shared.workspace) else { return nil }
    var flags = SessionFlags(
      catalogue, configured: files.configured, manifest: shared.workspace.manifest,
      session: shared.session, channel: shared.channel)
    flags.isDebugBuild = isDebugBuild
    return flags
  }

  /// What the catalogue depends on now.
  private func sources(_ workspace: Workspace) -> Sources {
    Sources(filesRevision: filesRevision, manifest: workspace.identity)
  }
}

extension Model {
  /// Says new errors in flag files once, with the key that lists them; files that cannot be reached
  /// are reported when they are read.
  ///
  /// Without flag files, it says nothing: errors can only be about flags of the manifest, which the
  /// list of problems has. If all errors are fixed, it only forgets them, so that they are reported
  /// if they return.
  mutating func sayNewFlagErrors() {
    guard !shared.flags.files.isEmpty else { return }
    let codeOfUnreachable: Problem.Code = "unreadable"
    let errors = shared.flagProblems.filter {
      $0.severity == .error && $0.code != codeOfUnreachable
    }
    guard errors != shared.problems.reportedFlagErrors else { return }
    shared.problems.reportedFlagErrors = errors
    if !errors.isEmpty { say(.flagsUnreadable(errors, list: keyName(of: "problems"))) }
  }
}

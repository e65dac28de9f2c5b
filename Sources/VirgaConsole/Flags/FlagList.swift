import VirgaFlags
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaSource
package import VirgaWorkbench

/// Screen 2: every flag of manifest and files.
struct FlagList: Sendable {
  var list = ListModel<FlagItem>()
  var details = TextScroll()
  var selection = Selection.all
  /// The layer that Space changes if a flag has both: preference or debug override.
  var layer = EntryKind.preference
  /// Simulated preferences, which last as long as the console.
  var testOverrides = FlagTestOverrides()
  /// Whether the details show the shares of many draws.
  var showsShares = false
  private(set) var files = FlagFiles()
  /// Nil before they are resolved.
  private(set) var flags: SessionFlags?
  private(set) var source: FlagRequest.Source?
  /// Resolves the flags in the background if there are many.
  var background = Background<FlagRequest, SessionFlags>()

  private var fileGeneration = 0
  private var arrangement = Derived<FlagRequest.Source, FlagArrangement>()
  private var known = Derived<Input, Known>()

  private struct Input: Equatable, Sendable {
    let source: FlagRequest.Source
    let session: Session
    let channel: Name?
    let testOverrides: FlagTestOverrides
    let selection: Selection
  }

  private struct Known: Sendable {
    /// All items, selected or not.
    let items: [FlagItem]
    let counts: FlagCounts
  }
}

extension FlagList {
  var counts: FlagCounts { known.output?.counts ?? FlagCounts() }
  /// The counts of the flags that the filter matches, selected or not.
  var matchingCounts: FlagCounts {
    let filter = Filter(list.filter.field.typed)
    guard !filter.isEmpty, let known = known.output else { return counts }
    return FlagCounts(known.items.filter { $0.rank(filter, fuzzy: false) != nil })
  }
  /// Including those in folded sections.
  var matchCount: Int { list.matches.count { list.items[$0].orphan == nil } }
  /// Nil for a heading or an orphan.
  var selectedRow: FlagDefinition? { list.selected?.flag?.row }
  /// Nil for a flag of the manifest.
  var selectedConfigured: ConfiguredFlag? { selectedRow.flatMap { flags?.configured($0) } }
  var ids: [String] { flags?.catalogue.rows.map(\.id) ?? [] }
  var problems: [Problem] { flags?.catalogue.problems ?? [] }
  func id(reading key: EntryKey) -> String? { flags?.id(reading: key) }

  /// Marked ones, even if unlisted, or the current one.
  var subjects: [FlagDefinition] {
    guard list.markCount > 0, let catalogue = flags?.catalogue else { return selectedRow.map { [$0] } ?? [] }
    let indices = list.marked.compactMap { if case .flag(let id) = $0 { catalogue.index(of: id.text) } else { nil } }
    return indices.sorted().map { catalogue.rows[$0] }
  }

  var firstSubject: FlagDefinition? { list.markCount > 0 ? subjects.first : selectedRow }

  func availability(of operation: FlagOperation) -> Command.Availability {
    guard let first = firstSubject else { return .refused(.noFlagSelected) }
    if list.markCount > 0 { return .applies(list.markCount.pluralizing("flag")) }
    return flags?.refusal(of: operation, for: first).map { .refused(.refusal($0)) } ?? .applies(first.id)
  }

  mutating func select(_ id: String) {
    let id = FlagItem.ID.flag(Name(id))
    guard !list.select(id) else { return }
    selection = .all
    list.filter = FilterField()
    list.refilter()
    showItems()
    list.select(id)
  }
}

// Deriving the list from manifest, files and session.
extension FlagList {
  /// Until then, the last ones are shown.
  var isResolving: Bool { background.pending != nil }

  /// Whether the flags belong to the current manifest and files; answers may be stale.
  func isCurrent(_ workspace: Workspace) -> Bool { source == currentSource(workspace) }

  func isLarge(_ workspace: Workspace) -> Bool { workspace.manifest.map { FlagRequest.isLarge($0, files) } ?? false }

  /// Whether the problems of the flag files are not known yet.
  func hasUnread(beside workspace: Workspace) -> Bool {
    !files.isEmpty && workspace.manifest != nil && !isCurrent(workspace)
  }

  mutating func show(_ files: FlagFiles) {
    self.files = files.keeping(self.files)
    fileGeneration += 1
  }

  /// - Parameter isUrgent: Whether to resolve them at once, even if there are many.
  mutating func resolve(_ workspace: Workspace, _ session: Session, channel: String?, isUrgent: Bool = false) {
    guard let manifest = workspace.manifest else { return }
    var request = FlagRequest(
      source: currentSource(workspace), files: files, manifest: manifest, session: session, channel: channel,
      testOverrides: testOverrides)
    if let flags, source == request.source {
      if request.isAnswered(by: flags) {
        background.cancel()
        if flags.session != session { self.flags?.update(from: session) }
        return
      }
      request.earlier = flags
    }
    guard isUrgent || !isLarge(workspace) else {
      if background.pending?.isSame(as: request) != true { background.request(request) }
      return
    }
    background.cancel()
    (flags, source) = (request.run(), request.source)
  }

  /// Returns false if the flags are no longer needed.
  mutating func accept(_ reply: Background<FlagRequest, SessionFlags>.Reply) -> Bool {
    guard let (request, answer) = background.accept(reply) else { return false }
    (flags, source) = (answer, request.source)
    return true
  }

  mutating func refresh(_ workspace: Workspace, _ session: Session, channel: String?) {
    resolve(workspace, session, channel: channel)
    showItems()
  }

  private mutating func showItems() {
    guard let flags, let source else { return }
    let input = Input(
      source: source, session: flags.session, channel: flags.environment.channel.map { Name($0) },
      testOverrides: flags.testOverrides, selection: selection)
    guard known.input != input else { return }
    let arrangement = arrangement.value(for: source) { _ in FlagArrangement(of: flags) }
    let known = known.value(for: input) { _ in
      let items = arrangement.items(of: flags)
      return Known(items: items, counts: FlagCounts(items))
    }
    list.show(selection == .all ? known.items : known.items.filter(selection.contains))
  }

  private func currentSource(_ workspace: Workspace) -> FlagRequest.Source {
    FlagRequest.Source(manifest: workspace.identity, files: fileGeneration)
  }
}

/// A request to resolve all flags, with everything that they depend on.
package struct FlagRequest: Sendable {
  /// The input of the flags, apart from their answers.
  struct Source: Equatable, Sendable {
    let manifest: Workspace.Identity
    /// The generation of the flag files.
    let files: Int
  }

  let source: Source
  let files: FlagFiles
  let manifest: Manifest
  let session: Session
  let channel: String?
  let testOverrides: FlagTestOverrides
  /// Flags of the same source whose answers only need an update; nil if there are none.
  var earlier: SessionFlags?

  /// The maximum number of features, or flags in files, to resolve at once; takes a few milliseconds.
  private static let most = 300

  static func isLarge(_ manifest: Manifest, _ files: FlagFiles) -> Bool {
    manifest.features.count > most || files.count > most
  }

  /// Whether flags of the same source answer the request, except for single session entries.
  func isAnswered(by flags: SessionFlags) -> Bool {
    flags.environment.channel.isSameName(as: channel) && flags.testOverrides == testOverrides
      && !SessionFlags.isStale(flags.session, in: session)
  }

  /// Whether another request has the same answer, apart from single entries of the session.
  func isSame(as other: FlagRequest) -> Bool {
    source == other.source && channel.isSameName(as: other.channel) && testOverrides == other.testOverrides
      && !SessionFlags.isStale(other.session, in: session)
  }

  /// Resolves the flags; takes about a second for ten thousand features.
  package func run() -> SessionFlags {
    var flags =
      earlier
      ?? SessionFlags(
        files.catalogue(with: manifest), configured: files.configured, manifest: manifest, session: session,
        channel: channel)
    if earlier != nil {
      flags.update(from: session)
      flags.show(channel: channel)
    }
    if flags.testOverrides != testOverrides { flags.testOverrides = testOverrides }
    return flags
  }
}

extension Background.Job where Request == FlagRequest, Answer == SessionFlags {
  /// Resolves the flags.
  package func run() -> Background.Reply { reply(request.run()) }
}

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
  var layer = FlagLayer.preference
  /// Simulated preferences, which last as long as the console.
  var testOverrides = FlagTestOverrides()
  /// Whether the details show the shares of many draws.
  var showsShares = false
  private(set) var files = FlagFiles()
  /// Nil before they are resolved.
  private(set) var flags: SessionFlags?
  /// Resolves the flags in the background if there are many.
  var background = Background<FlagRequest, SessionFlags>()

  private var reading = Workspace.Identity()
  /// What the flags were resolved for.
  private var answered: FlagRequest.Input?
  private var arranged = Derived<FlagRequest.Source, [FlagItem]>()
  private var shown = Derived<Shown, [FlagItem]>()

  private struct Shown: Equatable, Sendable {
    let input: FlagRequest.Input
    let selection: Selection
  }

  /// Nil for a heading or an orphan.
  var selectedRow: FlagDefinition? { list.selected?.flag?.row }
  /// Nil for a flag of the manifest.
  var selectedConfigured: ConfiguredFlag? { selectedRow.flatMap { flags?.configured($0) } }
  var ids: [String] { flags?.catalogue.rows.map(\.id) ?? [] }
  var problems: [Problem] { flags?.catalogue.problems ?? [] }
  func id(reading key: EntryKey) -> String? { flags?.id(reading: key) }

  /// The number of flags of a selection, also while others are listed.
  func count(_ selection: Selection, matching filter: Filter = Filter("")) -> Int {
    shown.output?.count {
      $0.flag != nil && selection.contains($0) && (filter.isEmpty || $0.rank(filter, fuzzy: false) != nil)
    } ?? 0
  }
  /// Including those in folded sections.
  var matchCount: Int { list.matches.count { list.items[$0].orphan == nil } }

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
  func isCurrent(_ workspace: Workspace) -> Bool { answered?.source == source(workspace) }

  mutating func show(_ files: FlagFiles) {
    self.files = files.keeping(self.files)
    reading = Workspace.Identity()
  }

  /// The maximum number of features, or flags in files, to resolve at once; takes a few milliseconds.
  private static let most = 300

  func isLarge(_ workspace: Workspace) -> Bool { workspace.features.count > Self.most || files.count > Self.most }

  /// - Parameter isUrgent: Whether to resolve them at once, even if there are many.
  mutating func resolve(_ workspace: Workspace, _ session: Session, channel: String?, isUrgent: Bool = false) {
    guard let manifest = workspace.manifest else { return }
    let input = FlagRequest.Input(
      source: source(workspace), session: session, channel: channel.map { Name($0) }, testOverrides: testOverrides)
    var request = FlagRequest(input: input, files: files, manifest: manifest)
    guard isUrgent || !isLarge(workspace) || input.isClose(to: answered) else {
      guard background.pending?.input.isClose(to: input) != true else { return }
      request.earlier = isCurrent(workspace) ? flags : nil
      return background.request(request)
    }
    background.cancel()
    if !isCurrent(workspace) { flags = nil }
    flags = request.answer(updating: flags.take())
    answered = input
  }

  mutating func accept(_ reply: Background<FlagRequest, SessionFlags>.Reply) {
    if let (request, flags) = background.accept(reply) { (self.flags, answered) = (flags, request.input) }
  }

  mutating func refresh(_ workspace: Workspace, _ session: Session, channel: String?) {
    resolve(workspace, session, channel: channel)
    showItems()
  }

  private mutating func showItems() {
    guard let flags, let answered, shown.input != Shown(input: answered, selection: selection) else { return }
    let arranged = arranged.value(for: answered.source) { _ in FlagItem.arranged(flags) }
    let items = shown.value(for: Shown(input: answered, selection: selection)) { _ in
      FlagItem.answered(arranged, by: flags)
    }
    list.show(selection == .all ? items : items.filter(selection.contains))
  }

  private func source(_ workspace: Workspace) -> FlagRequest.Source {
    FlagRequest.Source(manifest: workspace.identity, files: reading)
  }
}

/// A request to resolve all flags, with everything that they depend on.
package struct FlagRequest: Sendable {
  /// What the flags are read from.
  struct Source: Equatable, Sendable {
    let manifest: Workspace.Identity
    let files: Workspace.Identity
  }

  struct Input: Equatable, Sendable {
    let source: Source
    let session: Session
    let channel: Name?
    let testOverrides: FlagTestOverrides

    /// Whether both have the same answers, apart from what single entries and test overrides change.
    func isClose(to other: Input?) -> Bool {
      guard let other else { return false }
      return source == other.source && channel == other.channel && !SessionFlags.isStale(other.session, in: session)
    }
  }

  let input: Input
  let files: FlagFiles
  let manifest: Manifest
  /// Flags of the same source whose answers only need an update; nil if there are none.
  var earlier: SessionFlags?

  /// Resolves the flags; takes about a second for ten thousand features.
  package func run() -> SessionFlags { answer(updating: earlier) }

  func answer(updating earlier: consuming SessionFlags?) -> SessionFlags {
    let channel = input.channel?.text
    var flags =
      earlier
      ?? SessionFlags(
        files.catalogue(with: manifest), configured: files.configured, manifest: manifest, session: input.session,
        channel: channel)
    flags.update(from: input.session)
    flags.show(channel: channel)
    if flags.testOverrides != input.testOverrides { flags.testOverrides = input.testOverrides }
    return flags
  }
}

extension Background.Job where Request == FlagRequest, Answer == SessionFlags {
  /// Resolves the flags.
  package func run() -> Background.Reply { reply(request.run()) }
}

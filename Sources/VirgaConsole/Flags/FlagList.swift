import VirgaFlags
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaSource
import VirgaWorkbench

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

  private var reading = Workspace.Identity()
  /// What the flags were resolved for.
  private var answered: Input?
  private var shown = Derived<Shown, [FlagItem]>()

  private struct Input: Equatable, Sendable {
    let manifest: Workspace.Identity
    let files: Workspace.Identity
    let session: Session
    let channel: Name?
    let testOverrides: FlagTestOverrides
  }

  private struct Shown: Equatable, Sendable {
    let input: Input
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
  mutating func show(_ files: FlagFiles) {
    self.files = files.keeping(self.files)
    reading = Workspace.Identity()
  }

  /// Resolves the flags if something that they depend on has changed; a change of the session only some of them.
  mutating func resolve(_ workspace: Workspace, _ session: Session, channel: String?) {
    guard let manifest = workspace.manifest else { return }
    let input = Input(
      manifest: workspace.identity, files: reading, session: session, channel: channel.map { Name($0) },
      testOverrides: testOverrides)
    guard input != answered else { return }
    let isSame = input.manifest == answered?.manifest && input.files == answered?.files
    let earlier = isSame ? self.flags.take() : nil
    var flags =
      earlier
      ?? SessionFlags(
        files.catalogue(with: manifest), configured: files.configured, manifest: manifest, session: session,
        channel: channel)
    flags.update(from: session)
    flags.show(channel: channel)
    if flags.testOverrides != testOverrides { flags.testOverrides = testOverrides }
    (self.flags, answered) = (flags, input)
  }

  mutating func refresh(_ workspace: Workspace, _ session: Session, channel: String?) {
    resolve(workspace, session, channel: channel)
    showItems()
  }

  private mutating func showItems() {
    guard let flags, let answered, shown.input != Shown(input: answered, selection: selection) else { return }
    let items = shown.value(for: Shown(input: answered, selection: selection)) { _ in FlagItem.all(of: flags) }
    list.show(selection == .all ? items : items.filter(selection.contains))
  }
}

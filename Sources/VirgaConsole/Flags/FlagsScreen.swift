import VirgaFlags
import VirgaJSON
import VirgaSession
import VirgaSource
import VirgaWorkbench

/// Screen 2: every flag of manifest and files.
struct FlagsScreen: Sendable {
  var list = ListModel<FlagListItem>()
  /// Which flags are listed.
  var subset = Subset.all
  /// The layer that Space changes if a flag has both: preference or debug override.
  var layer = FlagLayer.preference
  private(set) var files = FlagFiles()
  /// Nil before they are resolved.
  private(set) var flags: SessionFlags?

  /// The number of the shown files, which are too large to be compared.
  private var reading = 0
  private var sources = LastInput<Sources>()
  private var resolved = LastInput<Resolved>()
  /// The number of the last resolution of the flags; cheaper to compare than its input.
  private var resolution = 0
  private var arranged = Derived<Sources, [(index: Int, item: FlagListItem)]>()
  private var items = Derived<Int, [FlagListItem]>()
  private var shown = LastInput<Shown>()
  private var matchCounts = Derived<Counted, [Subset: Int]>()

  /// The manifest and files that the flags come from.
  private struct Sources: Equatable, Sendable {
    let reading: Int
    let manifest: Int
  }

  /// Everything that the flags depend on.
  private struct Resolved: Equatable, Sendable {
    let session: Session
    let channel: Name?
    let sources: Sources
  }

  private struct Shown: Equatable, Sendable {
    let subset: Subset
    let resolution: Int
  }

  private struct Counted: Equatable, Sendable {
    let filter: String
    let resolution: Int
  }

  /// Nil for a heading or an orphan.
  var selectedFlag: FlagDefinition? { list.selected?.flag?.definition }
  /// Nil for a flag of the manifest.
  var ids: [String] { flags?.catalogue.rows.map(\.id) ?? [] }
  var problems: [Problem] { flags?.catalogue.problems ?? [] }
  func id(reading key: EntryKey) -> String? { flags?.id(reading: key) }

  /// How many flags of a subset the filter matches, listed or not; counted for overridden,
  /// differing and on only.
  func matchCount(_ subset: Subset) -> Int { matchCounts.output?[subset] ?? 0 }
  /// Including those in folded sections.
  var matchCount: Int { list.matches.count { list.items[$0].orphan == nil } }

  /// Marked ones, even if unlisted, or the current one.
  var subjects: [FlagDefinition] {
    guard list.markCount > 0, let catalogue = flags?.catalogue else {
      return selectedFlag.map { [$0] } ?? []
    }
    let indices = list.marked.compactMap {
      if case .flag(let id) = $0 { catalogue.index(of: id.text) } else { nil }
    }
    return indices.sorted().map { catalogue.rows[$0] }
  }

  /// The marked flags, or the current one, to which an operation applies.
  func subjects(accepting operation: FlagOperation) -> [FlagDefinition] {
    subjects.filter { flags?.refusal(of: operation, for: $0) == nil }
  }

  /// Whether an operation applies to one of the marked flags, or to the current one.
  func availability(of operation: FlagOperation) -> Command.Availability {
    guard list.markCount > 0 else { return availabilityHere(of: operation) }
    let subjects = subjects
    guard let first = subjects.first, let flags else { return .refused(.noFlagSelected) }
    // Asking each of very many flags would delay each key; the operation refuses those to which it
    // does not apply.
    return subjects.count > 1_000
      || subjects.contains { flags.refusal(of: operation, for: $0) == nil }
      ? .applies(list.markCount.pluralizing("flag"))
      : .refused(.refusal(flags.refusal(of: operation, for: first) ?? ""))
  }

  /// Whether an operation applies to the flag under the cursor, even if others are marked.
  func availabilityHere(of operation: FlagOperation) -> Command.Availability {
    guard let flag = selectedFlag else { return .refused(.noFlagSelected) }
    return flags?.refusal(of: operation, for: flag).map { .refused(.refusal($0)) }
      ?? .applies(flag.id)
  }

  mutating func select(_ id: String) {
    showItems()
    let id = FlagListItem.ID.flag(Name(id))
    guard !list.select(id) else { return }
    subset = .all
    list.filter = FilterField()
    list.refilter()
    showItems()
    list.select(id)
  }

  // Deriving the list from manifest, files and session.

  mutating func show(_ files: FlagFiles) {
    self.files = files.fallingBack(to: self.files)
    reading += 1
  }

  /// Resolves the flags if something that they depend on has changed; a change of the session only
  /// some of them.
  mutating func resolve(_ workspace: Workspace, _ session: Session, channel: String?) {
    guard let manifest = workspace.manifest else { return }
    let sources = Sources(reading: reading, manifest: workspace.identity)
    let input = Resolved(session: session, channel: channel.map { Name($0) }, sources: sources)
    guard resolved.didChange(to: input) else { return }
    if self.sources.didChange(to: sources) {
      flags = SessionFlags(
        files.catalogue(with: manifest), configured: files.configured, manifest: manifest,
        session: session,
        channel: channel)
    }
    flags?.update(from: session, channel: channel)
    resolution += 1
  }

  /// Lists the resolved flags and counts them.
  mutating func refresh() {
    showItems()
    guard let items = items.output else { return }
    let filter = list.filter.field.typed
    matchCounts.value(for: Counted(filter: filter, resolution: resolution)) {
      Self.counts(of: items, Filter(filter))
    }
  }

  private static func counts(of items: [FlagListItem], _ filter: Filter) -> [Subset: Int] {
    var counts: [Subset: Int] = [:]
    let counted: [Subset] = [.overridden, .differing, .on]
    // By index: a copy of each item would take longer than the search in it.
    for index in items.indices where items[index].flag != nil {
      guard filter.isEmpty || items[index].rank(filter, fuzzy: false) != nil else { continue }
      for subset in counted where subset.contains(items[index]) {
        counts[subset, default: 0] += 1
      }
    }
    return counts
  }

  private mutating func showItems() {
    guard let flags, let sources = sources.input else { return }
    guard shown.didChange(to: Shown(subset: subset, resolution: resolution)) else { return }
    let arranged = arranged.value(for: sources) { FlagListItem.arranged(flags) }
    let items = items.value(for: resolution) { FlagListItem.all(arranged, of: flags) }
    list.show(subset == .all ? items : items.filter(subset.contains))
  }
}

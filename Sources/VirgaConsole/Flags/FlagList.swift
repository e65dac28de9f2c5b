import VirgaFlags
import VirgaJSON
import VirgaSession
import VirgaSource
import VirgaWorkbench

/// Screen 2: every flag of manifest and files.
struct FlagList: Sendable {
  var list = ListModel<FlagItem>()
  var selection = Selection.all
  /// The layer that Space changes if a flag has both: preference or debug override.
  var layer = FlagLayer.preference
  private(set) var files = FlagFiles()
  /// Nil before they are resolved.
  private(set) var flags: SessionFlags?

  /// The number of the shown files, which are too large to be compared.
  private var reading = 0
  /// The manifest and files that the flags come from.
  private var sources = Derived<Void>()
  /// These, and everything else that the flags depend on.
  private var resolved = Derived<Void>()
  /// The number of the last resolution of the flags; cheaper to compare than its inputs.
  private var resolution = 0
  private var arranged = Derived<[(index: Int, item: FlagItem)]>()
  private var items = Derived<[FlagItem]>()
  private var shown = Derived<Void>()
  private var matchCounts = Derived<[Selection: Int]>()

  /// Nil for a heading or an orphan.
  var selectedRow: FlagDefinition? { list.selected?.flag?.definition }
  /// Nil for a flag of the manifest.
  var ids: [String] { flags?.catalogue.rows.map(\.id) ?? [] }
  var problems: [Problem] { flags?.catalogue.problems ?? [] }
  func id(reading key: EntryKey) -> String? { flags?.id(reading: key) }

  /// How many flags of a selection the filter matches, listed or not; counted for overridden,
  /// differing and on only.
  func matchCount(_ selection: Selection) -> Int { matchCounts.output?[selection] ?? 0 }
  /// Including those in folded sections.
  var matchCount: Int { list.matches.count { list.items[$0].orphan == nil } }

  /// Marked ones, even if unlisted, or the current one.
  var subjects: [FlagDefinition] {
    guard list.markCount > 0, let catalogue = flags?.catalogue else {
      return selectedRow.map { [$0] } ?? []
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
    guard let row = selectedRow else { return .refused(.noFlagSelected) }
    return flags?.refusal(of: operation, for: row).map { .refused(.refusal($0)) }
      ?? .applies(row.id)
  }

  mutating func select(_ id: String) {
    showItems()
    let id = FlagItem.ID.flag(Name(id))
    guard !list.select(id) else { return }
    selection = .all
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
    guard let manifest = workspace.manifest,
      resolved.isNew([session, channel.map { Name($0) }, workspace.identity, reading])
    else { return }
    if sources.isNew([workspace.identity, reading]) {
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
    _ = matchCounts.value(for: [filter, resolution]) { Self.counts(of: items, Filter(filter)) }
  }

  private static func counts(of items: [FlagItem], _ filter: Filter) -> [Selection: Int] {
    var counts: [Selection: Int] = [:]
    let counted: [Selection] = [.overridden, .differing, .on]
    // By index: a copy of each item would take longer than the search in it.
    for index in items.indices where items[index].flag != nil {
      guard filter.isEmpty || items[index].rank(filter, fuzzy: false) != nil else { continue }
      for selection in counted where selection.contains(items[index]) {
        counts[selection, default: 0] += 1
      }
    }
    return counts
  }

  private mutating func showItems() {
    guard let flags, shown.isNew([selection, resolution]) else { return }
    let arranged = arranged.value(for: sources.inputs) { FlagItem.arranged(flags) }
    let items = items.value(for: [resolution]) { FlagItem.all(arranged, of: flags) }
    list.show(selection == .all ? items : items.filter(selection.contains))
  }
}

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
  /// All flags with their answers; nil before they are resolved.
  private(set) var flags: SessionFlags?

  /// The number of times that files were loaded; cheaper to compare than the files.
  private var loadCount = 0
  /// The sources of the current catalogue.
  private var sources = LastInput<Sources>()
  private var resolutionInput = LastInput<ResolutionInput>()
  /// The number of resolutions of the flags; cheaper to compare than their input.
  private var resolution = 0
  /// The items without answers; they change only with the sources.
  private var arranged = Derived<Sources, [(index: Int, item: FlagListItem)]>()
  /// The items with answers, by resolution.
  private var items = Derived<Int, [FlagListItem]>()
  private var listInput = LastInput<ListInput>()
  private var matchCounts = Derived<CountInput, [Subset: Int]>()

  /// The manifest and files that the flags come from, by their numbers.
  private struct Sources: Equatable, Sendable {
    let loadCount: Int
    let manifest: Int
  }

  /// Everything that the answers depend on.
  private struct ResolutionInput: Equatable, Sendable {
    let session: Session
    let channel: Name?
    let sources: Sources
  }

  /// What the listed items depend on, besides the filter.
  private struct ListInput: Equatable, Sendable {
    let subset: Subset
    let resolution: Int
  }

  /// What the counts of the subsets depend on.
  private struct CountInput: Equatable, Sendable {
    let filter: String
    let resolution: Int
  }

  /// The flag under the cursor; nil on a heading or an orphan.
  var selectedFlag: FlagDefinition? { list.selected?.flag?.definition }
  /// The ids of all flags.
  var ids: [String] { flags?.catalogue.flags.map(\.id) ?? [] }
  var problems: [Problem] { flags?.catalogue.problems ?? [] }
  /// The id of a flag that reads a stored value; nil if none does.
  func id(reading key: EntryKey) -> String? { flags?.id(reading: key) }

  /// How many flags of a subset the filter matches, listed or not; counted for overridden,
  /// differing and on only.
  func matchCount(_ subset: Subset) -> Int { matchCounts.output?[subset] ?? 0 }
  /// How many listed flags the filter matches, including those in folded sections.
  var matchCount: Int { list.matches.count { list.items[$0].orphan == nil } }

  /// The marked flags, even if they are not listed, or else the flag under the cursor.
  var subjects: [FlagDefinition] {
    guard list.markCount > 0, let catalogue = flags?.catalogue else {
      return selectedFlag.map { [$0] } ?? []
    }
    let indices = list.marked.compactMap {
      if case .flag(let id) = $0 { catalogue.index(of: id.text) } else { nil }
    }
    return indices.sorted().map { catalogue.flags[$0] }
  }

  /// Those of the subjects to which an operation applies.
  func subjects(accepting operation: FlagOperation) -> [FlagDefinition] {
    subjects.filter { flags?.refusal(of: operation, for: $0) == nil }
  }

  /// Above this number of marked flags, operations are offered without asking whether they apply:
  /// asking each flag would delay each key, and the operation refuses the flags itself.
  private static let maxAskedFlags = 1_000

  /// Whether an operation applies to one of the marked flags, or else to the flag under the cursor.
  func availability(of operation: FlagOperation) -> Command.Availability {
    guard list.markCount > 0 else { return availabilityHere(of: operation) }
    let subjects = subjects
    guard let first = subjects.first, let flags else { return .refused(.noFlagSelected) }
    let applies =
      subjects.count > Self.maxAskedFlags
      || subjects.contains { flags.refusal(of: operation, for: $0) == nil }
    guard applies else { return .refused(.refusal(flags.refusal(of: operation, for: first) ?? "")) }
    return .applies(list.markCount.pluralizing("flag"))
  }

  /// Whether an operation applies to the flag under the cursor, even if others are marked.
  func availabilityHere(of operation: FlagOperation) -> Command.Availability {
    guard let flag = selectedFlag else { return .refused(.noFlagSelected) }
    return flags?.refusal(of: operation, for: flag).map { .refused(.refusal($0)) }
      ?? .applies(flag.id)
  }

  /// Moves the cursor to a flag; lists all flags and clears the filter if they hide it.
  mutating func select(_ id: String) {
    refreshList()
    let item = FlagListItem.ID.flag(Name(id))
    if list.select(item) { return }
    subset = .all
    list.filter = FilterField()
    list.refilter()
    refreshList()
    list.select(item)
  }

  // Deriving the list from manifest, files and session.

  /// Replaces the flag files; those that are broken or missing now keep their earlier content.
  mutating func load(_ files: FlagFiles) {
    self.files = files.fallingBack(to: self.files)
    loadCount += 1
  }

  /// Resolves the flags if anything that they depend on has changed; after a change of the session,
  /// only the affected ones.
  mutating func resolve(_ workspace: Workspace, _ session: Session, channel: String?) {
    guard let manifest = workspace.manifest else { return }
    let sources = Sources(loadCount: loadCount, manifest: workspace.identity)
    let input = ResolutionInput(
      session: session, channel: channel.map { Name($0) }, sources: sources)
    guard resolutionInput.didChange(to: input) else { return }
    if self.sources.didChange(to: sources) {
      flags = SessionFlags(
        files.catalogue(with: manifest), configured: files.configured, manifest: manifest,
        session: session,
        channel: channel)
    }
    flags?.update(from: session, channel: channel)
    resolution += 1
  }

  /// Whether the flags come from another manifest or from other files than there are now.
  func hasOtherSources(than workspace: Workspace) -> Bool {
    sources.input != Sources(loadCount: loadCount, manifest: workspace.identity)
  }

  /// Lists the resolved flags and counts them.
  mutating func refresh() {
    refreshList()
    guard let items = items.output else { return }
    let filter = list.filter.field.typed
    matchCounts.value(for: CountInput(filter: filter, resolution: resolution)) {
      Self.counts(of: items, Filter(filter))
    }
  }

  /// How many flags of some subsets a filter matches.
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

  /// Lists the flags of the subset again if it changed or the flags were resolved again.
  private mutating func refreshList() {
    guard let flags, let sources = sources.input else { return }
    guard listInput.didChange(to: ListInput(subset: subset, resolution: resolution)) else { return }
    let arranged = arranged.value(for: sources) { FlagListItem.arranged(flags) }
    let items = items.value(for: resolution) { FlagListItem.all(arranged, of: flags) }
    list.show(subset == .all ? items : items.filter(subset.contains))
  }
}

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
  var chosenLayer = FlagLayer.preference
  /// The widest cells that all flags and orphans can have, listed or not; the widths of the columns
  /// follow from them.
  private(set) var cellWidths = FlagCellWidths()

  /// The flags in the list's order, not resolved; they change only with the manifest and the files.
  private var cachedOrder = Derived<FlagResolution.Sources, [ArrangedFlag]>()
  /// The items of all flags, resolved.
  private var cachedItemsOfAllFlags = Derived<FlagResolution.Input, [FlagListItem]>()
  private var listInput = LastInput<ListInput>()
  private var matchCounts = Derived<CountInput, [Subset: Int]>()

  /// What the listed items depend on, besides the filter.
  private struct ListInput: Equatable, Sendable {
    let subset: Subset
    let resolutionInput: FlagResolution.Input
  }

  /// What the counts of the subsets depend on.
  private struct CountInput: Equatable, Sendable {
    let filter: String
    let resolutionInput: FlagResolution.Input
  }

  /// The flag under the cursor; nil on a heading or an orphan.
  var selectedFlag: FlagDefinition? { list.selected?.flag?.definition }

  /// How many flags of a subset the filter matches, listed or not; counted for overridden,
  /// differing and on only.
  func matchCount(_ subset: Subset) -> Int { matchCounts.output?[subset] ?? 0 }
  /// How many listed flags the filter matches, including those in folded sections.
  var listedMatchCount: Int { list.matches.count { list.items[$0].orphan == nil } }

  /// The marked flags in the order of the catalogue, even if they are not listed, or else the flag
  /// under the cursor.
  func markedOrSelected(_ shared: Shared) -> [FlagDefinition] {
    guard list.markCount > 0, let catalogue = shared.flagCatalogue else {
      return selectedFlag.map { [$0] } ?? []
    }
    let indices = list.marked.compactMap {
      if case .flag(let id) = $0 { catalogue.index(of: id.text) } else { nil }
    }
    return indices.sorted().map { catalogue.flags[$0] }
  }

  /// The first of the marked flags, or else the flag under the cursor, to which an operation
  /// applies, as a flag of a JSON configuration.
  ///
  /// Nil if the operation applies to none of them, if the first flag that accepts it is one
  /// of the manifest, or before there is a manifest.
  func configuredFlag(
    accepting operation: FlagOperation, _ shared: Shared
  ) -> ConfiguredFlag? {
    guard let flags = shared.sessionFlags else { return nil }
    let flag = markedOrSelected(shared).first { flags.refusal(of: operation, for: $0) == nil }
    return flag.flatMap(flags.configuredFlag(of:))
  }

  /// Above this number of marked flags, operations are offered without asking whether they apply.
  private static let maxAskedFlags = 1_000

  /// Whether an operation applies to one of the marked flags, or else to the flag under the cursor.
  func availability(of operation: FlagOperation, _ shared: Shared) -> Command.Availability {
    guard list.markCount > 0 else { return availabilityUnderCursor(of: operation, shared) }
    let markedFlags = markedOrSelected(shared)
    // Marked flags may be missing from a manifest that was read later; without any manifest, flags
    // are not resolved.
    guard let first = markedFlags.first, let flags = shared.sessionFlags else {
      return .refused(.noFlagSelected)
    }
    // Asking many flags would delay each key: the operation is offered then, and refused only when
    // it runs.
    let areTooMany = markedFlags.count > Self.maxAskedFlags
    let isOffered =
      areTooMany || markedFlags.contains { flags.refusal(of: operation, for: $0) == nil }
    guard isOffered else {
      // Each flag refuses it, so the first one gives a reason.
      return .refused(.refusal(flags.refusal(of: operation, for: first) ?? ""))
    }
    return .applies(list.markCount.pluralizing("flag"))
  }

  /// Whether an operation, such as a jump to the feature, applies to the flag under the cursor,
  /// even if others are marked.
  func availabilityUnderCursor(
    of operation: FlagOperation, _ shared: Shared
  ) -> Command.Availability {
    guard let flag = selectedFlag else { return .refused(.noFlagSelected) }
    // A listed flag has been resolved, so nil only means that the operation applies.
    let refusal = shared.sessionFlags?.refusal(of: operation, for: flag)
    return refusal.map { .refused(.refusal($0)) } ?? .applies(flag.id)
  }

  /// Moves the cursor to a flag; lists all flags and clears the filter if they hide it.
  mutating func select(_ id: String, _ shared: Shared) {
    guard shared.flagCatalogue?[id] != nil else { return }
    // While the screen is hidden, its items are not updated.
    refreshList(shared)
    let itemID = FlagListItem.ID.flag(Name(id))
    if list.select(itemID) { return }
    list.filter = FilterField()
    // `refreshList` only notices that the subset or the flags changed, not the filter.
    list.refilter()
    subset = .all
    refreshList(shared)
    list.select(itemID)
  }

  /// Lists the flags of the chosen subset, and counts over all flags how many the filter matches in
  /// three subsets: `overridden`, `differing` (their checks differ) and `on`; does each only if its
  /// input has changed.
  mutating func refresh(_ shared: Shared) -> Outcome {
    refreshList(shared)
    // Nil before there is a manifest.
    guard let items = cachedItemsOfAllFlags.output else { return [] }
    // A proposed ending of the text filters nothing.
    let filter = list.filter.field.typed
    let input = CountInput(filter: filter, resolutionInput: shared.flags.input(shared))
    // Stores the counts for `matchCount(_:)`, unless those of this input are stored already.
    matchCounts.value(for: input) { Self.counts(of: items, Filter(filter)) }
    return []
  }

  /// How many flags of the subsets `overridden`, `differing` and `on` a filter matches; orphans,
  /// which are stored choices without a flag, do not count.
  private static func counts(of items: [FlagListItem], _ filter: Filter) -> [Subset: Int] {
    var counts: [Subset: Int] = [:]
    let countedSubsets: [Subset] = [.overridden, .differing, .on]
    // By index: a copy of each item would take longer than the search in it.
    for index in items.indices where items[index].flag != nil {
      let isMatch = filter.isEmpty || items[index].rank(filter, fuzzy: false) != nil
      guard isMatch else { continue }
      for subset in countedSubsets where subset.contains(items[index]) {
        counts[subset, default: 0] += 1
      }
    }
    return counts
  }

  /// Lists the flags of the subset again if the subset or what flags resolve to may have changed.
  private mutating func refreshList(_ shared: Shared) {
    let resolutionInput = shared.flags.input(shared)
    let hasChanged = listInput.remember(ListInput(subset: subset, resolutionInput: resolutionInput))
    // Without resolved flags, there is no manifest yet, and nothing is listed.
    guard hasChanged, let flags = shared.sessionFlags else { return }
    // The order depends on manifest and files alone, the items also on session, channel and build:
    // each is computed again only if what it depends on changed.
    let order = cachedOrder.value(for: resolutionInput.sources) { FlagListItem.arranged(flags) }
    let items = cachedItemsOfAllFlags.value(for: resolutionInput) {
      FlagListItem.all(order, of: flags)
    }
    cellWidths = FlagCellWidths(items, of: flags)
    list.show(subset == .all ? items : items.filter(subset.contains))
  }
}

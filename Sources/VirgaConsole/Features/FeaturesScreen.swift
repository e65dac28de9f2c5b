import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaSource
import VirgaWorkbench

/// The Features screen: which features it lists, and the state of its values, problems and editors.
struct FeaturesScreen: Sendable {
  /// The features that are listed.
  enum Subset: String, CaseIterable, Sendable {
    case all
    case overridden
    /// Features with a value that differs from its variable default.
    case changed
    /// Features that a recipe of this client configures.
    case enrolled
    case imported
    case problems
    /// Features whose edit no longer matches the manifest, and unknown ones with an edit or a
    /// draft.
    case orphaned
    case drafts

    /// Whether it also lists unknown features: edits or drafts whose feature the manifest does not
    /// have.
    ///
    /// The other subsets list only features of the manifest.
    fileprivate var listsUnknownFeatures: Bool {
      switch self {
      case .all, .overridden, .orphaned, .drafts: true
      case .changed, .enrolled, .imported, .problems: false
      }
    }
  }

  /// The features of the manifest, then the unknown ones that have an edit or a draft.
  var list = ListModel<FeatureItem>()
  var subset = Subset.all
  /// Whether the details, while they have the focus, are about the feature and not about its value.
  var areDetailsAboutFeature = false
  /// The unknown features that have an edit or a draft.
  private(set) var unknownFeatures: [String] = []
  /// The items of all features of a manifest, computed from the manifest's identity.
  private var itemsOfManifest = Derived<Int, [FeatureItem]>()
  private var lastListInput = LastInput<ListInput>()
  /// Whether the manifest itself changes each visible feature, as of the last `findChanges(_:)`.
  private var visibleChanges = Derived<Visible, [Name: Bool]>()

  var values = ValueTable()
  var editing = EditorStates()
  var problems = ProblemList()

  /// What the list is computed from.
  private struct ListInput: Equatable, Sendable {
    let subset: Subset
    let session: Session
    let channel: Name?
    /// The features that have problems.
    let featuresWithProblems: Set<Name>
    /// The identity of the manifest.
    let manifest: Int
  }

  /// What ``visibleChanges`` is computed from.
  private struct Visible: Equatable, Sendable {
    let features: [Name]
    let channel: Name?
    let manifest: Int
  }

  /// The feature under the cursor if the manifest does not have it, else nil.
  var selectedUnknownFeature: String? { list.selected.flatMap { $0.isUnknown ? $0.name : nil } }

  /// Lists the features of the current subset again if the subset, the session, the channel, the
  /// problems or the manifest changed.
  mutating func listFeatures(_ shared: Shared) {
    let input = ListInput(
      subset: subset, session: shared.session, channel: shared.channel.map { Name($0) },
      featuresWithProblems: shared.workspace.channelProblems.featuresWithProblems,
      manifest: shared.workspace.identity)
    // `remember` returns whether the input is another one than before.
    let isChanged = lastListInput.remember(input)
    guard isChanged else { return }
    unknownFeatures = shared.unknownFeatures
    let known = itemsOfManifestFeatures(shared.workspace)
    let items = known + unknownFeatures.map { FeatureItem(unknown: $0) }
    // Nil for the subset of all features.
    guard let ids = shared.featureIDs(in: subset) else { return list.show(items) }
    list.show(items.filter { ids.contains($0.id) })
  }

  /// The items of all features of the manifest, which are only made once for each manifest; empty
  /// without one.
  private mutating func itemsOfManifestFeatures(_ workspace: Workspace) -> [FeatureItem] {
    itemsOfManifest.value(for: workspace.identity) {
      guard let manifest = workspace.manifest else { return [] }
      return manifest.features.map { FeatureItem($0, in: manifest) }
    }
  }

  /// Moves the cursor to a feature of the manifest; lists all features if the filter or the subset
  /// would hide it.
  mutating func select(_ id: String, _ shared: Shared) {
    guard shared.workspace.manifest?.feature(id) != nil else { return }
    let isListed = list.select(Name(id))
    if !isListed {
      clearFilter()
      subset = .all
      listFeatures(shared)
      list.select(Name(id))
    }
    // The caller may go on to a value of the feature before the next refresh.
    loadValues(shared)
  }

  /// Clears the filter of the list, and the search in the values if it came from that filter.
  mutating func clearFilter() {
    // Opening a feature copies the filter to this search if it matches a name in the feature.
    let searchIsFilter = values.search.field == list.filter.field
    if searchIsFilter { values.search = FilterField() }
    list.filter.field = TextField()
    list.refilter()
  }

  /// Whether the defaults in the manifest change a value of a feature, without this session;
  /// computed if `findChanges(_:)` has not cached it.
  ///
  /// Cached answers are for the channel and manifest of the last `findChanges(_:)`.
  func isChangedByManifest(_ name: String, _ shared: Shared) -> Bool {
    visibleChanges.output?[Name(name)] ?? shared.isChangedByManifest(name)
  }

  /// Finds out in which visible features the manifest's blocks of defaults change a value from the
  /// default in its definition, and caches the answers.
  ///
  /// Doing so for each frame took a fifth of the time of a key; doing so for all features would
  /// delay a channel switch.
  mutating func findChanges(_ shared: Shared) {
    // A hidden list has no visible features.
    let height = FeaturePanel.rowCount(in: shared.layout, focus: shared.focus) ?? 0
    let window = list.scroll.window(count: list.count, height: height)
    let items = window.compactMap(list.item)
    let visible = Visible(
      features: items.map(\.id), channel: shared.channel.map { Name($0) },
      manifest: shared.workspace.identity)
    // The answers are read later, by `isChangedByManifest(_:_:)`.
    visibleChanges.value(for: visible) {
      items.reduce(into: [:]) { answers, item in
        answers[item.id] = shared.isChangedByManifest(item.name)
      }
    }
  }
}

extension Shared {
  /// The id of the feature with most to tell: the first one in an experiment, else in a rollout,
  /// else with an override, else with a value that the manifest changes; nil if all values are the
  /// defaults in their definitions.
  ///
  /// The console begins with it, except in a tour or if the command line names a feature.
  var featureWithMostToTell: String? {
    let ids = workspace.features.map(\.id)
    /// The first feature that rollouts own; that experiments own if `isRollout` is false.
    func firstOwned(byRollout isRollout: Bool) -> String? {
      // The owners of a feature are the experiments that configure it, or else the rollouts, so the
      // first one tells.
      ids.first { layers.enrolled[$0]?.owners.first?.isRollout == isRollout }
    }
    return firstOwned(byRollout: false) ?? firstOwned(byRollout: true)
      ?? ids.first { layers.overridden.contains($0) } ?? ids.first { isChangedByManifest($0) }
  }

  /// Whether the manifest's blocks of defaults change a value of a feature from the default in its
  /// definition, without this session.
  fileprivate func isChangedByManifest(_ name: String) -> Bool {
    guard let manifest = workspace.manifest, let feature = manifest.feature(name) else {
      return false
    }
    return manifest.changesValues(of: feature, in: channel)
  }

  /// The ids of the features that a subset lists; nil for `all`, which leaves none out.
  fileprivate func featureIDs(in subset: FeaturesScreen.Subset) -> Set<Name>? {
    guard let ids = idsOfKnownAndUnknownFeatures(in: subset) else { return nil }
    if subset.listsUnknownFeatures { return ids }
    return ids.filter { id in workspace.manifest?.feature(id.text) != nil }
  }

  /// The ids of the features in a subset; nil for `all`.
  ///
  /// They include unknown features with an override. `featureIDs(in:)` leaves these out of a subset
  /// that does not list them, such as `changed`.
  private func idsOfKnownAndUnknownFeatures(in subset: FeaturesScreen.Subset) -> Set<Name>? {
    /// The ids of the features of the manifest that meet a condition.
    func ids(where isListed: (FeatureDefinition) -> Bool) -> Set<Name> {
      Set(naming: workspace.features.filter(isListed).map(\.id))
    }
    switch subset {
    case .all: return nil
    case .overridden: return layers.overridden
    case .changed:
      guard let manifest = workspace.manifest else { return [] }
      // A feature with an override or a recipe counts as changed, too.
      let changedByManifest = ids { manifest.changesValues(of: $0, in: channel) }
      return changedByManifest.union(layers.overridden).union(layers.enrolled.keys)
    case .enrolled: return Set(layers.enrolled.keys)
    case .imported:
      // Module 0 is the manifest itself.
      return ids { $0.module > 0 }
    case .problems:
      // Problems of the manifest, and those of the session's edits and recipes.
      return workspace.channelProblems.featuresWithProblems.union(issues.featuresWithProblems)
    case .drafts: return Set(naming: session.names(of: .draft))
    case .orphaned:
      // Edits that the manifest no longer matches, and edits or drafts of unknown features.
      let mismatchedEdits = issues.mismatchedOverrides.keys.filter { $0.kind == .edit }
      return Set(naming: mismatchedEdits.map(\.name) + unknownFeatures)
    }
  }

  /// The names of edits and drafts whose feature the manifest does not have, sorted.
  fileprivate var unknownFeatures: [String] {
    guard let manifest = workspace.manifest else { return [] }
    let names = session.names(of: .edit) + session.names(of: .draft)
    let unknown = names.filter { manifest.feature($0) == nil }
    // A feature may have both an edit and a draft.
    return unknown.withoutRepeats.sorted()
  }
}

/// A feature in the list, or an unknown one, which the manifest does not have, with an edit or a
/// draft.
struct FeatureItem: ListItem, Equatable {
  let name: String
  let isUnknown: Bool
  /// The other names that a filter matches: variables, and fields of their types.
  private var variableAndFieldNames: [String] = []
  /// The variants of their types, which few values use.
  private var variantNames: [String] = []

  /// Creates the item of an edit or a draft whose feature the manifest does not have.
  init(unknown name: String) {
    self.name = name
    isUnknown = true
  }

  /// Creates the item of a feature, with all names inside it that a filter matches.
  init(_ feature: FeatureDefinition, in manifest: Manifest) {
    name = feature.id
    isUnknown = false
    var knownNames = Set<Name>()
    var visitedTypes = Set<Name>()
    /// Adds the name of a variable or a field, and the names inside its type unless that was
    /// visited: types can be recursive.
    func addNames(of name: String, _ type: VariableType) {
      // Inserting returns whether the element is new.
      if knownNames.insert(name) { variableAndFieldNames.append(name) }
      for type in type.namedTypes where visitedTypes.insert(type) {
        variantNames += manifest.enumeration(type, in: feature.module)?.variants.map(\.name) ?? []
        for field in manifest.object(type, in: feature.module)?.fields ?? [] {
          addNames(of: field.name, field.type)
        }
      }
    }
    for variable in feature.variables { addNames(of: variable.name, variable.type) }
  }

  var id: Name { Name(name) }

  /// The first name inside the feature that a filter matches; nil if the filter matches the id, or
  /// no name.
  func innerName(matching filter: Filter) -> String? {
    if filter.allWordsOccur(in: name) { return nil }
    return (variableAndFieldNames + variantNames).first(where: filter.allWordsOccur)
  }

  /// The rank of a match, the best one lowest: first ids by the score of their match, then names of
  /// variables and fields, then variants, then unknown features; nil without a match.
  ///
  /// The list asks with `fuzzy` only if nothing matches without it. Then letters that are not
  /// adjacent match too, but only in ids of known features.
  func rank(_ filter: Filter, fuzzy: Bool) -> Int? {
    if isUnknown {
      let matches = !fuzzy && filter.allWordsOccur(in: name)
      return matches ? Self.rankOfUnknown : nil
    }
    if let match = filter.match(name, adjacentOnly: !fuzzy) { return -match.score }
    if fuzzy { return nil }
    if variableAndFieldNames.contains(where: filter.allWordsOccur) { return Self.rankOfField }
    return variantNames.contains(where: filter.allWordsOccur) ? Self.rankOfVariant : nil
  }

  // A word of the filter that matches adjacent letters of an id scores more than 900.
  private static let rankOfField = -900
  private static let rankOfVariant = -800
  private static let rankOfUnknown = Int.max
}

extension VariableType {
  /// The enumerations and objects that the type names, such as `Item` for `List<Item>`.
  fileprivate var namedTypes: [String] {
    switch self {
    case .enumeration(let name), .object(let name): [name]
    default: parts.flatMap(\.namedTypes)
    }
  }
}

extension Manifest {
  /// Whether the defaults in the manifest change a value of a feature: its own blocks of defaults,
  /// or those of a module that imports it.
  func changesValues(of feature: FeatureDefinition, in channel: String?) -> Bool {
    let hasBlocks = !feature.blocks.isEmpty || !feature.additions.isEmpty
    // Without blocks, merging would be a waste of time.
    guard hasBlocks else { return false }
    return merged(feature, channel: channel).leaves().contains(where: \.isChanged)
  }
}

// The features that are listed, and those and the values that a command acts on.
extension FeaturesScreen {
  /// The ids of the marked features if the list of features has the focus and marks; else that of
  /// the selected one.
  func features(_ shared: Shared) -> [String] {
    let usesMarks = shared.focus == .features && list.markCount > 0
    if usesMarks { return list.markedItems.map(\.name) }
    return selectedFeature(shared).map { [$0.id] } ?? []
  }

  /// How many features or values are marked in the panel that has the focus.
  func markCount(_ shared: Shared) -> Int {
    switch shared.focus {
    case .features: list.markCount
    case .values: values.list.markCount
    default: 0
    }
  }

  /// The marked values, without array items, because an edit replaces an array as a whole.
  var markedValues: [ValueRow] {
    values.allRows.filter { values.list.marked.contains($0.id) && !$0.isInArray }
  }

  /// Lists the features of the subset with a name such as `enrolled`; for an empty name, asks which
  /// subset.
  mutating func listSubset(named name: String, _ shared: Shared) -> Outcome {
    if name.isEmpty { return .asks(Self.subsetPicker) }
    guard let named = Subset(rawValue: name) else {
      return .refused(.unknown("selection", name, among: Subset.allCases.map(\.rawValue)))
    }
    subset = named
    listFeatures(shared)
    // The cursor goes to the first feature.
    list.scroll = Scroll()
    return .focuses(.features)
  }

  /// The subsets to choose from, each with the number of its features; the cursor is on the current
  /// one.
  @Sendable private static func subsetPicker(in model: Model) -> Picker {
    let all = Subset.allCases
    let answers = all.map { subset in
      (
        invocation: Invocation("list-features", subset.rawValue), title: subset.rawValue,
        detail: model.features.summary(of: subset, model.shared)
      )
    }
    return .choice("List", answers, current: all.firstIndex(of: model.features.subset))
  }

  /// The number of features in a subset; for `problems`, also the number of the manifest's errors
  /// and warnings, those that are about no feature included, as in `2, 3 problems in the manifest`.
  private func summary(of subset: Subset, _ shared: Shared) -> String {
    let countOfAll = shared.workspace.features.count + unknownFeatures.count
    // The ids are nil for `all`.
    let count = shared.featureIDs(in: subset)?.count ?? countOfAll
    let problemCount = shared.problems.count(.error) + shared.problems.count(.warning)
    guard subset == .problems, problemCount > 0 else { return "\(count)" }
    return "\(count), \(problemCount.pluralizing("problem")) in the manifest"
  }
}

import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaSource
import VirgaWorkbench

/// The features of screen 1, and which of them are listed.
struct FeaturesScreen: Sendable {
  enum Selection: String, CaseIterable, Sendable {
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
  }

  /// Followed by unknown features that have an edit or a draft.
  var list = ListModel<FeatureItem>()
  var selection = Selection.all
  /// Whether the details, while they have the focus, are about the feature and not about its value.
  var isAboutFeature = false
  /// The unknown features that have an edit or a draft.
  private(set) var unknownFeatures: [String] = []
  private var all = Derived<Int, [FeatureItem]>()
  private var listed = LastInput<Listed>()
  /// Whether the manifest itself changes each visible feature, as of the last `findChanges(in:)`.
  private var changes = Derived<Visible, [Name: Bool]>()

  var values = ValueTable()
  var editing = EditorStates()
  var problems = ProblemList()

  /// What the list is computed from.
  private struct Listed: Equatable, Sendable {
    let selection: Selection
    let session: Session
    let channel: Name?
    let flawed: Set<Name>
    let manifest: Int
  }

  private struct Visible: Equatable, Sendable {
    let features: [Name]
    let channel: Name?
    let manifest: Int
  }

  /// Nil if a feature is selected.
  var selectedOrphan: String? { list.selected.flatMap { $0.isOrphaned ? $0.name : nil } }

  static func listFeatures(in model: inout Model) {
    let (workspace, channel) = (model.workspace, model.channel.map { Name($0) })
    let selection = model.features.selection
    let input = Listed(
      selection: selection, session: model.session, channel: channel,
      flawed: workspace.channelProblems.flawed, manifest: workspace.identity)
    guard model.features.listed.didChange(to: input) else { return }
    let all = model.features.all.value(for: workspace.identity) {
      workspace.manifest.map { manifest in manifest.features.map { FeatureItem($0, in: manifest) } }
        ?? []
    }
    let unknown = unknownFeatures(in: model)
    model.features.unknownFeatures = unknown
    let ids = ids(of: selection, in: model)
    let showsUnknown = [.all, .overridden, .orphaned, .drafts].contains(selection)
    let shown = showsUnknown ? unknown.filter { ids?.contains(Name($0)) ?? true } : []
    let known = ids.map { ids in all.filter { ids.contains($0.name) } } ?? all
    model.features.list.show(known + shown.map(FeatureItem.init))
  }

  /// Whether the manifest itself changes a feature; computed if `findChanges(in:)` has not cached
  /// it.
  ///
  /// Cached answers are for the channel and manifest of the last `findChanges(in:)`.
  func isChanged(_ name: String, in model: Model) -> Bool {
    changes.output?[Name(name)] ?? Self.isChanged(name, in: model)
  }

  private static func isChanged(_ name: String, in model: Model) -> Bool {
    guard let manifest = model.workspace.manifest, let feature = manifest.feature(name) else {
      return false
    }
    return manifest.changes(feature, in: model.channel)
  }

  /// Finds out which visible features the manifest changes, and caches the answers.
  ///
  /// Doing so for each frame took a fifth of the time of a key; doing so for all features would
  /// delay a channel switch.
  static func findChanges(in model: inout Model) {
    let list = model.features.list
    let window = list.scroll.window(count: list.count, height: model.height(of: .features))
    let seen = window.compactMap(list.item)
    let visible = Visible(
      features: seen.map(\.id), channel: model.channel.map { Name($0) },
      manifest: model.workspace.identity)
    let known = model
    model.features.changes.value(for: visible) {
      seen.reduce(into: [:]) { $0[$1.id] = isChanged($1.name, in: known) }
    }
  }

  /// Nil for all.
  fileprivate static func ids(of selection: Selection, in model: Model) -> Set<Name>? {
    let (workspace, layers) = (model.workspace, model.layers)
    func features(where isListed: (FeatureDefinition) -> Bool) -> Set<Name> {
      Set(naming: workspace.features.filter(isListed).map(\.id))
    }
    switch selection {
    case .all: return nil
    case .overridden: return layers.overridden
    case .changed:
      guard let manifest = workspace.manifest else { return [] }
      return features { manifest.changes($0, in: model.channel) }.union(layers.overridden).union(
        layers.enrolled.keys)
    case .enrolled: return Set(layers.enrolled.filter { !$0.value.owners.isEmpty }.keys)
    case .imported: return features { $0.module > 0 }
    case .problems: return workspace.channelProblems.flawed.union(model.issues.flawed)
    case .drafts: return Set(naming: model.session.names(of: .draft))
    case .orphaned:
      return Set(
        naming: model.issues.orphans.keys.filter { $0.kind == .edit }.map(\.name)
          + unknownFeatures(in: model))
    }
  }

  private static func unknownFeatures(in model: Model) -> [String] {
    guard let manifest = model.workspace.manifest else { return [] }
    let names = model.session.names(of: .edit) + model.session.names(of: .draft)
    return names.filter { manifest.feature($0) == nil }.withoutRepeats.sorted()
  }
}

/// A feature in the list, or an unknown one with an edit or a draft.
struct FeatureItem: ListItem, Equatable {
  let name: String
  let isOrphaned: Bool
  /// The other names that a filter matches: variables, and fields of their types.
  private var fields: [String] = []
  /// The variants of their types, which few values use.
  private var variants: [String] = []

  init(unknown name: String) { (self.name, isOrphaned) = (name, true) }

  init(_ feature: FeatureDefinition, in manifest: Manifest) {
    (name, isOrphaned) = (feature.id, false)
    var (types, known) = (Set<Name>(), Set<Name>())
    func add(_ name: String, _ type: VariableType) {
      if known.insert(name) { fields.append(name) }
      for type in type.namedTypes where types.insert(type) {
        variants += manifest.enumeration(type, in: feature.module)?.variants.map(\.name) ?? []
        for field in manifest.object(type, in: feature.module)?.fields ?? [] {
          add(field.name, field.type)
        }
      }
    }
    for variable in feature.variables { add(variable.name, variable.type) }
  }

  var id: Name { Name(name) }

  /// Nil if the filter matches the id.
  func inner(matching filter: Filter) -> String? {
    filter.containsWhole(name) ? nil : (fields + variants).first(where: filter.containsWhole)
  }

  func rank(_ filter: Filter, fuzzy: Bool) -> Int? {
    // Unknown features are listed after all others.
    if isOrphaned { return !fuzzy && filter.containsWhole(name) ? .max : nil }
    if let match = filter.match(name, isWhole: !fuzzy) { return -match.score }
    if fuzzy { return nil }
    if fields.contains(where: filter.containsWhole) { return -900 }
    return variants.contains(where: filter.containsWhole) ? -800 : nil
  }
}

extension VariableType {
  fileprivate var namedTypes: [String] {
    switch self {
    case .enumeration(let name), .object(let name): [name]
    default: parts.flatMap(\.namedTypes)
    }
  }
}

extension Manifest {
  /// Whether the manifest itself changes a leaf of a feature.
  func changes(_ feature: FeatureDefinition, in channel: String?) -> Bool {
    let hasBlocks = !feature.blocks.isEmpty || !feature.additions.isEmpty
    return hasBlocks && merged(feature, channel: channel).leaves().contains(where: \.isChanged)
  }
}

// The features that are listed, and those and the values that a command acts on.
extension FeaturesScreen {
  static func features(in model: Model) -> [String] {
    guard model.focus == .features, model.features.list.markCount > 0 else {
      return model.selectedFeature.map { [$0.id] } ?? []
    }
    return model.features.list.markedItems.map(\.name)
  }

  static func values(in model: Model) -> [ValueRow] {
    let table = model.features.values
    guard model.focus == .values, table.list.markCount > 0 else {
      return table.selectedRow.map { [$0] } ?? []
    }
    return table.allRows.filter { table.list.marked.contains($0.id) && !$0.isInArray }
  }

  static func list(_ argument: String, in model: inout Model) -> Outcome {
    if let selection = FeaturesScreen.Selection(rawValue: argument) {
      model.features.selection = selection
      model.focus = .features
      FeaturesScreen.listFeatures(in: &model)
      model.features.list.scroll = Scroll()
      return []
    }
    let all = FeaturesScreen.Selection.allCases
    guard argument.isEmpty else {
      return .refused(.unknown("selection", argument, among: all.map(\.rawValue)))
    }
    return .asks { model in
      let answers = all.map { selection in
        let count =
          FeaturesScreen.ids(of: selection, in: model)?.count
          ?? model.workspace.features.count + model.features.unknownFeatures.count
        let problems =
          selection == .problems ? model.problems.count(.error) + model.problems.count(.warning) : 0
        let words = problems > 0 ? ", \(problems.pluralizing("problem")) in the manifest" : ""
        return (
          Invocation("list-features", selection.rawValue), selection.rawValue, "\(count)\(words)"
        )
      }
      return .choice("List", answers, current: all.firstIndex(of: model.features.selection))
    }
  }
}

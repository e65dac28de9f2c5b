import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaSource
import VirgaWorkbench

/// The features of screen 1, and which of them are listed.
struct Features: Sendable {
  enum Selection: String, CaseIterable, Sendable {
    case all
    case overridden
    /// Features with a value that differs from its variable default.
    case changed
    /// Features that a recipe of this client configures.
    case enrolled
    case imported
    case problems
    /// Features whose edit no longer matches the manifest.
    case orphaned
    case drafts
  }

  /// Followed by the edits of unknown features.
  var list = ListModel<FeatureItem>()
  var selection = Selection.all
  var details = TextScroll()
  /// Whether the details, while they have the focus, are about the feature and not about its value.
  var isAboutFeature = false
  /// The extra width of the list, in columns.
  var growth = 0
  /// Only of visible features, by id.
  private(set) var changes: [Name: Int] = [:]
  private var counted = Derived<Counted, Void>()
  private var all = Derived<Workspace.Identity, [FeatureItem]>()
  var listed = Derived<Source, Void>()

  struct Source: Equatable, Sendable {
    let selection: Selection
    let manifest: Workspace.Identity
    let session: Session
    let channel: Name?
    let errors: Int
  }

  private struct Counted: Equatable, Sendable {
    let manifest: Workspace.Identity
    let channel: Name?
  }

  /// Nil if a feature is selected.
  var selectedOrphan: String? { list.selected.flatMap { $0.isOrphaned ? $0.name : nil } }

  /// Nil ids show all features; lost edits come last.
  mutating func show(_ ids: Set<Name>?, lost: [String], of workspace: Workspace) {
    let all = all.value(for: workspace.identity) { _ in
      guard let manifest = workspace.manifest else { return [] }
      return manifest.features.map { FeatureItem($0, in: manifest) }
    }
    list.show((ids.map { ids in all.filter { ids.contains($0.name) } } ?? all) + lost.map(FeatureItem.init))
  }

  /// Keeps earlier counts.
  mutating func countChanges(in height: Int, _ workspace: Workspace, channel: String?) {
    if counted.isNew(Counted(manifest: workspace.identity, channel: channel.map { Name($0) })) { changes = [:] }
    guard let manifest = workspace.manifest else { return }
    for row in list.scroll.window(count: list.count, height: height) {
      guard let name = list.item(inRow: row)?.name, changes[name] == nil, let feature = manifest.feature(name) else {
        continue
      }
      changes[name] = manifest.changedLeafCount(of: feature, channel: channel)
    }
  }
}

extension Manifest {
  /// The number of leaves of a feature that the manifest itself changes.
  func changedLeafCount(of feature: FeatureDefinition, channel: String?) -> Int {
    let hasBlocks = !feature.blocks.isEmpty || !feature.additions.isEmpty
    return hasBlocks ? merged(feature, channel: channel).leaves().count(where: \.isChanged) : 0
  }
}

// The features that screen 1 lists, and those that a command acts on.
extension State {
  var featureSubjects: [String] {
    guard focus == .features, features.list.markCount > 0 else { return selectedFeature.map { [$0.id] } ?? [] }
    return features.list.markedItems.map(\.name)
  }

  mutating func listFeatures(_ argument: String) -> Outcome {
    if let selection = Features.Selection(rawValue: argument) {
      features.selection = selection
      focus = .features
      listFeatures()
      features.list.scroll = Scroll()
      return []
    }
    guard argument.isEmpty else {
      return .refused(.unknown("selection", argument, among: Features.Selection.allCases.map(\.rawValue)))
    }
    return .asks { state in
      .choice(
        "List",
        Features.Selection.allCases.map { selection in
          let count = state.features(of: selection)?.count ?? state.workspace.features.count + state.orphanedEdits.count
          let problems = state.count(.error) + state.count(.warning)
          let words =
            selection == .problems && problems > 0 ? ", \(problems.pluralizing("problem")) in the manifest" : ""
          return (Invocation("list-features", selection.rawValue), selection.rawValue, "\(count)\(words)")
        }, cursor: Features.Selection.allCases.firstIndex(of: state.features.selection) ?? 0)
    }
  }

  mutating func listFeatures() {
    let source = Features.Source(
      selection: features.selection, manifest: workspace.identity, session: session,
      channel: channel.map { Name($0) }, errors: workspace.count(.error, in: channel))
    guard features.listed.isNew(source) else { return }
    let showsLost = [.all, .overridden, .orphaned].contains(features.selection)
    features.show(features(of: features.selection), lost: showsLost ? orphanedEdits : [], of: workspace)
  }

  private func features(of selection: Features.Selection) -> Set<Name>? {
    switch selection {
    case .all: return nil
    case .overridden: return layers.overridden
    case .changed:
      guard let manifest = workspace.manifest else { return [] }
      let written = workspace.features.filter { manifest.changedLeafCount(of: $0, channel: channel) > 0 }
      return Set(naming: written.map(\.id)).union(layers.overridden).union(layers.enrolled.keys)
    case .enrolled: return Set(layers.enrolled.filter { !$0.value.owners.isEmpty }.keys)
    case .imported: return Set(naming: workspace.features.filter { $0.module > 0 }.map(\.id))
    case .problems: return workspace.flawedFeatures(in: channel)
    case .drafts: return Set(naming: workspace.features.map(\.id).filter { session[.draft, $0] != nil })
    case .orphaned: return Set(naming: findings.orphans.keys.filter { $0.kind == .edit }.map(\.name))
    }
  }

  var orphanedEdits: [String] {
    findings.orphans.keys.filter { $0.kind == .edit && workspace.manifest?.feature($0.name) == nil }.map(\.name)
      .sorted()
  }

  var valueSubjects: [ValueRow] {
    guard focus == .values, table.list.markCount > 0 else { return table.selectedRow.map { [$0] } ?? [] }
    return table.unfolded.filter { table.list.marked.contains($0.id) }
  }
}

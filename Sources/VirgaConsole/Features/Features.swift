import VirgaJSON
import VirgaManifest
import VirgaSession

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

import VirgaJSON
import VirgaManifest
import VirgaSession

/// The features of screen 1, and which of them are listed.
struct Features: Sendable {
  /// Which features are listed, by what became of them.
  enum Selection: String, CaseIterable, Sendable {
    /// Every feature.
    case all
    /// Those that the session itself overrides.
    case overridden
    /// Those with a value that is not the default of its variable.
    case changed
    /// Those that a recipe of this client configures.
    case enrolled
    /// Those of other manifests that this one imports.
    case imported
    /// Those with problems in the channel on screen.
    case problems
    /// Those whose edit no longer matches the manifest.
    case orphaned
    /// Those with a text that was kept as a draft and is not applied.
    case drafts
  }

  /// The features of the selection, and behind them the edits that no feature has.
  var list = ListModel<FeatureItem>()
  /// Which features are listed.
  var selection = Selection.all
  /// The details of what is under the cursor.
  var details = TextScroll()
  /// Whether the details, while they have the focus, are about the feature and not about its value.
  var isAboutFeature = false
  /// How much wider, in columns, the person made the list.
  var growth = 0
  /// How many values the features in sight have that differ from their variable defaults, by id.
  private(set) var changes: NameTable<Int> = [:]
  private var counted = Derived<Counted, Void>()
  private var all = Derived<Workspace.Identity, [FeatureItem]>()
  private var listed = Derived<Source, Void>()

  /// What it depends on which features are listed.
  struct Source: Equatable, Sendable {
    let selection: Selection
    let manifest: Workspace.Identity
    let session: Session
    let channel: ExactText?
    let errors: Int
  }

  private struct Counted: Equatable, Sendable {
    let manifest: Workspace.Identity
    let channel: ExactText?
  }

  /// Whether an edit is selected that no feature has; nil if a feature is.
  var selectedLost: String? { list.selected.flatMap { $0.isLost ? $0.name : nil } }

  /// Whether the features have to be listed again.
  mutating func isOld(for source: Source) -> Bool { listed.isNew(source) }

  /// Lists the features with some ids, or all of them for nil, and behind them lost edits.
  mutating func show(_ ids: NameSet?, lost: [String], of workspace: Workspace) {
    let all = all.value(for: workspace.identity) { _ in
      guard let manifest = workspace.manifest else { return [] }
      return manifest.features.map { FeatureItem($0, in: manifest) }
    }
    list.show((ids.map { ids in all.filter { ids.contains($0.name) } } ?? all) + lost.map(FeatureItem.init))
  }

  /// Counts the changed values of the features in sight; those counted before are kept.
  mutating func countChanges(in height: Int, _ workspace: Workspace, channel: String?) {
    if counted.isNew(Counted(manifest: workspace.identity, channel: channel.map { ExactText($0) })) { changes = [:] }
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
  /// How many leaves of a feature are changed by the manifest itself.
  func changedLeafCount(of feature: FeatureDefinition, channel: String?) -> Int {
    let hasBlocks = !feature.blocks.isEmpty || !feature.additions.isEmpty
    return hasBlocks ? merged(feature, channel: channel).leaves().count(where: \.isChanged) : 0
  }
}

import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaSource
import VirgaWorkbench

// Which features are listed on screen 1, and which of them a command acts on.
extension State {
  /// The features that a command acts on: those that are marked, else the one under the cursor.
  var featureSubjects: [String] {
    guard focus == .features, !list.marked.isEmpty else { return selectedFeature.map { [$0.id] } ?? [] }
    return workspace.features.map(\.id).filter(list.marked.contains)
  }

  /// Lists the features of a selection, or lets one be chosen.
  mutating func listFeatures(_ argument: String) -> [Effect] {
    if let selection = FeatureList.Selection(rawValue: argument) {
      list.selection = selection
      focus = .features
      settleSelection()
      list.scroll = Scroll()
    } else if argument.isEmpty {
      open { state in
        .choice(
          "List",
          FeatureList.Selection.allCases.map { selection in
            let count = state.features(of: selection)?.count ?? state.workspace.features.count + state.lostEdits.count
            return (Invocation("list-features", selection.rawValue), selection.rawValue, "\(count)")
          }, cursor: FeatureList.Selection.allCases.firstIndex(of: state.list.selection) ?? 0)
      }
    } else {
      status = .refusal(unknown("selection", argument, among: FeatureList.Selection.allCases.map(\.rawValue)))
    }
    return []
  }

  /// Finds the features of the selection again, as what became of them changes with every operation.
  mutating func settleSelection() {
    let key = SelectionKey(
      selection: list.selection, manifest: workspace.generation, session: sessionGeneration, channel: channel,
      errors: workspace.count(.error, in: channel))
    guard key != selectionKey else { return }
    selectionKey = key
    let showsLost = [.all, .overridden, .orphaned].contains(list.selection)
    list.show(features(of: list.selection), lost: showsLost ? lostEdits : [], in: workspace)
  }

  /// What the features of a selection follow from.
  struct SelectionKey: Equatable, Sendable {
    var selection: FeatureList.Selection
    var manifest: Int
    var session: Int
    var channel: String?
    var errors: Int
  }

  /// The ids of the features of a selection; nil where that is all of them.
  private func features(of selection: FeatureList.Selection) -> NameSet? {
    switch selection {
    case .all: return nil
    case .overridden: return layers.overridden
    case .changed:
      guard let manifest = workspace.manifest else { return [] }
      let written = workspace.features.filter { feature in
        let hasBlocks = !feature.blocks.isEmpty || !feature.additions.isEmpty
        guard hasBlocks else { return false }
        return changes[feature.id].map { $0 > 0 } ?? (manifest.merged(feature, channel: channel).changedLeafCount > 0)
      }
      return NameSet(written.map(\.id)).union(layers.overridden).union(NameSet(layers.enrolled.keys))
    case .enrolled: return NameSet(layers.enrolled.filter { !$0.value.owners.isEmpty }.keys)
    case .imported: return NameSet(workspace.features.filter { $0.module > 0 }.map(\.id))
    case .problems: return NameSet(workspace.errorCounts(in: channel).keys)
    case .drafts: return NameSet(workspace.features.map(\.id).filter { session[.draft, $0] != nil })
    case .orphaned: return NameSet(orphans.keys.filter { $0.kind == .edit }.map(\.name))
    }
  }

  /// The edits of features that the manifest does not have any more.
  var lostEdits: [String] {
    orphans.keys.filter { $0.kind == .edit && workspace.manifest?.feature($0.name) == nil }.map(\.name).sorted()
  }

  /// The values that a command acts on: those that are marked, else the one under the cursor.
  var valueSubjects: [ValueRow] {
    guard focus == .values, !table.marked.isEmpty else { return table.selectedRow.map { [$0] } ?? [] }
    return table.unfolded.filter { table.marked.contains($0.pathText) }
  }
}

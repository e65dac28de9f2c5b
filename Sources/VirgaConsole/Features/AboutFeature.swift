import VirgaCanvas
import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaWorkbench

/// The lines above the values of a feature: description and recipes, if they fit.
struct AboutFeature {
  /// The lines, followed by an empty one.
  private(set) var lines: [StyledLine] = []
  /// Whether they contain the whole description.
  private(set) var isWhole = true

  init(_ state: State) {
    guard let feature = state.selectedFeature else { return }
    let room = state.layout.inside(.values).size
    let all = Prose.lines(of: feature.description, columns: room.columns - 2)
    let most = room.rows >= 18 ? 3 : room.rows >= 12 ? 1 : 0
    isWhole = all.count <= most
    guard most > 0 else { return }
    var shown = Array(all.prefix(most))
    if !isWhole { shown[most - 1] = (shown[most - 1] + "…").truncated(to: room.columns - 2) }
    shown += Self.recipes(of: feature.id, in: state).prefix(most)
    if !shown.isEmpty { lines = (shown + [.empty]).map { StyledLine($0) } }
  }

  /// A line for each recipe of a feature, highest layer first: `experiment order-2026 · treatment-a`.
  private static func recipes(of id: String, in state: State) -> [DisplayText] {
    (state.layers.enrolled[id]?.counting ?? []).reversed().map { part in
      let forced = state.session[.branch, part.slug] == nil ? "" : " · forced"
      let misfit = state.findings.misfits.contains(part.slug, for: id) ? " ! does not fit the manifest" : ""
      return DisplayText("\(part.isRollout ? "rollout" : "experiment") \(part.slug) · \(part.branch)\(forced)\(misfit)")
    }
  }
}

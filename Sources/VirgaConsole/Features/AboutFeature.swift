import VirgaCanvas
import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaWorkbench

/// What stands above the values of a feature, as far as there is room: its recipes, and its description unless the
/// details have it.
struct AboutFeature {
  /// The lines, followed by an empty one.
  private(set) var lines: [StyledLine] = []

  /// - Parameters:
  ///   - room: the inside of the panel.
  ///   - details: the rows of the room that the details take from the description.
  init(_ state: State, room: Size, beside details: Int = 0) {
    guard let feature = state.selectedFeature else { return }
    let columns = max(1, room.columns - 2)
    let recipes = Self.recipes(of: feature.id, in: state).flatMap { $0.wrapped(to: columns) }
    let all = Prose.lines(of: feature.description, columns: columns)
    // Heads, a blank line and all values come first.
    let free = room.rows - state.table.list.count - 2
    let isSaidBelow = DetailPanel.isAboutFeature(state) && state.layout.panels[.editor] == nil
    let isShown = !isSaidBelow && all.count <= min(Self.maxLines, free - recipes.count - details)
    let shown = (isShown ? all : []) + recipes.prefix(max(free, room.rows / 4))
    if !shown.isEmpty { lines = (shown + [.empty]).map { StyledLine($0) } }
  }

  /// A longer description is read in the details.
  private static let maxLines = 3

  /// Highest layer first, as in `experiment order-2026 · treatment-a`.
  private static func recipes(of id: String, in state: State) -> [DisplayText] {
    (state.layers.enrolled[id]?.counting ?? []).reversed().map { part in
      let forced = state.session[.branch, part.slug] == nil ? "" : " · forced"
      let mismatch = state.findings.mismatches.contains(part.slug, for: id) ? " ! does not match the manifest" : ""
      return DisplayText(
        "\(part.isRollout ? "rollout" : "experiment") \(part.slug) · \(part.branch)\(forced)\(mismatch)")
    }
  }
}

import VirgaCanvas
import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaWorkbench

extension FeatureScreen {
  /// The panels if the selected feature has a text to show; nil if it has none, or there is no room.
  ///
  /// Large terminals show it below the values while features or values have the focus; other terminals replace the
  /// values while the text has the focus.
  static func editorAreas(in body: Rectangle, of state: State) -> [Panel: Rectangle]? {
    guard state.hasText else { return nil }
    let isIn = state.isInEditor
    let layout = FeatureLayout(state, problemCount: 0)
    var usual = layout.areas(in: body)
    guard layout.arrangement == .beside, let list = usual[.features] else {
      return isIn ? editorParts(in: body, of: state) : nil
    }
    let right = body.droppingLeft(list.columns)
    guard body.rows >= 30 else {
      return isIn ? editorParts(in: right, of: state).merging([.features: list]) { first, _ in first } : nil
    }
    let hasDetails = body.rows >= 45
    guard isIn || state.focus == .features || state.focus == .values || hasDetails && state.focus == .details else {
      return nil
    }
    let values = isIn ? max(9, body.rows * 35 / 100) : hasDetails ? body.rows * 2 / 5 : body.rows / 2
    usual = [.features: list, .values: right.top(values)]
    var below = right.droppingTop(values)
    if hasDetails, !isIn {
      let details = body.rows / 5
      usual[.details] = below.top(details)
      below = below.droppingTop(details)
    }
    return usual.merging(editorParts(in: below, of: state)) { first, _ in first }
  }

  /// Only the focused one if both do not fit.
  private static func editorParts(in area: Rectangle, of state: State) -> [Panel: Rectangle] {
    guard let both = EditorLayout.beside(in: area) else { return [state.focus == .merged ? .merged : .editor: area] }
    return [.editor: both.edit, .merged: both.merged]
  }
}

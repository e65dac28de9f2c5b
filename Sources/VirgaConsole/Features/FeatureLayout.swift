import VirgaCanvas

/// The layout of the Features screen while no text is shown.
struct FeatureLayout {
  let arrangement: Layout.Arrangement
  let focus: Panel
  let problemCount: Int
  /// The width of most feature names; the list takes some of the values' room for them.
  var names = 0
  /// The extra width of the list, in columns.
  var growth = 0

  func areas(in body: Rectangle) -> [Panel: Rectangle] { arrangement == .alone ? alone(body) : beside(body) }

  private func alone(_ body: Rectangle) -> [Panel: Rectangle] {
    guard focus == .values || focus == .details, body.rows >= 14 else { return [focus: body] }
    let details = max(5, body.rows * 2 / 5)
    return [.values: body.droppingBottom(details), .details: body.bottom(details)]
  }

  private func beside(_ body: Rectangle) -> [Panel: Rectangle] {
    let usual = min(max(body.columns * 28 / 100, 25), 46)
    // A name needs a border, marks and a blank next to it.
    let more = min(max(names + 7 - usual, 0), body.columns / 16)
    let listColumns = min(max(usual + more + growth, 14), body.columns - 40)
    let right = body.droppingLeft(listColumns)
    var panels: [Panel: Rectangle] = [.features: body.left(listColumns)]
    var upper = right
    if problemCount > 0 || focus == .problems {
      let wanted = min(max(problemCount, 1) + 2, max(body.rows / 5, 4))
      panels[.problems] = right.bottom(wanted)
      upper = right.droppingBottom(wanted)
    }
    let details = min(max(upper.rows * 38 / 100, 6), 16)
    panels[.details] = upper.bottom(details)
    panels[.values] = upper.droppingBottom(details)
    return panels
  }
}

extension FeatureLayout {
  /// The layout of a console, with room for a number of problems.
  init(_ state: State, problemCount: Int) {
    self.init(
      arrangement: Layout.arrangement(of: state.size), focus: state.focus, problemCount: problemCount,
      names: state.workspace.commonNameWidth, growth: state.features.growth)
  }
}

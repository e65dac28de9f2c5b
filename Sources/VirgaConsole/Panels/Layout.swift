package import VirgaCanvas

/// Where everything stands on a terminal of a given size.
///
/// Wide terminals show all panels; narrow ones show one at a time; below the smallest usable size there is one line
/// that says so. Drawing and the mouse both read this one computation.
package struct Layout: Equatable, Sendable {
  /// How the panels share the terminal.
  package enum Arrangement: Equatable, Sendable {
    /// The list at the left, the rest at the right.
    case beside
    /// The panel in focus alone.
    case alone
    /// No room for any panel.
    case tooSmall
  }

  /// The smallest terminal that shows panels.
  package static let smallest = Size(columns: 36, rows: 9)

  /// How the panels share the terminal.
  package let arrangement: Arrangement
  /// The first line.
  package let header: Rectangle
  /// The line above the last.
  package let status: Rectangle
  /// The last line.
  package let hints: Rectangle
  /// The panels that are seen, borders included.
  package let panels: [Panel: Rectangle]

  /// The layout of a terminal of `size`, with the panels that `areas` places between the first line and the last two.
  ///
  /// - Parameter captionRows: how many lines above the last one a caption takes, if more than the one of messages.
  package init(size: Size, captionRows: Int = 1, areas: (_ body: Rectangle) -> [Panel: Rectangle]) {
    let whole = Rectangle(column: 0, row: 0, columns: size.columns, rows: size.rows)
    header = whole.top(1)
    hints = whole.bottom(1)
    status = whole.droppingBottom(1).bottom(1)
    arrangement = Self.arrangement(of: size)
    panels = arrangement == .tooSmall ? [:] : areas(whole.droppingTop(1).droppingBottom(1 + max(captionRows, 1)))
  }

  /// How the panels share a terminal of `size`.
  package static func arrangement(of size: Size) -> Arrangement {
    if size.columns < smallest.columns || size.rows < smallest.rows { return .tooSmall }
    return size.columns >= 76 && size.rows >= 16 ? .beside : .alone
  }

  /// The inside of a panel; empty where it is not seen.
  package func inside(_ panel: Panel) -> Rectangle {
    panels[panel]?.inset(by: 1) ?? Rectangle(column: 0, row: 0, columns: 0, rows: 0)
  }

  /// The feature rows inside the list: below the filter line.
  package var listRows: Rectangle { inside(.features).droppingTop(1) }

  /// The panels of the Features screen.
  ///
  /// - Parameter names: How wide names of features commonly are, for which the values give some of their room.
  package static func featurePanels(
    in body: Rectangle, arrangement: Arrangement, focus: Panel, problemCount: Int, names: Int = 0, listGrowth: Int = 0
  ) -> [Panel: Rectangle] {
    arrangement == .alone
      ? alone(body, focus: focus)
      : beside(body, focus: focus, problemCount: problemCount, names: names, listGrowth: listGrowth)
  }

  private static func alone(_ body: Rectangle, focus: Panel) -> [Panel: Rectangle] {
    guard focus == .values || focus == .details, body.rows >= 14 else { return [focus: body] }
    let details = max(5, body.rows * 2 / 5)
    return [.values: body.droppingBottom(details), .details: body.bottom(details)]
  }

  private static func beside(
    _ body: Rectangle, focus: Panel, problemCount: Int, names: Int, listGrowth: Int
  ) -> [Panel: Rectangle] {
    let usual = min(max(body.columns * 28 / 100, 25), 46)
    // The border, the marks and a blank stand beside a name.
    let more = min(max(names + 7 - usual, 0), body.columns / 16)
    let listColumns = min(max(usual + more + listGrowth, 14), body.columns - 40)
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

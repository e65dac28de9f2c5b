import VirgaCanvas

/// Where everything stands on a terminal of a given size.
///
/// Wide terminals show all panels; narrow ones show one at a time; below the smallest usable size there is one line
/// that says so. Drawing and the mouse both read this one computation.
struct Layout: Equatable, Sendable {
  /// How the panels share the terminal.
  enum Arrangement: Equatable, Sendable {
    /// The list at the left, the rest at the right.
    case beside
    /// The panel in focus alone.
    case alone
    /// No room for any panel.
    case tooSmall
  }

  /// The smallest terminal that shows panels.
  package static let smallest = Size(columns: 36, rows: 9)

  /// The size of the terminal.
  var size: Size
  /// How the panels share the terminal.
  let arrangement: Arrangement
  /// The first line.
  package let header: Rectangle
  /// The line above the last.
  package let status: Rectangle
  /// The last line.
  package let hints: Rectangle
  /// The panels that are seen, borders included.
  let panels: [Panel: Rectangle]

  /// The layout of a terminal of `size`, with the panels that `areas` places between the first line and the last two.
  ///
  /// - Parameter captionRows: how many lines above the last one a caption takes, if more than the one of messages.
  package init(size: Size, captionRows: Int = 1, areas: (_ body: Rectangle) -> [Panel: Rectangle]) {
    self.size = size
    let whole = Rectangle(column: 0, row: 0, columns: size.columns, rows: size.rows)
    header = whole.top(1)
    hints = whole.bottom(1)
    status = whole.droppingBottom(1).bottom(1)
    arrangement = Self.arrangement(of: size)
    panels = arrangement == .tooSmall ? [:] : areas(whole.droppingTop(1).droppingBottom(1 + max(captionRows, 1)))
  }

  /// How the panels share a terminal of `size`.
  static func arrangement(of size: Size) -> Arrangement {
    if size.columns < smallest.columns || size.rows < smallest.rows { return .tooSmall }
    return size.columns >= 76 && size.rows >= 16 ? .beside : .alone
  }

  /// The inside of a panel; empty where it is not seen.
  package func inside(_ panel: Panel) -> Rectangle {
    panels[panel]?.inset(by: 1) ?? Rectangle(column: 0, row: 0, columns: 0, rows: 0)
  }
}

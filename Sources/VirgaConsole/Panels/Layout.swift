package import VirgaCanvas

/// The layout for a terminal of a given size.
///
/// Wide terminals show all panels, narrow ones one at a time; below the smallest usable size, one
/// line says so. Drawing and the mouse use the same layout.
package struct Layout: Equatable, Sendable {
  enum Arrangement: Equatable, Sendable {
    /// The list on the left, the rest on the right.
    case severalPanels
    /// Only the focused panel.
    case onePanel
    case tooSmall
  }

  /// The smallest usable size.
  package static let smallest = Size(columns: 36, rows: 9)
  /// The smallest size at which the list and other panels are shown together.
  private static let smallestForSeveralPanels = Size(columns: 76, rows: 16)

  var size: Size
  /// The area of all panels, between the first line and the last two.
  var body = Size.zero.bounds
  /// Including borders.
  var panels: [Panel: Rectangle] = [:]

  var header: Rectangle { size.bounds.top(1) }
  var status: Rectangle { size.bounds.droppingBottom(1).bottom(1) }
  var hints: Rectangle { size.bounds.bottom(1) }

  /// Whether the size is enough for several panels, for one, or for none.
  var arrangement: Arrangement {
    func isAtLeast(_ least: Size) -> Bool {
      size.columns >= least.columns && size.rows >= least.rows
    }
    guard isAtLeast(Self.smallest) else { return .tooSmall }
    return isAtLeast(Self.smallestForSeveralPanels) ? .severalPanels : .onePanel
  }

  /// The area of a panel within its border; empty if the panel is hidden.
  func inside(_ panel: Panel) -> Rectangle {
    panels[panel]?.inset(by: 1) ?? Size.zero.bounds
  }
}

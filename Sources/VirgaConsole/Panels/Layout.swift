import VirgaCanvas

/// The layout for a terminal of a given size.
///
/// Wide terminals show all panels, narrow ones one at a time; below the smallest usable size, one
/// line says so. Drawing and the mouse use the same layout.
struct Layout: Equatable, Sendable {
  enum Arrangement: Equatable, Sendable {
    /// The list on the left, the rest on the right.
    case beside
    /// Only the focused panel.
    case alone
    case tooSmall
  }

  static let smallest = Size(columns: 36, rows: 9)

  var size: Size
  /// The area of all panels, between the first line and the last two.
  var body = Size.zero.bounds
  /// Including borders.
  var panels: [Panel: Rectangle] = [:]

  var header: Rectangle { size.bounds.top(1) }
  var status: Rectangle { size.bounds.droppingBottom(1).bottom(1) }
  var hints: Rectangle { size.bounds.bottom(1) }

  var arrangement: Arrangement {
    if size.columns < Self.smallest.columns || size.rows < Self.smallest.rows { return .tooSmall }
    return size.columns >= 76 && size.rows >= 16 ? .beside : .alone
  }

  func inside(_ panel: Panel) -> Rectangle {
    panels[panel]?.inset(by: 1) ?? Size.zero.bounds
  }
}

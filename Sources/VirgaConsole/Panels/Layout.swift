import VirgaCanvas

/// The layout for a terminal of a given size.
///
/// Wide terminals show all panels, narrow ones one at a time; below the smallest usable size, one line says so. Drawing
/// and the mouse use the same layout.
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
  /// Including borders.
  private(set) var panels: [Panel: Rectangle] = [:]

  /// Lays out a terminal; `areas` places the panels between the first line and the last two.
  ///
  /// - Parameter captionRows: The number of lines above the last one that a caption takes; at least 1.
  init(size: Size, captionRows: Int = 1, areas: (_ body: Rectangle) -> [Panel: Rectangle]) {
    self.size = size
    guard arrangement != .tooSmall else { return }
    panels = areas(Self.body(of: size, captionRows: captionRows))
  }

  static func body(of size: Size, captionRows: Int) -> Rectangle {
    size.bounds.droppingTop(1).droppingBottom(1 + captionRows)
  }

  var header: Rectangle { size.bounds.top(1) }
  var status: Rectangle { size.bounds.droppingBottom(1).bottom(1) }
  var hints: Rectangle { size.bounds.bottom(1) }
  var arrangement: Arrangement { Self.arrangement(of: size) }

  static func arrangement(of size: Size) -> Arrangement {
    if size.columns < smallest.columns || size.rows < smallest.rows { return .tooSmall }
    return size.columns >= 76 && size.rows >= 16 ? .beside : .alone
  }

  func inside(_ panel: Panel) -> Rectangle {
    panels[panel]?.inset(by: 1) ?? Size.zero.bounds
  }
}

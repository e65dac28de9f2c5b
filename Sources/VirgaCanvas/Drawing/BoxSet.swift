/// The glyphs of borders and rules, each one cell wide.
package struct BoxSet: Hashable, Sendable {
  /// A horizontal line.
  package var horizontal: DisplayText
  /// A vertical line.
  package var vertical: DisplayText
  /// The upper left corner.
  package var topLeft: DisplayText
  /// The upper right corner.
  package var topRight: DisplayText
  /// The lower left corner.
  package var bottomLeft: DisplayText
  /// The lower right corner.
  package var bottomRight: DisplayText
  /// A vertical line with a branch to the right.
  package var teeRight: DisplayText
  /// A vertical line with a branch to the left.
  package var teeLeft: DisplayText
  /// A horizontal line with a branch down.
  package var teeDown: DisplayText
  /// A horizontal line with a branch up.
  package var teeUp: DisplayText
  /// Two lines that cross.
  package var cross: DisplayText

  /// Creates a set from eleven glyphs in the order of the properties.
  private init(_ glyphs: String) {
    let parts = glyphs.map { DisplayText(String($0)) }
    (horizontal, vertical) = (parts[0], parts[1])
    (topLeft, topRight, bottomLeft, bottomRight) = (parts[2], parts[3], parts[4], parts[5])
    (teeRight, teeLeft, teeDown, teeUp, cross) = (parts[6], parts[7], parts[8], parts[9], parts[10])
  }

  /// Borders of panels.
  package static let light = BoxSet("─│┌┐└┘├┤┬┴┼")
  /// The border of the focused panel.
  package static let heavy = BoxSet("━┃┏┓┗┛┣┫┳┻╋")
  /// Borders for ASCII-only terminals.
  package static let ascii = BoxSet("-|+++++++++")
}

/// What a border is drawn with.
package struct BorderLook: Sendable {
  package var style: Style
  package var boxes: BoxSet
  /// Nil for that of the border.
  package var titleStyle: Style?

  package init(_ style: Style = .border, _ boxes: BoxSet = .light, titleStyle: Style? = nil) {
    self.style = style
    self.boxes = boxes
    self.titleStyle = titleStyle
  }
}

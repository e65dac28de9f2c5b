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
    horizontal = parts[0]
    vertical = parts[1]
    topLeft = parts[2]
    topRight = parts[3]
    bottomLeft = parts[4]
    bottomRight = parts[5]
    teeRight = parts[6]
    teeLeft = parts[7]
    teeDown = parts[8]
    teeUp = parts[9]
    cross = parts[10]
  }

  /// Borders of panels.
  package static let light = BoxSet("─│┌┐└┘├┤┬┴┼")
  /// The border of the focused panel.
  package static let heavy = BoxSet("━┃┏┓┗┛┣┫┳┻╋")
  /// Borders for ASCII-only terminals.
  package static let ascii = BoxSet("-|+++++++++")
}

/// The style and glyphs of a border and its title.
package struct BorderLook: Sendable {
  package var style: Style
  package var boxes: BoxSet
  /// The style of the title; nil if it has the border's.
  package var titleStyle: Style?

  /// Creates the look of a border; by default, that of a panel without the focus.
  package init(_ style: Style = .border, _ boxes: BoxSet = .light, titleStyle: Style? = nil) {
    self.style = style
    self.boxes = boxes
    self.titleStyle = titleStyle
  }
}

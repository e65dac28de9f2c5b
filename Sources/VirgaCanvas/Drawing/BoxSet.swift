/// The glyphs that borders and rules are made of, each of one cell.
package struct BoxSet: Hashable, Sendable {
  /// A line from left to right.
  package var horizontal: DisplayText
  /// A line from top to bottom.
  package var vertical: DisplayText
  /// The upper left corner.
  package var topLeft: DisplayText
  /// The upper right corner.
  package var topRight: DisplayText
  /// The lower left corner.
  package var bottomLeft: DisplayText
  /// The lower right corner.
  package var bottomRight: DisplayText
  /// A line from top to bottom that one from the right meets.
  package var teeRight: DisplayText
  /// A line from top to bottom that one from the left meets.
  package var teeLeft: DisplayText
  /// A line from left to right that one from below meets.
  package var teeDown: DisplayText
  /// A line from left to right that one from above meets.
  package var teeUp: DisplayText
  /// Two lines that cross.
  package var cross: DisplayText

  /// The box of eleven glyphs in the order of the properties.
  private init(_ glyphs: String) {
    let parts = glyphs.map { DisplayText(String($0)) }
    (horizontal, vertical) = (parts[0], parts[1])
    (topLeft, topRight, bottomLeft, bottomRight) = (parts[2], parts[3], parts[4], parts[5])
    (teeRight, teeLeft, teeDown, teeUp, cross) = (parts[6], parts[7], parts[8], parts[9], parts[10])
  }

  /// For panels.
  package static let light = BoxSet("─│┌┐└┘├┤┬┴┼")
  /// For the panel that the keys go to.
  package static let heavy = BoxSet("━┃┏┓┗┛┣┫┳┻╋")
  /// For terminals that show ASCII only.
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

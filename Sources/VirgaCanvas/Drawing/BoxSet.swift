/// The glyphs that borders and rules are made of, each of one cell.
public struct BoxSet: Hashable, Sendable {
  /// A line from left to right.
  public var horizontal: DisplayText
  /// A line from top to bottom.
  public var vertical: DisplayText
  /// The upper left corner.
  public var topLeft: DisplayText
  /// The upper right corner.
  public var topRight: DisplayText
  /// The lower left corner.
  public var bottomLeft: DisplayText
  /// The lower right corner.
  public var bottomRight: DisplayText
  /// A line from top to bottom that one from the right meets.
  public var teeRight: DisplayText
  /// A line from top to bottom that one from the left meets.
  public var teeLeft: DisplayText
  /// A line from left to right that one from below meets.
  public var teeDown: DisplayText
  /// A line from left to right that one from above meets.
  public var teeUp: DisplayText
  /// Two lines that cross.
  public var cross: DisplayText

  /// The box of eleven glyphs in the order of the properties.
  private init(_ glyphs: String) {
    let parts = glyphs.map { DisplayText(String($0)) }
    (horizontal, vertical) = (parts[0], parts[1])
    (topLeft, topRight, bottomLeft, bottomRight) = (parts[2], parts[3], parts[4], parts[5])
    (teeRight, teeLeft, teeDown, teeUp, cross) = (parts[6], parts[7], parts[8], parts[9], parts[10])
  }

  /// For panels.
  public static let light = BoxSet("─│┌┐└┘├┤┬┴┼")
  /// For the panel that the keys go to.
  public static let heavy = BoxSet("━┃┏┓┗┛┣┫┳┻╋")
  /// For terminals that show ASCII only.
  public static let ascii = BoxSet("-|+++++++++")
}

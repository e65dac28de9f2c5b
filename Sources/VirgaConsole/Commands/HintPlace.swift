/// Where the hint line shows a command, from left to right.
///
/// If there is no room for all, the last ones at the left are left out.
enum HintPlace: Int, Comparable, Sendable {
  /// What a list or text is opened for.
  case lead
  /// The main action of a panel, then its other actions.
  case main
  case second
  case third
  case fourth
  case fifth
  case sixth
  case seventh
  case channel
  case back
  case branch
  case listing
  /// What is done now and then on any item.
  case seldom
  /// Going to the next panel.
  case panel
  /// What works on every screen.
  case everywhere
  case commandLine
  /// At the right end of the line, in all contexts.
  case help
  case quit

  /// Whether it is shown at the right end of the line.
  var isAtRight: Bool { self >= .help }

  /// Whether a place is further to the left, as the earlier cases are.
  static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

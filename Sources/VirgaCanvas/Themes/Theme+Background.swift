extension Theme {
  /// The theme for a background of this color: `light` on a light one, else `default`.
  package static func forBackground(_ background: RGB) -> Theme {
    background.isLight ? light : standard
  }

  /// The theme for the background that `COLORFGBG` names, as in `0;15`, black on white; the default
  /// if it names none.
  ///
  /// Under tmux the variable is about the terminal that started the server, so it does not count.
  package static func forBackground(in environment: [String: String]) -> Theme {
    guard environment["TMUX"] == nil else { return standard }
    let colors = environment["COLORFGBG", default: ""].split(separator: ";")
    let background = colors.last.flatMap { UInt8($0) }.flatMap { Color.indexed($0).components }
    return background.map { forBackground($0) } ?? standard
  }
}

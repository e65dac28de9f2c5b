package import VirgaCanvas

extension Terminal {
  /// What a terminal is started with.
  package struct Options: Sendable {
    /// How roles look at first.
    package var theme: Theme = .standard
    /// What the person asked for about colours.
    package var color: ColorDepth.Option = .auto
    /// Whether ASCII alone is drawn; nil where the locale decides.
    package var isASCII: Bool?
    /// Whether the terminal is to report the mouse.
    package var reportsMouse = true
    /// How many milliseconds a lone Escape waits for more.
    package var escapePatience = 25
    /// The environment of the process.
    package var environment: [String: String] = [:]
    /// Where keys come from; where that is no terminal, they come from the one that is drawn on.
    package var input: Int32 = 0
    /// The terminal to draw on.
    package var output: Int32 = 1

    /// The usual options; change what should differ.
    package init() {}
  }
}

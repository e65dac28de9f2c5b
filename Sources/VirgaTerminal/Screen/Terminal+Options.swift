package import VirgaCanvas

extension Terminal {
  /// The options of a terminal.
  package struct Options: Sendable {
    /// The initial theme.
    package var theme: Theme = .standard
    /// The person's choice about colors.
    package var color: ColorDepth.Option = .auto
    /// Whether to draw only ASCII; nil to decide by the locale.
    package var isASCII: Bool?
    /// Whether the terminal reports the mouse.
    package var reportsMouse = true
    /// Whether to ask the terminal for the color of its background.
    package var asksForBackground = false
    /// How long a lone Escape waits for more bytes, in milliseconds.
    package var escapeTimeout = 25
    /// The environment of the process.
    package var environment: [String: String] = [:]
    /// The descriptor for keys; if it is not a terminal, keys come from `output`.
    package var input: Int32 = 0
    /// The terminal to draw on.
    package var output: Int32 = 1

    /// Creates the default options.
    package init() {}
  }
}

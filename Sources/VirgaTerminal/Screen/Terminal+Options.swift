public import VirgaCanvas

extension Terminal {
  /// What a terminal is started with.
  public struct Options: Sendable {
    /// How roles look at first.
    public var theme: Theme = .standard
    /// What the person asked for about colours.
    public var color: ColorDepth.Option = .auto
    /// Whether ASCII alone is drawn; nil where the locale decides.
    public var isASCII: Bool?
    /// Whether the terminal is to report the mouse.
    public var reportsMouse = true
    /// How many milliseconds a lone Escape waits for more.
    public var escapePatience = 25
    /// The environment of the process.
    public var environment: [String: String] = [:]
    /// Where keys come from; where that is no terminal, they come from the one that is drawn on.
    public var input: Int32 = 0
    /// The terminal to draw on.
    public var output: Int32 = 1

    /// The usual options; change what should differ.
    public init() {}
  }
}

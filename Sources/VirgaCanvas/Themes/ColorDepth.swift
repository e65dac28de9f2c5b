/// How many colours a terminal can show.
package enum ColorDepth: Int, CaseIterable, Comparable, Sendable {
  /// None: bold, dim, underline and reverse are left.
  case none = 0
  /// The first eight palette entries.
  case ansi8 = 8
  /// The first sixteen.
  case ansi16 = 16
  /// The palette of xterm.
  case indexed256 = 256
  /// Any red, green and blue.
  case trueColor = 0x100_0000

  /// What the person asked for on the command line.
  package enum Option: String, CaseIterable, Sendable {
    /// No colours.
    case never
    /// Colours, unless the environment says no.
    case auto
    /// Colours whatever the environment says.
    case always
  }

  /// The deepest that a terminal with so many colours can show.
  package init(terminalColors: Int) {
    self = Self.allCases.last { $0.rawValue <= terminalColors } ?? .none
  }

  /// The depth to use: the option decides first, then a `NO_COLOR` that is not empty, then the terminal.
  package static func choose(
    option: Option = .auto, environment: [String: String], terminalColors: Int
  ) -> ColorDepth {
    switch option {
    case .never: .none
    case .auto where !(environment["NO_COLOR"] ?? "").isEmpty: .none
    case .auto: ColorDepth(terminalColors: terminalColors)
    case .always: max(.ansi8, ColorDepth(terminalColors: terminalColors))
    }
  }

  /// Whether one depth has fewer colours than another.
  package static func < (left: ColorDepth, right: ColorDepth) -> Bool { left.rawValue < right.rawValue }
}

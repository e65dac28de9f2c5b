/// The number of colors of a terminal.
package enum ColorDepth: Int, CaseIterable, Comparable, Sendable {
  /// No colors, only bold, dim, underline and reverse.
  case none = 0
  /// The first eight palette entries.
  case ansi8 = 8
  /// The first 16 palette entries.
  case ansi16 = 16
  /// The xterm palette.
  case indexed256 = 256
  /// All RGB colors.
  case trueColor = 0x100_0000

  /// The person's choice on the command line.
  package enum Option: String, CaseIterable, Sendable {
    /// No colors.
    case never
    /// Colors, unless the environment disables them.
    case auto
    /// Colors, ignoring the environment.
    case always
  }

  /// The highest depth for a terminal's number of colors.
  package init(terminalColors: Int) {
    self = Self.allCases.last { $0.rawValue <= terminalColors } ?? .none
  }

  /// The depth to use: the option decides, then a non-empty `NO_COLOR`, then the terminal.
  ///
  /// With `always`, even a terminal that claims to have no colors gets eight.
  package static func choose(
    option: Option = .auto, environment: [String: String], terminalColors: Int
  ) -> ColorDepth {
    let depthOfTerminal = ColorDepth(terminalColors: terminalColors)
    let isDisabled = !(environment["NO_COLOR"] ?? "").isEmpty
    return switch option {
    case .never: .none
    case .auto: isDisabled ? .none : depthOfTerminal
    case .always: max(.ansi8, depthOfTerminal)
    }
  }

  /// Whether a depth has fewer colors than another.
  package static func < (left: ColorDepth, right: ColorDepth) -> Bool {
    left.rawValue < right.rawValue
  }
}

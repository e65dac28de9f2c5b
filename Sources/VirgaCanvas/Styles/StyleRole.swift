/// The meaning of a cell; the theme decides its look.
package enum StyleRole: UInt8, CaseIterable, Hashable, Sendable {
  /// Ordinary text.
  case text
  /// Anything that is off, inherited or not applicable.
  case dim
  /// The title of a panel or screen.
  case title
  /// The border of a panel.
  case border
  /// The border of the focused panel.
  case focusedBorder
  /// The row or value under the cursor.
  case selection
  /// Column headers.
  case header
  /// A value that the manifest changes.
  case changed
  /// Anything from an experiment.
  case experiment
  /// Anything from a rollout.
  case rollout
  /// A problem that must be fixed.
  case error
  /// A problem that can be ignored.
  case warning
  /// Advice, and the descriptions of keys.
  case hint
  /// The one thing that should stand out.
  case accent
  /// Text that matches the filter or search.
  case match
  /// A key in JSON, or a key to press.
  case key
  /// A string value.
  case string
  /// A number.
  case number
  /// The value `true`.
  case boolean
  /// The name of a type.
  case typeName
  /// An override of this session.
  case override
  /// Anything that succeeded or is on.
  case success
  /// Brackets, commas and separators.
  case punctuation

  /// The letter of the role in `Canvas.styleLines()`.
  package var letter: Character {
    switch self {
    case .text: "t"
    case .dim: "d"
    case .title: "l"
    case .border: "b"
    case .focusedBorder: "f"
    case .selection: "s"
    case .header: "h"
    case .changed: "c"
    case .experiment: "x"
    case .rollout: "o"
    case .error: "e"
    case .warning: "w"
    case .hint: "i"
    case .accent: "a"
    case .match: "m"
    case .key: "k"
    case .string: "q"
    case .number: "n"
    case .boolean: "z"
    case .typeName: "y"
    case .override: "v"
    case .success: "g"
    case .punctuation: "p"
    }
  }
}

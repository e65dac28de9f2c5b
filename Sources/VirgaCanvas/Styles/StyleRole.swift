/// What a cell means; a theme decides how that looks.
package enum StyleRole: UInt8, CaseIterable, Hashable, Sendable {
  /// Ordinary text.
  case text
  /// What is off, inherited or does not apply.
  case dim
  /// The title of a panel or screen.
  case title
  /// The border of a panel.
  case border
  /// The border of the panel that the keys go to.
  case focusedBorder
  /// The row or value under the cursor.
  case selection
  /// The heads of columns.
  case header
  /// A value that differs from what it was.
  case changed
  /// What comes from an experiment.
  case experiment
  /// What comes from a rollout.
  case rollout
  /// A problem that has to be mended.
  case error
  /// A problem that may stay.
  case warning
  /// Advice, and the help beside keys.
  case hint
  /// The one thing that should catch the eye.
  case accent
  /// Text that the filter or search found.
  case match
  /// A name: of a key in JSON, or of a key to press.
  case key
  /// A string value.
  case string
  /// A number.
  case number
  /// A boolean.
  case boolean
  /// The name of a type.
  case typeName
  /// What was overridden in this session.
  case override
  /// What succeeded or is on.
  case success
  /// Brackets, commas and separators.
  case punctuation

  /// One letter that stands for the role in `Canvas.styleLines()`.
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

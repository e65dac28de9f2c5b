/// The meaning and emphasis of a cell; a ``Theme`` (in the folder Themes) gives it colors.
package struct Style: Hashable, Sendable {
  /// The meaning.
  package var role: StyleRole
  /// The emphasis in addition to that of the theme.
  package var emphasis: Emphasis

  /// Creates a style from a role and additional emphasis.
  package init(_ role: StyleRole, _ emphasis: Emphasis = []) {
    self.role = role
    self.emphasis = emphasis
  }

  /// The style with more emphasis.
  package func adding(_ more: Emphasis) -> Style { Style(role, emphasis.union(more)) }

  /// The style in bold.
  package func bold() -> Style { adding(.bold) }
  /// The style underlined.
  package func underlined() -> Style { adding(.underline) }
  /// The style with foreground and background swapped.
  package func reversed() -> Style { adding(.reverse) }
}

extension Style {
  /// Ordinary text.
  package static let text = Style(.text)
  /// What matters less than the rest of a line: unset, inherited or not applicable.
  package static let dim = Style(.dim)
  /// The title of a panel or screen.
  package static let title = Style(.title)
  /// The border of a panel.
  package static let border = Style(.border)
  /// The border of the focused panel.
  package static let focusedBorder = Style(.focusedBorder)
  /// The row or value under the cursor.
  package static let selection = Style(.selection)
  /// Column headers.
  package static let header = Style(.header)
  /// A value that the manifest changes.
  package static let changed = Style(.changed)
  /// Anything from an experiment.
  package static let experiment = Style(.experiment)
  /// Anything from a rollout.
  package static let rollout = Style(.rollout)
  /// A problem that must be fixed.
  package static let error = Style(.error)
  /// A problem that can be ignored.
  package static let warning = Style(.warning)
  /// Advice, and the descriptions of keys.
  package static let hint = Style(.hint)
  /// The one thing that should stand out.
  package static let accent = Style(.accent)
  /// Text that matches the filter or search.
  package static let match = Style(.match)
  /// A key in JSON, or a key to press.
  package static let key = Style(.key)
  /// A string value.
  package static let string = Style(.string)
  /// A number.
  package static let number = Style(.number)
  /// The value `true`.
  package static let boolean = Style(.boolean)
  /// The name of a type.
  package static let typeName = Style(.typeName)
  /// An override of this session.
  package static let override = Style(.override)
  /// Anything that succeeded or is on.
  package static let success = Style(.success)
  /// Brackets, commas and separators.
  package static let punctuation = Style(.punctuation)
}

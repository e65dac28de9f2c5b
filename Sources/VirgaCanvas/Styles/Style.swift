/// What a cell means and how it stands out.
package struct Style: Hashable, Sendable {
  /// What the cell means.
  package var role: StyleRole
  /// How it stands out, on top of what the theme gives its role.
  package var emphasis: Emphasis

  /// The style of `role` with `emphasis` on top.
  package init(_ role: StyleRole, _ emphasis: Emphasis = []) {
    self.role = role
    self.emphasis = emphasis
  }

  /// The same with more emphasis.
  package func adding(_ more: Emphasis) -> Style { Style(role, emphasis.union(more)) }

  /// The same in bold.
  package func bold() -> Style { adding(.bold) }
  /// The same, underlined.
  package func underlined() -> Style { adding(.underline) }
  /// The same with foreground and background exchanged.
  package func reversed() -> Style { adding(.reverse) }
}

extension Style {
  /// Ordinary text.
  package static let text = Style(.text)
  /// What is off, inherited or does not apply.
  package static let dim = Style(.dim)
  /// The title of a panel or screen.
  package static let title = Style(.title)
  /// The border of a panel.
  package static let border = Style(.border)
  /// The border of the panel that the keys go to.
  package static let focusedBorder = Style(.focusedBorder)
  /// The row or value under the cursor.
  package static let selection = Style(.selection)
  /// The heads of columns.
  package static let header = Style(.header)
  /// A value that differs from what it was.
  package static let changed = Style(.changed)
  /// What comes from an experiment.
  package static let experiment = Style(.experiment)
  /// What comes from a rollout.
  package static let rollout = Style(.rollout)
  /// A problem that has to be mended.
  package static let error = Style(.error)
  /// A problem that may stay.
  package static let warning = Style(.warning)
  /// Advice, and the help beside keys.
  package static let hint = Style(.hint)
  /// The one thing that should catch the eye.
  package static let accent = Style(.accent)
  /// Text that the filter or search found.
  package static let match = Style(.match)
  /// A name: of a key in JSON, or of a key to press.
  package static let key = Style(.key)
  /// A string value.
  package static let string = Style(.string)
  /// A number.
  package static let number = Style(.number)
  /// A boolean.
  package static let boolean = Style(.boolean)
  /// The name of a type.
  package static let typeName = Style(.typeName)
  /// What was overridden in this session.
  package static let override = Style(.override)
  /// What succeeded or is on.
  package static let success = Style(.success)
  /// Brackets, commas and separators.
  package static let punctuation = Style(.punctuation)
}

/// What a cell means and how it stands out.
public struct Style: Hashable, Sendable {
  /// What the cell means.
  public var role: StyleRole
  /// How it stands out, on top of what the theme gives its role.
  public var emphasis: Emphasis

  /// The style of `role` with `emphasis` on top.
  public init(_ role: StyleRole, _ emphasis: Emphasis = []) {
    self.role = role
    self.emphasis = emphasis
  }

  /// The same with more emphasis.
  public func adding(_ more: Emphasis) -> Style { Style(role, emphasis.union(more)) }

  /// The same in bold.
  public func bold() -> Style { adding(.bold) }
  /// The same, underlined.
  public func underlined() -> Style { adding(.underline) }
  /// The same with foreground and background exchanged.
  public func reversed() -> Style { adding(.reverse) }
}

extension Style {
  /// Ordinary text.
  public static let text = Style(.text)
  /// What is off, inherited or does not apply.
  public static let dim = Style(.dim)
  /// The title of a panel or screen.
  public static let title = Style(.title)
  /// The border of a panel.
  public static let border = Style(.border)
  /// The border of the panel that the keys go to.
  public static let focusedBorder = Style(.focusedBorder)
  /// The row or value under the cursor.
  public static let selection = Style(.selection)
  /// The heads of columns.
  public static let header = Style(.header)
  /// A value that differs from what it was.
  public static let changed = Style(.changed)
  /// What comes from an experiment.
  public static let experiment = Style(.experiment)
  /// What comes from a rollout.
  public static let rollout = Style(.rollout)
  /// A problem that has to be mended.
  public static let error = Style(.error)
  /// A problem that may stay.
  public static let warning = Style(.warning)
  /// Advice, and the help beside keys.
  public static let hint = Style(.hint)
  /// The one thing that should catch the eye.
  public static let accent = Style(.accent)
  /// Text that the filter or search found.
  public static let match = Style(.match)
  /// A name: of a key in JSON, or of a key to press.
  public static let key = Style(.key)
  /// A string value.
  public static let string = Style(.string)
  /// A number.
  public static let number = Style(.number)
  /// A boolean.
  public static let boolean = Style(.boolean)
  /// The name of a type.
  public static let typeName = Style(.typeName)
  /// What was overridden in this session.
  public static let override = Style(.override)
  /// What succeeded or is on.
  public static let success = Style(.success)
  /// Brackets, commas and separators.
  public static let punctuation = Style(.punctuation)
}

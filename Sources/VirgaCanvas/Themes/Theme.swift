/// How each role looks.
///
/// Ordinary text keeps the terminal's own colours. No theme gives a meaning by hue alone: marks, words or emphasis
/// go with it, and `mono` shows what is left without colour.
package struct Theme: Hashable, Sendable {
  /// The name that `--theme` takes.
  package let name: String
  private let appearances: [Appearance]

  /// The colours and emphasis of some cells.
  package struct Appearance: Hashable, Sendable {
    /// The colour of the glyphs.
    package var foreground: Color
    /// The colour behind them.
    package var background: Color
    /// How they stand out otherwise.
    package var emphasis: Emphasis

    /// An appearance; see the properties.
    package init(_ foreground: Color = .standard, on background: Color = .standard, _ emphasis: Emphasis = []) {
      self.foreground = foreground
      self.background = background
      self.emphasis = emphasis
    }
  }

  /// A theme that gives some roles colours; what it leaves out looks as in `mono`.
  package init(name: String, colors: [StyleRole: Color], emphasis: [StyleRole: Emphasis] = [:]) {
    self.name = name
    appearances = StyleRole.allCases.map { role in
      Appearance(colors[role] ?? .standard, emphasis[role] ?? Self.plainEmphasis[role] ?? [])
    }
  }

  /// How a style looks at a depth of colours.
  ///
  /// Reversing what the theme already reverses keeps it reversed, so that the selection never vanishes.
  package func appearance(of style: Style, depth: ColorDepth) -> Appearance {
    var appearance = appearances[Int(style.role.rawValue)]
    appearance.foreground = appearance.foreground.reduced(to: depth)
    appearance.background = appearance.background.reduced(to: depth)
    appearance.emphasis.formUnion(style.emphasis)
    return appearance
  }

  /// What tells roles apart where there is no colour.
  private static let plainEmphasis: [StyleRole: Emphasis] = [
    .dim: .dim, .title: .bold, .focusedBorder: .bold, .selection: .reverse, .header: .bold, .changed: .bold,
    .experiment: .bold, .error: [.bold, .underline], .warning: .bold, .hint: .dim, .accent: .bold,
    .match: [.bold, .underline], .key: .bold, .override: .bold, .success: .bold,
    .punctuation: .dim, .typeName: .dim, .border: .dim,
  ]
}

/// The look of each role.
///
/// Ordinary text has the terminal's own colors. No meaning depends on color alone: marks, words or
/// emphasis supplement it, and `mono` shows what remains without color.
package struct Theme: Hashable, Sendable {
  /// The name for `--theme`.
  package let name: String
  private let appearances: [Appearance]
  private let isForLightBackground: Bool

  /// The colors and emphasis of cells.
  package struct Appearance: Hashable, Sendable {
    /// The foreground color.
    package var foreground: Color
    /// The background color.
    package var background: Color
    /// The emphasis.
    package var emphasis: Emphasis

    /// Creates an appearance.
    package init(
      _ foreground: Color = .standard, on background: Color = .standard, _ emphasis: Emphasis = []
    ) {
      self.foreground = foreground
      self.background = background
      self.emphasis = emphasis
    }
  }

  /// Creates a theme with colors for some roles; the others look as in `mono`.
  package init(
    name: String, colors: [StyleRole: Color], emphasis: [StyleRole: Emphasis] = [:],
    isForLightBackground: Bool = false
  ) {
    self.name = name
    self.isForLightBackground = isForLightBackground
    appearances = StyleRole.allCases.map { role in
      Appearance(colors[role] ?? .standard, emphasis[role] ?? Self.plainEmphasis[role] ?? [])
    }
  }

  /// The look of a style at a color depth.
  ///
  /// Reversing an already reversed role keeps it reversed, so that the selection never disappears.
  package func appearance(of style: Style, depth: ColorDepth) -> Appearance {
    // The appearances are in the order of the roles, whose raw values count from 0.
    var appearance = appearances[Int(style.role.rawValue)]
    appearance.foreground = readable(appearance.foreground.reduced(to: depth))
    appearance.background = appearance.background.reduced(to: depth)
    appearance.emphasis.formUnion(style.emphasis)
    return appearance
  }

  /// The color, or the terminal's own if it is too light for the background.
  ///
  /// Green and yellow of 8 and 16 colors are unreadable on white.
  private func readable(_ color: Color) -> Color {
    let isTooLight = isForLightBackground && color.components?.isLight == true
    return isTooLight ? .standard : color
  }

  /// The emphasis that distinguishes roles without color.
  private static let plainEmphasis: [StyleRole: Emphasis] = [
    .dim: .dim, .title: .bold, .focusedBorder: .bold, .selection: .reverse, .header: .bold,
    .changed: .bold,
    .experiment: .bold, .error: .bold, .warning: .bold, .hint: .dim, .accent: .bold,
    .match: [.bold, .underline], .key: .bold, .override: .bold, .success: .bold,
    .punctuation: .dim, .typeName: .dim, .border: .dim,
  ]
}

extension Theme {
  /// The available themes, default first.
  package static let all: [Theme] = [standard, mono, highContrast, deuteranopia, tritanopia, light]

  /// The theme with a name; nil if there is none.
  package static func named(_ name: String) -> Theme? { all.first { $0.name == name } }

  /// The person's own palette: cyan information, yellow changes, magenta experiments, red errors.
  ///
  /// Blue is not used: it is unreadable on black in most default palettes.
  package static let standard = Theme(
    name: "default",
    colors: Hues(
      information: .indexed(6), changed: .indexed(3), experiment: .indexed(5), rollout: .indexed(6),
      error: .indexed(1), value: .indexed(2)
    ).roles)

  /// Without colors.
  package static let mono = Theme(name: "mono", colors: [:])

  /// Bright palette colors, nothing dim.
  package static let highContrast = Theme(
    name: "high-contrast",
    colors: Hues(
      information: .indexed(14), changed: .indexed(11), experiment: .indexed(13),
      rollout: .indexed(14),
      error: .indexed(9), value: .indexed(14)
    ).roles,
    emphasis: [
      .string: .bold, .number: .bold, .boolean: .bold,
      .dim: [], .hint: [], .punctuation: [], .typeName: [], .border: [],
      .changed: [.bold, .underline],
      .error: [.bold, .reverse], .match: [.bold, .reverse],
    ])

  /// For red-green color blindness: sky blue, orange, purple and vermilion.
  package static let deuteranopia = Theme(
    name: "deuteranopia",
    colors: Hues(
      information: .rgb(86, 180, 233), changed: .rgb(240, 228, 66), experiment: .rgb(204, 121, 167),
      rollout: .rgb(230, 159, 0), error: .rgb(213, 94, 0), value: .rgb(86, 180, 233)
    ).roles)

  /// For blue-yellow color blindness: teal, pink, red and gray.
  package static let tritanopia = Theme(
    name: "tritanopia",
    colors: Hues(
      information: .rgb(0, 190, 190), changed: .rgb(255, 160, 190), experiment: .rgb(200, 130, 255),
      rollout: .rgb(110, 215, 215), error: .rgb(255, 75, 75), value: .rgb(0, 190, 190)
    ).roles)

  /// For light backgrounds: the same meanings in dark colors.
  package static let light = Theme(
    name: "light",
    colors: Hues(
      information: .rgb(0, 85, 165), changed: .rgb(140, 80, 0), experiment: .rgb(135, 35, 130),
      rollout: .rgb(85, 60, 160), error: .rgb(175, 0, 0), value: .rgb(85, 60, 160)
    ).roles)

  /// The colors of a theme, each of which several roles share.
  private struct Hues {
    var information: Color
    var changed: Color
    var experiment: Color
    var rollout: Color
    var error: Color
    var value: Color

    /// The color of each role that has one; the others have the terminal's foreground.
    var roles: [StyleRole: Color] {
      [
        .title: information, .focusedBorder: information, .accent: information, .key: information,
        .success: information, .changed: changed, .override: changed, .warning: changed,
        .match: changed,
        .experiment: experiment, .rollout: rollout, .error: error, .number: value, .boolean: value,
        .string: value,
      ]
    }
  }
}

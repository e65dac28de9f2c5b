extension Theme {
  /// The available themes, default first.
  package static let all: [Theme] = [standard, mono, highContrast, deuteranopia, tritanopia, light]

  /// The theme with a name; nil if there is none.
  package static func named(_ name: String) -> Theme? { all.first { $0.name == name } }

  /// The person's own palette: cyan information, green for on, yellow overrides, magenta
  /// experiments, red problems; rollouts are sky blue.
  ///
  /// Dark blue is not used: it is unreadable on black in most default palettes.
  package static let standard = Theme(
    name: "default",
    colors: Hues(
      information: .indexed(6), on: .indexed(2), override: .indexed(3), experiment: .indexed(5),
      rollout: .indexed(111), problem: .indexed(1), type: greyBlue
    ).roles)

  /// Without colors: an error is reversed, which tells it from a change.
  package static let mono = Theme(
    name: "mono", colors: [:], emphasis: [.error: [.bold, .reverse]])

  /// Bright palette colors, nothing dim.
  package static let highContrast = Theme(
    name: "high-contrast",
    colors: Hues(
      information: .indexed(14), on: .indexed(10), override: .indexed(11),
      experiment: .indexed(13), rollout: .indexed(15), problem: .indexed(9), type: .indexed(7)
    ).roles,
    emphasis: [
      .string: .bold, .number: .bold, .boolean: .bold,
      .dim: [], .hint: [], .punctuation: [], .typeName: [], .border: [],
      .changed: [.bold, .underline], .rollout: .bold,
      .error: [.bold, .reverse], .match: [.bold, .reverse],
    ])

  /// For red-green color blindness: sky blue, bluish green, yellow, purple, lavender and vermilion.
  package static let deuteranopia = Theme(
    name: "deuteranopia",
    colors: Hues(
      information: .rgb(86, 180, 233), on: .rgb(0, 175, 95), override: .rgb(240, 228, 66),
      experiment: .rgb(204, 121, 167), rollout: .rgb(205, 205, 245), problem: .rgb(213, 94, 0),
      type: greyBlue
    ).roles)

  /// For blue-yellow color blindness: teal, green, light orange, violet, lavender and red.
  package static let tritanopia = Theme(
    name: "tritanopia",
    colors: Hues(
      information: .rgb(0, 190, 190), on: .rgb(60, 205, 80), override: .rgb(255, 180, 130),
      experiment: .rgb(200, 130, 255), rollout: .rgb(205, 205, 245), problem: .rgb(255, 75, 75),
      type: greyBlue
    ).roles)

  /// For light backgrounds: the same meanings in dark colors.
  package static let light = Theme(
    name: "light",
    colors: Hues(
      information: .rgb(0, 85, 165), on: .rgb(0, 110, 40), override: .rgb(150, 110, 0),
      experiment: .rgb(135, 35, 130), rollout: .rgb(85, 60, 160), problem: .rgb(175, 0, 0),
      type: .rgb(95, 95, 135)
    ).roles, isForLightBackground: true)

  /// A blue that is nearly grey; with 8 or 16 colors it is grey, which no other dim text is.
  private static let greyBlue = Color.indexed(103)

  /// The colors of a theme, each of which has one meaning.
  private struct Hues {
    var information: Color
    var on: Color
    var override: Color
    var experiment: Color
    var rollout: Color
    var problem: Color
    var type: Color

    /// The color of each role that has one; the others, such as numbers and texts, have the
    /// terminal's foreground.
    var roles: [StyleRole: Color] {
      [
        .title: information, .focusedBorder: information, .accent: information, .key: information,
        .match: information, .success: on, .boolean: on, .override: override,
        .experiment: experiment, .rollout: rollout, .error: problem, .warning: problem,
        .typeName: type,
      ]
    }
  }
}

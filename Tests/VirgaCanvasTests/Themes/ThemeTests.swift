import CVirgaPlatform
import Testing
import VirgaCanvas

@Suite("Themes") struct ThemeTests {
  @Test(
    "a color is reduced to the nearest available one",
    arguments: [
      (Color.rgb(213, 94, 0), ColorDepth.trueColor, Color.rgb(213, 94, 0)),
      (.rgb(215, 95, 0), .indexed256, .indexed(166)),
      (.rgb(255, 255, 255), .indexed256, .indexed(231)),
      (.rgb(8, 8, 8), .indexed256, .indexed(232)),
      (.rgb(213, 94, 0), .ansi16, .indexed(1)),
      (.rgb(86, 180, 233), .ansi16, .indexed(12)),
      (.rgb(120, 120, 120), .ansi16, .indexed(7)),
      (.rgb(255, 75, 75), .ansi8, .indexed(1)),
      (.indexed(12), .ansi8, .indexed(4)),
      (.indexed(12), .ansi16, .indexed(12)),
      (.indexed(196), .ansi16, .indexed(9)),
      (.indexed(196), .indexed256, .indexed(196)),
      (.indexed(1), .none, .standard),
      (.standard, .trueColor, .standard),
    ])
  func reduction(color: Color, depth: ColorDepth, result: Color) {
    #expect(color.reduced(to: depth) == result)
  }

  @Test("every theme is found by name") func names() {
    let names = Theme.all.map(\.name)
    #expect(names == ["default", "mono", "high-contrast", "deuteranopia", "tritanopia", "light"])
    for name in names { #expect(Theme.named(name)?.name == name) }
    #expect(Theme.named("nope") == nil)
  }

  @Test("ordinary text keeps the terminal's colors", arguments: Theme.all, ColorDepth.allCases)
  func ordinaryText(theme: Theme, depth: ColorDepth) {
    #expect(theme.appearance(of: .text, depth: depth) == Theme.Appearance())
    #expect(theme.appearance(of: .selection, depth: depth).emphasis.contains(.reverse))
  }

  @Test("depth none uses no color", arguments: Theme.all)
  func noColor(theme: Theme) {
    for role in StyleRole.allCases {
      let appearance = theme.appearance(of: Style(role), depth: .none)
      #expect(appearance.foreground == .standard)
      #expect(appearance.background == .standard)
    }
  }

  @Test("roles with a hue also have emphasis", arguments: Theme.all)
  func emphasis(theme: Theme) {
    let warned: [StyleRole] = [.error, .warning, .changed, .override, .match, .experiment]
    for role in warned {
      #expect(!theme.appearance(of: Style(role), depth: .none).emphasis.isEmpty)
    }
  }

  @Test(
    "errors, changes and experiments differ at every depth", arguments: Theme.all,
    [ColorDepth.ansi8, .ansi16, .indexed256])
  func distinctRoles(theme: Theme, depth: ColorDepth) {
    #expect(
      theme.appearance(of: .error, depth: depth) != theme.appearance(of: .changed, depth: depth))
    #expect(
      theme.appearance(of: .error, depth: depth) != theme.appearance(of: .experiment, depth: depth))
  }

  @Test(
    "every color is readable on the theme's background", arguments: Theme.all, ColorDepth.allCases)
  func contrast(theme: Theme, depth: ColorDepth) {
    for role in StyleRole.allCases {
      guard let color = theme.appearance(of: Style(role), depth: depth).foreground.components else {
        continue
      }
      let parts = [color.red, color.green, color.blue].map { part in
        let part = Double(part) / 255
        return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
      }
      let luminance = 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
      let contrast = theme == .light ? 1.05 / (luminance + 0.05) : (luminance + 0.05) / 0.05
      #expect(contrast >= (theme == .highContrast && depth > .ansi8 ? 5 : 3.5), "\(role) \(color)")
    }
  }

  @Test("the style adds its emphasis to the theme's") func styleEmphasis() {
    let appearance = Theme.standard.appearance(of: Style.error.reversed(), depth: .ansi16)
    #expect(appearance.emphasis == [.bold, .underline, .reverse])
  }

  @Test(
    "the option decides the depth, then the environment, then the terminal",
    arguments: [
      (ColorDepth.Option.never, [:], 256, ColorDepth.none),
      (.auto, [:], 256, .indexed256),
      (.auto, ["NO_COLOR": ""], 256, .indexed256),
      (.auto, ["NO_COLOR": "1"], 256, .none),
      (.always, ["NO_COLOR": "1"], 88, .ansi16),
      (.always, [:], -1, .ansi8),
      (.auto, [:], -1, .none),
      (.auto, [:], 8, .ansi8),
      (.auto, [:], 1 << 24, .trueColor),
    ])
  func depth(
    option: ColorDepth.Option, environment: [String: String], colors: Int, depth: ColorDepth
  ) {
    #expect(
      ColorDepth.choose(option: option, environment: environment, terminalColors: colors) == depth)
  }
}

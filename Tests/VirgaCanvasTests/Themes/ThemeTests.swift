import CVirgaPlatform
import Testing
import VirgaCanvas
import VirgaTestSupport

@Suite("Themes") struct ThemeTests {
  @Test(
    "a color is reduced to the nearest available one",
    arguments: [
      TestRow(
        "any color is kept in true color",
        (Color.rgb(213, 94, 0), ColorDepth.trueColor, Color.rgb(213, 94, 0))),
      TestRow("a color of the cube", (.rgb(215, 95, 0), .indexed256, .indexed(166))),
      TestRow("white is in the cube", (.rgb(255, 255, 255), .indexed256, .indexed(231))),
      TestRow("a dark gray is in the gray ramp", (.rgb(8, 8, 8), .indexed256, .indexed(232))),
      TestRow("orange is red among 16", (.rgb(213, 94, 0), .ansi16, .indexed(1))),
      TestRow("light blue is bright blue among 16", (.rgb(86, 180, 233), .ansi16, .indexed(12))),
      TestRow("middle gray is white among 16", (.rgb(120, 120, 120), .ansi16, .indexed(7))),
      TestRow("bright red is red among 8", (.rgb(255, 75, 75), .ansi8, .indexed(1))),
      TestRow("a bright index is its plain one among 8", (.indexed(12), .ansi8, .indexed(4))),
      TestRow("a bright index is kept among 16", (.indexed(12), .ansi16, .indexed(12))),
      TestRow("an index of the cube is reduced among 16", (.indexed(196), .ansi16, .indexed(9))),
      TestRow(
        "an index of the cube is kept among 256", (.indexed(196), .indexed256, .indexed(196))),
      TestRow("without colors it is the standard one", (.indexed(1), .none, .standard)),
      TestRow("the standard color stays", (.standard, .trueColor, .standard)),
    ] as [TestRow<(Color, ColorDepth, Color)>])
  func reduction(_ row: TestRow<(Color, ColorDepth, Color)>) {
    let (color, depth, result) = row.values
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
    "overrides and values that are on have colors of their own", arguments: Theme.all,
    [ColorDepth.ansi8, .ansi16, .indexed256, .trueColor])
  func ownColors(theme: Theme, depth: ColorDepth) {
    func color(of role: StyleRole) -> Color {
      theme.appearance(of: Style(role), depth: depth).foreground
    }
    let meanings: [Set<StyleRole>] = [[.override], [.success, .boolean]]
    for roles in meanings {
      for role in roles where color(of: role) != .standard {
        #expect(Set(StyleRole.allCases.filter { color(of: $0) == color(of: role) }) == roles)
      }
    }
  }

  /// A role of each meaning that has a color; their signs and words stand side by side.
  private static let meanings: [StyleRole] = [
    .accent, .success, .override, .experiment, .rollout, .error, .typeName,
  ]

  @Test(
    "no two meanings share a color", arguments: Theme.all, [ColorDepth.indexed256, .trueColor])
  func colorsOfMeanings(theme: Theme, depth: ColorDepth) {
    let colors = Self.meanings.map { theme.appearance(of: Style($0), depth: depth).foreground }
    let used = colors.filter { $0 != .standard }
    #expect(Set(used).count == used.count, "\(used)")
    #expect(theme.name == "mono" || used.count == Self.meanings.count, "\(used)")
  }

  @Test(
    "if few colors make two meanings share one, they differ in emphasis", arguments: Theme.all,
    [ColorDepth.ansi8, .ansi16])
  func looksOfMeanings(theme: Theme, depth: ColorDepth) {
    let looks = Self.meanings.map { theme.appearance(of: Style($0), depth: depth) }
    let colored = looks.filter { $0.foreground != .standard }
    #expect(Set(colored).count == colored.count, "\(colored)")
  }

  @Test(
    "numbers and texts have the terminal's own color", arguments: Theme.all, ColorDepth.allCases)
  func values(theme: Theme, depth: ColorDepth) {
    #expect(theme.appearance(of: .number, depth: depth).foreground == .standard)
    #expect(theme.appearance(of: .string, depth: depth).foreground == .standard)
  }

  @Test("a light background has the theme light, a dark one the default") func background() {
    #expect(Theme.forBackground(RGB(253, 246, 227)) == .light)
    #expect(Theme.forBackground(RGB(0, 43, 54)) == .standard)
  }

  @Test(
    "COLORFGBG says whether the background is light",
    arguments: [
      TestRow("black on white", (["COLORFGBG": "0;15"], Theme.light)),
      TestRow("with a third number between", (["COLORFGBG": "0;default;7"], .light)),
      TestRow("white on black", (["COLORFGBG": "15;0"], .standard)),
      TestRow("a background without a number", (["COLORFGBG": "0;default"], .standard)),
      TestRow("not a number", (["COLORFGBG": "x"], .standard)),
      TestRow("not set", ([:], .standard)),
      TestRow("about another terminal", (["COLORFGBG": "0;15", "TMUX": "/tmp/tmux"], .standard)),
    ] as [TestRow<([String: String], Theme)>])
  func backgroundOfEnvironment(_ row: TestRow<([String: String], Theme)>) {
    let (environment, theme) = row.values
    #expect(Theme.forBackground(in: environment) == theme)
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

  @Test("errors are underlined only by a style that says so", arguments: Theme.all)
  func underlines(theme: Theme) {
    for role in [StyleRole.error, .warning] {
      let sign = theme.appearance(of: Style(role), depth: .none)
      #expect(!sign.emphasis.contains(.underline), "\(role)")
    }
    let inSource = theme.appearance(of: .error.underlined(), depth: .none)
    #expect(inSource.emphasis.contains(.underline))
  }

  @Test("the style adds its emphasis to the theme's") func styleEmphasis() {
    let appearance = Theme.standard.appearance(of: Style.error.reversed(), depth: .ansi16)
    #expect(appearance.emphasis == [.bold, .reverse])
  }

  @Test(
    "the option decides the depth, then the environment, then the terminal",
    arguments: [
      TestRow("never means no color", (ColorDepth.Option.never, [:], 256, ColorDepth.none)),
      TestRow("auto has the colors of the terminal", (.auto, [:], 256, .indexed256)),
      TestRow("an empty NO_COLOR is ignored", (.auto, ["NO_COLOR": ""], 256, .indexed256)),
      TestRow("NO_COLOR means no color", (.auto, ["NO_COLOR": "1"], 256, .none)),
      TestRow("always overrides NO_COLOR", (.always, ["NO_COLOR": "1"], 88, .ansi16)),
      TestRow("always has eight colors if the terminal has none", (.always, [:], -1, .ansi8)),
      TestRow("auto has no color if the terminal has none", (.auto, [:], -1, .none)),
      TestRow("a terminal of eight colors", (.auto, [:], 8, .ansi8)),
      TestRow("a terminal of true color", (.auto, [:], 1 << 24, .trueColor)),
    ] as [TestRow<(ColorDepth.Option, [String: String], Int, ColorDepth)>])
  func depth(_ row: TestRow<(ColorDepth.Option, [String: String], Int, ColorDepth)>) {
    let (option, environment, colors, depth) = row.values
    #expect(
      ColorDepth.choose(option: option, environment: environment, terminalColors: colors) == depth)
  }
}

import VirgaCanvas
import VirgaSource

// The theme, the characters and the keys, which change while the console runs.
extension Model {
  /// Who chose the theme.
  package enum ThemeChoice: Sendable {
    case commandLine
    case configuration
    /// The person at the running console.
    case person
  }

  /// The command that lists the themes, and draws with one of them.
  static let themeCommand = Command("theme", "choose the theme", run: chooseTheme)
    .argument(.oneOf { _ in Theme.all.map(\.name) })
    .help("Draws with another theme until you quit; theme: in config.yaml keeps it.")

  /// Draws with a theme from now on; without a name, asks which.
  @Sendable private static func chooseTheme(_ model: inout Model, _ name: String) -> Outcome {
    guard !name.isEmpty else { return .asks(themePicker) }
    guard let theme = Theme.named(name) else {
      return .refused(.unknown("theme", name, among: Theme.all.map(\.name)))
    }
    if theme == model.options.theme { return .says(.unchanged) }
    // Another background of the terminal does not replace a theme that somebody chose.
    model.shared.options.themeChoice = .person
    return .done(model.use(theme), saying: .theme(name))
  }

  /// The themes to choose from, with the cursor on the one in use.
  @Sendable private static func themePicker(in model: Model) -> Picker {
    let answers = Theme.all.map { theme in
      let isInUse = theme == model.options.theme
      return (
        invocation: Invocation("theme", theme.name), title: theme.name,
        detail: isInUse ? "on screen" : ""
      )
    }
    return .choice("Theme", answers, current: Theme.all.firstIndex(of: model.options.theme))
  }

  /// Uses a theme; returns the effect that draws with it, none if it is in use already.
  private mutating func use(_ theme: Theme) -> [Effect] {
    guard theme != options.theme else { return [] }
    shared.options.theme = theme
    return [.useTheme(theme)]
  }

  /// Stores the color of the terminal's background, and uses its theme unless somebody chose one.
  mutating func followBackground(_ color: RGB) -> Outcome {
    shared.options.themeOfBackground = .forBackground(color)
    return .done(options.themeChoice == nil ? use(options.themeOfBackground) : [])
  }

  /// Applies the keys, the theme and the characters of a configuration that was read again.
  ///
  /// What an option of `virga` chose stays. A theme that the person chose stays too, unless the
  /// file now names another theme than before.
  mutating func load(_ config: ConsoleConfig) -> Outcome {
    let old = options.config
    shared.options.config = config
    shared.options.keys = config.keys
    // A sequence may have begun with keys that changed, and the hint line may show such keys.
    shared.input.pendingKeys = []
    shared.input.hintKeys = nil
    var effects = config.theme == old.theme ? [] : useThemeUnlessFromCommandLine(of: config)
    if config.isASCII != old.isASCII, !options.isASCIIFromCommandLine {
      // Nil, without the setting, lets the locale decide.
      effects.append(.useASCII(config.isASCII))
    }
    let problem = config.problems.first.map { StatusMessage.refusal($0.rendered()) }
    return .done(effects, saying: problem ?? .readConfigAgain)
  }

  /// Uses the theme that a configuration names, or without one that of the terminal's background;
  /// does nothing if an option of `virga` chose the theme.
  private mutating func useThemeUnlessFromCommandLine(of config: ConsoleConfig) -> [Effect] {
    guard options.themeChoice != .commandLine else { return [] }
    let named = config.theme.flatMap(Theme.named)
    // Nil if nobody has chosen a theme: then it follows the background.
    shared.options.themeChoice = named == nil ? nil : .configuration
    return use(named ?? options.themeOfBackground)
  }
}

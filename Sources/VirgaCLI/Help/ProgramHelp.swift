import ArgumentParser
import VirgaRuntime

/// `virga --help`: how to open the console and its main options, then the commands.
enum ProgramHelp {
  /// Whether the arguments ask for the help of the program rather than of a command.
  static func isRequested(by arguments: [String]) -> Bool {
    ["--help", "-h", "-help", "help"].contains { arguments == [$0] }
  }

  /// The help in lines of at most `width` cells.
  static func lines(width: Int) -> [String] {
    let configuration = VirgaCommand.configuration
    let commands = configuration.subcommands.map {
      [$0.configuration.commandName ?? "", $0.configuration.abstract]
    }
    let usage = [
      ["virga [MANIFEST] [OPTION…]", "opens the console"],
      ["virga COMMAND [ARGUMENT…]", "gives one answer, for scripts"],
    ]
    return lines(of: usage, width: width)
      + ["", "OPTIONS OF THE CONSOLE (virga open --help lists all)"]
      + lines(of: options, width: width)
      + ["", "COMMANDS (virga help COMMAND lists the options of one)"]
      + lines(of: commands, width: width)
      + ["", configuration.abstract, ""].flatMap { wrapped($0, width: width) }
      + configuration.discussion.split(separator: "\n", omittingEmptySubsequences: false)
      .flatMap { wrapped($0, width: width) }
  }

  /// The options that most people need, in this order.
  private static let mainOptions = [
    "--channel", "--feature", "--screen", "--recipes", "--context", "--flags", "--session",
    "--readonly", "--script", "--theme", "--plain", "--demo",
  ]

  /// The main options with what they do.
  private static var options: [[String]] {
    let declared = DeclaredArgument.all(of: OpenCommand.self)
    return mainOptions.compactMap { name in
      guard let option = declared.first(where: { $0.names.contains(name) }) else { return nil }
      return [option.takesValue ? "\(name) <\(option.valueName)>" : name, option.summary]
    }
  }

  private static func lines(of rows: [[String]], width: Int) -> [String] {
    HelpTable([[]] + rows).lines(width: width)
  }

  /// The lines of a paragraph; one blank line for an empty one.
  private static func wrapped(_ text: some StringProtocol, width: Int) -> [String] {
    text.isEmpty ? [""] : ArticleText.wrapped(text, width: width, margin: "")
  }
}

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
    let discussion = configuration.discussion.split(
      separator: "\n", omittingEmptySubsequences: false)
    var lines = Self.lines(of: usage, width: width)
    lines += ["", "OPTIONS OF THE CONSOLE (virga open --help lists all)"]
    lines += Self.lines(of: options, width: width)
    lines += ["", "COMMANDS (virga help COMMAND lists the options of one)"]
    lines += Self.lines(of: commands, width: width)
    lines += ["", configuration.abstract, ""].flatMap { wrapped($0, width: width) }
    lines += discussion.flatMap { wrapped($0, width: width) }
    return lines
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

  /// The lines of a table without heads.
  private static func lines(of rows: [[String]], width: Int) -> [String] {
    let noHeads: [String] = []
    return HelpTable([noHeads] + rows).lines(width: width)
  }

  /// The lines of a paragraph; one blank line for an empty one.
  private static func wrapped(_ text: some StringProtocol, width: Int) -> [String] {
    text.isEmpty ? [""] : ArticleText.wrapped(text, width: width, margin: "")
  }
}

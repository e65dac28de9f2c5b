package import ArgumentParser
import VirgaRuntime
import VirgaSource
import VirgaWeb

/// `virga`: the console, and a subcommand for each thing that scripts need.
package struct VirgaCommand: ParsableCommand {
  /// The argument parser's configuration.
  package static let configuration = CommandConfiguration(
    commandName: "virga",
    abstract:
      "See what a feature manifest, an experiment or a flag does to an app before it reaches users.",
    discussion: """
      Without a subcommand the console opens. Without a manifest it opens the one in this folder (nimbus.fml.yaml, or \
      a file *.fml.yaml that declares channels), or else the embedded demo.

      virga help topics lists articles about virga, and virga help problems CODE explains a problem code.
      """,
    version: ProgramVersion.description,
    subcommands: [
      OpenCommand.self, RunCommand.self, ValidateCommand.self, ValuesCommand.self,
      CompareCommand.self,
      EvaluateCommand.self, CheckCommand.self, CompleteCommand.self, SchemaCommand.self,
      EnrollCommand.self,
      SimulateCommand.self,
      FlagsCommand.self, EditCommand.self, BranchCommand.self, RecipesCommand.self,
      ContextCommand.self,
      ClockCommand.self,
      SessionCommand.self, HandoffCommand.self, ExposeCommand.self, EventsCommand.self,
      FMLCommand.self,
      LanguageServerCommand.self, CompletionsCommand.self, DoctorCommand.self,
    ],
    defaultSubcommand: OpenCommand.self
  )

  /// The names of all subcommands, and `help`.
  static var commandNames: [String] {
    configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
  }

  /// The name of this process in operations and events, with its subcommand: `virga flags 4177`.
  static var process: String {
    guard let subcommand = Machine.arguments.first, commandNames.contains(subcommand) else {
      return Machine.process
    }
    return Machine.process(of: subcommand)
  }

  /// Creates the command.
  package init() {}

  /// Runs this process's command line and exits.
  ///
  /// Usage errors of `fml` exit with 2, like the real tool's.
  package static func start() {
    // Programs that this one has started, such as curl, end with it.
    RunningPrograms.killOnExit()
    let typed = Machine.arguments
    // Answered without the parser, which would take two thirds of the time.
    if typed == ["--version"] { return Output.document(ProgramVersion.description + "\n") }
    if let request = CompletionRequest(typed) { return request.answer() }
    let arguments = movingHelpFirst(typed)
    if ProgramHelp.isRequested(by: arguments) {
      return Output.lines(ProgramHelp.lines(width: TerminalWidth.current))
    }
    let named = NamedCommand(arguments)
    var isParsed = false
    do {
      if let topic = HelpTopic(arguments) { return try topic.show() }
      // The parser would take some wrong arguments for something else.
      try refuseMisreadArguments(arguments)
      var command = try parsed(named, arguments)
      isParsed = true
      try command.run()
    } catch {
      end(after: error, of: named, isParsed: isParsed)
    }
  }

  /// Prints the help that was asked for, or prints an error and exits.
  ///
  /// - Parameters:
  ///   - error: What the parser or the running subcommand has thrown.
  ///   - named: The subcommand that the arguments name.
  ///   - isParsed: Whether the error came after parsing, from the running subcommand.
  private static func end(after error: any Error, of named: NamedCommand, isParsed: Bool) {
    // A name that the manifest lacks is a mistake in the arguments.
    let error = (error as? UnknownName).map { ValidationError("\($0)") } ?? error
    // The parser reports help as an error with this code.
    if exitCode(for: error) == .success { return printHelp(error) }
    // An exit code by itself comes from a command that has printed the reason.
    let isUsageError = exitCode(for: error) == .validationFailure && !(error is ExitCode)
    let isOfFML = Machine.arguments.first == "fml"
    // Both exit: after a mistake in the arguments, the usage is shown too.
    if isUsageError, isOfFML { exitAfterFMLUsageError(error, of: named, isParsed: isParsed) }
    if isUsageError { exitAfterUsageError(error, of: named, isParsed: isParsed) }
    remark(error, usage: usage(after: error))
    exit(withError: exitCode(for: error))
  }

  /// Refuses arguments that the parser would take for something else.
  ///
  /// - Throws: A usage error if there are any.
  private static func refuseMisreadArguments(_ arguments: [String]) throws {
    if arguments.first == "fml", let name = FMLCommand.repeatedOption(in: arguments) {
      throw ValidationError("\(name) is given twice; give it once")
    }
    try CompletionsCommand.refuseCompletionScriptOfParser(arguments)
    try refuseHiddenHelp(arguments)
  }

  /// Refuses words with one dash in which the parser would find `-h` and print the help: it takes
  /// `-@nightly` for several options of one letter.
  ///
  /// A person may write that for the channel of a manifest on standard input, as in `FILE@CHANNEL`.
  ///
  /// - Throws: A usage error if there is such a word.
  private static func refuseHiddenHelp(_ arguments: [String]) throws {
    for word in arguments.prefix(while: { $0 != "--" }) {
      let hasOneDash = word.hasPrefix("-") && !word.hasPrefix("--")
      guard hasOneDash else { continue }
      if word.hasPrefix("-@") {
        throw ValidationError(
          "Unknown option '\(word)'; standard input is -, and --channels names its channels")
      }
      let asksForHelp = word == "-h" || word == "-help"
      if word.contains("h"), !asksForHelp { throw ValidationError("Unknown option '\(word)'") }
    }
  }

  /// Prints the help in an error of the parser.
  private static func printHelp(_ error: any Error) {
    let help = fullMessage(for: error)
    // The parser itself would not notice that its help cannot be written.
    if !help.isEmpty { Output.document(help + "\n") }
  }

  /// Prints a usage error of `fml` as the real tool does, and exits.
  ///
  /// - Parameter isParsed: Whether the error came after parsing, from the running subcommand.
  private static func exitAfterFMLUsageError(
    _ error: any Error, of named: NamedCommand, isParsed: Bool
  ) -> Never {
    // The parser adds the right usage only to its own errors; other errors get it here.
    let isFromParser = !isParsed && !(error is ValidationError)
    remark(error, usage: isFromParser ? usage(after: error) : usage(of: named))
    exit(withError: ExitCode.couldNotRun)
  }

  /// Prints a usage error and exits.
  ///
  /// The whole usage is only printed for arguments that cannot be parsed, unless the first one may
  /// be a misspelled subcommand.
  ///
  /// - Parameter isParsed: Whether the error came after parsing, from the running subcommand.
  private static func exitAfterUsageError(
    _ error: any Error, of named: NamedCommand, isParsed: Bool
  ) -> Never {
    if isParsed {
      Output.remark("error: \(message(for: error))")
      Output.remark("see `virga help \(named.words.joined(separator: " "))`")
    } else if let word = named.possibleWord, let unknown = UnknownWord.message(word) {
      Output.remark("error: \(unknown)")
    } else {
      remark(error, usage: usage(after: error))
    }
    exit(withError: ExitCode.validationFailure)
  }

  /// Prints an error, whose message may name anything, in one line, and a usage below.
  private static func remark(_ error: any Error, usage: String) {
    let message = message(for: error)
    if !message.isEmpty { Output.remark("error: \(message)") }
    if !usage.isEmpty { Output.remark(help: usage) }
  }

  /// What the parser prints below the message of an error; empty for errors that are not about
  /// arguments.
  private static func usage(after error: any Error) -> String {
    let firstLine = "Error: \(message(for: error))\n"
    let whole = fullMessage(for: error)
    guard whole.utf8.starts(with: firstLine.utf8) else { return "" }
    let belowFirstLine = whole.utf8.dropFirst(firstLine.utf8.count)
    return String(belowFirstLine) ?? ""
  }

  /// The usage of a subcommand as the real tool prints it below an error.
  private static func usage(of named: NamedCommand) -> String {
    "Usage: \(usageString(for: named.type))\n"
      + "  See 'virga \(named.words.joined(separator: " ")) --help' for more information."
  }

  /// Rewrites `fml help NAME` as `help fml NAME`, which the parser supports.
  private static func movingHelpFirst(_ arguments: [String]) -> [String] {
    guard arguments.starts(with: ["fml", "help"]) else { return arguments }
    let subcommands = FMLCommand.configuration.subcommands
    let knownNames = subcommands.compactMap { $0.configuration.commandName }
    let typedNames = arguments.dropFirst(2)
    let areKnown = typedNames.allSatisfy(knownNames.contains)
    return areKnown ? ["help", "fml"] + typedNames : arguments
  }

  /// Parses a given subcommand by itself, and by the full parser if that fails, as for `--help`.
  ///
  /// Creating the parser for all commands takes longer than most of them run.
  private static func parsed(
    _ named: NamedCommand, _ arguments: [String]
  ) throws -> any ParsableCommand {
    let isGroup = !named.type.configuration.subcommands.isEmpty
    if !isGroup, let command = try? named.type.parseAsRoot(named.rest) {
      // For `--help` the parser of a single command returns an incomplete help command instead.
      let isNamedCommand = type(of: command) == named.type
      if isNamedCommand { return command }
    }
    return try parseAsRoot(arguments)
  }
}

/// The subcommand that the first arguments select, and the remaining arguments.
///
/// For `flags list --enabled` the words are `flags list`, and the rest is `--enabled`.
struct NamedCommand {
  private(set) var type: any ParsableCommand.Type = VirgaCommand.self
  /// The names of the subcommand and of those above it.
  private(set) var words: [String] = []
  /// The arguments after the words.
  private(set) var rest: [String]
  /// Whether the arguments name a subcommand rather than a manifest or an option of the console.
  private(set) var isNamed = false

  /// Finds the subcommand; without one it is `open`, except for `help` and internal options, which
  /// begin with three dashes.
  init(_ arguments: [String]) {
    rest = arguments
    // Each word can name a subcommand of the command before it, as in `flags list`.
    while let word = rest.first,
      let next = type.configuration.subcommands.first(where: { $0.isNamed(word) })
    {
      type = next
      words.append(rest.removeFirst())
    }
    isNamed = !words.isEmpty
    if !isNamed, rest.first != "help", rest.first?.hasPrefix("---") != true {
      type = OpenCommand.self
      words = ["open"]
    }
  }

  /// The first argument if it may be a misspelled subcommand; nil otherwise.
  var possibleWord: String? {
    guard !isNamed, let word = rest.first, !word.hasPrefix("-"), word != "help" else { return nil }
    return word
  }
}

extension ParsableCommand {
  /// Whether the command has this name or alias.
  fileprivate static func isNamed(_ word: String) -> Bool {
    configuration.commandName == word || configuration.aliases.contains(word)
  }
}

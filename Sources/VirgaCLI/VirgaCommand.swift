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
      Without a subcommand the console opens; without a manifest it opens the embedded demo.

      virga help topics lists articles about virga, virga help problems CODE explains a problem code, and \
      virga help --man prints the manual page.
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
      CompletionsCommand.self, DoctorCommand.self,
    ],
    defaultSubcommand: OpenCommand.self
  )

  static var commandNames: [String] {
    configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
  }

  /// Creates the command.
  package init() {}

  /// Runs this process's command line and exits.
  ///
  /// Usage errors of `fml` exit with 2, like the real tool's.
  package static func start() {
    RunningPrograms.killOnExit()
    let typed = Machine.arguments
    // The parser would take two thirds of the time of this answer.
    if typed == ["--version"] { return Output.document(ProgramVersion.description + "\n") }
    if let request = CompletionRequest(typed) { return request.answer() }
    let isFML = typed.first == "fml"
    let arguments = spelledOut(typed)
    let named = NamedCommand(arguments)
    var command: (any ParsableCommand)?
    do {
      if isFML, let name = FMLCommand.repeatedOption(in: arguments) {
        throw ValidationError("\(name) is given twice; give it once")
      }
      if let topic = HelpTopic(arguments) { return try topic.show() }
      try CompletionsCommand.refuseParserScript(arguments)
      try refuseHiddenHelp(arguments)
      command = try asked(named, arguments)
      try command?.run()
    } catch {
      let error = (error as? UnknownName).map { ValidationError("\($0)") } ?? error
      // The parser would not notice that its help cannot be written.
      if exitCode(for: error) == .success, case let help = fullMessage(for: error), !help.isEmpty {
        return Output.document(help + "\n")
      }
      let isUsage = exitCode(for: error) == .validationFailure && !(error is ExitCode)
      if isUsage, isFML {
        // The parser adds the right usage only to its own errors; other errors get it here.
        let isParsed = command == nil && !(error is ValidationError)
        remark(error, usage: isParsed ? usage(after: error) : usage(of: named))
        exit(withError: ExitCode.couldNotRun)
      }
      if isUsage, command == nil, let word = named.possibleWord,
        let unknown = UnknownWord.message(word)
      {
        Output.remark("error: \(unknown)")
        exit(withError: ExitCode.validationFailure)
      }
      // Errors while a subcommand runs are reported without the program's usage.
      guard isUsage, command != nil else {
        remark(error, usage: usage(after: error))
        exit(withError: exitCode(for: error))
      }
      Output.remark("error: \(message(for: error))")
      Output.remark("see `virga help \(named.words.joined(separator: " "))`")
      exit(withError: ExitCode.validationFailure)
    }
  }

  /// Refuses words with one dash, in which the parser would find the `-h` of `-@nightly`.
  ///
  /// - Throws: A usage error if there is such a word.
  private static func refuseHiddenHelp(_ arguments: [String]) throws {
    let words = arguments.prefix { $0 != "--" }.filter { $0.hasPrefix("-") && !$0.hasPrefix("--") }
    let unknown = words.first { word in
      word.hasPrefix("-@") || word.contains("h") && !["-h", "-help"].contains(word)
    }
    guard let unknown else { return }
    let isChannel = unknown.hasPrefix("-@")
    let hint = isChannel ? "; standard input is -, and --channels names its channels" : ""
    throw ValidationError("Unknown option '\(unknown)'\(hint)")
  }

  /// Prints an error, whose message may name anything, in one line, and a usage below.
  private static func remark(_ error: any Error, usage: String) {
    let message = message(for: error)
    if !message.isEmpty { Output.remark("Error: \(message)") }
    if !usage.isEmpty { Output.remark(help: usage) }
  }

  /// What the parser prints below the message of an error; empty for errors that are not about
  /// arguments.
  private static func usage(after error: any Error) -> String {
    let start = "Error: \(message(for: error))\n"
    let whole = fullMessage(for: error)
    return whole.utf8.starts(with: start.utf8)
      ? String(whole.utf8.dropFirst(start.utf8.count)) ?? "" : ""
  }

  private static func usage(of named: NamedCommand) -> String {
    "Usage: \(usageString(for: named.type))\n"
      + "  See 'virga \(named.words.joined(separator: " ")) --help' for more information."
  }

  /// Rewrites `fml help NAME` as `help fml NAME`, which the parser supports.
  private static func spelledOut(_ arguments: [String]) -> [String] {
    let names = FMLCommand.configuration.subcommands.compactMap { $0.configuration.commandName }
    guard arguments.starts(with: ["fml", "help"]), arguments.dropFirst(2).allSatisfy(names.contains)
    else {
      return arguments
    }
    return ["help", "fml"] + arguments.dropFirst(2)
  }

  /// Parses a given subcommand by itself, and by the full parser if that fails, as for `--help`.
  ///
  /// Creating the parser for all commands takes longer than most of them run.
  private static func asked(
    _ named: NamedCommand, _ arguments: [String]
  ) throws -> any ParsableCommand {
    // For `--help` the parser of a single command returns an incomplete help command.
    if named.type.configuration.subcommands.isEmpty,
      let command = try? named.type.parseAsRoot(named.rest),
      type(of: command) == named.type
    {
      return command
    }
    return try parseAsRoot(arguments)
  }
}

/// The subcommand that the first arguments select, and the remaining arguments.
struct NamedCommand {
  var type: any ParsableCommand.Type = VirgaCommand.self
  var words: [String] = []
  var rest: [String]
  /// Whether the arguments name a subcommand rather than a manifest or an option of the console.
  private(set) var isNamed = false

  init(_ arguments: [String]) {
    rest = arguments
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

  /// The first argument if it may be a misspelled subcommand.
  var possibleWord: String? {
    guard !isNamed, let word = rest.first, !word.hasPrefix("-"), word != "help" else { return nil }
    return word
  }
}

extension ParsableCommand {
  fileprivate static func isNamed(_ word: String) -> Bool {
    configuration.commandName == word || configuration.aliases.contains(word)
  }
}

import ArgumentParser
import VirgaRuntime

/// Finds the words that are possible at the cursor of a line.
struct Completion {
  private let line: TypedLine
  private let parsed: ParsedLine
  private let machine: Machine

  init(of line: TypedLine, _ machine: Machine) {
    self.line = line
    self.machine = machine
    parsed = ParsedLine(line)
  }

  /// The words that a terminal can show; none if a file that has the names cannot be read.
  var candidates: CompletionCandidates {
    var found = all
    found.words.removeAll { !$0.isPrintable }
    return found
  }

  /// All candidates, also those that a terminal cannot show.
  private var all: CompletionCandidates {
    switch parsed.place {
    case .subcommand(let command): subcommands(of: command)
    case .help(let words): CompletionCandidates(helpWords(after: words))
    case .option: CompletionCandidates(options)
    // The lead is the typed `--channel=` before a value; empty if the value is a word of its own.
    case .value(let argument, let lead): values(of: argument, after: lead)
    case .unknown: CompletionCandidates()
    }
  }

  /// The subcommands of a command; for the program itself also `help`, and the files of manifests,
  /// which it opens without a subcommand.
  private func subcommands(of command: any ParsableCommand.Type) -> CompletionCandidates {
    var found = CompletionCandidates(Self.subcommands(of: command))
    if command == VirgaCommand.self {
      found.words.append(
        CompletionCandidate(text: "help", note: "Show help about a command or a topic."))
      found.files = .files
    }
    return found
  }

  /// The visible subcommands of a command, with their abstracts.
  private static func subcommands(of command: any ParsableCommand.Type) -> [CompletionCandidate] {
    // A key path of a metatype crashes the compiler.
    let configurations = command.configuration.subcommands.map { $0.configuration }
    return configurations.filter(\.shouldDisplay).map {
      CompletionCandidate(text: $0.commandName ?? "", note: $0.abstract)
    }
  }

  /// The long names of the options that can still be given.
  private var options: [CompletionCandidate] {
    var options = parsed.remainingOptions
    // Only the program itself has `--version`, and only as its first word.
    let isFirstWord = line.before.isEmpty
    if isFirstWord {
      options.append(DeclaredArgument(flag: "--version", summary: "Show the version."))
    }
    return options.flatMap { option in
      let longNames = option.names.filter { $0.hasPrefix("--") }
      return longNames.map { CompletionCandidate(text: $0, note: option.summary) }
    }
  }

  /// The values of an argument as whole words: after the lead `--channel=`, `--channel=beta`.
  private func values(of argument: DeclaredArgument, after lead: String) -> CompletionCandidates {
    // After a lead, the part of the word behind its `=` is the value.
    let valueAfterLead = line.prefix.cut(afterFirst: "=")?.rest ?? ""
    let typed = lead.isEmpty ? line.prefix : valueAfterLead
    var found = values(of: argument, at: typed)
    found.words = found.words.map { $0.prefixed(with: lead) }
    return found
  }

  /// The values of an argument, if `typed` is the part that is already on the line.
  ///
  /// The names of a manifest, a session or recipes are read from their files; none are offered if a
  /// file cannot be read.
  private func values(of argument: DeclaredArgument, at typed: String) -> CompletionCandidates {
    switch argument.values {
    case .any: CompletionCandidates()
    case .words(let words): CompletionCandidates(words)
    case .files: CompletionCandidates(files: .files)
    case .folders: CompletionCandidates(files: .folders)
    case .named(let subject):
      (try? CompletionNames(of: parsed, machine).candidates(subject, at: typed))
        ?? CompletionCandidates()
    }
  }

  /// What can follow `help` and `words`: topics and commands, the subcommands of a command, or the
  /// codes after `problems`.
  private func helpWords(after words: [String]) -> [CompletionCandidate] {
    if words.isEmpty { return firstHelpWords }
    if words == ["problems"] {
      let codes = ProblemCodes.groups.flatMap(\.codes)
      return codes.map { CompletionCandidate(text: $0.code, note: $0.meaning) }
    }
    let named = NamedCommand(words)
    let areAllCommands = named.rest.isEmpty
    return areAllCommands ? Self.subcommands(of: named.type) : []
  }

  /// What can follow `help` directly: the topics, the word that lists them, and the commands.
  private var firstHelpWords: [CompletionCandidate] {
    let topics = HelpTopic.summaries.map {
      CompletionCandidate(text: $0.topic, note: $0.summary)
    }
    let list = CompletionCandidate(text: "topics", note: "List the articles.")
    return topics + [list] + Self.subcommands(of: VirgaCommand.self)
  }
}

extension CompletionCandidate {
  /// The word with a part in front of it.
  func prefixed(with lead: String) -> CompletionCandidate {
    CompletionCandidate(text: lead + text, note: note, isComplete: isComplete)
  }
}

import ArgumentParser

/// A typed line matched with the arguments that its command declares.
struct ParsedLine {
  /// What is completed at the cursor.
  enum Place {
    /// A subcommand of this command.
    case subcommand(any ParsableCommand.Type)
    /// What follows `help`.
    case help([String])
    case option
    /// A value of an argument, after a part of the word, such as `--channel=`.
    case value(DeclaredArgument, lead: String)
    /// Nothing that is known.
    case unknown
  }

  /// The value of an argument on the line.
  struct Value {
    let argument: DeclaredArgument
    let text: String
  }

  private(set) var place = Place.unknown
  /// The arguments of the line's command.
  private(set) var arguments: [DeclaredArgument] = []
  /// The values on the line except the one at the cursor.
  private(set) var values: [Value] = []
  /// The names of the options on the line.
  private(set) var options: Set<String> = []
  /// The option whose value is the next word.
  private var pending: DeclaredArgument?
  /// Whether a `--` was read, after which no word is an option.
  private var isAfterTerminator = false
  /// The number of positional values read so far.
  private var positionalCount = 0

  /// Matches the words with the arguments, and finds what is completed at the cursor.
  ///
  /// A group of subcommands, such as `virga flags`, has no arguments of its own. The first word is
  /// completed as a subcommand, although it could be a path for `open` too.
  init(_ line: TypedLine) {
    if line.before.first == "help" {
      place = .help(Array(line.before.dropFirst()))
      return
    }
    // Without the name of a subcommand the command is `open`; `named.rest` are the words after the
    // name.
    let named = NamedCommand(line.before)
    let isGroup = !named.type.configuration.subcommands.isEmpty
    let isOption = line.prefix.hasPrefix("-")
    if isGroup, !isOption {
      if named.rest.isEmpty { place = .subcommand(named.type) }
      return
    }
    arguments = DeclaredArgument.all(of: named.type)
    for word in named.rest { read(word) }
    let isFirstWord = line.before.isEmpty && !isOption
    place = isFirstWord ? .subcommand(VirgaCommand.self) : place(of: line.prefix)
    // Arguments after the cursor are given already.
    readFromCursor(line)
  }

  /// The values on the line that name a subject.
  func values(of subject: CompletionSubject) -> [String] {
    values.filter { $0.argument.isFor(subject) }.map(\.text)
  }

  /// The values on the line of the option called `name`.
  func values(of name: String) -> [String] {
    values.filter { $0.argument.names.contains(name) }.map(\.text)
  }

  /// The options that can still be given.
  var remainingOptions: [DeclaredArgument] {
    arguments.filter { !$0.isPositional && ($0.isRepeating || options.isDisjoint(with: $0.names)) }
  }

  /// What is completed at the cursor, if `prefix` is the part of the word before it.
  ///
  /// After `--channel` it is the value of that option, after `--ch` an option, and after
  /// `--channel=` the value with that lead.
  private func place(of prefix: String) -> Place {
    if let pending { return .value(pending, lead: "") }
    if !isAfterTerminator, prefix.hasPrefix("-") {
      guard let lead = prefix.cut(afterFirst: "=")?.lead else { return .option }
      guard let option = option(String(lead.dropLast())), option.takesValue else { return .unknown }
      return .value(option, lead: lead)
    }
    if let nextPositional { return .value(nextPositional, lead: "") }
    return isAfterTerminator ? .unknown : .option
  }

  /// Reads the words after the cursor.
  ///
  /// The word at the cursor is read before them, so that each gets its argument, but its own value
  /// and name are not recorded.
  private mutating func readFromCursor(_ line: TypedLine) {
    let valueCount = values.count
    let optionsBefore = options
    read(line.prefix)
    values.removeSubrange(valueCount...)
    options = optionsBefore
    for word in line.after { read(word) }
  }

  /// Records a word as a value, an option or the terminator `--`.
  private mutating func read(_ word: String) {
    if let argument = pending {
      values.append(Value(argument: argument, text: word))
      pending = nil
    } else if isAfterTerminator || !word.hasPrefix("-") || word == "-" {
      readPositional(word)
    } else if word == "--" {
      isAfterTerminator = true
    } else {
      readOption(word)
    }
  }

  /// Records the value of the next positional argument; a word too many is ignored.
  private mutating func readPositional(_ word: String) {
    guard let argument = nextPositional else { return }
    values.append(Value(argument: argument, text: word))
    positionalCount += 1
  }

  /// Records an option, written as `--name` or `--name=value`.
  private mutating func readOption(_ word: String) {
    let parts = word.cut(afterFirst: "=")
    // The lead ends with the `=`.
    let name = parts.map { String($0.lead.dropLast()) } ?? word
    options.insert(name)
    guard let option = option(name), option.takesValue else { return }
    if let parts {
      values.append(Value(argument: option, text: parts.rest))
    } else {
      // The next word is the value.
      pending = option
    }
  }

  /// The option called `name`, such as `--channel`; nil if the command has none.
  private func option(_ name: String) -> DeclaredArgument? {
    arguments.first { $0.names.contains(name) }
  }

  /// The next positional argument; after all of them the last one if it repeats, or else nil.
  private var nextPositional: DeclaredArgument? {
    let all = arguments.filter(\.isPositional)
    if positionalCount < all.count { return all[positionalCount] }
    guard let last = all.last, last.isRepeating else { return nil }
    return last
  }
}

import SystemPackage
import VirgaRuntime
import VirgaSource

/// A completion script's request for the words that are possible at the cursor.
///
/// The script passes the line in the form in which its shell has it, and inserts the lines that
/// come back.
struct CompletionRequest {
  /// The first argument of a request.
  static let word = "---complete"

  private let shell: CompletionsCommand.Shell
  private let words: [String]

  /// Reads `---complete`, the shell's name, and the words in the form of that shell; nil if the
  /// arguments are not a request.
  init?(_ arguments: [String]) {
    guard arguments.count > 1, arguments[0] == Self.word else { return nil }
    guard let shell = CompletionsCommand.Shell(rawValue: arguments[1]) else { return nil }
    self.shell = shell
    words = Array(arguments.dropFirst(2))
  }

  /// Writes the lines for the shell.
  func answer(_ machine: Machine = .current) {
    // Problems in a file must not be printed beside the cursor.
    Self.closeStreams()
    let lines =
      switch shell {
      case .bash: bashLines(machine)
      case .zsh: zshLines(machine)
      case .fish: fishLines(machine)
      }
    Output.document(lines.map { $0 + "\n" }.joined())
  }

  /// Replaces standard input and standard error by `/dev/null`.
  ///
  /// Problems in a file must not end up between the prompt and the cursor, and `-` must not wait
  /// for input.
  private static func closeStreams() {
    guard let nothing = try? FileDescriptor.open("/dev/null", .readWrite) else { return }
    _ = try? nothing.duplicate(as: .standardInput)
    _ = try? nothing.duplicate(as: .standardError)
  }
}

extension CompletionRequest {
  /// The replacements of the word at the cursor for bash, already quoted.
  ///
  /// The request has the line up to the cursor, the rest, the part of the word that bash replaces,
  /// and the variables on the line as `NAME=VALUE`.
  ///
  /// bash breaks words at quotes and at characters such as `=`, and inserts what it gets as it is.
  /// What is already typed stays as it is, with its quotes and variables.
  private func bashLines(_ machine: Machine) -> [String] {
    guard words.count >= 3 else { return [] }
    let lineBefore = words[0]
    let lineAfter = words[1]
    let replaced = words[2]
    let variables = Self.variables(words.dropFirst(3))
    let typed = BashWords(lineBefore, variables: variables)
    let line = Self.bashLine(typed, before: lineAfter, variables)
    let found =
      typed.isRedirected
      ? CompletionCandidates(files: .files) : Completion(of: line, machine).candidates
    // If bash splits the line into other words than BashWords does, nothing is offered.
    guard typed.written.ends(withBytesOf: replaced) else { return [] }
    // A complete word ends with its quote, because bash does not add one to a name that ends in the
    // same character; or with a blank, at the end of the line.
    let blank = lineAfter.isEmpty ? " " : ""
    let end = typed.quote.map { String($0.rawValue) } ?? blank
    return found.listingFiles(at: line.prefix, machine).compactMap { candidate in
      guard let added = typed.continuation(to: candidate.text) else { return nil }
      return replaced + added + (candidate.isComplete ? end : "")
    }
  }

  /// The line of bash without the program, from its words up to the cursor and the text after it.
  private static func bashLine(
    _ typed: BashWords, before lineAfter: String, _ variables: [String: String]
  ) -> TypedLine {
    // The first word after the cursor is the rest of the word at the cursor. With `_` before it,
    // there is always one to drop. The blank ends the last word.
    let after = BashWords("_" + lineAfter + " ", variables: variables).complete.dropFirst()
    let argumentsBefore = typed.complete.dropFirst()
    return TypedLine(
      before: Array(argumentsBefore), prefix: typed.current, after: Array(after))
  }

  /// The values of `NAME=VALUE` by name; the first one of each name.
  private static func variables(_ assignments: some Sequence<String>) -> [String: String] {
    var values: [String: String] = [:]
    for assignment in assignments {
      guard let (lead, value) = assignment.cut(afterFirst: "=") else { continue }
      let name = String(lead.dropLast())
      values[name] = values[name] ?? value
    }
    return values
  }

  /// The answer for zsh, which quotes the words itself.
  ///
  /// The request has the number of the word at the cursor from 1, that word up to the cursor, its
  /// open quote, and all words, the program first.
  ///
  /// The first line says whether zsh adds files. Other lines begin with a blank, or with `+` if a
  /// part of the word has to follow; a colon separates the word from its meaning.
  private func zshLines(_ machine: Machine) -> [String] {
    guard words.count > 3, let wordNumber = Int(words[0]), wordNumber > 1 else { return [] }
    let wordUpToCursor = words[1]
    let openQuote = words[2]
    let lineWords = words.dropFirst(3)
    let argumentsBefore = lineWords.prefix(wordNumber - 1).dropFirst()
    let line = TypedLine(
      before: Array(argumentsBefore), prefix: wordUpToCursor,
      after: Array(lineWords.dropFirst(wordNumber)))
    var found = Completion(of: line, machine).candidates
    // In single quotes zsh does not expand a path such as `~/a`, and when it lists files itself, it
    // would not end the open quote before a single quote in a name. So the files are listed here.
    if openQuote == "'" {
      found = CompletionCandidates(found.listingFiles(at: line.prefix, machine))
    }
    return [found.files.rawValue] + found.words.map(Self.zshLine)
  }

  /// The line of a candidate for zsh: ` beta:a channel` if the word is complete, or `+a/b/` if more
  /// of it has to follow.
  private static func zshLine(_ candidate: CompletionCandidate) -> String {
    let mark = candidate.isComplete ? " " : "+"
    // Colons of the word itself are escaped, and so is the backslash that escapes them.
    let backslashesEscaped = candidate.text.replacing(bytesOf: "\\", with: "\\\\")
    let text = backslashesEscaped.replacing(bytesOf: ":", with: "\\:")
    let note = candidate.note.isEmpty ? "" : ":\(candidate.note)"
    return mark + text + note
  }

  /// The words for fish, which quotes them itself, each with its meaning after a tab.
  ///
  /// The request has the word up to the cursor as it is written, and the words before it, the
  /// program first. fish does not say what follows the cursor.
  private func fishLines(_ machine: Machine) -> [String] {
    guard let word = words.first else { return [] }
    // Assignments can be in front of the program, as in `LANG=C virga`.
    let programAndArguments = words.dropFirst().drop { $0.contains("=") }
    let argumentsBefore = programAndArguments.dropFirst()
    let line = TypedLine(before: Array(argumentsBefore), prefix: FishWord.unquoted(word))
    let found = Completion(of: line, machine).candidates
    // fish gets the names of files too, which it does not list itself.
    return found.listingFiles(at: line.prefix, machine).map { word in
      word.note.isEmpty ? word.text : "\(word.text)\t\(word.note)"
    }
  }
}

extension CompletionCandidates {
  /// All words, with the files that belong to them, for a shell that does not list files itself.
  fileprivate func listingFiles(at prefix: String, _ machine: Machine) -> [CompletionCandidate] {
    guard files != .none else { return words }
    // In an option such as `--log=a/b`, the path follows the first `=`.
    let option = prefix.hasPrefix("-") ? prefix.cut(afterFirst: "=") : nil
    let path = option?.rest ?? prefix
    let found = FileCandidates(machine).list(path, foldersOnly: files == .folders)
    return words + found.filter(\.isPrintable).map { $0.prefixed(with: option?.lead ?? "") }
  }
}

extension BashWords {
  /// The text to add to this line so that its last word becomes `word`; nil if no text does.
  ///
  /// After `$HOME` no letter can be added, because it would continue the variable's name.
  fileprivate func continuation(to word: String) -> String? {
    guard word.utf8.starts(with: current.utf8) else { return nil }
    let rest = String(Substring(word.utf8.dropFirst(current.utf8.count)))
    if endsInVariable, let first = rest.unicodeScalars.first, Self.continuesName(first) {
      return nil
    }
    return Self.escaped(rest, in: quote)
  }
}

extension String {
  /// Whether the text ends with the bytes of `other`.
  ///
  /// `hasSuffix` would take different spellings of a character for the same.
  fileprivate func ends(withBytesOf other: String) -> Bool {
    utf8.suffix(other.utf8.count).elementsEqual(other.utf8)
  }
}

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

  /// Nil if the arguments are not a request.
  init?(_ arguments: [String]) {
    guard arguments.count > 1, arguments[0] == Self.word,
      let shell = CompletionsCommand.Shell(rawValue: arguments[1])
    else { return nil }
    self.shell = shell
    words = Array(arguments.dropFirst(2))
  }

  /// Writes the lines for the shell.
  func answer(_ machine: Machine = .current) {
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
    // The first word after the cursor is the rest of the word at the cursor. With `_` before it,
    // there is always one to drop.
    let after = BashWords("_" + lineAfter + " ", variables: variables).complete.dropFirst()
    // The first word is the program.
    let line = TypedLine(
      before: Array(typed.complete.dropFirst()), prefix: typed.current, after: Array(after))
    let found =
      typed.isRedirected
      ? CompletionCandidates(files: .files) : Completion(of: line, machine).candidates
    // A line that bash reads in another way than BashWords is left alone.
    guard typed.written.ends(withBytesOf: replaced) else { return [] }
    // A complete word ends with its quote, because bash does not add one to a name that ends in the
    // same character; or with a blank, at the end of the line.
    let blank = lineAfter.isEmpty ? " " : ""
    let end = typed.quote.map { String($0.rawValue) } ?? blank
    return found.listingFiles(at: line.prefix, machine).compactMap { word in
      typed.continuation(to: word.text).map { replaced + $0 + (word.isComplete ? end : "") }
    }
  }

  /// The values of `NAME=VALUE` by name; the first one of each name.
  private static func variables(_ assignments: some Sequence<String>) -> [String: String] {
    let pairs = assignments.compactMap { $0.cut(afterFirst: "=") }
    return Dictionary(pairs.map { (String($0.lead.dropLast()), $0.rest) }) { first, _ in first }
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
    let openQuote = words[2]
    let lineWords = words.dropFirst(3)
    let line = TypedLine(
      before: Array(lineWords.prefix(wordNumber - 1).dropFirst()), prefix: words[1],
      after: Array(lineWords.dropFirst(wordNumber)))
    var found = Completion(of: line, machine).candidates
    // In single quotes zsh expands nothing in a path, and its own list of files would not end the
    // quote of a name that has one itself.
    if openQuote == "'" {
      found = CompletionCandidates(found.listingFiles(at: line.prefix, machine))
    }
    let lines = found.words.map { word in
      let text = word.text.replacing(bytesOf: "\\", with: "\\\\").replacing(
        bytesOf: ":", with: "\\:")
      let note = word.note.isEmpty ? "" : ":\(word.note)"
      return (word.isComplete ? " " : "+") + text + note
    }
    return [found.files.rawValue] + lines
  }

  /// The words for fish, which quotes them itself, each with its meaning after a tab.
  ///
  /// The request has the word up to the cursor as it is written, and the words before it, the
  /// program first. fish does not say what follows the cursor.
  private func fishLines(_ machine: Machine) -> [String] {
    guard let word = words.first else { return [] }
    // The program is left out, and so are assignments before it.
    let before = words.dropFirst().drop { $0.contains("=") }.dropFirst()
    let line = TypedLine(before: Array(before), prefix: FishWord.unquoted(word))
    let found = Completion(of: line, machine).candidates
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
    return words + found.filter(\.isPrintable).map { $0.after(option?.lead ?? "") }
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

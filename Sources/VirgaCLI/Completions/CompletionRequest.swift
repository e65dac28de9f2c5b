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

  /// Problems in a file must not end up between the prompt and the cursor, and `-` must not wait
  /// for input.
  private static func closeStreams() {
    guard let nothing = try? FileDescriptor.open("/dev/null", .readWrite) else { return }
    _ = try? nothing.duplicate(as: .standardInput)
    _ = try? nothing.duplicate(as: .standardError)
  }
}

extension CompletionRequest {
  /// Takes the line up to the cursor, the rest, and the part of the word that bash replaces.
  ///
  /// bash breaks words at quotes and at characters such as `=`, and inserts what it gets as it is.
  private func bashLines(_ machine: Machine) -> [String] {
    guard words.count == 3 else { return [] }
    let typed = BashWords(words[0])
    // What is left of the word at the cursor belongs to it.
    let after = BashWords("_" + words[1] + " ").complete.dropFirst()
    let line = TypedLine(
      before: Array(typed.complete.dropFirst()), prefix: typed.current, after: Array(after))
    let found =
      typed.isRedirected
      ? CompletionCandidates(files: .files) : Completion(of: line, machine).candidates
    guard let keptText = typed.written.dropping(suffix: words[2]) else { return [] }
    let kept = BashWords(keptText)
    // A complete word ends with its quote, because bash does not add one to a name that ends in the
    // same character; or with a blank, at the end of the line.
    let end = kept.quote.map { String($0.rawValue) } ?? (words[1].isEmpty ? " " : "")
    return found.listingFiles(at: line.prefix, machine).compactMap { word in
      guard word.text.starts(withBytesOf: typed.current) else { return nil }
      let rest = kept.continuation(to: word.text, keepsHome: typed.written.hasPrefix("~/"))
      return rest.map { $0 + (word.isComplete ? end : "") }
    }
  }

  /// Takes the number of the word, the word up to the cursor, and all words, the program first.
  ///
  /// The first line says whether zsh adds files. Other lines begin with a blank, or with `+` if a
  /// part of the word has to follow; a colon separates the word from its meaning.
  private func zshLines(_ machine: Machine) -> [String] {
    guard words.count > 2, let index = Int(words[0]), index > 1 else { return [] }
    let all = words.dropFirst(2)
    let line = TypedLine(
      before: Array(all.prefix(index - 1).dropFirst()), prefix: words[1],
      after: Array(all.dropFirst(index)))
    let found = Completion(of: line, machine).candidates
    let lines = found.words.map { word in
      let text = word.text.replacing(bytesOf: "\\", with: "\\\\").replacing(
        bytesOf: ":", with: "\\:")
      let note = word.note.isEmpty ? "" : ":\(word.note)"
      return (word.isComplete ? " " : "+") + text + note
    }
    return [found.files.rawValue] + lines
  }

  /// Takes the word up to the cursor as it is written, and the words before it, the program first.
  ///
  /// fish does not say what follows the cursor.
  private func fishLines(_ machine: Machine) -> [String] {
    guard let word = words.first else { return [] }
    // Assignments may precede the program.
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
    let parts = prefix.hasPrefix("-") ? prefix.cut(afterFirst: "=") : nil
    let (lead, path) = parts ?? ("", prefix)
    let found = FileCandidates(machine).list(path, foldersOnly: files == .folders)
    return words + found.filter(\.isPrintable).map { $0.after(lead) }
  }
}

extension BashWords {
  /// The text that continues this line so that its last word becomes `word`; nil if no text does.
  ///
  /// With `keepsHome`, a `~` at the start is not escaped, so that bash expands it.
  fileprivate func continuation(to word: String, keepsHome: Bool) -> String? {
    guard word.starts(withBytesOf: current) else { return nil }
    let rest = String(Substring(word.utf8.dropFirst(current.utf8.count)))
    guard keepsHome, written.isEmpty else { return Self.escaped(rest, in: quote) }
    return "~" + Self.escaped(String(rest.dropFirst()), in: quote)
  }
}

extension String {
  /// `hasPrefix` would take different spellings of a character for the same.
  fileprivate func starts(withBytesOf other: String) -> Bool { utf8.starts(with: other.utf8) }

  /// Nil if the text does not end in `suffix`.
  fileprivate func dropping(suffix: String) -> String? {
    let length = utf8.count - suffix.utf8.count
    guard length >= 0, utf8.dropFirst(length).elementsEqual(suffix.utf8) else { return nil }
    return String(Substring(utf8.prefix(length)))
  }
}

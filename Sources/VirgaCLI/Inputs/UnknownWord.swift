import ArgumentParser
import VirgaFiles
import VirgaRuntime
import VirgaSource

/// A word on the command line that is neither a subcommand nor a file.
enum UnknownWord {
  /// The message that names a similar subcommand; nil if `word` is a file or looks like a path or
  /// URL.
  static func message(_ word: String, _ machine: Machine = .current) -> String? {
    if namesInput(word, machine) { return nil }
    let hint = NameSuggestions.ending(for: word, among: VirgaCommand.commandNames)
    return "\(word): no such command or file\(hint)"
  }

  /// Whether `word` is a file, or looks like a path or URL.
  static func namesInput(_ word: String, _ machine: Machine = .current) -> Bool {
    // A subcommand contains none of these characters.
    let looksLikePath = word.contains { "./@:*".contains($0) }
    return looksLikePath || FileWriting.exists(FilePath.joined(machine.workingFolder, word))
  }
}

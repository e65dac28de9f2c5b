import ArgumentParser
import VirgaFiles
import VirgaRuntime
import VirgaSource

/// A word on the command line that is neither a subcommand nor a file.
enum UnknownWord {
  /// Names a similar word; nil if `word` is a file or looks like a path or URL.
  static func message(_ word: String, _ machine: Machine = .current) -> String? {
    let isPath = word.contains { "./@:*".contains($0) }
    guard !isPath, !FileWriting.exists(FilePath.joined(machine.workingFolder, word)) else {
      return nil
    }
    return
      "\(word): no such command or file\(NameSuggestions.ending(for: word, among: VirgaCommand.commandNames))"
  }
}

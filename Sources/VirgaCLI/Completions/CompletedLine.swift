import ArgumentParser
import VirgaExperiments
import VirgaFiles
import VirgaResources
import VirgaRuntime
import VirgaSession
import VirgaSource

/// A command line up to the word that the shell completes, with what it says about manifest and session.
struct CompletedLine {
  /// The words before the one to complete, the program first, without the shell's quotes.
  private let words: [String]
  /// The word to complete, up to the cursor.
  let prefix: String
  private let machine: Machine

  /// The line that a shell passes: its words, the index of the one to complete, and that up to the cursor.
  init(_ words: [String], _ index: Int, _ prefix: String, _ machine: Machine = .current) {
    self.words = words.prefix(max(0, index)).map { Self.unquoted($0, machine) }
    self.prefix = prefix
    self.machine = machine
  }

  /// Changes and fetches nothing.
  func read() throws -> OpenFlags {
    var options = ["--offline"]
    for name in ["--session", "--flags", "--repo-file", "--cache-dir", "--ref"] {
      options += values(of: name).flatMap { [name, $0] }
    }
    if let manifest { options += ["--manifest", manifest] }
    return try FlagOptions.parse(options).open(isReadOnly: true, machine)
  }

  func recipes() throws -> [Recipe] {
    let named = try RecipeOptions.parse(values(of: "--recipes").flatMap { ["--recipes", $0] })
    let read = named.recipes.isEmpty ? [] : try named.read(isOffline: true).recipes
    return try read + (self.read().store.session.recipes)
  }

  func lastWord(among names: [String]) -> String? { words.last { names.contains($0) } }

  func files() -> [String] {
    let lead = prefix.lastIndex(of: "/").map { String(prefix[...$0]) } ?? ""
    return files(in: FilePath.joined(machine.workingFolder, Self.unquoted(lead, machine))).map { lead + $0 }
  }

  func keptSessions() -> [String] {
    guard let folder = SessionFolder.folder(environment: machine.environment) else { return [] }
    return files(in: folder).filter { $0.hasSuffix(".virga") }.map { FilePath.joined(folder, $0) }
  }

  private func files(in folder: String) -> [String] { FolderReading.disk.list(folder).map(\.name).sorted() }

  /// The commands whose first files are manifests, besides a line without a command.
  private static let manifestCommands = [
    "open", "run", "validate", "values", "compare", "check", "complete", "schema", "fml",
  ]

  private var manifest: String? {
    if let named = values(of: "--manifest").last { return named }
    let isOther = VirgaCommand.commandNames.contains(words.dropFirst().first ?? "")
    guard !isOther || Self.manifestCommands.contains(words[1]) else { return nil }
    let indices = words.indices.dropFirst().filter { isFile(words[$0]) }
    return (indices.first { !words[$0 - 1].hasPrefix("--") } ?? indices.first { words[$0].hasSuffix(".fml.yaml") })
      .map { words[$0] }
  }

  private func isFile(_ word: String) -> Bool {
    let isWritten = [".yaml", ".yml", ".json", ".fml"].contains { word.hasSuffix($0) }
    return isWritten && FileWriting.isFile(FilePath.joined(machine.workingFolder, word))
  }

  private func values(of name: String) -> [String] {
    words.indices.compactMap { index in
      if words[index].hasPrefix(name + "=") { return String(words[index].dropFirst(name.count + 1)) }
      return words[index] == name && index + 1 < words.count ? words[index + 1] : nil
    }
  }

  private static func unquoted(_ word: String, _ machine: Machine) -> String {
    let text = word.filter { !"\\\"'".contains($0) }
    guard word.hasPrefix("~/"), let home = machine.environment["HOME"] else { return text }
    return home + text.dropFirst()
  }
}

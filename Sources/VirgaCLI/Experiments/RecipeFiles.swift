import ArgumentParser
import VirgaFiles
import VirgaJSON
import VirgaResources
import VirgaRuntime
import VirgaSource
import VirgaWeb

/// The files of `--recipes`: a file, a folder's files, a pattern's matches, or an https URL.
struct RecipeFiles {
  var machine = Machine.current
  var isOffline = false

  private static let endings = [".json", ".yaml", ".yml"]

  /// The files for `source`; those of a folder or a pattern are sorted by name.
  ///
  /// - Throws: The exit code, after printing the reason, if a folder or a pattern has no files.
  func named(_ source: String) throws -> [String] {
    if source == "-" || source.contains("://") { return [source] }
    let path = FilePath.joined(machine.workingFolder, source)
    if FileWriting.isFolder(path) {
      let names = FolderReading.disk.list(path).filter { !$0.isFolder && !$0.name.hasPrefix(".") }
        .map(\.name)
      let files = names.filter { name in Self.endings.contains { name.hasSuffix($0) } }.sorted()
      guard !files.isEmpty else {
        throw failure("\(source): no file in this folder ends in .json, .yaml or .yml")
      }
      return files.map { FilePath.shown(FilePath.joined(path, $0), from: machine.workingFolder) }
    }
    let files = ShellPattern.files(source, from: machine.workingFolder)
    guard !files.isEmpty else { throw failure("\(source): no file matches") }
    return files
  }

  /// Prints the file's errors and ends the program if there are any.
  func text(_ source: String) throws -> LocatedText {
    guard source.contains("://") else { return try JSONInput.text(source) }
    guard !isOffline else { throw failure("\(source) cannot be fetched with --offline") }
    let bytes: [UInt8]
    do {
      bytes = try WebReading().read(source)
    } catch {
      throw failure("\(error)")
    }
    return try JSONInput.text(SourceText(name: source, bytes: bytes))
  }

  private func failure(_ message: String) -> ExitCode {
    Output.remark("error: \(message)")
    return .couldNotRun
  }
}

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

  /// The ends of the names of recipe files.
  private static let endings = [".json", ".yaml", ".yml"]

  /// The files for `source`; those of a folder or a pattern are sorted by name.
  ///
  /// - Throws: The exit code, after printing the reason, if a folder or a pattern has no files.
  func named(_ source: String) throws -> [String] {
    let isURL = source.contains("://")
    if source == "-" || isURL { return [source] }
    let path = FilePath.joined(machine.workingFolder, source)
    if FileWriting.isFolder(path) {
      let names = recipeFiles(in: path)
      guard !names.isEmpty else {
        throw failure("\(source): no file in this folder ends in .json, .yaml or .yml")
      }
      return names.map { FilePath.shown(FilePath.joined(path, $0), from: machine.workingFolder) }
    }
    let files = ShellPattern.files(source, from: machine.workingFolder)
    guard !files.isEmpty else { throw failure("\(source): no file matches") }
    return files
  }

  /// The sorted names of a folder's JSON and YAML files, except hidden ones.
  private func recipeFiles(in folder: String) -> [String] {
    let files = FolderReading.disk.list(folder).filter { !$0.isFolder }.map(\.name)
    let visible = files.filter { !$0.hasPrefix(".") }
    return visible.filter { name in Self.endings.contains { name.hasSuffix($0) } }.sorted()
  }

  /// Reads a file or a URL; prints its errors and ends the program if there are any.
  func text(_ name: String) throws -> LocatedText { try JSONInput.text(source(name)) }

  /// Reads a file or a URL without parsing it; prints why it cannot be read and ends the program.
  func source(_ name: String) throws -> SourceText {
    guard name.contains("://") else {
      return SourceText(name: name, bytes: try Inputs.read(name))
    }
    guard !isOffline else { throw failure("\(name) cannot be fetched with --offline") }
    do {
      return SourceText(name: name, bytes: try WebReading().read(name))
    } catch {
      throw failure("\(error)")
    }
  }

  /// Prints an error and returns the exit code.
  private func failure(_ message: String) -> ExitCode {
    Output.remark("error: \(message)")
    return .couldNotRun
  }
}

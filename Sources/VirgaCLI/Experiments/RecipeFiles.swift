import ArgumentParser
import VirgaFiles
import VirgaJSON
import VirgaResources
import VirgaRuntime
import VirgaSource
import VirgaWeb

/// The files that `--recipes` names: one file, all of a folder, those that match a pattern, or the text at an https URL.
struct RecipeFiles {
  var machine = Machine.current
  /// Whether nothing may be fetched.
  var isOffline = false

  private static let endings = [".json", ".yaml", ".yml"]

  /// The files that `place` means, those of a folder or a pattern sorted by name.
  ///
  /// - Throws: the exit code, after the reason was printed, if a folder or a pattern has no files.
  func named(_ place: String) throws -> [String] {
    if place == "-" || place.contains("://") { return [place] }
    let path = FilePath.joined(machine.workingFolder, place)
    if FileWriting.isFolder(path) {
      let names = FolderReading.disk.list(path).filter { !$0.isFolder && !$0.name.hasPrefix(".") }.map(\.name)
      let files = names.filter { name in Self.endings.contains { name.hasSuffix($0) } }.sorted()
      guard !files.isEmpty else { throw failure("\(place): no file in this folder ends in .json, .yaml or .yml") }
      return files.map { FilePath.shown(FilePath.joined(path, $0), from: machine.workingFolder) }
    }
    let files = ShellPattern.files(place, from: machine.workingFolder)
    guard !files.isEmpty else { throw failure("\(place): no file matches") }
    return files
  }

  /// The text of one of these files; the program ends if it has errors, which are printed.
  func text(_ place: String) throws -> WrittenText {
    guard place.contains("://") else { return try WrittenInput.text(place) }
    guard !isOffline else { throw failure("\(place) would have to be fetched; drop --offline") }
    let bytes: [UInt8]
    do {
      bytes = try WebReading().read(place)
    } catch {
      throw failure("\(error)")
    }
    return try WrittenInput.text(SourceText(name: place, bytes: bytes))
  }

  private func failure(_ message: String) -> ExitCode {
    Output.remark("error: \(message)")
    return .couldNotRun
  }
}

import ArgumentParser
import VirgaFiles
import VirgaResources
import VirgaRuntime
import VirgaSource

enum Inputs {
  /// Prints the reason and ends the program if the file cannot be read.
  static func read(_ path: String, _ machine: Machine = .current) throws -> [UInt8] {
    do {
      return try path == "-"
        ? machine.standardInput() : machine.files.read(FilePath.joined(machine.workingFolder, path))
    } catch {
      Output.remark("error: \(error)\(nearFile(path, machine))")
      throw ExitCode.couldNotRun
    }
  }

  /// Text to end a sentence; empty if no similar file exists.
  private static func nearFile(_ path: String, _ machine: Machine) -> String {
    let whole = FilePath.joined(machine.workingFolder, path)
    guard path != "-", !FileWriting.exists(whole) else { return "" }
    let names = FolderReading.disk.list(FilePath.folder(of: whole)).map(\.name)
    return NameSuggestions.ending(for: FilePath.name(of: whole), among: names)
  }
}

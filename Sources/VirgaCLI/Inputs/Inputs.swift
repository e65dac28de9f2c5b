import ArgumentParser
import VirgaFiles
import VirgaResources
import VirgaRuntime
import VirgaSource

/// Files that are named on the command line.
enum Inputs {
  /// The bytes of the file called `path`, or of standard input for `-`.
  ///
  /// Where it cannot be read the program says so and ends.
  static func read(_ path: String, _ machine: Machine = .current) throws -> [UInt8] {
    do {
      return try path == "-"
        ? machine.standardInput() : machine.files.read(FilePath.joined(machine.workingFolder, path))
    } catch {
      Output.remark("error: \(error)\(nearFile(path, machine))")
      throw ExitCode.couldNotRun
    }
  }

  /// The file that `path` may mean if there is none of that name, as the end of a sentence; empty if none is near.
  private static func nearFile(_ path: String, _ machine: Machine) -> String {
    let whole = FilePath.joined(machine.workingFolder, path)
    guard path != "-", !FileWriting.exists(whole) else { return "" }
    let names = FolderReading.disk.list(FilePath.folder(of: whole)).map(\.name)
    return NearNames.ending(for: FilePath.name(of: whole), among: names)
  }
}

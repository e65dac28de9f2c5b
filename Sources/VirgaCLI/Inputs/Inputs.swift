import ArgumentParser
import VirgaFiles
import VirgaRuntime

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
      Output.remark("error: \(error)")
      throw ExitCode.couldNotRun
    }
  }
}

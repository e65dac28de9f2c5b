import ArgumentParser
import VirgaFiles
import VirgaResources
import VirgaRuntime
import VirgaSource

enum Inputs {
  /// The option or argument that named each input that can be read only once.
  private static let claims = Locked<[OneTimeInput: String]>([:])

  /// Notes which option names files; prints an error and ends the program if standard input or a pipe is named twice.
  ///
  /// - Parameter option: The option, or what the argument is called, such as `the manifest`.
  static func claim(_ paths: [String?], for option: String, _ machine: Machine = .current) throws {
    var own: Set<OneTimeInput> = []
    for path in paths.compactMap(\.self) {
      let whole = path == "-" ? path : FilePath.joined(machine.workingFolder, path)
      guard let input = OneTimeInput(whole) else { continue }
      let other = claims.withLock { claims in
        let other = claims[input]
        claims[input] = option
        return other
      }
      let isRepeated = !own.insert(input).inserted
      guard isRepeated || other != nil && other != option else { continue }
      let name = path == "-" ? "standard input" : path
      let options = other == option ? "twice by \(option)" : "by \(other ?? "") and by \(option)"
      Output.remark("error: \(name) is named \(options), but can be read only once; save it to a file first")
      throw ExitCode.couldNotRun
    }
  }

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

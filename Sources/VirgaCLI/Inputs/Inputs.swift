import ArgumentParser
import VirgaFiles
import VirgaResources
import VirgaRuntime
import VirgaSource

/// The files that options and arguments name, each of which can be read at most once if it is
/// standard input or a pipe.
enum Inputs {
  /// The option or argument that named each input that can be read only once.
  private static let claims = Locked<[OneTimeInput: String]>([:])

  /// Notes which option names files, so that a named pipe can be read.
  ///
  /// Prints an error and ends the program if standard input or a pipe is named twice, if a path
  /// with a slash at its end is not that of a folder, or if it is a URL and the option reads none.
  ///
  /// - Parameters:
  ///   - paths: The values of the option; nil if it is not given.
  ///   - option: The option, or what the argument is called, such as `the manifest`.
  ///   - readsURLs: Whether URLs are read for the option too.
  static func claim(
    _ paths: [String?], for option: String, readsURLs: Bool = false, _ machine: Machine = .current
  ) throws {
    // An option may be claimed again with the same values, but no value may be named twice in one.
    var inputsOfThisCall: Set<OneTimeInput> = []
    for path in paths.compactMap(\.self) {
      if path.isURL, !readsURLs {
        throw refused("\(path): a file is expected for \(option), not a URL")
      }
      let isRemote = path.isURL || (readsURLs && path.hasPrefix("@"))
      if isRemote { continue }
      try refuseFileAsFolder(path, machine)
      let absolute = path == "-" ? path : FilePath.joined(machine.workingFolder, path)
      guard let input = OneTimeInput(absolute) else { continue }
      Machine.allowPipe(input)
      let earlierOption = record(input, for: option)
      let isRepeated = !inputsOfThisCall.insert(input).inserted
      if let earlierOption, earlierOption != option {
        throw refusedSecondUse(of: path, named: "by \(earlierOption) and by \(option)")
      }
      if isRepeated { throw refusedSecondUse(of: path, named: "twice by \(option)") }
    }
  }

  /// Prints that an input is named two times, such as `twice by --recipes`, and returns the exit
  /// code.
  private static func refusedSecondUse(of path: String, named how: String) -> ExitCode {
    let name = path == "-" ? "standard input" : path
    return refused("\(name) is named \(how), but can be read only once; save it to a file first")
  }

  /// Records the option that names an input; returns the one that named it before, or nil.
  private static func record(_ input: OneTimeInput, for option: String) -> String? {
    claims.withLock { $0.updateValue(option, forKey: input) }
  }

  /// Prints an error and ends the program if a folder is given as a URL.
  static func claim(folders: [String?], for option: String, _ machine: Machine = .current) throws {
    guard let url = folders.compactMap(\.self).first(where: \.isURL) else { return }
    throw refused("\(url): a folder is expected for \(option), not a URL")
  }

  /// Prints an error and ends the program if a path that ends in a slash is not that of a folder.
  private static func refuseFileAsFolder(_ path: String, _ machine: Machine) throws {
    guard path.hasSuffix("/"),
      let failure = FileWriting.folderFailure(at: path, from: machine.workingFolder)
    else { return }
    throw refused("\(failure)")
  }

  /// Prints an error and returns the exit code.
  private static func refused(_ message: String) -> ExitCode {
    Output.remark("error: \(message)")
    return .couldNotRun
  }

  /// The bytes of a file or of standard input; ends the program, after printing the reason, if it
  /// cannot be read.
  static func read(_ path: String, _ machine: Machine = .current) throws -> [UInt8] {
    do {
      return try path == "-"
        ? machine.standardInput() : machine.files.read(FilePath.joined(machine.workingFolder, path))
    } catch {
      Output.remark("error: \(error)\(nearFile(path, machine))")
      throw ExitCode.couldNotRun
    }
  }

  /// The suggestion of a file with a similar name in the same folder, to end a sentence; empty if
  /// no name is similar, or if the file exists.
  private static func nearFile(_ path: String, _ machine: Machine) -> String {
    let absolute = FilePath.joined(machine.workingFolder, path)
    guard path != "-", !FileWriting.exists(absolute) else { return "" }
    let names = FolderReading.disk.list(FilePath.folder(of: absolute)).map(\.name)
    return NameSuggestions.ending(for: FilePath.name(of: absolute), among: names)
  }
}

import ArgumentParser
import VirgaFiles
import VirgaResources
import VirgaRuntime
import VirgaSource

enum Inputs {
  /// The option or argument that named each input that can be read only once.
  private static let claims = Locked<[OneTimeInput: String]>([:])

  /// Notes which option names files, so that a named pipe can be read.
  ///
  /// Prints an error and ends the program if standard input or a pipe is named twice, if a path
  /// with a slash at its end is not that of a folder, or if it is a URL and the option reads none.
  ///
  /// - Parameters:
  ///   - paths: What was given; nil if nothing was.
  ///   - option: The option, or what the argument is called, such as `the manifest`.
  ///   - readsURLs: Whether URLs are read for the option too.
  static func claim(
    _ paths: [String?], for option: String, readsURLs: Bool = false, _ machine: Machine = .current
  ) throws {
    var own: Set<OneTimeInput> = []
    for path in paths.compactMap(\.self) {
      if path.isURL || readsURLs && path.hasPrefix("@") {
        guard readsURLs else {
          throw refused("\(path): a file is expected for \(option), not a URL")
        }
        continue
      }
      try refuseFileAsFolder(path, machine)
      let whole = path == "-" ? path : FilePath.joined(machine.workingFolder, path)
      guard let input = OneTimeInput(whole) else { continue }
      Machine.allowPipe(input)
      let other = claims.withLock { claims in
        let other = claims[input]
        claims[input] = option
        return other
      }
      let isRepeated = !own.insert(input).inserted
      guard isRepeated || other != nil && other != option else { continue }
      let name = path == "-" ? "standard input" : path
      let options = other == option ? "twice by \(option)" : "by \(other ?? "") and by \(option)"
      throw refused(
        "\(name) is named \(options), but can be read only once; save it to a file first")
    }
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

  private static func refused(_ message: String) -> ExitCode {
    Output.remark("error: \(message)")
    return .couldNotRun
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

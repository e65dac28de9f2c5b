import ArgumentParser
import CVirgaPlatform
import VirgaFiles
import VirgaRuntime
import VirgaSource

/// Finds the manifest to open in a folder.
struct FolderManifest {
  private let machine: Machine

  init(_ machine: Machine) { self.machine = machine }

  /// The manifest in the working folder; nil if it has none.
  ///
  /// Folders below it are not searched, because it may be a home folder.
  ///
  /// - Throws: The exit code, if the folder has several and the person does not choose one.
  func here() throws -> String? {
    let found = ManifestSearch.roots(in: machine.workingFolder, searchesBelow: false, machine)
    return found.isEmpty ? nil : try chosen(from: found, in: "this folder")
  }

  /// The manifest that `path` names: itself, or if it is a folder the one in it.
  ///
  /// - Throws: The exit code, if the folder has none, or several and the person chooses none.
  func manifest(at path: String) throws -> String {
    let absolute = FilePath.joined(machine.workingFolder, path)
    let isRemote = path == "-" || path.hasPrefix("@") || path.isURL
    guard !isRemote, FileWriting.isFolder(absolute) else { return path }
    let found = ManifestSearch.roots(in: absolute, searchesBelow: true, machine)
    guard !found.isEmpty else {
      Output.remark(
        "error: \(path) has no manifest: no file *.fml.yaml that declares channels; name a file")
      throw ExitCode.couldNotRun
    }
    return try chosen(from: found, in: path)
  }

  /// The only manifest of those found, or the one that the person at the terminal chooses.
  ///
  /// - Throws: The exit code, after printing how to name one.
  private func chosen(from found: [String], in folder: String) throws -> String {
    let paths = found.map { FilePath.relative($0, ifBelow: machine.workingFolder) }
    if paths.count == 1 { return paths[0] }
    let canAsk = isatty(STDIN_FILENO) == 1 && Output.Stream.answer.isTerminal
    if canAsk { return try answer(choosingFrom: paths, in: folder) }
    Output.remarks(
      ["error: \(folder) has \(paths.count) manifests; open one of them:"]
        + paths.map { "  virga \(ShellWord.quotedVisibly($0))" })
    throw ExitCode.validationFailure
  }

  /// Asks for the number of a manifest until there is an answer.
  ///
  /// - Throws: The exit code of Ctrl-C if Ctrl-D ends the input.
  private func answer(choosingFrom paths: [String], in folder: String) throws -> String {
    Output.line("\(folder) has \(paths.count) manifests:")
    // The numbers that a person sees begin with 1.
    Output.columns(paths.enumerated().map { index, path in ["  \(index + 1)", path] })
    while true {
      Output.Stream.answer.write("Which one? (1-\(paths.count), Ctrl-D: none) ")
      guard let line = readLine() else {
        // The shell's prompt must not follow the question on its line.
        Output.line()
        throw ExitCode.interrupted
      }
      let number = Int(line.filter { $0 != " " })
      if let number, paths.indices.contains(number - 1) { return paths[number - 1] }
    }
  }
}

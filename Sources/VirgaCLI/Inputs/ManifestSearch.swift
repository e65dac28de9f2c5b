import ArgumentParser
import CVirgaPlatform
import SystemPackage
import VirgaFiles
import VirgaJSON
import VirgaRuntime
import VirgaSource
import VirgaYAML

/// Finds the manifests that an argument names.
enum ManifestSearch {
  /// The files of `input`: those of a folder, sorted, the matches of a ``ShellPattern``, or the
  /// file itself.
  static func files(_ input: String, from folder: String) -> [String] {
    let isRemote = input.hasPrefix("@") || input.contains("://")
    if input == "-" || isRemote { return [input] }
    let path = FilePath.joined(folder, input)
    if FileWriting.isFolder(path) {
      return manifests(below: path).map { FilePath.relative($0, ifBelow: folder) }
    }
    return ShellPattern.files(input, from: folder)
  }

  /// The files of all arguments, each once.
  ///
  /// - Throws: The exit code, after printing which folder or pattern has no manifest.
  static func files(of arguments: [String], _ machine: Machine) throws -> [String] {
    var seen: Set<Name> = []
    return try arguments.flatMap { argument -> [String] in
      let found = files(argument, from: machine.workingFolder)
      if found.isEmpty { throw refused(argument, machine) }
      // Inserting a file returns whether it is new. Standard input is kept each time, because
      // naming it twice is refused later.
      return found.filter { file in file == "-" || seen.insert(file) }
    }
  }

  /// Prints that an argument names no manifest, and returns the exit code.
  private static func refused(_ argument: String, _ machine: Machine) -> ExitCode {
    let isFolder = FileWriting.isFolder(FilePath.joined(machine.workingFolder, argument))
    let reason =
      isFolder
      ? "no file in this folder ends in .fml.yaml; name a file or a pattern"
      : "no file matches this pattern"
    Output.remark("error: \(argument): \(reason)")
    return .couldNotRun
  }

  /// The levels of folders to search; links are not followed, so this only stops absurd trees.
  private static let maxDepth = 64

  /// The sorted paths of the manifests in a folder and in the folders below it, except hidden ones.
  private static func manifests(below folder: String, depth: Int = 0) -> [String] {
    guard depth < maxDepth else { return [] }
    let contents = Contents(of: folder)
    let below = contents.folders.flatMap { manifests(below: $0, depth: depth + 1) }
    return (contents.manifests + below).sorted()
  }

  /// The absolute paths of the manifests in a folder that can be opened by themselves, sorted.
  ///
  /// These are `nimbus.fml.yaml`, or else every manifest that declares channels: one without them
  /// is meant to be included. Only if there are none, those of the folders below count, because
  /// folders below an app's manifest hold the parts of it.
  static func roots(in folder: String, searchesBelow: Bool, _ machine: Machine) -> [String] {
    roots(in: folder, levels: searchesBelow ? maxDepth : 1, machine.files)
  }

  /// The manifests that ``roots(in:searchesBelow:_:)`` describes, in at most `levels` levels of
  /// folders: with 1 only those in `folder` itself.
  private static func roots(in folder: String, levels: Int, _ files: FileReading) -> [String] {
    guard levels > 0 else { return [] }
    let contents = Contents(of: folder)
    // A manifest with the usual name is the only root of its folder.
    if let usual = contents.manifests.first(where: { FilePath.name(of: $0) == usualName }) {
      return [usual]
    }
    let roots = contents.manifests.filter { declaresChannels($0, files) }
    guard roots.isEmpty else { return roots }
    return contents.folders.flatMap { self.roots(in: $0, levels: levels - 1, files) }
  }

  /// The name that most apps give their manifest.
  private static let usualName = "nimbus.fml.yaml"

  /// Whether a manifest declares channels; true if it cannot be read, as opening it says why.
  private static func declaresChannels(_ path: String, _ files: FileReading) -> Bool {
    guard let bytes = try? files.read(path),
      let manifest = LocatedText(SourceText(name: path, bytes: bytes)).json
    else { return true }
    return manifest["channels"]?.arrayValue?.isEmpty == false
  }

  /// What a folder holds except hidden files; links to folders are not followed.
  private struct Contents {
    /// The sorted paths of files whose names end in `.fml.yaml`.
    private(set) var manifests: [String] = []
    /// The sorted paths of the folders in it.
    private(set) var folders: [String] = []

    /// Lists the folder; empty if it cannot be read.
    init(of folder: String) {
      for name in ManifestSearch.names(in: folder).sorted() where !name.hasPrefix(".") {
        let path = "\(folder)/\(name)"
        guard let type = try? FilePath(text: path).stat(followTargetSymlink: false).type else {
          // It was removed since the folder was listed.
          continue
        }
        if type == .directory {
          folders.append(path)
        } else if name.hasSuffix(".fml.yaml") {
          manifests.append(path)
        }
      }
    }
  }

  /// The names in a folder in any order; empty if it cannot be read.
  private static func names(in folder: String) -> [String] {
    guard let path = try? SystemPath.bytes(of: folder), let listing = opendir(path) else {
      return []
    }
    defer { closedir(listing) }
    var names: [String] = []
    while let entry = readdir(listing) {
      // The name is an array of fixed length with a zero at its end.
      let name = withUnsafeBytes(of: entry.pointee.d_name) {
        SystemPath.text($0.prefix { $0 != 0 })
      }
      names.append(name)
    }
    return names
  }
}

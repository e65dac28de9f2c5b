import CVirgaPlatform
import SystemPackage
import VirgaFiles

/// Finds the manifests that an argument names.
enum ManifestSearch {
  /// The files of `input`: those of a folder, sorted, the matches of a ``ShellPattern``, or the
  /// file itself.
  static func files(_ input: String, from folder: String) -> [String] {
    if input == "-" || input.hasPrefix("@") || input.contains("://") { return [input] }
    let path = FilePath.joined(folder, input)
    if FileWriting.isFolder(path) {
      return manifests(below: path).map { FilePath.shown($0, from: folder) }
    }
    return ShellPattern.files(input, from: folder)
  }

  /// The levels of folders to search; links are not followed, so this only stops absurd trees.
  private static let maxDepth = 64

  /// The sorted paths of the manifests in a folder and in the folders below it, except hidden ones.
  private static func manifests(below folder: String, depth: Int = 0) -> [String] {
    guard depth < maxDepth else { return [] }
    var found: [String] = []
    for name in names(in: folder) where !name.hasPrefix(".") {
      let path = "\(folder)/\(name)"
      guard let type = try? FilePath(text: path).stat(followTargetSymlink: false).type else {
        continue
      }
      if type == .directory {
        found += manifests(below: path, depth: depth + 1)
      } else if name.hasSuffix(".fml.yaml") {
        found.append(path)
      }
    }
    return found.sorted()
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

import CVirgaPlatform
import SystemPackage
import VirgaFiles

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

  private static let deepest = 64

  private static func manifests(below folder: String, depth: Int = 0) -> [String] {
    guard depth < deepest, let name = try? SystemPath.bytes(of: folder), let listing = opendir(name)
    else { return [] }
    var found: [String] = []
    var folders: [String] = []
    while let entry = readdir(listing) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) {
        SystemPath.text($0.prefix { $0 != 0 })
      }
      guard !name.hasPrefix(".") else { continue }
      let path = "\(folder)/\(name)"
      guard let type = try? FilePath(text: path).stat(followTargetSymlink: false).type else {
        continue
      }
      if type == .directory { folders.append(path) }
      if type != .directory, name.hasSuffix(".fml.yaml") { found.append(path) }
    }
    closedir(listing)
    return (found + folders.flatMap { manifests(below: $0, depth: depth + 1) }).sorted()
  }
}

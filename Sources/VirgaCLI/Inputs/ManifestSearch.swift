import VirgaFiles

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

enum ManifestSearch {
  /// The files of `input`: those of a folder, sorted, the matches of a ``ShellPattern``, or the file itself.
  static func files(_ input: String, from folder: String) -> [String] {
    if input == "-" || input.hasPrefix("@") || input.contains("://") { return [input] }
    let path = FilePath.joined(folder, input)
    if FileWriting.isFolder(path) { return manifests(below: path).map { FilePath.shown($0, from: folder) } }
    return ShellPattern.files(input, from: folder)
  }

  private static let deepest = 64

  private static func manifests(below folder: String, depth: Int = 0) -> [String] {
    guard depth < deepest, let name = try? SystemPath.bytes(of: folder), let listing = opendir(name) else { return [] }
    var found: [String] = []
    var folders: [String] = []
    while let entry = readdir(listing) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { SystemPath.text($0.prefix { $0 != 0 }) }
      guard !name.hasPrefix(".") else { continue }
      let path = "\(folder)/\(name)"
      var status = stat()
      guard let bytes = try? SystemPath.bytes(of: path), lstat(bytes, &status) == 0 else { continue }
      if status.st_mode & S_IFMT == S_IFDIR { folders.append(path) }
      if status.st_mode & S_IFMT != S_IFDIR, name.hasSuffix(".fml.yaml") { found.append(path) }
    }
    closedir(listing)
    return (found + folders.flatMap { manifests(below: $0, depth: depth + 1) }).sorted()
  }
}

import CVirgaPlatform
import SystemPackage
import VirgaFiles

/// Lists folders; tests can replace the disk.
package struct FolderReading: Sendable {
  /// An entry of a folder.
  package struct Entry: Hashable, Sendable {
    /// The name.
    package let name: String
    /// Whether it is a folder; a symbolic link is not, so that cycles are impossible.
    package let isFolder: Bool

    /// Creates the entry `name`.
    package init(_ name: String, isFolder: Bool) {
      self.name = name
      self.isFolder = isFolder
    }
  }

  /// Returns the entries of a folder, in any order; empty if it cannot be listed.
  package var list: @Sendable (_ path: String) -> [Entry]

  /// Creates a reader from its function.
  package init(list: @escaping @Sendable (_ path: String) -> [Entry]) { self.list = list }

  /// The folders on disk.
  package static let disk = FolderReading(list: entries)

  /// The folders that contain files with these absolute paths, for tests.
  package static func memory(_ paths: some Sequence<String>) -> FolderReading {
    let entries = entriesByFolder(of: paths)
    return FolderReading { path in
      // The entries of the root are found by an empty path.
      let folder = path == "/" ? "" : path
      return Array(entries[folder] ?? [])
    }
  }

  /// The entries of all folders on the way to files, by the path of the folder, which is empty for
  /// the root: `/a/b` gives the folder `a` in the root, and the file `b` in `/a`.
  private static func entriesByFolder(of files: some Sequence<String>) -> [String: Set<Entry>] {
    var entries: [String: Set<Entry>] = [:]
    for file in files {
      var folder = ""
      let names = file.split(separator: "/")
      for (index, name) in names.enumerated() {
        // Only the last name of a path is that of the file.
        let isFolder = index < names.count - 1
        entries[folder, default: []].insert(Entry(String(name), isFolder: isFolder))
        folder += "/" + name
      }
    }
    return entries
  }
}

/// The entries of a folder on disk; empty if it cannot be listed.
private func entries(of folder: String) -> [FolderReading.Entry] {
  guard let path = try? SystemPath.bytes(of: folder), let directory = opendir(path) else {
    return []
  }
  defer { closedir(directory) }
  var entries: [FolderReading.Entry] = []
  while let entry = readdir(directory) {
    // The name is an array of fixed length with a zero at its end.
    let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
      SystemPath.text(bytes.prefix { $0 != 0 })
    }
    // Every folder lists itself and the folder above it.
    guard name != ".", name != ".." else { continue }
    // Links are not followed, so that a folder cannot contain itself. Without a status, as for an
    // entry that was just deleted, it counts as a file.
    let status = try? FilePath(text: folder + "/" + name).stat(followTargetSymlink: false)
    entries.append(FolderReading.Entry(name, isFolder: status?.type == .directory))
  }
  return entries
}

import CVirgaPlatform

/// Lists and removes directories.
package enum FileTree {
  /// The names in a directory; nil if it cannot be read.
  package static func names(in path: String) -> [String]? {
    guard let stream = opendir(path) else { return nil }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names
  }

  /// The paths of all files below a directory, sorted, without names that begin with a dot.
  package static func files(below path: String) -> [String] {
    (names(in: path) ?? []).filter { !$0.hasPrefix(".") }.flatMap { name in
      let path = "\(path)/\(name)"
      return names(in: path) == nil ? [path] : files(below: path)
    }.sorted()
  }

  /// Removes a file or a directory with its contents; for a symbolic link only the link.
  static func remove(_ path: String) {
    if !isLink(path) {
      for name in names(in: path) ?? [] { remove("\(path)/\(name)") }
    }
    _ = CVirgaPlatform.remove(path)
  }

  private static func isLink(_ path: String) -> Bool {
    var target: CChar = 0
    return readlink(path, &target, 1) >= 0
  }
}

import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A directory for one test, gone with it.
package final class TemporaryDirectory {
  /// Its path, short enough for a socket inside.
  package let root: String

  /// Makes an empty directory.
  package init() throws {
    var template = Array("/tmp/virga-XXXXXX".utf8CString)
    let made = template.withUnsafeMutableBufferPointer { buffer in buffer.baseAddress.flatMap { mkdtemp($0) } }
    root = try #require(made.map { String(cString: $0) })
  }

  deinit { Self.removeAll(root) }

  private static func removeAll(_ path: String) {
    if !isLink(path), let stream = opendir(path) {
      while let entry = readdir(stream) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if name != "." && name != ".." { removeAll(path + "/" + name) }
      }
      closedir(stream)
    }
    #if canImport(Darwin)
      _ = Darwin.remove(path)
    #else
      _ = Glibc.remove(path)
    #endif
  }

  private static func isLink(_ path: String) -> Bool {
    var target: CChar = 0
    return readlink(path, &target, 1) >= 0
  }

  /// The path of something inside.
  package func path(_ name: String) -> String { root + "/" + name }

  /// Writes a file in place.
  package func write(_ text: String, to name: String) {
    guard let file = fopen(path(name), "w") else { return }
    _ = Array(text.utf8).withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, file) }
    fclose(file)
  }

  /// Renames something, over what has that name.
  package func rename(_ old: String, to new: String) {
    #if canImport(Darwin)
      _ = Darwin.rename(path(old), path(new))
    #else
      _ = Glibc.rename(path(old), path(new))
    #endif
  }

  /// Makes a directory inside.
  package func makeDirectory(_ name: String) { _ = mkdir(path(name), 0o700) }

  /// Removes a file or an empty directory.
  package func remove(_ name: String) {
    #if canImport(Darwin)
      _ = Darwin.remove(path(name))
    #else
      _ = Glibc.remove(path(name))
    #endif
  }

  /// Makes a symbolic link.
  package func link(_ name: String, to target: String) { _ = symlink(path(target), path(name)) }
}

import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A directory for one test, gone with it.
final class TemporaryDirectory {
  let root: String

  init() throws {
    var template = Array("/tmp/virga-XXXXXX".utf8CString)
    let made = template.withUnsafeMutableBufferPointer { buffer in buffer.baseAddress.flatMap { mkdtemp($0) } }
    root = try #require(made.map { String(cString: $0) })
  }

  deinit { Self.removeAll(root) }

  private static func removeAll(_ path: String) {
    if let stream = opendir(path) {
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

  func path(_ name: String) -> String { root + "/" + name }

  func write(_ text: String, to name: String) {
    guard let file = fopen(path(name), "w") else { return }
    fputs(text, file)
    fclose(file)
  }

  func rename(_ old: String, to new: String) {
    #if canImport(Darwin)
      _ = Darwin.rename(path(old), path(new))
    #else
      _ = Glibc.rename(path(old), path(new))
    #endif
  }

  func makeDirectory(_ name: String) { _ = mkdir(path(name), 0o700) }

  func remove(_ name: String) {
    #if canImport(Darwin)
      _ = Darwin.remove(path(name))
    #else
      _ = Glibc.remove(path(name))
    #endif
  }

  func link(_ name: String, to target: String) { _ = symlink(path(target), path(name)) }
}

import CVirgaPlatform
import CVirgaTestSupport

/// The directory for all temporary directories of one test run.
///
/// It is removed when the run ends. A killed run leaves it behind, and the next run removes it.
/// Each run holds a lock on its directory, which tells abandoned directories apart.
enum RunDirectory {
  /// The parent directory.
  static let place = "/tmp"
  private static let prefix = "virga-tests-"

  /// The directory of this run; nil if it cannot be created.
  private static let path: String? = {
    for name in FileTree.names(in: place) ?? [] where name.hasPrefix(prefix) {
      removeAbandoned("\(place)/\(name)")
    }
    guard let path = made("\(place)/\(prefix)XXXXXX"), lock(path) != nil else { return nil }
    atexit { RunDirectory.remove() }
    return path
  }()

  /// Creates an empty directory in that of this run.
  static func makeDirectory() -> String? { path.flatMap { made("\($0)/XXXXXX") } }

  private static func remove() {
    if let path { FileTree.remove(path) }
  }

  private static func made(_ template: String) -> String? {
    var template = Array(template.utf8CString)
    let made = template.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.flatMap { mkdtemp($0) }
    }
    return made.map { String(cString: $0) }
  }

  private static func removeAbandoned(_ path: String) {
    // A new directory may not be locked yet.
    var information = stat()
    guard lstat(path, &information) == 0, time(nil) - information.modified > 60,
      let descriptor = lock(path)
    else {
      return
    }
    FileTree.remove(path)
    close(descriptor)
  }

  /// Locks a directory until this run ends; nil if another run holds the lock.
  private static func lock(_ path: String) -> Int32? {
    let descriptor = virga_open_folder(path)
    guard descriptor >= 0 else { return nil }
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return descriptor }
    close(descriptor)
    return nil
  }
}

extension stat {
  /// The time of the last change to its contents, in seconds since 1970.
  fileprivate var modified: Int {
    withUnsafePointer(to: self) { Int(virga_modification_time($0)) }
  }
}

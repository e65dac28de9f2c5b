import VirgaFiles

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A file to which lines are appended.
final class LogFile {
  private let path: String
  private let descriptor: Int32

  init(_ path: String) throws(FileFailure) {
    self.path = path
    descriptor = open(try SystemPath.bytes(of: path), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    if descriptor < 0 { throw FileFailure(errno, path) }
  }

  deinit { close(descriptor) }

  /// Appends a line in one piece, so that two programs can share a file.
  func append(_ line: String) throws(FileFailure) {
    var rest = Array("\(line)\n".utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw FileFailure(errno, path) }
      rest = rest.dropFirst(count)
    }
  }
}

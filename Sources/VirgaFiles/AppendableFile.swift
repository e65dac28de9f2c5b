#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A new file that only this program appends to.
///
/// If a write fails, nothing is half written: the file keeps its previous end.
package final class AppendableFile {
  /// The size in bytes.
  package private(set) var length = 0
  private let path: String
  private let descriptor: Int32

  /// Creates the file at `path`, which must not exist.
  package init(making path: String) throws(FileFailure) {
    self.path = path
    descriptor = open(try SystemPath.bytes(of: path), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    if descriptor < 0 { throw FileFailure(errno, path) }
  }

  deinit { close(descriptor) }

  package func append(_ bytes: [UInt8]) throws(FileFailure) {
    try check()
    var end = length
    while end < length + bytes.count {
      let count = bytes[(end - length)...].withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, off_t(end)) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        let failure = FileFailure(errno, path)
        ftruncate(descriptor, off_t(length))
        throw failure
      }
      end += count
    }
    length = end
  }

  /// Replaces the byte at `offset`.
  package func replace(at offset: Int, with byte: UInt8) throws(FileFailure) {
    try check()
    var byte = byte
    while pwrite(descriptor, &byte, 1, off_t(offset)) != 1 {
      guard errno == EINTR else { throw FileFailure(errno, path) }
    }
  }

  /// Truncates the file to `offset` bytes.
  package func cut(to offset: Int) throws(FileFailure) {
    try check()
    while ftruncate(descriptor, off_t(offset)) != 0 {
      guard errno == EINTR else { throw FileFailure(errno, path) }
    }
    length = offset
  }

  /// Verifies that nobody replaced or changed the file: writing to a removed file would succeed silently.
  private func check() throws(FileFailure) {
    var (own, there) = (stat(), stat())
    guard stat(try SystemPath.bytes(of: path), &there) == 0, fstat(descriptor, &own) == 0 else {
      throw FileFailure(errno, path)
    }
    guard own.st_ino == there.st_ino, own.st_dev == there.st_dev else {
      throw FileFailure(path: path, reason: "Another file replaced it")
    }
    guard own.st_size == length else { throw FileFailure(path: path, reason: "Another program has written to it") }
  }
}

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A new file that grows at its end, of which only this program knows how it goes on.
///
/// Where the machine fails nothing is half written: the file ends where it ended before.
package final class GrowingFile {
  /// How many bytes it has.
  package private(set) var length = 0
  private let path: String
  private let descriptor: Int32

  /// Makes the file at `path`, where nothing may be yet.
  package init(making path: String) throws(FileFailure) {
    self.path = path
    descriptor = open(try SystemPath.bytes(of: path), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    if descriptor < 0 { throw FileFailure(errno, path) }
  }

  deinit { close(descriptor) }

  /// Adds `bytes` at the end.
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

  /// Puts `byte` in the place of the one at `offset`.
  package func replace(at offset: Int, with byte: UInt8) throws(FileFailure) {
    try check()
    var byte = byte
    while pwrite(descriptor, &byte, 1, off_t(offset)) != 1 {
      guard errno == EINTR else { throw FileFailure(errno, path) }
    }
  }

  /// Takes away what stands from `offset` on.
  package func cut(to offset: Int) throws(FileFailure) {
    try check()
    while ftruncate(descriptor, off_t(offset)) != 0 {
      guard errno == EINTR else { throw FileFailure(errno, path) }
    }
    length = offset
  }

  /// Makes sure that the file is still there as it was left: the system goes on writing to a removed one without a word.
  private func check() throws(FileFailure) {
    var (own, there) = (stat(), stat())
    guard stat(try SystemPath.bytes(of: path), &there) == 0, fstat(descriptor, &own) == 0 else {
      throw FileFailure(errno, path)
    }
    guard own.st_ino == there.st_ino, own.st_dev == there.st_dev else {
      throw FileFailure(path: path, reason: "Another file has taken its place")
    }
    guard own.st_size == length else { throw FileFailure(path: path, reason: "Another program has written to it") }
  }
}

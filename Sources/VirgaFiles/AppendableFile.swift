import SystemPackage

/// A new file that only this program appends to.
///
/// If a write fails, nothing is half written: the file keeps its previous end.
package final class AppendableFile {
  /// The size in bytes.
  private var length = 0
  private let path: String
  private let file: FileDescriptor

  /// Creates the file at `path`, which must not exist; only its owner can read it.
  package init(making path: String) throws(FileFailure) {
    self.path = path
    file = try FileFailure.reporting(path) {
      try .open(
        FilePath(text: path), .readWrite, options: [.create, .exclusiveCreate, .closeOnExec],
        permissions: .ownerReadWrite)
    }
  }

  deinit { try? file.close() }

  /// Writes `bytes` at the end of the file.
  ///
  /// - Throws: ``FileFailure`` if they cannot be written, or if another program replaced or changed
  ///   the file.
  package func append(_ bytes: [UInt8]) throws(FileFailure) {
    try checkUnchanged()
    try FileFailure.reporting(path) {
      do {
        try file.writeAll(toAbsoluteOffset: Int64(length), bytes)
      } catch {
        // Removes the part that was written.
        try? file.resize(to: Int64(length))
        throw error
      }
    }
    length += bytes.count
  }

  /// Verifies that nobody replaced or changed the file: writing to a removed file would succeed
  /// silently.
  private func checkUnchanged() throws(FileFailure) {
    let opened = try FileFailure.reporting(path) { try file.stat() }
    let atPath = try FileFailure.reporting(path) { try FilePath(text: path).stat() }
    guard opened.inode == atPath.inode, opened.deviceID == atPath.deviceID else {
      throw FileFailure(path: path, reason: "Another file replaced it")
    }
    guard opened.size == length else {
      throw FileFailure(path: path, reason: "Another program has written to it")
    }
  }
}

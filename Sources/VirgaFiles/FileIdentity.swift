package import SystemPackage

/// The file at a path, as the file system tells it from others.
package struct FileIdentity: Hashable, Sendable {
  private let device: DeviceID
  private let inode: Inode

  /// The file at `path`, or the target of a symbolic link there; nil if nothing is there.
  ///
  /// - Throws: `Errno` if the system does not say, for example because a folder cannot be searched
  ///   for a while. The file may still be there.
  package init?(at path: String) throws(Errno) {
    let status: Stat
    do {
      status = try FilePath(text: path).stat()
    } catch Errno.noSuchFileOrDirectory, Errno.notDirectory {
      return nil
    } catch {
      // The only other error is that of a path that contains a NUL.
      throw error as? Errno ?? .invalidArgument
    }
    device = status.deviceID
    inode = status.inode
  }
}

extension FileWriting {
  /// Whether nothing is at `path`; throws if the system does not say, unlike ``exists(_:)``.
  package static func isMissing(_ path: String) throws(FileFailure) -> Bool {
    try FileFailure.reporting(path) { try FileIdentity(at: path) == nil }
  }
}

import SystemPackage

/// Standard input or a pipe, whose bytes can be read only once; equal if two paths name the same one.
package struct OneTimeInput: Hashable, Sendable {
  private let device: DeviceID
  private let file: Inode

  /// The input at `path`, where `-` is standard input; nil for a file that can be read again.
  package init?(_ path: String) {
    if path == "-" {
      guard let status = try? FileDescriptor.standardInput.stat() else { return nil }
      self.init(status)
    } else {
      guard let status = try? FilePath(text: path).stat(), status.type == .fifo else { return nil }
      self.init(status)
    }
  }

  private init(_ status: Stat) {
    (device, file) = (status.deviceID, status.inode)
  }
}

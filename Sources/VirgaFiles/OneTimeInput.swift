import SystemPackage

/// Standard input or a pipe, whose bytes can be read only once; equal if two paths name the same
/// one.
package struct OneTimeInput: Hashable, Sendable {
  private let device: DeviceID
  private let inode: Inode

  /// The input at `path`, where `-` is standard input; nil for a file that can be read again.
  package init?(_ path: String) {
    // Most paths are regular files, for which following their links would take too long.
    guard !Self.isPlainFile(path) else { return nil }
    let isStandardInput = path == "-" || OpenDescriptor.named(by: path) == .standardInput
    let status = isStandardInput ? Self.statusOfStandardInput : try? FilePath(text: path).stat()
    guard let status else { return nil }
    // Standard input can be read only once, even if it is a file.
    let isPipe = status.type == .fifo
    guard isStandardInput || isPipe else { return nil }
    // Its device and inode tell whether two paths name the same input.
    self.init(status)
  }

  /// Whether `path` is a regular file itself, not a link: such a path names no descriptor.
  ///
  /// This is tested first, because following the links of every file of a manifest takes longer
  /// than reading them. Below `/dev`, an entry may report the type of the file behind it.
  private static func isPlainFile(_ path: String) -> Bool {
    guard path != "-", !path.hasPrefix("/dev/") else { return false }
    return (try? FilePath(text: path).stat(followTargetSymlink: false))?.type == .regular
  }

  /// Whether `path` is a pipe itself, rather than an open descriptor of this process, such as
  /// `/dev/fd/63`.
  ///
  /// Opening it waits for a writer.
  static func isNamedPipe(_ path: String) -> Bool {
    OpenDescriptor.named(by: path) == nil && (try? FilePath(text: path).stat())?.type == .fifo
  }

  /// The status of standard input; nil if it is closed.
  ///
  /// Remembered from the first use, because another file takes the place of standard input once it
  /// is read.
  private static let statusOfStandardInput = try? FileDescriptor.standardInput.stat()

  private init(_ status: Stat) {
    device = status.deviceID
    inode = status.inode
  }
}

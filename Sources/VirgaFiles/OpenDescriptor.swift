import CVirgaPlatform
import SystemPackage

/// Descriptors of this process that a path names, such as `/dev/stdout` and `/dev/fd/3`.
enum OpenDescriptor {
  /// The descriptor that `path` names, such as 3 for `/dev/fd/3`, or through links 1 for
  /// `/dev/stdout`; nil if it names none.
  ///
  /// Writing to the descriptor continues where the shell and other programs have stopped; opening
  /// the path would start at the beginning of the file.
  static func named(by path: String) -> FileDescriptor? {
    var path = path
    for _ in 0..<SystemPath.maxLinks {
      guard let folder = SystemPath.resolved(FilePath.folder(of: path)) else { return nil }
      let name = FilePath.name(of: path)
      // In a folder such as `/dev/fd`, the name of a file is the number of a descriptor.
      if isFolderOfDescriptors(folder) { return Int32(name).map(FileDescriptor.init(rawValue:)) }
      guard let target = SystemPath.target(ofLink: path) else { return nil }
      // The target itself if it is absolute.
      path = FilePath.joined(folder, target)
    }
    return nil
  }

  /// Whether the files in `folder` are the descriptors of this process: it is `/dev/fd`, or on
  /// Linux `/proc/PID/fd` or that of a thread, `/proc/PID/task/TID/fd`.
  private static func isFolderOfDescriptors(_ folder: String) -> Bool {
    if folder == "/dev/fd" { return true }
    let process = "/proc/\(getpid())/"
    guard folder.hasPrefix(process), folder.hasSuffix("/fd") else { return false }
    return folder == process + "fd" || folder.hasPrefix(process + "task/")
  }
}

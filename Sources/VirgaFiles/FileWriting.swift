import CVirgaPlatform
import SystemPackage
import VirgaSource

package enum FileWriting {
  /// Who may read and write the file.
  package enum Access: Sendable {
    /// Keeps the permissions; a new file is readable by everyone.
    case asBefore
    /// The owner only, regardless of the previous permissions.
    case owner
    /// The owner only; a symbolic link is replaced, not followed.
    case ownerWithoutLinks
  }

  /// What a power failure leaves.
  package enum Durability: Sendable {
    /// The old file, the new one or, on some file systems, an empty one.
    case unsynced
    /// The old file or the new one; the new one once the call has returned.
    case synced
    /// As `synced`, and the file that is replaced stays at this path in the same folder, private to
    /// its owner.
    case keepingPrevious(at: String)
  }

  /// The permissions of a new file that is not private.
  static let readableByAll: FilePermissions = [.ownerReadWrite, .groupRead, .otherRead]

  /// Replaces the file at `path` atomically.
  ///
  /// A reader sees either the old bytes or the new ones.
  ///
  /// Anything other than a regular file, such as a terminal or a pipe, is written to directly. So
  /// is a descriptor such as `/dev/stdout`, and a file in a folder that cannot be written; then a
  /// reader may see a part of it. A file keeps its permissions, and a symbolic link is followed,
  /// unless `access` says otherwise.
  package static func write(
    _ bytes: [UInt8], to path: String, access: Access = .asBefore,
    durability: Durability = .unsynced
  ) throws(FileFailure) {
    if access == .ownerWithoutLinks {
      let replacement = FileReplacement(file: path, mode: .ownerReadWrite, durability: durability)
      return try replace(path, with: bytes, replacement)
    }
    if let open = OpenDescriptor.named(by: path) {
      return try FileFailure.reporting(path) { _ = try open.writeAll(bytes) }
    }
    let status = status(path)
    if let status, status.type != .regular {
      if status.type == .directory { throw FileFailure(.isDirectory, path) }
      return try fill(path, bytes, .truncate)
    }
    let mode = access == .owner ? .ownerReadWrite : status?.permissions
    guard let file = target(of: path) else {
      // A link whose target does not exist yet.
      return try fill(path, bytes, [.create, .truncate], mode: mode)
    }
    try replace(path, with: bytes, FileReplacement(file: file, mode: mode, durability: durability))
  }

  /// Replaces `file`; a failure names `path`.
  private static func replace(
    _ path: String, with bytes: [UInt8], _ replacement: FileReplacement
  ) throws(FileFailure) {
    do {
      try FileFailure.reporting(path) { try replacement.write(bytes) }
    } catch {
      throw FileFailure(path: path, reason: error.reason)
    }
  }

  /// Renames a file, replacing one at `other`, with its folder synced.
  package static func move(_ path: String, to other: String) throws(FileFailure) {
    try FileFailure.reporting(path) { try FileReplacement.move(path, to: other) }
  }

  /// Creates the folder at `path` and its parents.
  ///
  /// New folders and `path` itself are private to this user.
  ///
  /// - Throws: ``FileFailure`` if the folder is a symbolic link, belongs to another user or is
  ///   shared, such as `/tmp`.
  package static func makePrivateFolder(_ path: String) throws(FileFailure) {
    try makeFolder(path, isPrivate: true)
    guard !isLink(path) else {
      throw FileFailure(path: path, reason: "Is a symbolic link; name the folder itself")
    }
    try FileFailure.reporting(path) {
      let options: FileDescriptor.OpenOptions = [.directory, .noFollow, .closeOnExec]
      let folder = try FileDescriptor.open(FilePath(text: path), .readOnly, options: options)
      defer { try? folder.close() }
      let permissions = try folder.stat().permissions
      guard
        permissions.intersection([
          .ownerReadWriteExecute, .groupReadWriteExecute, .otherReadWriteExecute,
        ])
          != .ownerReadWriteExecute
      else { return }
      guard !permissions.contains(.saveText) else {
        throw FileFailure(
          path: path, reason: "The folder is shared with other users; use a private one")
      }
      try Errno.check(fchmod(folder.rawValue, 0o700))
    }
  }

  /// Creates the folder at `path` and its parents; new folders are private to this user if
  /// `isPrivate`.
  package static func makeFolder(_ path: String, isPrivate: Bool = false) throws(FileFailure) {
    var made = path.hasPrefix("/") ? "" : "."
    for part in path.utf8.split(separator: UInt8(ascii: "/")).map(Substring.init) {
      made += "/\(part)"
      let mode: mode_t = isPrivate ? 0o700 : 0o755
      guard mkdir(try SystemPath.bytes(of: made), mode) != 0, case let error = Errno.last,
        ![.fileExists, .isDirectory].contains(error), !exists(made)
      else { continue }
      throw FileFailure(error, made)
    }
  }

  /// The path of the file to write at `path`, relative to the folder `base` as `path` is.
  ///
  /// If `path` names a folder, it is the file `name` in it, and a missing folder is made.
  ///
  /// - Throws: ``FileFailure`` if `path` is a URL, or if the folder cannot be made.
  package static func file(
    at path: String, named name: String, from base: String
  ) throws(FileFailure) -> String {
    if path.isURL { throw FileFailure(path: path, reason: "Cannot write to a URL; name a file") }
    guard namesFolder(path, from: base) else { return path }
    if let failure = folderFailure(at: path, from: base, mayMake: true) { throw failure }
    let folder = FilePath.joined(base, path)
    if !isFolder(folder) {
      let isMade = mkdir(try SystemPath.bytes(of: folder), 0o777) == 0
      if !isMade { throw FileFailure(.last, path) }
    }
    return FilePath.normalized("\(path)/\(name)")
  }

  /// The reason that the folder path `path` cannot be used; nil if the folder exists or may be
  /// made.
  ///
  /// The system does not see the slash at the end of a path, because `FilePath` drops it.
  ///
  /// - Parameters:
  ///   - path: A path as a person wrote it, relative to `base`.
  ///   - base: The folder that `path` is relative to.
  ///   - mayMake: Whether a missing folder in an existing one is not a failure.
  package static func folderFailure(
    at path: String, from base: String, mayMake: Bool = false
  ) -> FileFailure? {
    let folder = FilePath.joined(base, path)
    if isFolder(folder) { return nil }
    if exists(folder) { return FileFailure(.notDirectory, path) }
    if isLink(folder) {
      return FileFailure(path: path, reason: "Is a link to a folder that does not exist")
    }
    guard mayMake else { return FileFailure(.noSuchFileOrDirectory, path) }
    let parent = FilePath.folder(of: folder)
    if isFolder(parent) { return nil }
    let shown = FilePath.shown(parent, from: base)
    let missing = "The folder \(shown) does not exist; create it first"
    let reason = exists(parent) ? "\(shown) is not a folder" : missing
    return FileFailure(path: path, reason: reason)
  }

  /// Whether `path` is that of a folder, or ends like one: in a slash, `.` or `..`.
  package static func namesFolder(_ path: String, from base: String) -> Bool {
    guard !path.isEmpty else { return false }
    let last = path.split(separator: "/", omittingEmptySubsequences: false).last
    return ["", ".", ".."].contains(last) || isFolder(FilePath.joined(base, path))
  }

  package static func exists(_ path: String) -> Bool { status(path) != nil }

  /// Whether there is a folder at `path`.
  package static func isFolder(_ path: String) -> Bool { status(path)?.type == .directory }

  /// Whether there is anything other than a folder at `path`.
  package static func isFile(_ path: String) -> Bool {
    status(path).map { $0.type != .directory } ?? false
  }

  /// Removes the file at `path`, if it exists.
  package static func remove(_ path: String) throws(FileFailure) {
    guard unlink(try SystemPath.bytes(of: path)) != 0, case let error = Errno.last,
      error != .noSuchFileOrDirectory
    else { return }
    throw FileFailure(error, path)
  }

  /// The target of a symbolic link, or the path itself; nil for a missing target.
  private static func target(of path: String) -> String? {
    isLink(path) ? SystemPath.resolved(path) : path
  }

  private static func isLink(_ path: String) -> Bool {
    status(path, followingLinks: false)?.type == .symbolicLink
  }

  /// The system's status of `path`; nil if there is nothing.
  private static func status(_ path: String, followingLinks: Bool = true) -> Stat? {
    try? FilePath(text: path).stat(followTargetSymlink: followingLinks)
  }

  private static func fill(
    _ path: String, _ bytes: [UInt8], _ options: FileDescriptor.OpenOptions,
    mode: FilePermissions? = nil
  ) throws(FileFailure) {
    try FileFailure.reporting(path) {
      // Private until its mode is set.
      let first = mode == nil ? readableByAll : .ownerReadWrite
      let file = try FileDescriptor.open(
        FilePath(text: path), .writeOnly, options: options.union(.closeOnExec), permissions: first)
      try file.closeAfter {
        if let mode { try Errno.check(fchmod(file.rawValue, mode.rawValue)) }
        try file.writeAll(bytes)
      }
    }
  }
}

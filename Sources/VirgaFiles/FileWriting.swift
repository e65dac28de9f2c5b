import CVirgaPlatform
import SystemPackage
import VirgaSource

/// Writes, moves and removes files, and creates folders.
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

  /// Which file a power failure may leave at the path.
  package enum Durability: Sendable {
    /// The old file, the new one or, on some file systems, an empty one.
    case unsynced
    /// The old file or the new one; the new one once the call has returned.
    case synced
    /// As `synced`; also, the replaced file is moved to this path in the same folder, private to
    /// its owner.
    case keepingPrevious(at: String)
  }

  /// The permissions of a new file that is not private.
  static let readableByAll: FilePermissions = [.ownerReadWrite, .groupRead, .otherRead]
  /// The permissions of a private folder.
  private static let ownerOnly: FilePermissions = .ownerReadWriteExecute

  /// Replaces the file at `path` atomically: a reader sees either the old bytes or the new ones.
  ///
  /// Anything other than a regular file, such as a terminal or a pipe, is written to directly. So
  /// is a descriptor such as `/dev/stdout`. In a folder that cannot be written, `FileReplacement`
  /// overwrites the file; then a reader may see a part of it. A file keeps its permissions, and
  /// a symbolic link is followed, unless `access` says otherwise.
  package static func write(
    _ bytes: [UInt8], to path: String, access: Access = .asBefore,
    durability: Durability = .unsynced
  ) throws(FileFailure) {
    // Whatever is at the path is replaced, so that neither a link nor a pipe gets the bytes.
    if access == .ownerWithoutLinks {
      let replacement = FileReplacement(file: path, mode: .ownerReadWrite, durability: durability)
      return try replace(path, with: bytes, replacement)
    }
    if let descriptor = OpenDescriptor.named(by: path) {
      return try FileFailure.reporting(path) { _ = try descriptor.writeAll(bytes) }
    }
    let status = status(path)
    if let status, status.type != .regular {
      if status.type == .directory { throw FileFailure(.isDirectory, path) }
      // A terminal or a pipe cannot be replaced.
      return try writeDirectly(bytes, to: path, .truncate)
    }
    let mode = access == .owner ? .ownerReadWrite : status?.permissions
    try replaceFollowingLink(at: path, with: bytes, mode: mode, durability)
  }

  /// Replaces a regular or missing file at `path`, or the one to which a link there leads.
  ///
  /// - Parameter mode: The permissions of the file; nil for a new one that everyone may read.
  private static func replaceFollowingLink(
    at path: String, with bytes: [UInt8], mode: FilePermissions?, _ durability: Durability
  ) throws(FileFailure) {
    guard let file = target(of: path) else {
      // Nil only for a link, usually because its target does not exist yet. Writing through the
      // link creates the target.
      return try writeDirectly(bytes, to: path, [.create, .truncate], mode: mode)
    }
    try replace(path, with: bytes, FileReplacement(file: file, mode: mode, durability: durability))
  }

  /// Replaces the file at `path`; a failure names `path`, not the draft or the target of a link.
  private static func replace(
    _ path: String, with bytes: [UInt8], _ replacement: FileReplacement
  ) throws(FileFailure) {
    do {
      try FileFailure.reporting(path) { try replacement.write(bytes) }
    } catch {
      // A system error already names `path`, but a `FileFailure` of `write` may name another one.
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
  /// - Throws: ``FileFailure`` if the folder is a symbolic link, is shared, such as `/tmp`, or must
  ///   be made private but belongs to another user: the system then refuses to change it.
  package static func makePrivateFolder(_ path: String) throws(FileFailure) {
    try makeFolder(path, isPrivate: true)
    // Checked for the message alone; below, `noFollow` also refuses a link that is made meanwhile.
    guard !isLink(path) else {
      throw FileFailure(path: path, reason: "Is a symbolic link; name the folder itself")
    }
    try FileFailure.reporting(path) {
      let options: FileDescriptor.OpenOptions = [.directory, .noFollow, .closeOnExec]
      let folder = try FileDescriptor.open(FilePath(text: path), .readOnly, options: options)
      defer { try? folder.close() }
      try restrictToOwner(folder, path)
    }
  }

  /// Makes an open folder private to its owner; refuses to do that to a shared one.
  private static func restrictToOwner(_ folder: FileDescriptor, _ path: String) throws {
    let permissions = try folder.stat().permissions
    let all: FilePermissions = [
      .ownerReadWriteExecute, .groupReadWriteExecute, .otherReadWriteExecute,
    ]
    if permissions.intersection(all) == ownerOnly { return }
    // The sticky bit marks folders in which several users have files, such as `/tmp`.
    guard !permissions.contains(.saveText) else {
      throw FileFailure(
        path: path, reason: "The folder is shared with other users; use a private one")
    }
    try Errno.check(fchmod(folder.rawValue, ownerOnly.rawValue))
  }

  /// Creates the folder at `path` and its parents; new folders are private to this user if
  /// `isPrivate`.
  package static func makeFolder(_ path: String, isPrivate: Bool = false) throws(FileFailure) {
    let listableByAll: mode_t = 0o755
    let mode = isPrivate ? ownerOnly.rawValue : listableByAll
    // Grows by a component in each round: `/a`, `/a/b`, or `./a`, `./a/b`.
    var folder = path.hasPrefix("/") ? "" : "."
    for part in path.utf8.split(separator: UInt8(ascii: "/")).map(Substring.init) {
      folder += "/\(part)"
      let isMade = mkdir(try SystemPath.bytes(of: folder), mode) == 0
      if isMade { continue }
      let error = Errno.last
      // For a folder that exists, the system may report another error, for example that the file
      // system is read-only.
      let isThere = error == .fileExists || error == .isDirectory || exists(folder)
      if !isThere { throw FileFailure(error, folder) }
    }
  }

  /// The file to write for a `path` that a person gave: the path itself, or the file `name` in it
  /// if the path names a folder.
  ///
  /// Like `path`, the result is relative to the folder `base`. A missing folder is created.
  ///
  /// - Throws: ``FileFailure`` if `path` is a URL, or if the folder cannot be made.
  package static func fileMakingFolder(
    at path: String, named name: String, from base: String
  ) throws(FileFailure) -> String {
    if path.isURL { throw FileFailure(path: path, reason: "Cannot write to a URL; name a file") }
    guard namesFolder(path, from: base) else { return path }
    if let failure = folderFailure(at: path, from: base, mayMake: true) { throw failure }
    let folder = FilePath.joined(base, path)
    if !isFolder(folder) {
      // The system removes the permissions that the person does not give to new folders.
      let modeBeforeMask: mode_t = 0o777
      let isMade = mkdir(try SystemPath.bytes(of: folder), modeBeforeMask) == 0
      if !isMade { throw FileFailure(.last, path) }
    }
    return FilePath.normalized("\(path)/\(name)")
  }

  /// The reason that the folder path `path` cannot be used; nil if the folder exists or may be
  /// made.
  ///
  /// Checked here, because the system would accept the file `a` for the folder `a/`: `FilePath`
  /// drops a slash at the end.
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
    // Only the folder itself may be made, not those above it.
    let reason = reasonThatFolderIsMissing(FilePath.folder(of: folder), from: base)
    return reason.map { FileFailure(path: path, reason: $0) }
  }

  /// Says that there is no folder at `folder`, which is shown relative to `base` if it is below it;
  /// nil if there is one.
  private static func reasonThatFolderIsMissing(_ folder: String, from base: String) -> String? {
    if isFolder(folder) { return nil }
    let shown = FilePath.relative(folder, ifBelow: base)
    if exists(folder) { return "\(shown) is not a folder" }
    return "The folder \(shown) does not exist; create it first"
  }

  /// Whether `path` is that of a folder, or ends like one: in a slash, `.` or `..`.
  ///
  /// - Parameters:
  ///   - path: The path of a file or folder, which need not exist.
  ///   - base: The folder that `path` is relative to, unless it is absolute.
  package static func namesFolder(_ path: String, from base: String) -> Bool {
    guard !path.isEmpty else { return false }
    let last = path.split(separator: "/", omittingEmptySubsequences: false).last
    return ["", ".", ".."].contains(last) || isFolder(FilePath.joined(base, path))
  }

  /// Whether there is anything at `path`, or at the target of a link; false also if the system does
  /// not say.
  package static func exists(_ path: String) -> Bool { status(path) != nil }

  /// Whether there is a folder at `path`.
  package static func isFolder(_ path: String) -> Bool { status(path)?.type == .directory }

  /// Whether there is anything other than a folder at `path`.
  package static func isFile(_ path: String) -> Bool {
    status(path).map { $0.type != .directory } ?? false
  }

  /// Removes the file at `path`, if it exists.
  package static func remove(_ path: String) throws(FileFailure) {
    let isRemoved = unlink(try SystemPath.bytes(of: path)) == 0
    if isRemoved { return }
    let error = Errno.last
    if error != .noSuchFileOrDirectory { throw FileFailure(error, path) }
  }

  /// The target of a symbolic link, or the path itself; nil for a missing target.
  private static func target(of path: String) -> String? {
    isLink(path) ? SystemPath.resolved(path) : path
  }

  /// Whether there is a symbolic link at `path`, even if its target does not exist.
  private static func isLink(_ path: String) -> Bool {
    status(path, followingLinks: false)?.type == .symbolicLink
  }

  /// The system's status of `path`; nil if there is nothing.
  private static func status(_ path: String, followingLinks: Bool = true) -> Stat? {
    try? FilePath(text: path).stat(followTargetSymlink: followingLinks)
  }

  /// Writes to the file itself, and gives it the permissions `mode`, if that is not nil.
  ///
  /// A new file is readable by everyone or, with a `mode`, only by its owner until that mode is
  /// set.
  private static func writeDirectly(
    _ bytes: [UInt8], to path: String, _ options: FileDescriptor.OpenOptions,
    mode: FilePermissions? = nil
  ) throws(FileFailure) {
    try FileFailure.reporting(path) {
      let initialMode = mode == nil ? readableByAll : .ownerReadWrite
      let file = try FileDescriptor.open(
        FilePath(text: path), .writeOnly, options: options.union(.closeOnExec),
        permissions: initialMode)
      try file.closeAfter {
        if let mode { try Errno.check(fchmod(file.rawValue, mode.rawValue)) }
        try file.writeAll(bytes)
      }
    }
  }
}

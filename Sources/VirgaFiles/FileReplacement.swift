import CVirgaPlatform
import SystemPackage

/// Writes a draft next to a file and renames it to the file, so that readers see the old bytes or
/// the new ones.
///
/// The file itself is overwritten if its folder cannot be written, or if it cannot be replaced, as
/// a file that is mounted on its own.
struct FileReplacement {
  /// The file; a symbolic link is replaced itself.
  let file: String
  /// The permissions of the new file; nil for a file that everyone can read.
  let mode: FilePermissions?
  let durability: FileWriting.Durability

  /// The errors of replacing a file that can perhaps be overwritten.
  private static let errorsThatAllowOverwriting: Set<Errno> = [
    .permissionDenied, .notPermitted, .readOnlyFileSystem, .resourceBusy, .improperLink,
    .fileNameTooLong,
  ]

  /// Replaces the file atomically; if its folder does not permit that, for example because it is
  /// read-only, overwrites the file itself.
  func write(_ bytes: [UInt8]) throws {
    do {
      try replace(with: bytes)
    } catch let error as Errno where Self.errorsThatAllowOverwriting.contains(error) {
      try overwrite(with: bytes)
    }
  }

  /// Writes a draft in the same folder, which then takes the place of the file.
  ///
  /// If anything fails before that, the draft is removed. If `moveToPrevious` has already moved the
  /// file, only the previous one is left.
  private func replace(with bytes: [UInt8]) throws {
    let draft = "\(FilePath.folder(of: file))/\(Self.draftName())"
    do {
      try writeDraft(bytes, to: draft)
      // Keeps the file as the previous one, if that is wanted.
      try moveToPrevious()
      try Self.rename(draft, to: file)
    } catch {
      try? FileWriting.remove(draft)
      throw error
    }
    try syncFolder()
  }

  /// A new name for each draft, because threads may write the same file; short, because the file's
  /// own name may already be as long as the file system allows.
  private static func draftName() -> String {
    ".virga-\(String(UInt64.random(in: 0...UInt64.max), radix: 16))~"
  }

  /// Writes `bytes` to a new file, `draft`: readable by everyone or, with a ``mode``, only by its
  /// owner until that mode is set.
  private func writeDraft(_ bytes: [UInt8], to draft: String) throws {
    let initialMode = mode == nil ? FileWriting.readableByAll : .ownerReadWrite
    let descriptor = try FileDescriptor.open(
      FilePath(text: draft), .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec],
      permissions: initialMode)
    try descriptor.closeAfter {
      if let mode { try Errno.check(fchmod(descriptor.rawValue, mode.rawValue)) }
      try descriptor.writeAll(bytes)
      try syncIfDurable(descriptor)
    }
  }

  /// Moves the file to the path of the previous file, private to its owner, if the durability asks
  /// for it.
  ///
  /// An empty file is not moved: the previous file that it would replace may have contents. Nothing
  /// is moved if the file does not exist yet, or if the other path is too long for the system.
  private func moveToPrevious() throws {
    guard case .keepingPrevious(let previous) = durability else { return }
    do {
      let status = try FilePath(text: file).stat(followTargetSymlink: false)
      // A link has permissions of its own kind, and is moved as it is.
      let isRegular = status.type == .regular
      if isRegular, status.size == 0 { return }
      if isRegular, status.permissions != .ownerReadWrite {
        try Errno.check(chmod(SystemPath.bytes(of: file), FilePermissions.ownerReadWrite.rawValue))
      }
      try Self.rename(file, to: previous)
    } catch Errno.noSuchFileOrDirectory, Errno.fileNameTooLong {
      return
    }
  }

  /// Overwrites the file itself; if that fails, its bytes are restored.
  ///
  /// A missing file is created: the folder may have refused only the draft, the new file that
  /// `replace` writes first.
  private func overwrite(with bytes: [UInt8]) throws {
    // Nil for a missing file, or one that cannot be read.
    let old = try? FileReading.disk().read(file)
    // Another program may have put a link or a pipe in its place. `noFollow` refuses the link, and
    // `nonBlocking` does not wait until somebody reads from the pipe.
    let descriptor = try FileDescriptor.open(
      FilePath(text: file), .writeOnly, options: [.create, .noFollow, .nonBlocking, .closeOnExec],
      permissions: mode ?? FileWriting.readableByAll)
    try descriptor.closeAfter {
      let status = try descriptor.stat()
      guard status.type == .regular else { throw Errno.notPermitted }
      if let mode, status.permissions != mode {
        try Errno.check(fchmod(descriptor.rawValue, mode.rawValue))
      }
      try setContents(of: descriptor, to: bytes, restoring: old)
    }
  }

  /// Replaces all bytes of an open file; if that fails, restores the `old` ones, unless they could
  /// not be read.
  private func setContents(
    of descriptor: FileDescriptor, to bytes: [UInt8], restoring old: [UInt8]?
  ) throws {
    do {
      try Self.setContents(of: descriptor, to: bytes)
      try syncIfDurable(descriptor)
    } catch {
      if let old { try? Self.setContents(of: descriptor, to: old) }
      throw error
    }
  }

  /// Replaces all bytes of an open file.
  ///
  /// Truncates last: if the disk becomes full while writing, the file still has the room of its old
  /// bytes, so that they can be restored.
  private static func setContents(of descriptor: FileDescriptor, to bytes: [UInt8]) throws {
    try descriptor.writeAll(toAbsoluteOffset: 0, bytes)
    try descriptor.resize(to: Int64(bytes.count))
  }

  /// Renames a file, replacing one at `other`, and flushes its folder to the disk.
  static func move(_ path: String, to other: String) throws {
    try rename(path, to: other)
    try FileReplacement(file: other, mode: nil, durability: .synced).syncFolder()
  }

  /// Renames a file; throws the system's error.
  private static func rename(_ old: String, to new: String) throws {
    try Errno.check(CVirgaPlatform.rename(SystemPath.bytes(of: old), SystemPath.bytes(of: new)))
  }
}

// Flushing to the disk, for the durability that the caller asked for.
extension FileReplacement {
  /// Flushes an open file or folder, unless the ``durability`` is `unsynced`.
  private func syncIfDurable(_ descriptor: FileDescriptor) throws {
    if case .unsynced = durability { return }
    try Errno.check(virga_sync(descriptor.rawValue))
  }

  /// Flushes the names of the files in the folder: a power failure must not undo the renaming.
  ///
  /// Does nothing if the ``durability`` is `unsynced`. Also does nothing if the folder cannot be
  /// read, or if its file system cannot flush folders: the file itself was written.
  private func syncFolder() throws {
    let options: FileDescriptor.OpenOptions = [.directory, .closeOnExec]
    guard
      let folder = try? FileDescriptor.open(
        FilePath(text: FilePath.folder(of: file)), .readOnly, options: options)
    else { return }
    defer { try? folder.close() }
    do { try syncIfDurable(folder) } catch Errno.invalidArgument {}
  }
}

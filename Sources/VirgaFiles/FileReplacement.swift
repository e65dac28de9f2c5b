import CVirgaPlatform
import SystemPackage

/// Replaces a file by another one that is written next to it.
///
/// Readers see the old bytes or the new ones. In a folder that cannot be written, or if the file
/// cannot be replaced, as one that is mounted on its own, the file itself is overwritten.
struct FileReplacement {
  /// The file, which is not a symbolic link or is to be replaced itself.
  let file: String
  /// The permissions of the new file; nil for a file that everyone can read.
  let mode: FilePermissions?
  let durability: FileWriting.Durability

  /// Errors of a folder whose files may be writable nevertheless.
  private static let folderErrors: Set<Errno> = [
    .permissionDenied, .notPermitted, .readOnlyFileSystem, .resourceBusy, .improperLink,
    .fileNameTooLong,
  ]

  func write(_ bytes: [UInt8]) throws {
    do {
      try replace(with: bytes)
    } catch let error as Errno where Self.folderErrors.contains(error) {
      try overwrite(with: bytes)
    }
  }

  private func replace(with bytes: [UInt8]) throws {
    let draft = "\(FilePath.folder(of: file))/\(Self.draftName())"
    do {
      try fill(draft, with: bytes)
      try keepPrevious()
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

  private func fill(_ draft: String, with bytes: [UInt8]) throws {
    // Private until its mode is set.
    let first = mode == nil ? FileWriting.readableByAll : .ownerReadWrite
    let descriptor = try FileDescriptor.open(
      FilePath(text: draft), .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec],
      permissions: first)
    try descriptor.closeAfter {
      if let mode { try Errno.check(fchmod(descriptor.rawValue, mode.rawValue)) }
      try descriptor.writeAll(bytes)
      try sync(descriptor)
    }
  }

  /// Moves the file to its second path; an empty one is not worth the one that is there.
  private func keepPrevious() throws {
    guard case .keepingPrevious(let previous) = durability else { return }
    do {
      let status = try FilePath(text: file).stat(followTargetSymlink: false)
      guard status.type != .regular || status.size > 0 else { return }
      if status.type == .regular, status.permissions != .ownerReadWrite {
        try Errno.check(chmod(SystemPath.bytes(of: file), FilePermissions.ownerReadWrite.rawValue))
      }
      try Self.rename(file, to: previous)
    } catch Errno.noSuchFileOrDirectory, Errno.fileNameTooLong {
      return
    }
  }

  /// Overwrites the file itself; if that fails, its bytes are restored.
  private func overwrite(with bytes: [UInt8]) throws {
    let old = try? FileReading.disk().read(file)
    let descriptor = try FileDescriptor.open(
      FilePath(text: file), .writeOnly, options: [.create, .noFollow, .nonBlocking, .closeOnExec],
      permissions: mode ?? FileWriting.readableByAll)
    try descriptor.closeAfter {
      let status = try descriptor.stat()
      guard status.type == .regular else { throw Errno.notPermitted }
      if let mode, status.permissions != mode {
        try Errno.check(fchmod(descriptor.rawValue, mode.rawValue))
      }
      do {
        try Self.setContents(of: descriptor, to: bytes)
        try sync(descriptor)
      } catch {
        if let old { try? Self.setContents(of: descriptor, to: old) }
        throw error
      }
    }
  }

  /// Truncates last, so that restoring the old bytes needs no space.
  private static func setContents(of descriptor: FileDescriptor, to bytes: [UInt8]) throws {
    try descriptor.writeAll(toAbsoluteOffset: 0, bytes)
    try descriptor.resize(to: Int64(bytes.count))
  }

  static func move(_ path: String, to other: String) throws {
    try rename(path, to: other)
    try FileReplacement(file: other, mode: nil, durability: .synced).syncFolder()
  }

  private static func rename(_ old: String, to new: String) throws {
    try Errno.check(CVirgaPlatform.rename(SystemPath.bytes(of: old), SystemPath.bytes(of: new)))
  }
}

// What a power failure leaves.
extension FileReplacement {
  private func sync(_ descriptor: FileDescriptor) throws {
    if case .unsynced = durability { return }
    try Errno.check(virga_sync(descriptor.rawValue))
  }

  /// Some file systems cannot flush a folder, and a folder need not be readable: neither is a
  /// failure of the file.
  private func syncFolder() throws {
    let options: FileDescriptor.OpenOptions = [.directory, .closeOnExec]
    guard
      let folder = try? FileDescriptor.open(
        FilePath(text: FilePath.folder(of: file)), .readOnly, options: options)
    else { return }
    defer { try? folder.close() }
    do { try sync(folder) } catch Errno.invalidArgument {}
  }
}

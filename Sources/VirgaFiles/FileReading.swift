import CVirgaPlatform
package import SystemPackage
import VirgaSource

/// File access; tests, the embedded demo and standard input can replace the disk.
package struct FileReading: Sendable {
  /// Returns the bytes at a path or a URL.
  package typealias Read = @Sendable (_ path: String) throws(FileFailure) -> [UInt8]

  /// Returns the bytes of a file at an absolute path.
  package var read: Read
  /// Resolves symbolic links in a path; only normalizes the path if the file does not exist.
  package var canonical: @Sendable (_ path: String) -> String

  /// Creates file access from functions that read a file, and resolve the links in a path.
  package init(
    read: @escaping Read,
    canonical: @escaping @Sendable (_ path: String) -> String
  ) {
    self.read = read
    self.canonical = canonical
  }

  /// Files in memory, by absolute path.
  package static func memory(_ files: [String: [UInt8]]) -> FileReading {
    FileReading(
      read: { path throws(FileFailure) in
        guard let bytes = files[path] else {
          throw FileFailure(path: path, reason: "No such file or directory")
        }
        return bytes
      },
      canonical: { FilePath.normalized($0) }
    )
  }

  /// The files on disk.
  ///
  /// Refuses files larger than `limit` bytes, by default 256 MiB, and anything but regular files,
  /// because a manifest could name an endless device. The exception is a pipe that a shell created
  /// for a command, such as `/dev/fd/63`.
  package static func disk(limit: Int = 1 << 28) -> FileReading {
    // Named pipes are refused, because reading one waits for a writer.
    disk(limit: limit, waitingFor: { _ in false })
  }

  /// The files on disk, and the named pipes for which `waits` is true.
  ///
  /// Reading such a pipe waits for a writer. Files larger than `limit` bytes, by default 256 MiB,
  /// are refused.
  package static func disk(
    limit: Int = 1 << 28, waitingFor waits: @escaping @Sendable (OneTimeInput) -> Bool
  ) -> FileReading {
    FileReading(
      read: { path throws(FileFailure) in
        let pipe = OneTimeInput.isNamedPipe(path) ? OneTimeInput(path) : nil
        return try readFile(path, limit: limit, waitsForNamedPipe: pipe.map(waits) ?? false)
      },
      canonical: { path in
        // The link of a descriptor, such as `/dev/stdin`, can lead to a name that is not a path.
        if path.hasPrefix("/dev/") { return path }
        // Nil if nothing is at the path: its links cannot be resolved then.
        return SystemPath.resolved(path) ?? FilePath.normalized(path)
      }
    )
  }

  /// The same files, but bytes read from a pipe are cached: they can be read only once.
  package func cachingPipes() -> FileReading {
    let cache = Locked<[OneTimeInput: [UInt8]]>([:])
    var reading = self
    reading.read = { [read] path throws(FileFailure) in
      // Nil for a file that can be read again.
      guard let input = OneTimeInput(path) else { return try read(path) }
      // The lock is held while reading, so that no other thread reads the same pipe meanwhile.
      return try cache.withLock {
        (cache: inout sending [OneTimeInput: [UInt8]]) throws(FileFailure) -> [UInt8] in
        if let bytes = cache[input] { return bytes }
        let bytes = try read(path)
        cache[input] = bytes
        return bytes
      }
    }
    return reading
  }

  /// The first bytes of a regular file on disk, at most `length`; nil if it cannot be read.
  package static func firstBytes(of path: String, atMost length: Int) -> [UInt8]? {
    // Non-blocking, because opening a named pipe would wait for a writer.
    let options: FileDescriptor.OpenOptions = [.closeOnExec, .nonBlocking]
    guard let file = try? FileDescriptor.open(FilePath(text: path), .readOnly, options: options)
    else { return nil }
    defer { try? file.close() }
    guard (try? file.stat())?.type == .regular else { return nil }
    return try? [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
      count = try file.read(into: UnsafeMutableRawBufferPointer(buffer))
    }
  }

  /// Reads all of standard input; works only once.
  ///
  /// - Throws: ``FileFailure`` if it was already read, cannot be read or is larger than `limit`
  ///   bytes, by default 1 GiB.
  package static func standardInput(limit: Int = 1 << 30) throws(FileFailure) -> [UInt8] {
    // After a first read, `disableStandardInput` leaves it open for writing only.
    let isWriteOnly = virga_file_modes(STDIN_FILENO) & O_ACCMODE == O_WRONLY
    guard !isWriteOnly else {
      throw FileFailure(
        path: "-",
        reason:
          "Standard input was already read, or is not open for reading; use `-` for one input only")
    }
    // A terminal can be read again, for example to answer a question.
    let isTerminal = isatty(STDIN_FILENO) == 1
    defer { if !isTerminal { disableStandardInput() } }
    let unknownSize = 0
    return try FileFailure.reporting("-") {
      try readAll(from: .standardInput, path: "-", expecting: unknownSize, limit: limit)
    }
  }
}

/// Why a file could not be read or written.
public struct FileFailure: Error, Hashable, Sendable {
  /// The file; the user name and password of a URL are masked.
  public var path: String
  /// The system's reason, such as `No such file or directory`.
  public var reason: String

  /// Creates a failure on `path` because of `reason`.
  public init(path: String, reason: String) {
    self.path = path.maskingCredentials
    self.reason = reason.maskingCredentials
  }
}

extension FileFailure: CustomStringConvertible {
  /// `path: reason`.
  public var description: String { "\(path): \(reason)" }
}

extension FileFailure {
  /// Creates a failure on `path` with the error that the system reported.
  package init(_ error: Errno, _ path: String) { self.init(path: path, reason: error.description) }

  /// Whether the file does not exist.
  package var isMissing: Bool { reason == Errno.noSuchFileOrDirectory.description }

  /// Runs `body`; a system error becomes a failure on `path`.
  ///
  /// A `FileFailure` is passed on as it is, even if it is about another path.
  package static func reporting<Result>(
    _ path: String, _ body: () throws -> Result
  ) throws(FileFailure) -> Result {
    do {
      return try body()
    } catch let failure as FileFailure {
      throw failure
    } catch {
      throw FileFailure(path: path, reason: "\(error)")
    }
  }
}

extension Errno {
  /// The error of the last failed C call, `errno`.
  package static var last: Errno { Errno(rawValue: virga_errno()) }

  /// Throws `last` if a C call returned -1.
  package static func check(_ result: Int32) throws { if result == -1 { throw last } }
}

/// Replaces standard input with an unreadable descriptor, so that a second read fails instead of
/// looking like an empty file.
private func disableStandardInput() {
  guard let nothing = try? FileDescriptor.open("/dev/null", .writeOnly, options: .closeOnExec)
  else { return }
  _ = try? nothing.duplicate(as: .standardInput)
  // If standard input was closed, the system may have opened the file as standard input itself.
  if nothing != .standardInput { try? nothing.close() }
}

/// Reads a regular file, a pipe of a shell or, if `waitsForNamedPipe`, a named pipe; at most
/// `limit` bytes.
///
/// Only pipes are waited for, because a manifest could name a file that never ends.
private func readFile(
  _ path: String, limit: Int, waitsForNamedPipe: Bool
) throws(FileFailure) -> [UInt8] {
  try FileFailure.reporting(path) {
    let file = try openForReading(path, mayWait: waitsForNamedPipe)
    defer { try? file.close() }
    let status = try file.stat()
    let readsMayWait = try isPipeToWaitFor(status, path, waitsForNamedPipe: waitsForNamedPipe)
    if readsMayWait {
      // Takes back the mode `nonBlocking`, so that reads wait for the writer.
      let noModes: Int32 = 0
      _ = virga_set_file_modes(file.rawValue, noModes)
    }
    let size = Int(clamping: status.size)
    do {
      return try readAll(from: file, path: path, expecting: size, limit: limit)
    } catch Errno.resourceTemporarilyUnavailable {
      // A read without waiting found nothing now, but not the end.
      throw FileFailure(path: path, reason: "Has no end: reading it would wait for more")
    }
  }
}

/// Opens a file for reading; unless `mayWait`, neither this nor a later read waits.
///
/// Opening a named pipe would wait for a writer, and reading a file that the system fills only now
/// and then, such as the log of the kernel, would wait for more.
private func openForReading(_ path: String, mayWait: Bool) throws -> FileDescriptor {
  let options: FileDescriptor.OpenOptions = mayWait ? .closeOnExec : [.closeOnExec, .nonBlocking]
  return try FileDescriptor.open(FilePath(text: path), .readOnly, options: options)
}

/// Whether a file is a pipe whose writer may be waited for: one that a shell passes or, with
/// `waitsForNamedPipe`, any.
///
/// Throws if it is neither such a pipe nor a regular file.
private func isPipeToWaitFor(
  _ status: Stat, _ path: String, waitsForNamedPipe: Bool
) throws -> Bool {
  if status.type == .directory { throw Errno.isDirectory }
  let isPipe = status.type == .fifo
  // The paths by which a shell passes pipes, such as `/dev/fd/63` for `<(…)`.
  let isOfShell = path == "/dev/stdin" || path.hasPrefix("/dev/fd/") || path.hasPrefix("/proc/")
  let mayWait = isPipe && (isOfShell || waitsForNamedPipe)
  guard status.type == .regular || mayWait else {
    throw FileFailure(path: path, reason: isPipe ? namedPipeReason : "Not a regular file")
  }
  return mayWait
}

/// Why a pipe is not waited for, for example one that a manifest includes.
private let namedPipeReason =
  "Not a regular file; a named pipe is read only if an option or argument names it"

/// Reads `file` to its end.
///
/// - Parameters:
///   - path: The name of the file in a failure.
///   - size: The expected number of bytes; the file may have more or fewer, because it may change
///     meanwhile or be a pipe.
/// - Throws: ``FileFailure`` if the file has, or is expected to have, more than `limit` bytes.
private func readAll(
  from file: FileDescriptor, path: String, expecting size: Int, limit: Int
) throws -> [UInt8] {
  let tooLarge = FileFailure(path: path, reason: "Larger than \(limit) bytes")
  guard size <= limit else { throw tooLarge }
  var bytes: [UInt8] = []
  // The first read gets a file of the expected size as a whole, the second one its end.
  var capacity = max(size + 1, minFirstReadSize)
  while bytes.count <= limit {
    let part = try [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      count = try file.read(into: UnsafeMutableRawBufferPointer(buffer))
    }
    if part.isEmpty { return bytes }
    bytes += part
    capacity = laterReadSize
  }
  throw tooLarge
}

/// The bytes to ask for in the first read at least, because the size of a pipe is not known.
private let minFirstReadSize = 16 << 10

/// The bytes to ask for in each read after the first.
private let laterReadSize = 64 << 10

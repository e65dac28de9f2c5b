import CVirgaPlatform
import SystemPackage

#if !canImport(Darwin)
  /// Detects changes of files without polling.
  ///
  /// Editors replace files, and version control replaces directories. So it watches the
  /// directories, their parents in case they are recreated, and the targets of links.
  package final class FileWatcher {
    /// Readable, for `poll`, when there may be changes.
    package let descriptor: Int32
    /// Why changes cannot be detected; nil if they can.
    package private(set) var failure: String?
    /// The files that the caller named, by the path that is watched for each: its own path, and the
    /// target of a link.
    private var filesByWatchedPath: [String: Set<String>] = [:]
    /// The watched directories, by inotify's number of the watch.
    private var directories: [Int32: Set<String>] = [:]
    /// The events of a file in a watched directory.
    private static let changeMask = UInt32(
      IN_CLOSE_WRITE | IN_ATTRIB | IN_CREATE | IN_DELETE | IN_MOVED_TO | IN_MOVED_FROM)
    /// The events after which the directory is no longer at its path.
    private static let goneMask = IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED
    /// The size of the buffer for events, in bytes; one read gets many events.
    private static let bufferSize = 16 << 10

    /// Creates a watcher without files.
    package init() {
      descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
      if descriptor < 0 { failure = Errno.last.description }
    }

    /// Creates a watcher that detects nothing, with the reason.
    package init(failure: String) {
      descriptor = -1
      self.failure = failure
    }

    deinit { try? FileDescriptor(rawValue: descriptor).close() }

    /// Watches these files, by absolute path, instead of any others; they need not exist.
    package func watch(_ files: Set<String>) {
      // The system has no file whose name contains a NUL.
      let files = files.filter { !$0.utf8.contains(0) }
      for watch in directories.keys { inotify_rm_watch(descriptor, watch) }
      directories = [:]
      filesByWatchedPath = [:]
      for file in files {
        filesByWatchedPath[file, default: []].insert(file)
        // A file behind a symbolic link changes if the link's target does.
        if let target = SystemPath.resolved(file) {
          filesByWatchedPath[target, default: []].insert(file)
        }
      }
      watchDirectories()
    }

    /// Returns the watched files that changed since the last call; never blocks.
    package func changes() -> Set<String> {
      var changedPaths: Set<String> = []
      var buffer = [UInt8](repeating: 0, count: Self.bufferSize)
      let file = FileDescriptor(rawValue: descriptor)
      // Each read gets whole events, one after the other, and fails when none are left.
      while let count = buffer.withUnsafeMutableBytes({ try? file.read(into: $0) }), count > 0 {
        var start = 0
        while start + MemoryLayout<inotify_event>.size <= count {
          let eventLength = readEvent(buffer[start..<count], into: &changedPaths)
          start += eventLength
        }
      }
      // A directory that was replaced needs a new watch.
      if !changedPaths.isEmpty { watchDirectories() }
      // A watched path is that of a file, or of the target of a file that is a symbolic link.
      return Set(changedPaths.flatMap { filesByWatchedPath[$0] ?? [] })
    }

    /// Reads the event at the start of `bytes`: adds the watched paths that it affects, and returns
    /// its length in bytes.
    private func readEvent(
      _ bytes: ArraySlice<UInt8>, into changedPaths: inout Set<String>
    ) -> Int {
      // An event is followed by the name of a file in the directory, padded with NULs.
      let eventSize = MemoryLayout<inotify_event>.size
      let event = bytes.withUnsafeBytes { $0.loadUnaligned(as: inotify_event.self) }
      let paddedName = bytes.dropFirst(eventSize).prefix(Int(event.len))
      let name = SystemPath.text(paddedName.prefix { $0 != 0 })
      // The system dropped events, so any file may have changed.
      let hasDroppedEvents = event.mask & UInt32(IN_Q_OVERFLOW) != 0
      if hasDroppedEvents { changedPaths.formUnion(filesByWatchedPath.keys) }
      let isDirectoryGone = event.mask & UInt32(Self.goneMask) != 0
      // Without a name, everything below the directory is affected.
      let changedName = isDirectoryGone ? nil : name
      changedPaths.formUnion(watchedPaths(affectedBy: changedName, inWatch: event.wd))
      if isDirectoryGone {
        directories[event.wd] = nil
        inotify_rm_watch(descriptor, event.wd)
      }
      return eventSize + Int(event.len)
    }

    /// The watched paths that are affected by a change of the file `name` in a watched directory,
    /// or without a name, of the directory itself.
    ///
    /// - Parameter watch: inotify's number of the directory, which may have several paths.
    private func watchedPaths(affectedBy name: String?, inWatch watch: Int32) -> [String] {
      (directories[watch] ?? []).flatMap { directory -> [String] in
        guard let name else { return watchedPaths(atOrBelow: directory) }
        let file = directory == "/" ? "/" + name : directory + "/" + name
        return watchedPaths(atOrBelow: file)
      }
    }

    /// The watched paths that a change at a path affects, which may be a folder above them.
    private func watchedPaths(atOrBelow path: String) -> [String] {
      filesByWatchedPath.keys.filter { $0 == path || $0.hasPrefix(path + "/") }
    }

    /// Watches the nearest existing directory above each file, and the directory above that one.
    ///
    /// The nearest one tells of the file or of the folder that is still missing. The one above it
    /// only tells when it is moved or removed itself: its other files, such as those of a home
    /// folder, must not wake the caller.
    private func watchDirectories() {
      for path in filesByWatchedPath.keys {
        var directory = FilePath.folder(of: path)
        while !watch(directory: directory, events: Self.changeMask), directory != "/" {
          directory = FilePath.folder(of: directory)
        }
        let noFileEvents: UInt32 = 0
        if directory != "/" {
          watch(directory: FilePath.folder(of: directory), events: noFileEvents)
        }
      }
    }

    /// Watches one directory for being moved or removed, and for `events` of its files; false if it
    /// does not exist or cannot be watched.
    @discardableResult
    private func watch(directory: String, events: UInt32) -> Bool {
      guard let path = try? SystemPath.bytes(of: directory) else { return false }
      // A directory may already be watched for more events, because of another file.
      let options = UInt32(IN_ONLYDIR | IN_MASK_ADD)
      let eventsOfDirectory = UInt32(IN_DELETE_SELF | IN_MOVE_SELF)
      let watch = inotify_add_watch(descriptor, path, events | eventsOfDirectory | options)
      let isWatched = watch >= 0
      if isWatched {
        // Two paths can be the same directory, which has one watch.
        directories[watch, default: []].insert(directory)
      } else if Errno.last == .noSpace {
        // Only the system's limit is a failure; a missing folder is not.
        failure = "the limit of inotify watches is reached"
      }
      return isWatched
    }
  }
#endif

extension FileWatcher {
  /// Waits until watched files change and returns them; empty after the timeout or the end.
  ///
  /// A signal that interrupts the wait, and a change of another file in a watched directory, begin
  /// it again with the whole timeout.
  ///
  /// - Parameter milliseconds: The timeout; nil waits without limit.
  /// - Parameter end: Ends the wait when its other end is released.
  package func wait(milliseconds: Int32? = nil, until end: PipeEnd? = nil) -> Set<String> {
    while true {
      // poll(2) ignores negative descriptors, and waits without limit for a negative timeout.
      let endDescriptor = end?.descriptor.rawValue ?? -1
      var polled = [descriptor, endDescriptor].map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      let polledCount: nfds_t = 2
      let hasTimedOut = poll(&polled, polledCount, milliseconds ?? -1) == 0
      // The second polled descriptor is that of `end`.
      let hasEnded = polled[1].revents != 0
      if hasTimedOut || hasEnded { return [] }
      // Empty after a change that does not concern a watched file: then it waits again.
      let changed = changes()
      if !changed.isEmpty { return changed }
    }
  }
}

#if canImport(Darwin)
  /// Detects changes of files: kqueue watches the files and their directories.
  ///
  /// It only reports that something happened, so each file is compared with its last known state.
  package final class FileWatcher {
    /// Readable, for `poll`, when there may be changes.
    package let descriptor: Int32
    /// Why changes cannot be detected; nil if they can.
    package let failure: String?
    /// The last known state of each watched file.
    private var states: [String: FileState] = [:]
    /// The descriptors of what kqueue watches: files, and the directory above each.
    private var watchedFiles: [FileDescriptor] = []

    /// Differs after a change of the file; equal for all files that do not exist.
    private struct FileState: Equatable {
      var inode: UInt64 = 0
      var size: Int64 = -1
      var seconds = 0
      var nanoseconds = 0

      /// The state of a file, which differs after a change; of a missing file always the same.
      init(_ file: String) {
        guard let status = try? FilePath(text: file).stat() else { return }
        inode = status.inode.rawValue
        size = status.size
        seconds = status.st_mtim.tv_sec
        nanoseconds = status.st_mtim.tv_nsec
      }
    }

    /// Creates a watcher without files.
    package init() {
      descriptor = kqueue()
      failure = descriptor < 0 ? Errno.last.description : nil
    }

    /// Creates a watcher that detects nothing, with the reason.
    package init(failure: String) {
      descriptor = -1
      self.failure = failure
    }

    deinit {
      for file in watchedFiles { try? file.close() }
      try? FileDescriptor(rawValue: descriptor).close()
    }

    /// Watches these files, by absolute path, instead of any others; they need not exist.
    package func watch(_ files: Set<String>) {
      // The system has no file whose name contains a NUL.
      let files = files.filter { !$0.utf8.contains(0) }
      states = Dictionary(uniqueKeysWithValues: files.map { ($0, FileState($0)) })
      watchFilesAndDirectories()
    }

    /// Returns the watched files that changed since the last call; never blocks.
    package func changes() -> Set<String> {
      // The events are only removed from the queue: the files themselves are compared.
      var event = kevent()
      var withoutWaiting = timespec()
      while kevent(descriptor, nil, 0, &event, 1, &withoutWaiting) > 0 {}
      let changed = states.keys.filter { states[$0] != FileState($0) }
      for file in changed { states[file] = FileState(file) }
      // A file or folder may have been created or replaced since the last time: only what is
      // watched causes events.
      watchFilesAndDirectories()
      return Set(changed)
    }

    /// Watches each file, if it exists, and its nearest existing directory, which tells when the
    /// file is created or replaced.
    private func watchFilesAndDirectories() {
      for file in watchedFiles { try? file.close() }
      watchedFiles = []
      for file in states.keys {
        watch(path: file)
        var directory = FilePath.folder(of: file)
        while directory != "/", !watch(path: directory) {
          directory = FilePath.folder(of: directory)
        }
      }
    }

    /// Watches a file or a directory; false if it cannot be opened or watched.
    @discardableResult
    private func watch(path: String) -> Bool {
      // A file that is opened only for events does not prevent its volume from being unmounted.
      guard
        let file = try? FileDescriptor.open(
          FilePath(text: path), .readOnly, options: [.eventOnly, .closeOnExec])
      else { return false }
      watchedFiles.append(file)
      let notes = UInt32(NOTE_WRITE | NOTE_EXTEND | NOTE_DELETE | NOTE_RENAME | NOTE_ATTRIB)
      var event = kevent(
        ident: UInt(file.rawValue), filter: Int16(EVFILT_VNODE), flags: UInt16(EV_ADD | EV_CLEAR),
        fflags: notes, data: 0, udata: nil)
      return kevent(descriptor, &event, 1, nil, 0, nil) == 0
    }
  }
#endif

/// One end of a pipe that signals a single event: the release of the writer.
package final class PipeEnd: Sendable {
  let descriptor: FileDescriptor

  /// An end that programs which this one starts do not inherit.
  private init(_ descriptor: FileDescriptor) {
    self.descriptor = descriptor
    _ = virga_close_on_exec(descriptor.rawValue)
  }

  deinit { try? descriptor.close() }

  /// Creates a pipe; nil if the system has no descriptors left.
  package static func pair() -> (reader: PipeEnd, writer: PipeEnd)? {
    guard let ends = try? FileDescriptor.pipe() else { return nil }
    return (PipeEnd(ends.readEnd), PipeEnd(ends.writeEnd))
  }
}

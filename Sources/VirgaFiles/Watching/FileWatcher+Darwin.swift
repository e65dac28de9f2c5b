#if canImport(Darwin)
  import Darwin

  /// Notices when files change: their directories and they themselves are watched by kqueue, which says only that
  /// something happened, so each file is compared with what it was.
  package final class FileWatcher {
    /// Readable while there is something to look at, for `poll`.
    package let descriptor: Int32
    /// Why changes are not noticed; nil while they are.
    package let failure: String?
    private var known: [String: Stamp] = [:]
    private var open: [Int32] = []

    /// What tells one state of a file from another.
    private struct Stamp: Equatable {
      var inode: UInt64 = 0
      var size: Int64 = -1
      var seconds = 0
      var nanoseconds = 0

      init(_ file: String) {
        var status = stat()
        guard let name = try? SystemPath.bytes(of: file), stat(name, &status) == 0 else { return }
        inode = UInt64(status.st_ino)
        size = Int64(status.st_size)
        (seconds, nanoseconds) = (status.st_mtimespec.tv_sec, status.st_mtimespec.tv_nsec)
      }
    }

    /// A watcher of no files.
    package init() {
      descriptor = kqueue()
      failure = descriptor < 0 ? String(cString: strerror(errno)) : nil
    }

    /// A watcher that notices nothing, for a reason.
    package init(failure: String) {
      descriptor = -1
      self.failure = failure
    }

    deinit {
      for file in open { _ = close(file) }
      if descriptor >= 0 { _ = close(descriptor) }
    }

    /// Watches these files, by absolute paths, in place of any others; they need not exist.
    package func watch(_ files: Set<String>) {
      known = Dictionary(uniqueKeysWithValues: files.map { ($0, Stamp($0)) })
      arm()
    }

    /// Which of the watched files have changed since the last call; it never waits.
    package func changes() -> Set<String> {
      var event = kevent()
      var none = timespec()
      while kevent(descriptor, nil, 0, &event, 1, &none) > 0 {}
      let changed = known.keys.filter { known[$0] != Stamp($0) }
      for file in changed { known[file] = Stamp(file) }
      arm()
      return Set(changed)
    }

    private func arm() {
      for file in open { _ = close(file) }
      open = []
      for file in known.keys {
        add(file)
        var directory = file
        while let slash = directory.lastIndex(of: "/"), slash > directory.startIndex {
          directory = String(directory[..<slash])
          if add(directory) { break }
        }
      }
    }

    @discardableResult
    private func add(_ path: String) -> Bool {
      guard let name = try? SystemPath.bytes(of: path) else { return false }
      let file = Darwin.open(name, O_EVTONLY | O_CLOEXEC)
      guard file >= 0 else { return false }
      open.append(file)
      let notes = UInt32(NOTE_WRITE | NOTE_EXTEND | NOTE_DELETE | NOTE_RENAME | NOTE_ATTRIB)
      var event = kevent(
        ident: UInt(file), filter: Int16(EVFILT_VNODE), flags: UInt16(EV_ADD | EV_CLEAR), fflags: notes, data: 0,
        udata: nil)
      return kevent(descriptor, &event, 1, nil, 0, nil) == 0
    }
  }
#endif

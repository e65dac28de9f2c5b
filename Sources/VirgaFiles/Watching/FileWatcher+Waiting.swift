#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension FileWatcher {
  /// Waits until a watched file changes, and gives those that did; empty where something else ends it first.
  ///
  /// - Parameter milliseconds: how long to wait at most; nil for as long as it takes.
  /// - Parameter end: ends the wait when its other end is released.
  package func wait(milliseconds: Int32? = nil, until end: PipeEnd? = nil) -> Set<String> {
    while true {
      // The system passes over what is less than zero.
      var polled = [descriptor, end?.descriptor ?? -1].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      guard poll(&polled, 2, milliseconds ?? -1) != 0, polled[1].revents == 0 else { return [] }
      let changed = changes()
      if !changed.isEmpty { return changed }
    }
  }
}

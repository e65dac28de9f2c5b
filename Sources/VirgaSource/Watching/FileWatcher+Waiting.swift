#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension FileWatcher {
  /// Waits until a watched file changes, and gives those that did; empty where the time is over first.
  ///
  /// - Parameter milliseconds: how long to wait at most; nil for as long as it takes.
  public func wait(milliseconds: Int32? = nil) -> Set<String> {
    while true {
      var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&polled, 1, milliseconds ?? -1) != 0 else { return [] }
      let changed = changes()
      if !changed.isEmpty { return changed }
    }
  }
}

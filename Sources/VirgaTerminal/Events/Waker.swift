#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Wakes the event loop from any thread.
package final class Waker: Sendable {
  let descriptor: Int32
  let source: Int32

  init() {
    var ends: [Int32] = [-1, -1]
    _ = pipe(&ends)
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    (descriptor, source) = (ends[0], ends[1])
  }

  deinit {
    _ = close(descriptor)
    _ = close(source)
  }

  /// Makes the loop report `woken`, once for all calls since it last did.
  package func wake() {
    // If the pipe is full, the loop wakes anyway.
    _ = [UInt8(0)].withUnsafeBytes { write(source, $0.baseAddress, 1) }
  }
}

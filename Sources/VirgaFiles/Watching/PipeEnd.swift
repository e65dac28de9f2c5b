#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// One end of a pipe that signals a single event: the release of the writer.
package final class PipeEnd: Sendable {
  let descriptor: Int32

  private init(_ descriptor: Int32) {
    self.descriptor = descriptor
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  deinit { _ = close(descriptor) }

  /// Creates a pipe; nil if the system has no descriptors left.
  package static func pair() -> (reader: PipeEnd, writer: PipeEnd)? {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    return (PipeEnd(ends[0]), PipeEnd(ends[1]))
  }
}

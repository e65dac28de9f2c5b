package import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// How long tests wait for other threads and processes.
package enum Timeout {
  /// A timeout, with what the test waited for.
  package struct Late: Error, CustomStringConvertible {
    package var description: String
  }

  /// The timeout in seconds; far longer than needed, because the machine may be busy.
  package static let seconds = 60

  /// Waits until a condition is true, without using the processor.
  ///
  /// - Parameter pause: The milliseconds between the first two checks; later pauses are longer, up to five times.
  package static func wait(
    for what: @autoclosure () -> String = "sign of it", pause: UInt32 = 1,
    at location: SourceLocation = #_sourceLocation, until isSo: () throws -> Bool
  ) throws {
    let start = time(nil)
    var checks: UInt32 = 0
    while try !isSo() {
      checks = min(checks + 1, 5)
      guard time(nil) - start < seconds else {
        throw Late(description: "\(location.fileID):\(location.line): no \(what())")
      }
      usleep(pause * checks * 1000)
    }
  }

  /// Waits as ``wait(for:pause:at:until:)``, but holds none of the few threads that tasks share.
  ///
  /// For a condition that a task makes true: two tests that held a thread each would stop all tasks on two cores.
  package static func suspend(
    for what: @autoclosure () -> String = "sign of it", at location: SourceLocation = #_sourceLocation,
    until isSo: () throws -> Bool
  ) async throws {
    let start = time(nil)
    while try !isSo() {
      guard time(nil) - start < seconds else {
        throw Late(description: "\(location.fileID):\(location.line): no \(what())")
      }
      try await Task.sleep(for: .milliseconds(2))
    }
  }
}

import CVirgaPlatform
package import Testing

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
  /// - Parameter pause: The milliseconds between the first two checks; later pauses are longer, up
  ///   to five times.
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
}

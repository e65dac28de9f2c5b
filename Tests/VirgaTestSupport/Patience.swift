package import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// How long tests wait for what another thread or process does.
package enum Patience {
  /// What a test waited for in vain.
  package struct Late: Error, CustomStringConvertible {
    package var description: String
  }

  /// How many seconds a test waits before it fails; far longer than anything takes, for the machine may be busy.
  package static let seconds = 60

  /// Waits until something is so, and leaves the processor to others meanwhile.
  ///
  /// - Parameter pause: how many milliseconds pass between two looks.
  package static func wait(
    for what: @autoclosure () -> String = "sign of it", pause: UInt32 = 1,
    at location: SourceLocation = #_sourceLocation, until isSo: () throws -> Bool
  ) throws {
    let start = time(nil)
    while try !isSo() {
      guard time(nil) - start < seconds else {
        throw Late(description: "\(location.fileID):\(location.line): no \(what())")
      }
      usleep(pause * 1000)
    }
  }
}

import CVirgaPlatform
import SystemPackage
import VirgaFiles

/// Wakes the event loop from any thread.
package final class Waker: Sendable {
  /// The end of the pipe that the loop waits for.
  let readEnd: FileDescriptor
  /// The end of the pipe that other threads, and handlers of signals, write to.
  let writeEnd: FileDescriptor

  /// Creates a pipe.
  ///
  /// - Throws: ``FileFailure`` if the process has too many open files.
  init() throws(FileFailure) {
    (readEnd, writeEnd) = try FileFailure.reporting("the console's event loop") {
      try FileDescriptor.pipe()
    }
    // Reading an empty pipe and writing to a full one return at once, and programs that the console
    // runs do not inherit the pipe.
    for end in [readEnd, writeEnd] {
      _ = virga_set_file_modes(end.rawValue, O_NONBLOCK)
      _ = virga_close_on_exec(end.rawValue)
    }
  }

  deinit {
    try? readEnd.close()
    try? writeEnd.close()
  }

  /// Makes the loop report `woken`, once for all calls since it last did.
  package func wake() {
    // Any byte makes the pipe readable. If the pipe is full, the loop wakes anyway.
    _ = try? writeEnd.writeAll([0])
  }
}

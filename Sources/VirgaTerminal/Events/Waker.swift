import CVirgaPlatform
import SystemPackage
import VirgaFiles

/// Wakes the event loop from any thread.
package final class Waker: Sendable {
  let readEnd: FileDescriptor
  let writeEnd: FileDescriptor

  /// Creates a pipe.
  ///
  /// - Throws: ``FileFailure`` if the process has too many open files.
  init() throws(FileFailure) {
    (readEnd, writeEnd) = try FileFailure.reporting("the console's event loop") {
      try FileDescriptor.pipe()
    }
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
    // If the pipe is full, the loop wakes anyway.
    _ = try? writeEnd.writeAll([0])
  }
}

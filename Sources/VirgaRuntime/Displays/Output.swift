import VirgaCanvas
package import VirgaJSON
import VirgaSource

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

package enum Output {
  /// Writes a line for people to standard output; control characters are shown, never sent.
  package static func line(_ text: String = "") { write(safe(text) + "\n", to: STDOUT_FILENO) }

  /// Writes JSON to standard output; JSON strings escape control characters.
  package static func json(_ value: JSONValue) { write(value.pretty() + "\n", to: STDOUT_FILENO) }

  /// Writes a document for programs to standard output, unchanged.
  package static func document(_ text: String) { write(text, to: STDOUT_FILENO) }

  /// Standard output or standard error.
  package enum Stream {
    case answer
    case errors

    /// Whether it goes to a terminal.
    package var isTerminal: Bool { isatty(descriptor) == 1 }

    /// Writes a text unchanged.
    package func write(_ text: String) { Output.write(text, to: descriptor) }

    private var descriptor: Int32 {
      switch self {
      case .answer: STDOUT_FILENO
      case .errors: STDERR_FILENO
      }
    }
  }

  /// Writes a line to standard error; user names and passwords of URLs are masked.
  package static func remark(_ text: String) { write(safe(text.maskingCredentials) + "\n", to: STDERR_FILENO) }

  /// Replaces the current line of standard error, which must be a terminal.
  package static func status(_ text: String) { write("\r\u{1B}[K" + safe(text), to: STDERR_FILENO) }

  /// The lines of `text`, each safe for a terminal.
  package static func safe(_ text: String) -> String {
    DisplayText.lines(text).map(\.plain).joined(separator: "\n")
  }

  private static func write(_ text: String, to descriptor: Int32) {
    var text = text
    text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while !rest.isEmpty {
        #if canImport(Darwin)
          let count = Darwin.write(descriptor, rest.baseAddress, rest.count)
        #else
          let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
        #endif
        if count < 0, errno == EINTR { continue }
        // Another program that shares the terminal may have made it non-blocking.
        if count < 0, errno == EAGAIN {
          var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          poll(&room, 1, -1)
          continue
        }
        guard count > 0 else {
          // A reader that stops early, such as head, is not a failure. Anything else must not look like an answer.
          if errno == EPIPE || descriptor == STDERR_FILENO { return }
          remark("error: the answer could not be written: \(String(cString: strerror(errno)))")
          exit(2)
        }
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
      }
    }
  }
}

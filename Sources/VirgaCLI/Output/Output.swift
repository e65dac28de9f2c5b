import VirgaCanvas
import VirgaJSON
import VirgaSource

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Standard output and standard error, the only places where the subcommands write.
enum Output {
  /// Writes a line of an answer for people; control characters in it are shown, never sent.
  static func line(_ text: String = "") { write(safe(text) + "\n", to: STDOUT_FILENO) }

  /// Writes JSON; its strings escape control characters by themselves.
  static func json(_ value: JSONValue) { write(value.pretty() + "\n", to: STDOUT_FILENO) }

  /// Writes an answer for programs as it is: a document, a file.
  static func document(_ text: String) { write(text, to: STDOUT_FILENO) }

  /// Where a text is written.
  enum Stream {
    case answer, errors

    /// Whether a person reads it at a terminal.
    var isTerminal: Bool { isatty(descriptor) == 1 }

    /// Writes a text as it is.
    func write(_ text: String) { Output.write(text, to: descriptor) }

    private var descriptor: Int32 {
      switch self {
      case .answer: STDOUT_FILENO
      case .errors: STDERR_FILENO
      }
    }
  }

  /// Whether the answer goes to a person at a terminal.
  static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// Writes a line that is not part of the answer; user names and passwords of URLs are masked in it.
  static func remark(_ text: String) { write(safe(text.maskingCredentials) + "\n", to: STDERR_FILENO) }

  /// Replaces the line that is being written on standard error; only for a terminal.
  static func status(_ text: String) { write("\r\u{1B}[K" + safe(text), to: STDERR_FILENO) }

  /// The lines of `text`, each safe for a terminal.
  static func safe(_ text: String) -> String {
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
        // Whoever shares the terminal may have set it not to wait.
        if count < 0, errno == EAGAIN {
          var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          poll(&room, 1, -1)
          continue
        }
        guard count > 0 else {
          // Nobody reads on, as with head: that is no failure. Anything else must not pass for an answer.
          if errno == EPIPE || descriptor == STDERR_FILENO { return }
          remark("error: the answer could not be written: \(String(cString: strerror(errno)))")
          exit(2)
        }
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
      }
    }
  }
}

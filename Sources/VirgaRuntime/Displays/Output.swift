import SystemPackage
import VirgaCanvas
package import VirgaJSON
package import VirgaSource

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

package enum Output {
  /// Writes a line for people to standard output; control characters are shown, never sent.
  package static func line(_ text: String = "") { Stream.answer.write(safe(text) + "\n") }

  /// Writes JSON to standard output; JSON strings escape control characters.
  package static func json(_ value: JSONValue) { Stream.answer.write(value.pretty() + "\n") }

  /// Writes a document for programs to standard output, unchanged.
  package static func document(_ text: String) { Stream.answer.write(text) }

  /// Standard output or standard error; the raw value is its descriptor.
  package enum Stream: Int32 {
    case answer = 1
    case errors = 2

    package var isTerminal: Bool { isatty(rawValue) == 1 }

    /// Writes a text unchanged.
    package func write(_ text: String) { Output.write(Array(text.utf8), to: self) }
    /// Writes bytes, which need not be UTF-8.
    package func write(_ bytes: [UInt8]) { Output.write(bytes, to: self) }
  }

  /// Writes a line to standard error; user names and passwords of URLs are masked.
  package static func remark(_ text: String) { Stream.errors.write(safe(text.maskingCredentials) + "\n") }

  /// Writes problems to standard error.
  package static func remark(_ problems: [Problem]) {
    for problem in problems { remark(problem.rendered()) }
  }

  /// Replaces the current line of standard error, which must be a terminal.
  package static func status(_ text: String) { Stream.errors.write("\r\u{1B}[K" + safe(text)) }

  /// The lines of `text`, each safe for a terminal.
  package static func safe(_ text: String) -> String {
    DisplayText.lines(text).map(\.plain).joined(separator: "\n")
  }

  private static func write(_ bytes: [UInt8], to stream: Stream) {
    let file = FileDescriptor(rawValue: stream.rawValue)
    var rest = bytes[...]
    while !rest.isEmpty {
      do {
        rest = rest.dropFirst(try rest.withUnsafeBytes { try file.write($0) })
      } catch Errno.resourceTemporarilyUnavailable {
        // Another program that shares the terminal may have made it non-blocking.
        var room = pollfd(fd: file.rawValue, events: Int16(POLLOUT), revents: 0)
        poll(&room, 1, -1)
      } catch {
        // A reader that stops early, such as head, is not a failure. Anything else must not look like an answer.
        if error as? Errno == .brokenPipe || stream == .errors { return }
        remark("error: the answer could not be written: \(error)")
        exit(2)
      }
    }
  }
}

import CVirgaPlatform
import SystemPackage
import VirgaCanvas
package import VirgaJSON
package import VirgaSource

/// Everything that the program prints outside the console's screen.
///
/// Names in it can come from anybody, so a terminal never receives their control characters.
package enum Output {
  /// Writes a line for people to standard output.
  ///
  /// Control characters and line ends are shown as signs, so that a name in `text` cannot begin
  /// another line.
  package static func line(_ text: String = "") { lines([text]) }

  /// Writes a command of a GitHub workflow, such as an annotation.
  ///
  /// In all other lines, a text that looks like such a command is defused.
  package static func workflowCommand(_ text: String) { Stream.answer.write(safe(text) + "\n") }

  /// Writes lines for people to standard output, each as ``line(_:)`` does.
  package static func lines(_ texts: [String]) { Stream.answer.write(safe(texts)) }

  /// Writes JSON to standard output.
  package static func json(_ value: JSONValue) { json(text: value.pretty() + "\n") }

  /// Writes a text of JSON to standard output; on a terminal invisible characters are escaped.
  package static func json(text: String) {
    Stream.answer.write(Stream.answer.isTerminal ? text.escapingInvisibleInJSON : text)
  }

  /// Writes a document for programs to standard output, unchanged.
  ///
  /// On a terminal, characters that it would obey or not show are written in words.
  package static func document(_ text: String) {
    guard Stream.answer.isTerminal else { return Stream.answer.write(text) }
    Stream.answer.write(text.replacing(bytesOf: "\r\n", with: "\n").showingInvisible)
  }

  /// Standard output or standard error; the raw value is its descriptor.
  package enum Stream: Int32 {
    case answer = 1
    case errors = 2

    package var isTerminal: Bool { isatty(rawValue) == 1 }

    /// Whether it accepts something within two seconds, as a terminal that somebody reads does.
    var hasRoom: Bool { waitForRoom(milliseconds: 2_000) }

    /// Waits until it accepts something or fails; returns false if the time has passed before.
    ///
    /// - Parameter milliseconds: The longest wait; -1 for no limit.
    @discardableResult
    fileprivate func waitForRoom(milliseconds: Int32) -> Bool {
      var request = pollfd(fd: rawValue, events: Int16(POLLOUT), revents: 0)
      // 1 is the number of requests.
      return poll(&request, 1, milliseconds) != 0
    }

    /// Writes a text unchanged.
    package func write(_ text: String) { Output.write(Array(text.utf8), to: self) }
    /// Writes bytes, which need not be UTF-8.
    package func write(_ bytes: [UInt8]) { Output.write(bytes, to: self) }
  }

  /// Writes a line to standard error, as ``line(_:)`` does; secrets in URLs are masked.
  package static func remark(_ text: String) { remarks([text]) }

  /// Writes lines to standard error, each as `remark` does.
  package static func remarks(_ texts: [String]) {
    Stream.errors.write(safe(texts.map(\.maskingCredentials)))
  }

  /// Writes a text of the program itself to standard error, such as its usage, line by line.
  package static func remark(help: String) {
    remarks(help.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
  }

  /// Writes problems to standard error.
  package static func remark(_ problems: [Problem]) { remarks(problems.map { $0.rendered() }) }

  /// Replaces the current line of standard error, which must be a terminal.
  package static func status(_ text: String) {
    let returnAndEraseLine = "\r\u{1B}[K"
    Stream.errors.write(returnAndEraseLine + safe(text))
  }

  /// A line that is safe for a terminal, without a line end.
  package static func safe(_ text: String) -> String { DisplayText(whole: text).plain }

  /// The lines with line ends, safe for a terminal and without commands of GitHub workflows.
  private static func safe(_ lines: [String]) -> String {
    lines.map { WorkflowCommand.defused(safe($0)) + "\n" }.joined()
  }

  /// Writes all bytes; ends the program if standard output cannot be written.
  private static func write(_ bytes: [UInt8], to stream: Stream) {
    let file = FileDescriptor(rawValue: stream.rawValue)
    var rest = bytes[...]
    while !rest.isEmpty {
      do {
        let writtenCount = try rest.withUnsafeBytes { try file.write($0) }
        rest = rest.dropFirst(writtenCount)
      } catch Errno.resourceTemporarilyUnavailable {
        // Another program that shares the terminal may have made it non-blocking.
        let withoutLimit: Int32 = -1
        stream.waitForRoom(milliseconds: withoutLimit)
      } catch {
        // A reader that stops early, such as head, is not a failure. There is nowhere left to
        // report a failure of standard error.
        if error as? Errno == .brokenPipe || stream == .errors { return }
        remark("error: the answer could not be written: \(error)")
        exit(ExitStatus.couldNotRun)
      }
    }
  }
}

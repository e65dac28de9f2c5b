import ArgumentParser
import CVirgaPlatform
import VirgaRuntime

/// Shows a long text, a page at a time if standard output is a terminal.
enum Pager {
  /// Writes the lines through `$PAGER`, `less` if it is not set, or directly if that is empty.
  ///
  /// - Throws: the exit code, after it was said that the pager cannot be started.
  static func show(_ lines: [String]) throws {
    let text = lines.map { Output.safe($0) + "\n" }.joined()
    let named = getenv("PAGER").map { String(cString: $0) }
    guard Output.Stream.answer.isTerminal, named != "" else { return Output.document(text) }
    // A text that fits is shown without stopping, and stays on the screen.
    setenv("LESS", "FRX", 0)
    // A person may leave the pager before it has read everything.
    virga_ignore_signal(SIGPIPE)
    let command = named ?? "less 2>/dev/null || exit \(commandNotFound)"
    guard let pager = popen(command, "w") else { return Output.document(text) }
    fputs(text, pager)
    // The exit code is in the second byte of the status.
    let exitCode = pclose(pager) >> 8
    guard exitCode == commandNotFound else { return }
    guard let named else { return Output.document(text) }
    Output.remark(
      "error: PAGER names \(named), which cannot be started; set it to another pager, or to nothing"
    )
    throw ExitCode.couldNotRun
  }

  /// The exit code with which a shell reports that it cannot find a program.
  private static let commandNotFound: Int32 = 127
}

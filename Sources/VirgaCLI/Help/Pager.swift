import ArgumentParser
import CVirgaPlatform
import VirgaRuntime

/// Shows a long text, a page at a time if standard output is a terminal.
enum Pager {
  /// Writes the lines through `$PAGER`, `less` if it is not set, or directly if that is empty.
  ///
  /// If the system has no `less`, the lines are written directly too.
  ///
  /// - Throws: The exit code, after printing that the pager named by `$PAGER` cannot be started.
  static func show(_ lines: [String]) throws {
    let text = lines.map { Output.safe($0) + "\n" }.joined()
    let namedPager = getenv("PAGER").map { String(cString: $0) }
    guard Output.Stream.answer.isTerminal, namedPager != "" else { return Output.document(text) }
    // The options of less for a text that fits: it is shown without stopping, and stays on the
    // screen. The last argument keeps options that the person has set.
    setenv("LESS", "FRX", 0)
    // A person may leave the pager before it has read everything; writing must not end virga then.
    virga_ignore_signal(SIGPIPE)
    let command = namedPager ?? "less 2>/dev/null || exit \(commandNotFound)"
    guard let pager = popen(command, "w") else { return Output.document(text) }
    fputs(text, pager)
    let status = pclose(pager)
    // The exit code is in the second byte of the status.
    let exitCode = status >> 8
    guard exitCode == commandNotFound else { return }
    guard let namedPager else { return Output.document(text) }
    Output.remark(
      "error: PAGER names \(namedPager), which cannot be started; set it to another pager, or to nothing"
    )
    throw ExitCode.couldNotRun
  }

  /// The exit code with which a shell reports that it cannot find a program.
  private static let commandNotFound: Int32 = 127
}

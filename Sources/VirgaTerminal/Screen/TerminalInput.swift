import CVirgaPlatform
import SystemPackage

/// The source of keys: standard input, or the output terminal if standard input is data.
final class TerminalInput {
  let descriptor: Int32
  /// Whether the descriptor was opened here, and has to be closed.
  private let isOwn: Bool

  /// Reads keys from a descriptor, or from the terminal behind `output`; nil if that is not a
  /// terminal.
  init?(_ input: Int32, orThatOf output: Int32) {
    guard isatty(output) == 1 else { return nil }
    let isInputTerminal = isatty(input) == 1
    isOwn = !isInputTerminal
    descriptor = isOwn ? Self.opened(for: output) : input
    if descriptor < 0 { return nil }
  }

  deinit { if isOwn { try? FileDescriptor(rawValue: descriptor).close() } }

  /// Drops keys typed ahead, which were meant for another program.
  func discardTypeahead() { tcflush(descriptor, TCIFLUSH) }

  /// Drops what arrives within some milliseconds; returns once something has arrived.
  func discard(arrivingWithin milliseconds: Int32) {
    var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    // 1 is the number of descriptors.
    poll(&polled, 1, milliseconds)
    discardTypeahead()
  }

  /// Opens the terminal behind `output`, by its name or as the process's own one; -1 if neither can
  /// be opened.
  private static func opened(for output: Int32) -> Int32 {
    let nameOfOutput = ttyname(output).map { String(cString: $0) }
    for name in [nameOfOutput, "/dev/tty"].compactMap(\.self) {
      // With O_NOCTTY, opening it does not make it the controlling terminal of the process.
      let options: FileDescriptor.OpenOptions = [.closeOnExec, .init(rawValue: O_NOCTTY)]
      if let opened = try? FileDescriptor.open(name, .readWrite, options: options) {
        return opened.rawValue
      }
    }
    return -1
  }
}

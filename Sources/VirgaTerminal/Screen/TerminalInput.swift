#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Where keys come from: standard input, or where that is data the terminal that is drawn on.
final class TerminalInput {
  let descriptor: Int32
  private let isOwn: Bool

  /// The keys of a descriptor, or of the terminal behind `output`; nil where that is no terminal.
  init?(_ input: Int32, orThatOf output: Int32) {
    guard isatty(output) == 1 else { return nil }
    isOwn = isatty(input) != 1
    descriptor = isOwn ? Self.opened(for: output) : input
    if descriptor < 0 { return nil }
  }

  deinit { if isOwn { _ = close(descriptor) } }

  /// Drops keys that were typed ahead, for somebody else.
  func dropWhatWasTyped() { tcflush(descriptor, TCIFLUSH) }

  private static func opened(for output: Int32) -> Int32 {
    for name in [ttyname(output).map { String(cString: $0) }, "/dev/tty"].compactMap(\.self) {
      let opened = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC)
      if opened >= 0 { return opened }
    }
    return -1
  }
}

import CVirgaPlatform
import VirgaCanvas

/// Runs a program on a pseudo-terminal that responds like xterm, and measures times.
///
/// A frame counts as complete with the last byte before a silence: nothing else shows that a
/// program is done.
final class PseudoTerminal {
  private let main: Int32
  let process: ChildProcess
  private let started: Double
  private var buffer = [UInt8](repeating: 0, count: 64 << 10)

  /// More bytes than a program sends before it draws.
  private static let leastFrame = 500

  /// The output before a silence.
  struct Answer {
    /// Milliseconds until the last byte.
    var complete: Double
    /// Milliseconds until something was visible; nil if nothing was.
    var drawn: Double?
    /// The number of bytes so far.
    fileprivate var bytes: Int
  }

  /// Starts a program on a terminal of `size`; nil if that fails.
  init?(_ words: [String], _ size: Size) {
    guard Script.has(words[0]) || access(words[0], X_OK) == 0 else { return nil }
    var (main, side): (Int32, Int32) = (-1, -1)
    var cells = winsize(
      ws_row: UInt16(clamping: size.rows), ws_col: UInt16(clamping: size.columns), ws_xpixel: 0,
      ws_ypixel: 0)
    var name = [CChar](repeating: 0, count: 128)
    guard openpty(&main, &side, &name, nil, &cells) == 0 else { return nil }
    for descriptor in [main, side] { _ = virga_close_on_exec(descriptor) }
    let path = String(
      decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    started = Clock.now
    guard let process = ChildProcess(words, .terminal(path)) else { return nil }
    self.process = process
    self.main = main
    close(side)
  }

  deinit {
    process.stop()
    close(main)
  }

  /// The output after the start, until a silence of the given milliseconds.
  func start(silence: Double = 250) -> Answer? {
    answer(since: started, silence: silence, limit: 120_000)
  }

  /// The output after sending `keys`.
  func send(_ keys: String, silence: Double = 15) -> Answer? {
    let start = Clock.now
    _ = keys.withCString { write(main, $0, strlen($0)) }
    return answer(since: start, silence: silence, limit: 1000)
  }

  private func answer(since start: Double, silence: Double, limit: Double) -> Answer? {
    var answer: Answer?
    let end = Clock.now + limit
    while true {
      let timeout = min(end - Clock.now, answer == nil ? limit : silence)
      var polled = pollfd(fd: main, events: Int16(POLLIN), revents: 0)
      guard timeout > 0, poll(&polled, 1, Int32(timeout.rounded(.up))) > 0 else { return answer }
      let count = read(main, &buffer, buffer.count)
      guard count > 0 else { return answer }
      let (now, bytes) = (Clock.now - start, (answer?.bytes ?? 0) + count)
      answer = Answer(
        complete: now, drawn: answer?.drawn ?? (bytes > Self.leastFrame ? now : nil), bytes: bytes)
      for reply in TerminalReplies.replies(to: buffer[..<count]) {
        _ = write(main, reply, reply.utf8.count)
      }
    }
  }
}

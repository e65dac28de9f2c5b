import CVirgaCurses
import CVirgaPlatform
import SystemPackage
import VirgaCanvas
package import VirgaFiles

/// Waits on the main thread for everything that the console reacts to.
///
/// Sleeps until an event arrives. Timeouts exist only for incomplete key sequences, and for a
/// deadline or quiet period that the caller requests.
package final class EventLoop {
  /// Wakes the loop from other threads.
  package let waker: Waker
  /// The watched files.
  package let files: FileWatcher
  private let terminal: Terminal?
  private var decoder: InputDecoder
  private var deadline: Int?
  /// When the start of a key sequence counts as complete; other events do not delay it.
  private var keyDeadline: Int?
  /// The time at which the requested quiet period ends, and its length.
  private var quiet: (time: Int, timeout: Int)?
  private var buffer = [UInt8](repeating: 0, count: 64 << 10)

  /// Creates a loop for a started terminal, or for everything but a terminal.
  ///
  /// - Throws: ``FileFailure`` if the process has too many open files.
  package init(_ terminal: Terminal? = nil, files: FileWatcher = FileWatcher()) throws(FileFailure)
  {
    waker = try Waker()
    self.terminal = terminal
    self.files = files
    let timeout = terminal?.escapeTimeout ?? Terminal.Options().escapeTimeout
    let keys = terminal == nil ? [:] : KeyCapabilities.sequences { ControlStrings.capability($0) }
    decoder = InputDecoder(keys: keys, escapeTimeout: timeout)
  }

  /// Requests one `deadline` event after a delay, replacing an earlier request; nil cancels it.
  package func setDeadline(afterMilliseconds delay: Int?) {
    deadline = delay.map { Self.now().advanced(by: max(0, $0)) }
  }

  /// Requests one `quiet` event when the terminal has sent nothing for a time.
  package func awaitIdle(milliseconds timeout: Int) { quiet = (Self.now() + timeout, timeout) }

  /// Waits until something happens; returns all events in the order to handle them.
  package func next() -> [LoopEvent] {
    while true {
      let events = wait()
      if !events.isEmpty { return events }
    }
  }

  private func wait() -> [LoopEvent] {
    let sources = [
      terminal?.signals.readEnd.rawValue ?? -1, terminal?.input.descriptor ?? -1, files.descriptor,
      waker.readEnd.rawValue,
    ]
    var polled = sources.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    let next = [keyDeadline, deadline, quiet?.time].compactMap(\.self).min()
    poll(&polled, nfds_t(polled.count), next.map { Int32(clamping: max(0, $0 - Self.now())) } ?? -1)
    var events: [LoopEvent] = []
    // The deadline comes first: handling other events may set a new one.
    if let deadline, Self.now() >= deadline {
      self.deadline = nil
      events.append(.deadline)
    }
    let ready = polled.map { $0.revents != 0 }
    if ready[0] { events += readSignals() }
    if ready[1] {
      events += readTerminal()
      keyDeadline = decoder.isPending ? Self.now() + decoder.pendingTimeout : nil
    } else if let keyDeadline, Self.now() >= keyDeadline {
      events += decoder.timeout().map { .terminal($0) }
      self.keyDeadline = nil
    }
    if ready[2], case let changed = files.changes(), !changed.isEmpty {
      events.append(.filesChanged(changed))
    }
    if ready[3] {
      _ = readBytes(from: waker.readEnd.rawValue)
      events.append(.woken)
    }
    if let time = quiet?.time, Self.now() >= time {
      quiet = nil
      events.append(.quiet)
    }
    return events
  }

  private func readTerminal() -> [LoopEvent] {
    if let timeout = quiet?.timeout { quiet = (Self.now() + timeout, timeout) }
    guard let terminal, let bytes = readBytes(from: terminal.input.descriptor) else { return [] }
    if bytes.isEmpty { return [.terminalClosed] }
    return decoder.feed(bytes).map { .terminal($0) }
  }

  /// The bytes that arrived; empty at the end of input, nil if there were none this time.
  private func readBytes(from descriptor: Int32) -> ArraySlice<UInt8>? {
    let file = FileDescriptor(rawValue: descriptor)
    do {
      return buffer[
        ..<(try buffer.withUnsafeMutableBytes { try file.read(into: $0, retryOnInterrupt: false) })]
    } catch Errno.interrupted, Errno.resourceTemporarilyUnavailable {
      return nil
    } catch {
      return []
    }
  }

  private func readSignals() -> [LoopEvent] {
    guard let terminal,
      let numbers = readBytes(from: terminal.signals.readEnd.rawValue).map(Set.init)
    else { return [] }
    virga_curses_hear()
    var events: [LoopEvent] = []
    for (number, signal) in Self.leaving where numbers.contains(UInt8(number)) {
      events.append(.signal(signal))
    }
    if numbers.contains(UInt8(SIGTSTP)) { terminal.suspend() }
    if numbers.contains(UInt8(SIGCONT)) { terminal.reenter() }
    if numbers.contains(UInt8(SIGTSTP)) || numbers.contains(UInt8(SIGCONT)) {
      events.append(.signal(.resumed))
    }
    if let size = terminal.consumeResize() { events.append(.terminal(.resize(size))) }
    return events
  }

  private static let leaving: [(Int32, LoopEvent.Signal)] = [
    (SIGHUP, .hangUp), (SIGTERM, .terminate), (SIGINT, .interrupt), (SIGQUIT, .quit),
  ]

  /// In milliseconds.
  private static func now() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }
}
